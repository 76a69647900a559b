// SPDX-License-Identifier: Apache-2.0
#include "hls/netlist/systemverilog.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "hls/netlist/widths.h"

namespace weft::netlist {

namespace {

constexpr size_t kLineWidth = 118;

std::string range(unsigned width) { return width == 1 ? "" : fmt::format("[{}:0] ", width - 1); }

/// "{c, b, a}" of nets in rising order of their bits.
std::string list(const Module &module, const std::vector<NetId> &nets, bool inLoop = false) {
  std::string text;
  for (size_t i = nets.size(); i-- > 0;) {
    const Net &net = module.nets[nets[i]];
    text += (text.empty() ? "" : ", ") + (inLoop ? laneText(net) : nameOf(net));
  }
  return nets.size() > 1 ? "{" + text + "}" : text;
}

/// Breaks lines far beyond what anybody reads, at spaces: Verilator takes 40,000 tokens on one. Comments stay whole.
std::string brokenLines(const std::string &text) {
  constexpr size_t kLong = 1000;
  std::string result;
  for (size_t begin = 0, end; begin < text.size(); begin = end) {
    end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const bool comment = text.compare(text.find_first_not_of(' ', begin), 2, "//") == 0;
    size_t column = 0;
    for (size_t i = begin; i < end; ++i, ++column) {
      const bool fold = text[i] == ' ' && column > kLineWidth && end - begin > kLong && !comment;
      result += fold ? "\n      " : std::string(1, text[i]);
      column = fold ? 0 : column;
    }
  }
  return result;
}

class ModuleWriter {
public:
  ModuleWriter(const Design &design, const Module &module)
      : design_(design), module_(module), declared_(module.nets.size(), false) {}

  std::string run() {
    header();
    for (size_t i = 0; i < module_.items.size(); ++i)
      if (std::holds_alternative<Register>(module_.items[i].what))
        i = registers(i);
      else
        item(module_.items[i]);
    return text_ + "endmodule\n";
  }

private:
  void header() {
    if (!module_.comment.empty())
      text_ += "// " + module_.comment + "\n";
    text_ += "module " + module_.name + " (\n";
    for (size_t i = 0; i < module_.ports.size(); ++i) {
      const Port &port = module_.ports[i];
      const Net &net = module_.nets[port.net];
      declared_[port.net] = true;
      text_ += fmt::format("    {} logic {}{}{}\n", port.output ? "output" : "input ", range(net.bits()), net.name,
                           i + 1 < module_.ports.size() ? "," : "");
    }
    text_ += ");\n";
  }

  void item(const Item &item) {
    if (const auto *title = std::get_if<Title>(&item.what)) {
      text_ += "\n  // ---- " + title->text + "\n";
      return;
    }
    if (const std::string origin = describe(item.origin); !origin.empty())
      text_ += "  // " + origin + "\n";
    if (const auto *assign = std::get_if<Assign>(&item.what)) {
      declare({assign->target}, {assign->value});
      text_ += assignmentText(module_, *assign);
    } else {
      instance(std::get<Instance>(item.what));
    }
  }

  /// Neighbouring registers share a process. Returns the index of the last one.
  size_t registers(size_t first) {
    size_t end = first;
    std::vector<NetId> targets;
    std::vector<ExprId> values;
    std::string plain;
    for (; end < module_.items.size(); ++end) {
      const auto *reg = std::get_if<Register>(&module_.items[end].what);
      if (!reg || (end != first && module_.items[end].segment != module_.items[first].segment))
        break;
      targets.push_back(reg->target);
      values.push_back(reg->next);
      const std::string name = nameOf(module_.nets[reg->target]), next = expressionText(module_, reg->next);
      if (const std::string origin = describe(module_.items[end].origin); !origin.empty())
        plain += "    // " + origin + "\n";
      plain += reg->reset ? fmt::format("    {} <= rst_i ? {}'h0 : {};\n", name, module_.nets[reg->target].bits(), next)
                          : fmt::format("    {} <= {};\n", name, next);
    }
    declare(targets, values);
    if (targets.size() == 1 && module_.items[first].origin == Origin())
      text_ += "  always_ff @(posedge clk_i) " + plain.substr(plain.find_first_not_of(' '));
    else
      text_ += "  always_ff @(posedge clk_i) begin\n" + plain + "  end\n";
    return end - 1;
  }

  void instance(const Instance &instance) {
    std::map<uint32_t, std::string> ports;
    std::vector<NetId> nets;
    std::vector<ExprId> values;
    for (const Connection &connection : instance.connections) {
      nets.insert(nets.end(), connection.nets.begin(), connection.nets.end());
      if (connection.value != kNone)
        values.push_back(connection.value);
      ports[connection.port] = connection.value == kNone
                                   ? list(module_, connection.nets, instance.lanes > 1)
                                   : expressionText(module_, connection.value, instance.lanes > 1);
    }
    for (const StreamConnection &connection : instance.streams)
      stream(instance, wiringOf(&design_, instance, connection), ports, nets);
    declare(nets, values);
    const std::string text = "  " + head(instance) + portList(instance, ports);
    text_ += instance.lanes == 1 ? text : loopText(instance.lanes, instance.name, text);
  }

  void stream(const Instance &instance, const StreamWiring &wiring, std::map<uint32_t, std::string> &ports,
              std::vector<NetId> &nets) {
    const auto connect = [&](uint32_t port) {
      const std::vector<NetId> on = netsOn(module_, wiring, port);
      nets.insert(nets.end(), on.begin(), on.end());
      ports[port] = !on.empty() ? list(module_, on) : isOutput(instance, port) ? "" : "'0";
    };
    connect(wiring.valid);
    if (wiring.ready != kNone)
      connect(wiring.ready);
    for (const StreamWiring::Field &field : wiring.fields)
      connect(field.port);
  }

  bool isOutput(const Instance &i, uint32_t port) const {
    return i.component ? i.component->ports[port].output : design_.modules[i.module].ports[port].output;
  }
  std::string portName(const Instance &i, uint32_t port) const {
    const Module &m = i.component ? module_ : design_.modules[i.module];
    return i.component ? i.component->ports[port].name : m.nets[m.ports[port].net].name;
  }

  std::string head(const Instance &instance) const {
    if (!instance.component)
      return fmt::format("{} {} (", design_.modules[instance.module].name, instance.name);
    std::string settings;
    for (const Setting &setting : instance.settings) {
      const components::Parameter *parameter = instance.component->parameter(setting.parameter);
      using Form = components::Parameter::Form;
      const std::string value = parameter->form == Form::Number ? fmt::format("{}", setting.value.low())
                                : parameter->form == Form::Bit
                                    ? fmt::format("1'b{}", setting.value.low())
                                    : fmt::format("{}'h{}", setting.value.width(), setting.value.hex());
      settings += fmt::format("{}.{}({})", settings.empty() ? "" : ", ", setting.parameter, value);
    }
    return fmt::format("{} #({}) {} (", instance.component->name, settings, instance.name);
  }

  /// In the order of the header.
  std::string portList(const Instance &instance, const std::map<uint32_t, std::string> &ports) const {
    std::string text;
    size_t column = kLineWidth;  // the first port starts a line
    const size_t count =
        instance.component ? instance.component->ports.size() : design_.modules[instance.module].ports.size();
    for (uint32_t p = 0; p < count; ++p) {
      const auto found = ports.find(p);
      const std::string name = portName(instance, p), value = found == ports.end() ? "" : found->second;
      const std::string port = value == name ? "." + name : fmt::format(".{}({})", name, value);
      if (column + port.size() + 2 > kLineWidth) {
        text += p == 0 ? "\n    " : ",\n    ";
        column = 4;
      } else {
        text += ", ";
        column += 2;
      }
      text += port;
      column += port.size();
    }
    return text + ");\n";
  }

  /// Nets that are mentioned here for the first time, those of one width together.
  void declare(const std::vector<NetId> &nets, const std::vector<ExprId> &values) {
    std::vector<NetId> fresh;
    const auto add = [&](NetId net) {
      if (!declared_[net]) {
        declared_[net] = true;
        fresh.push_back(net);
      }
    };
    for (NetId net : nets)
      add(net);
    std::vector<ExprId> open(values.rbegin(), values.rend());
    while (!open.empty()) {
      const Expr &expr = module_.exprs[open.back()];
      open.pop_back();
      if (expr.kind == Expr::Kind::Net)
        add(expr.net);
      open.insert(open.end(), expr.operands.rbegin(), expr.operands.rend());
    }
    for (size_t i = 0, next; i < fresh.size(); i = next) {
      const unsigned bits = module_.nets[fresh[i]].bits();
      std::string names;
      for (next = i; next < fresh.size() && module_.nets[fresh[next]].bits() == bits; ++next)
        names += (names.empty() ? "" : ", ") + nameOf(module_.nets[fresh[next]]);
      text_ += fmt::format("  logic {}{};\n", range(bits), names);
    }
  }

  const Design &design_;
  const Module &module_;
  std::vector<bool> declared_;
  std::string text_;
};

}  // namespace

std::string systemVerilog(const Design &design) {
  std::string text;
  if (!design.comment.empty())
    text += "// " + design.comment + "\n";
  // Style warnings that generated text cannot avoid: unused parts of tokens, unread outputs of modules,
  // comparisons that a constant decides.
  for (const char *warning : {"UNUSEDSIGNAL", "PINCONNECTEMPTY", "DECLFILENAME", "UNSIGNED", "CMPCONST"})
    text += fmt::format("/* verilator lint_off {} */\n", warning);
  for (const Module &module : design.modules)
    text += "\n" + brokenLines(ModuleWriter(design, module).run());
  return text;
}

}  // namespace weft::netlist
