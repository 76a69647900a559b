// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/access_unit.h"

#include <stdexcept>

namespace weft::rtlgen {

using graph::Site;

const components::Component &accessUnit(const Site &site) {
  const bool stream = site.unit == Site::Unit::Stream;
  const char *name = site.kind == Site::Kind::Atomic  ? "lsu_atomic"
                     : site.kind == Site::Kind::Store ? (stream ? "lsu_store_stream" : "lsu_store_scatter")
                                                      : (stream ? "lsu_load_stream" : "lsu_load_scatter");
  const components::Component *unit = components::find(name);
  if (!unit)
    throw std::logic_error(std::string("no access unit is named ") + name);
  return *unit;
}

}  // namespace weft::rtlgen
