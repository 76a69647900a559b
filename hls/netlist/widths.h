// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "hls/netlist/netlist.h"

namespace weft::netlist {

/// What is wrong with the operands' number and widths, or with the operation itself; empty if nothing is.
std::string checkExpr(const Module &module, const Expr &expr);

/// Bits on a port of an instance, or of each of its copies, of what has this type; nothing if the lanes do not fit.
std::optional<unsigned> bitsOnPort(const Instance &instance, unsigned width, unsigned lanes, bool output);

/// What is wrong with a stream's select and the conditions of its fields; empty if nothing is.
std::string checkSelect(const Module &module, const Stream &stream);

/// How a stream's nets lie on the ports of a stream port of an instance.
struct StreamWiring {
  const std::vector<StreamId> *streams;
  uint32_t valid, ready;  // ports; ready may be kNone
  bool output;            // the instance produces the streams
  bool packed;            // all fields of a stream lie side by side on one port
  struct Field {
    uint32_t port;
    std::string name;
  };
  std::vector<Field> fields;
};
StreamWiring wiringOf(const Design *design, const Instance &instance, const StreamConnection &connection);

/// Nets that a port of the wiring carries, stream 0 first: valid, ready, or a field's.
std::vector<NetId> netsOn(const Module &module, const StreamWiring &wiring, uint32_t port);

}  // namespace weft::netlist
