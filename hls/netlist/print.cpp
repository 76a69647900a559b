// SPDX-License-Identifier: Apache-2.0
#include "hls/netlist/print.h"

#include <fmt/format.h>

namespace weft::netlist {
namespace {

std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (const char c : text)
    if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' ')
      result += fmt::format("\\{:02x}", static_cast<unsigned char>(c));
    else
      result += c;
  return result + "\"";
}

std::string constant(const graph::Bits &value) { return fmt::format("{}'h{}", value.width(), value.hex()); }

/// Of a lane, and how many there are.
std::string type(unsigned width, unsigned lanes) {
  return lanes == 1 ? fmt::format("{}", width) : fmt::format("{}*{}", width, lanes);
}

class Printer {
public:
  Printer(const Design &design, const Module &module) : design_(design), module_(module) {}

  std::string run() {
    text_ = fmt::format("module {} {}\n", module_.name, quoted(module_.comment));
    nets();
    streams();
    segments();
    for (const Item &item : module_.items)
      print(item);
    return text_;
  }

private:
  template <typename... Args> void line(fmt::format_string<Args...> text, Args &&...args) {
    text_ += "  " + fmt::format(text, std::forward<Args>(args)...) + "\n";
  }
  std::string net(NetId id) const { return id == kNone ? "-" : nameOf(module_.nets[id]); }

  /// Ports stand where their nets do, but in the order of the ports.
  void nets() {
    std::vector<const char *> kinds(module_.nets.size(), "net");
    for (const Port &port : module_.ports)
      kinds[port.net] = port.output ? "output" : "input";
    for (NetId n = 0; n < module_.nets.size(); ++n) {
      const Net &net = module_.nets[n];
      const std::string stage = net.segment == kNone ? "" : fmt::format(" @{}.{}", net.segment, net.stage);
      line("{} {} {}{}", kinds[n], net.name, type(net.width, net.lanes), stage);
    }
  }

  void streams() {
    for (const Stream &stream : module_.streams) {
      std::string fields;
      for (const Stream::Field &field : stream.fields)
        fields += fmt::format(" {}={}", field.name, net(field.net)) +
                  (field.conditional() ? fmt::format("?{}", constant(field.when)) : "");
      const std::string select = stream.select == kNone ? "" : " select " + stream.fields.at(stream.select).name;
      line("stream {} valid {} ready {}{}{}", stream.name, net(stream.valid), net(stream.ready), select, fields);
    }
    for (const StreamPort &port : module_.streamPorts)
      line("port {} {}", module_.streams[port.stream].name, port.output ? "output" : "input");
    for (const LogicEnd &end : module_.logicEnds)
      line("end {} {}", module_.streams[end.stream].name, end.producer ? "producer" : "consumer");
  }

  void segments() {
    static const char *const kinds[] = {"read", "write", "report"};
    for (SegmentId s = 0; s < module_.segments.size(); ++s) {
      const Segment &segment = module_.segments[s];
      line("segment {} latency {} valid {}", s, segment.latency, net(segment.valid));
      for (const Access &access : segment.accesses)
        line("access {} {} {} port {} stage {} enable {} address {} data {} strobes {}", s, kinds[size_t(access.kind)],
             access.index, access.port, access.stage, net(access.enable), net(access.address), net(access.data),
             net(access.strobes));
    }
  }

  std::string expr(ExprId id) const {
    const Expr &e = module_.exprs[id];
    if (e.kind == Expr::Kind::Net)
      return e.delay ? fmt::format("{}'{}", net(e.net), e.delay) : net(e.net);
    if (e.kind == Expr::Kind::Constant)
      return constant(e.constant);
    std::string text = e.kind == Expr::Kind::Broadcast ? "broadcast"
                       : e.kind == Expr::Kind::Reshape ? "reshape"
                                                       : graph::mnemonic(e.opcode);
    if (e.predicate != graph::Predicate::None)
      text += std::string(".") + graph::nameOf(e.predicate);
    if (e.opcode == graph::Opcode::Slice)
      text += fmt::format("[{}]", e.lo);
    text += fmt::format(":{}(", type(e.width, e.lanes));
    for (size_t i = 0; i < e.operands.size(); ++i)
      text += (i ? ", " : "") + expr(e.operands[i]);
    return text + ")";
  }

  static std::string origin(const Origin &origin) {
    const graph::SourceLocation &at = origin.location;
    return (origin.comment.empty() ? "" : " " + quoted(origin.comment)) +
           (at == graph::SourceLocation() ? "" : fmt::format(" at {}:{}:{}", quoted(at.file), at.line, at.column));
  }

  void print(const Item &item) {
    const std::string end = (item.segment == kNone ? "" : fmt::format(" in {}", item.segment)) + origin(item.origin);
    if (const auto *assign = std::get_if<Assign>(&item.what))
      line("assign {} = {}{}", net(assign->target), expr(assign->value), end);
    else if (const auto *reg = std::get_if<Register>(&item.what))
      line("register {}{} = {}{}", net(reg->target), reg->reset ? " reset" : "", expr(reg->next), end);
    else if (const auto *title = std::get_if<Title>(&item.what))
      line("title {}{}", quoted(title->text), end);
    else
      line("{}{}", instance(std::get<Instance>(item.what)), end);
  }

  std::string portName(const Instance &i, uint32_t port) const {
    if (i.component)
      return i.component->ports[port].name;
    const Module &definition = design_.modules[i.module];
    return definition.nets[definition.ports[port].net].name;
  }
  std::string streamName(const Instance &i, uint32_t port) const {
    if (i.component)
      return i.component->streams[port].name;
    const Module &definition = design_.modules[i.module];
    return definition.streams[definition.streamPorts[port].stream].name;
  }

  std::string instance(const Instance &i) const {
    std::string text =
        fmt::format("instance {} {}{} {{", i.name, i.component ? i.component->name : design_.modules[i.module].name,
                    i.lanes == 1 ? "" : fmt::format(" *{}", i.lanes));
    for (const Setting &setting : i.settings)
      text += fmt::format(" {}={}", setting.parameter, constant(setting.value));
    text += " } {";
    for (const Connection &connection : i.connections) {
      const std::string name = portName(i, connection.port);
      if (connection.value != kNone) {
        text += fmt::format(" {} = {}", name, expr(connection.value));
        continue;
      }
      std::string nets;
      for (NetId n : connection.nets)
        nets += (nets.empty() ? "" : " ") + net(n);
      text += fmt::format(" {} -> ({})", name, nets);
    }
    for (const StreamConnection &connection : i.streams) {
      std::string streams;
      for (StreamId s : connection.streams)
        streams += (streams.empty() ? "" : " ") + module_.streams[s].name;
      text += fmt::format(" {} => <{}>", quoted(streamName(i, connection.port)), streams);
    }
    return text + " }";
  }

  const Design &design_;
  const Module &module_;
  std::string text_;
};

}  // namespace

std::string print(const Design &design) {
  std::string text = fmt::format("design {}\n", quoted(design.comment));
  for (const Module &module : design.modules)
    text += "\n" + Printer(design, module).run();
  return text;
}

}  // namespace weft::netlist
