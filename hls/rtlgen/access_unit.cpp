// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/access_unit.h"

#include <stdexcept>

namespace weft::rtlgen {

using graph::Site;

const components::Component &accessUnit(const Site &site) {
  static const char *const kinds[] = {"load", "store", "atomic"};
  std::string name = std::string("lsu_") + kinds[size_t(site.kind)];
  // Several elements at once are a packet's, whoever takes them.
  const bool asPacket = site.taps != 1 && !hasLaneAddresses(site.unit);
  if (site.kind != Site::Kind::Atomic)
    name += std::string("_") + nameOf(asPacket ? Site::Unit::Packet : site.unit);
  const components::Component *unit = components::find(name);
  if (!unit)
    throw std::logic_error("no access unit is named " + name);
  return *unit;
}

}  // namespace weft::rtlgen
