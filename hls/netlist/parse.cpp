// SPDX-License-Identifier: Apache-2.0
#include "hls/netlist/parse.h"

#include <fmt/format.h>

#include <cctype>
#include <map>
#include <stdexcept>

namespace weft::netlist {
namespace {

using graph::Bits;
using graph::Opcode;
using graph::Predicate;

struct SyntaxError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

class Lexer {
public:
  explicit Lexer(const std::string &text) : text_(text) { skip(); }

  bool atEnd() const { return at_ == text_.size(); }
  size_t line() const { return line_; }

  bool accept(const std::string &token) {
    if (text_.compare(at_, token.size(), token) != 0)
      return false;
    if (isWord(token.back()) && at_ + token.size() < text_.size() && isWord(text_[at_ + token.size()]))
      return false;
    at_ += token.size();
    skip();
    return true;
  }
  void expect(const std::string &token) {
    if (!accept(token))
      throw SyntaxError("expected '" + token + "', found '" + text_.substr(at_, 20) + "'");
  }
  std::string word() {
    const size_t begin = at_;
    while (at_ < text_.size() && isWord(text_[at_]))
      ++at_;
    if (at_ == begin)
      throw SyntaxError("expected a word, found '" + text_.substr(at_, 20) + "'");
    const std::string result = text_.substr(begin, at_ - begin);
    skip();
    return result;
  }
  unsigned number() {
    const std::string digits = word();
    if (digits.size() > 9 || digits.find_first_not_of("0123456789") != std::string::npos)
      throw SyntaxError("'" + digits + "' is no number");
    return unsigned(std::stoul(digits));
  }
  bool atNumber() const { return at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])); }
  bool atWord() const { return at_ < text_.size() && isWord(text_[at_]); }
  bool atString() const { return at_ < text_.size() && text_[at_] == '"'; }
  std::string string() {
    if (!atString())
      throw SyntaxError("expected a string");
    std::string result;
    for (++at_; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n'; ++at_) {
      if (text_[at_] != '\\') {
        result += text_[at_];
        continue;
      }
      const std::string digits = text_.substr(at_ + 1, 2);
      if (digits.size() != 2 || digits.find_first_not_of("0123456789abcdef") != std::string::npos)
        throw SyntaxError("a backslash needs two hexadecimal digits");
      result += char(std::stoul(digits, nullptr, 16));
      at_ += 2;
    }
    if (!atString())
      throw SyntaxError("a string without an end");
    ++at_;
    skip();
    return result;
  }

private:
  void skip() {
    for (; at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])); ++at_)
      line_ += text_[at_] == '\n';
  }

  const std::string &text_;
  size_t at_ = 0, line_ = 1;
};

class ModuleParser {
public:
  ModuleParser(Lexer &lexer, const Design &design) : in_(lexer), design_(design) {}

  Module run() {
    module_.name = in_.word();
    module_.comment = in_.string();
    while (statement()) {
    }
    return std::move(module_);
  }

private:
  bool statement() {
    if (in_.accept("net"))
      declareNet(false, false);
    else if (in_.accept("input"))
      declareNet(true, false);
    else if (in_.accept("output"))
      declareNet(true, true);
    else if (in_.accept("stream"))
      stream();
    else if (in_.accept("port"))
      streamPort();
    else if (in_.accept("end"))
      end();
    else if (in_.accept("segment"))
      segment();
    else if (in_.accept("access"))
      access();
    else
      return item();
    return true;
  }

  bool item() {
    Item result;
    if (in_.accept("title")) {
      result.what = Title{in_.string()};
    } else if (in_.accept("assign")) {
      const NetId target = net();
      in_.expect("=");
      result.what = Assign{target, expr()};
    } else if (in_.accept("register")) {
      Register reg;
      reg.target = net();
      reg.reset = in_.accept("reset");
      in_.expect("=");
      reg.next = expr();
      result.what = reg;
    } else if (in_.accept("instance")) {
      result.what = instance();
    } else {
      return false;
    }
    if (in_.accept("in"))
      result.segment = in_.number();
    if (in_.atString())
      result.origin.comment = in_.string();
    if (in_.accept("at"))
      result.origin.location = location();
    module_.items.push_back(std::move(result));
    return true;
  }

  /// "kernel.cl":5:12, behind "at".
  graph::SourceLocation location() {
    graph::SourceLocation result;
    result.file = in_.string();
    in_.expect(":");
    result.line = in_.number();
    in_.expect(":");
    result.column = in_.number();
    return result;
  }

  void declareNet(bool port, bool output) {
    Net net;
    net.name = in_.word();
    type(net.width, net.lanes);
    if (port)
      net.port = uint32_t(module_.ports.size());
    if (in_.accept("@")) {
      net.segment = in_.number();
      in_.expect(".");
      net.stage = in_.number();
    }
    if (port)
      module_.ports.push_back({NetId(module_.nets.size()), output});
    nets_[nameOf(net)] = NetId(module_.nets.size());
    module_.nets.push_back(std::move(net));
  }

  /// Bits of a lane, and lanes if there are several: 8*4.
  void type(unsigned &width, unsigned &lanes) {
    width = in_.number();
    lanes = in_.accept("*") ? in_.number() : 1;
  }

  NetId net() {
    if (in_.accept("-"))
      return kNone;
    return netNamed(in_.word());
  }
  NetId netNamed(const std::string &name) const {
    const auto found = nets_.find(name);
    if (found == nets_.end())
      throw SyntaxError("no net is named '" + name + "'");
    return found->second;
  }
  StreamId streamNamed(const std::string &name) const {
    for (StreamId s = 0; s < module_.streams.size(); ++s)
      if (module_.streams[s].name == name)
        return s;
    throw SyntaxError("no stream is named '" + name + "'");
  }

  void stream() {
    Stream stream;
    stream.name = in_.word();
    in_.expect("valid");
    stream.valid = net();
    in_.expect("ready");
    stream.ready = net();
    const std::string select = !atField() && in_.accept("select") ? in_.word() : "";
    while (atField()) {
      Stream::Field field;
      field.name = in_.word();
      in_.expect("=");
      field.net = net();
      if (in_.accept("?"))
        field.when = constant(in_.number());
      if (field.name == select)
        stream.select = uint32_t(stream.fields.size());
      stream.fields.push_back(std::move(field));
    }
    if (!select.empty() && stream.select == kNone)
      throw SyntaxError("stream '" + stream.name + "' has no field '" + select + "'");
    module_.streams.push_back(std::move(stream));
  }
  bool atField() const {
    Lexer ahead(in_);
    return ahead.atWord() && (ahead.word(), ahead.accept("="));
  }

  bool either(const char *yes, const char *no) {
    if (in_.accept(yes))
      return true;
    in_.expect(no);
    return false;
  }
  void streamPort() {
    const StreamId stream = streamNamed(in_.word());
    module_.streamPorts.push_back({stream, either("output", "input")});
  }
  void end() {
    const StreamId stream = streamNamed(in_.word());
    module_.logicEnds.push_back({stream, either("producer", "consumer")});
  }

  void segment() {
    if (in_.number() != module_.segments.size())
      throw SyntaxError("segments are not numbered from 0 on");
    Segment segment;
    in_.expect("latency");
    segment.latency = in_.number();
    in_.expect("valid");
    segment.valid = net();
    module_.segments.push_back(std::move(segment));
  }

  void access() {
    const unsigned s = in_.number();
    if (s >= module_.segments.size())
      throw SyntaxError("an access of no segment");
    Access access;
    access.kind = in_.accept("read")    ? Access::Kind::Read
                  : in_.accept("write") ? Access::Kind::Write
                                        : (in_.expect("report"), Access::Kind::Report);
    access.index = in_.number();
    in_.expect("port");
    access.port = in_.number();
    in_.expect("stage");
    access.stage = in_.number();
    for (const auto &[word, field] : {std::pair("enable", &access.enable),
                                      {"address", &access.address},
                                      {"data", &access.data},
                                      {"strobes", &access.strobes}}) {
      in_.expect(word);
      *field = net();
    }
    module_.segments[s].accesses.push_back(access);
  }

  /// 8'h1f, of which the width has been read.
  Bits constant(unsigned width) {
    in_.expect("'");
    const std::string digits = in_.word();
    if (digits.size() < 2 || digits[0] != 'h' || digits.find_first_not_of("0123456789abcdef", 1) != std::string::npos)
      throw SyntaxError("'" + digits + "' is no constant");
    return Bits::fromHex(width, digits.substr(1));
  }

  ExprId add(Expr expr) {
    module_.exprs.push_back(std::move(expr));
    return ExprId(module_.exprs.size() - 1);
  }

  ExprId expr() {
    Expr result;
    if (in_.atNumber()) {
      result.width = in_.number();
      result.constant = constant(result.width);
      return add(std::move(result));
    }
    const std::string word = in_.word();
    if (const auto opcode = opcodes().find(word); opcode != opcodes().end() && operation(result, opcode->second))
      return add(std::move(result));
    if ((word == "broadcast" || word == "reshape") && in_.accept(":")) {
      result.kind = word == "broadcast" ? Expr::Kind::Broadcast : Expr::Kind::Reshape;
      operands(result);
      return add(std::move(result));
    }
    result.kind = Expr::Kind::Net;
    result.net = netNamed(word);
    result.width = module_.nets[result.net].width;
    result.lanes = module_.nets[result.net].lanes;
    if (in_.accept("'"))
      result.delay = in_.number();
    return add(std::move(result));
  }

  /// A net may be called like an operation.
  bool operation(Expr &result, Opcode opcode) {
    result.opcode = opcode;
    if (in_.accept("."))
      result.predicate = predicate(in_.word());
    if (in_.accept("[")) {
      result.lo = in_.number();
      in_.expect("]");
    }
    if (!in_.accept(":"))
      return false;
    result.kind = Expr::Kind::Operation;
    operands(result);
    return true;
  }
  void operands(Expr &result) {
    type(result.width, result.lanes);
    in_.expect("(");
    do
      result.operands.push_back(expr());
    while (in_.accept(","));
    in_.expect(")");
  }

  static const std::map<std::string, Opcode> &opcodes() {
    static const std::map<std::string, Opcode> names = {
#define WEFT_OPCODE(name, mnemonic, operands, kind, words) {#mnemonic, Opcode::name},
#include "hls/graph/opcodes.def"
    };
    return names;
  }
  static Predicate predicate(const std::string &name) {
    for (unsigned p = unsigned(Predicate::Eq); p <= unsigned(Predicate::Sle); ++p)
      if (name == graph::nameOf(Predicate(p)))
        return Predicate(p);
    throw SyntaxError("'" + name + "' is no predicate of integers");
  }

  Instance instance() {
    Instance result;
    result.name = in_.word();
    const std::string what = in_.word();
    result.component = components::find(what);
    for (ModuleId m = 0; m < design_.modules.size() && !result.component; ++m)
      if (design_.modules[m].name == what)
        result.module = m;
    if (!result.component && result.module == kNone)
      throw SyntaxError("nothing named '" + what + "' can be instantiated");
    result.lanes = in_.accept("*") ? in_.number() : 1;
    in_.expect("{");
    while (!in_.accept("}")) {
      const std::string name = in_.word();
      in_.expect("=");
      const unsigned width = in_.number();
      result.settings.push_back({name, constant(width)});
    }
    in_.expect("{");
    while (!in_.accept("}"))
      connection(result);
    return result;
  }

  void connection(Instance &instance) {
    if (in_.atString()) {
      StreamConnection streams{streamPort(instance, in_.string()), {}};
      in_.expect("=>");
      in_.expect("<");
      while (!in_.accept(">"))
        streams.streams.push_back(streamNamed(in_.word()));
      instance.streams.push_back(std::move(streams));
      return;
    }
    Connection result;
    result.port = portNamed(instance, in_.word());
    if (in_.accept("=")) {
      result.value = expr();
    } else {
      in_.expect("->");
      in_.expect("(");
      while (!in_.accept(")"))
        result.nets.push_back(net());
    }
    instance.connections.push_back(std::move(result));
  }

  uint32_t portNamed(const Instance &instance, const std::string &name) const {
    const size_t count =
        instance.component ? instance.component->ports.size() : design_.modules[instance.module].ports.size();
    for (uint32_t p = 0; p < count; ++p) {
      const Module *definition = instance.component ? nullptr : &design_.modules[instance.module];
      if ((definition ? definition->nets[definition->ports[p].net].name : instance.component->ports[p].name) == name)
        return p;
    }
    throw SyntaxError("there is no port '" + name + "'");
  }

  uint32_t streamPort(const Instance &instance, const std::string &name) const {
    const size_t count =
        instance.component ? instance.component->streams.size() : design_.modules[instance.module].streamPorts.size();
    for (uint32_t p = 0; p < count; ++p) {
      const Module *definition = instance.component ? nullptr : &design_.modules[instance.module];
      if ((definition ? definition->streams[definition->streamPorts[p].stream].name
                      : instance.component->streams[p].name) == name)
        return p;
    }
    throw SyntaxError("there is no stream port '" + name + "'");
  }

  Lexer &in_;
  const Design &design_;
  Module module_;
  std::map<std::string, NetId> nets_;
};

}  // namespace

hls::Expected<Design> parse(const std::string &text, const std::string &file) {
  Lexer lexer(text);
  try {
    Design design;
    lexer.expect("design");
    design.comment = lexer.string();
    while (!lexer.atEnd()) {
      lexer.expect("module");
      Module module = ModuleParser(lexer, design).run();
      design.modules.push_back(std::move(module));
    }
    return design;
  } catch (const SyntaxError &syntax) {
    return hls::userError({file, unsigned(lexer.line()), 0}, syntax.what());
  }
}

}  // namespace weft::netlist
