// SPDX-License-Identifier: Apache-2.0
#include "hls/netlist/netlist.h"

#include <fmt/format.h>

namespace weft::netlist {
namespace {

NetId inputNamed(const Module &module, const char *name) {
  for (const Port &port : module.ports)
    if (!port.output && module.nets[port.net].name == name)
      return port.net;
  return kNone;
}

}  // namespace

std::string nameOf(const Net &net) {
  return net.segment == kNone || net.port != kNone ? net.name
                                                   : fmt::format("{}_s{}c{}", net.name, net.segment, net.stage);
}

std::string describe(const Origin &origin) {
  std::string text = origin.comment;
  if (origin.location.line)
    text += fmt::format("{}{}:{}", text.empty() ? "at " : ", ", origin.location.file, origin.location.line);
  for (char &c : text)  // a file's name may have anything in it
    if (static_cast<unsigned char>(c) < ' ')
      c = '?';
  return text;
}

NetId clockOf(const Module &module) { return inputNamed(module, "clk_i"); }
NetId resetOf(const Module &module) { return inputNamed(module, "rst_i"); }

std::vector<bool> usedExprs(const Module &module) {
  std::vector<bool> used(module.exprs.size(), false);
  for (const Item &item : module.items)
    if (const auto *assign = std::get_if<Assign>(&item.what)) {
      used[assign->value] = true;
    } else if (const auto *reg = std::get_if<Register>(&item.what)) {
      used[reg->next] = true;
    } else if (const auto *instance = std::get_if<Instance>(&item.what)) {
      for (const Connection &connection : instance->connections)
        if (connection.value != kNone)
          used[connection.value] = true;
    }
  for (ExprId e = ExprId(used.size()); e-- > 0;)  // operands come before what uses them
    if (used[e])
      for (ExprId operand : module.exprs[e].operands)
        used[operand] = true;
  return used;
}

components::Values valuesOf(const Instance &instance) {
  components::Values values;
  for (const Setting &setting : instance.settings)
    values[setting.parameter] = setting.value.low();
  return values;
}

}  // namespace weft::netlist
