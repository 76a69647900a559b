// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <memory>

#include "expressions.h"

namespace weft::fuzz {
namespace {

constexpr unsigned kElements = 8;

struct Array {
  Type type;
  std::string name;
  size_t index = 0;
};

struct Field {
  Type type;
  std::string name;
  unsigned elements = 1, first = 0;
};

class Generator {
public:
  explicit Generator(uint64_t seed) : random_(seed), make_(random_) { program_.seed = seed; }

  Program run() {
    program_.groupSize = 4u << random_.below(2);
    makeInputs();
    declare();
    steps(2 + random_.below(2), 0);
    storeAll();
    program_.source = fmt::format("// seed {}\n{}{}kernel void k(global const uchar *in, global const uchar *other, "
                                  "global uchar *out, uint n, long4 w) {{\n{}{}}}\n",
                                  program_.seed, prelude(), structures_, declarations_, text_);
    return std::move(program_);
  }

private:
  static constexpr unsigned kInBytes = 1024;

  /// Of an expression.
  unsigned depth() { return random_.chance(80) ? 2 : 3; }

  void line(const std::string &text) { text_ += text + "\n"; }

  // ---- What there is.

  void makeInputs() {
    for (auto *bytes : {&program_.inputs.in, &program_.inputs.other})
      for (unsigned word = 0; word < kInBytes / 4; ++word) {
        static const uint32_t kEdges[] = {0, 1, 0xffffffff, 0x80000000, 0x7fffffff, 0x3f800000, 0xbf000000, 0x7f800000};
        const uint32_t value = random_.chance(40) ? kEdges[random_.below(8)] : uint32_t(random_.next());
        for (unsigned byte = 0; byte < 4; ++byte)
          bytes->push_back(uint8_t(value >> 8 * byte));
      }
    program_.inputs.n = random_.below(100);
    program_.inputs.w = make_.literal({Kind::Long, 4}).value(Item{});
  }

  /// A variable is not read before it is written.
  Variable variable(Type type, const std::string &name) { return {type, name, program_.variables++}; }

  void declare() {
    line("uint gid = (uint)get_global_id(0), lid = (uint)get_local_id(0);");
    const unsigned count = 4 + random_.below(3);
    for (unsigned i = 0; i < count; ++i) {
      const Type type = i == 0 ? Type{Kind::Int, 1} : make_.randomType();
      const Expression first = random_.chance(70) ? fromBuffer(type) : make_.make(type, 1);
      const Variable made = variable(type, fmt::format("v{}", i));
      line(fmt::format("{} {} = {};", nameOf(type), made.name, first.text));
      own_.push_back([made, first](Item &item) { item.variables[made.index] = first.value(item); });
      make_.variables.push_back(made);
    }
    if (random_.chance(60))
      declareArrays();
    if (random_.chance(50))
      declareStructures();
    if (random_.chance(60))
      declareTiles();
  }

  Array array(Type type, const std::string &name, size_t elements) {
    program_.arrays.push_back(elements);
    return {type, name, program_.arrays.size() - 1};
  }

  void initialise(const Array &target, unsigned element, const std::string &place, const Expression &value) {
    line(fmt::format("{} = {};", place, value.text));
    own_.push_back([target, element, value](Item &item) { item.arrays[target.index][element] = value.value(item); });
  }

  void declareArrays() {
    const Type type = make_.randomType(random_.chance(75) ? 1 : 4);
    for (const char *name : {"a", "b"}) {
      const Array made = array(type, name, kElements);
      line(fmt::format("{} {}[{}];", nameOf(type), name, kElements));
      for (unsigned i = 0; i < kElements; ++i)
        initialise(made, i, fmt::format("{}[{}]", name, i), make_.make(type, 0));
      arrays_.push_back(made);
    }
  }

  void declareStructures() {
    unsigned first = 0;
    structures_ = "struct S {";
    for (unsigned i = 0, count = 2 + random_.below(3); i < count; ++i) {
      Field field{make_.randomType(random_.chance(70) ? 1 : 4), fmt::format("f{}", i), random_.chance(30) ? 4u : 1u,
                  first};
      first += field.elements;
      structures_ += fmt::format(" {} {}{};", nameOf(field.type), field.name, field.elements > 1 ? "[4]" : "");
      fields_.push_back(field);
    }
    structures_ += " };\n";
    for (const char *name : {"s", "t"}) {
      line(fmt::format("struct S {};", name));
      const Array made = array({}, name, first);
      for (const Field &field : fields_)
        for (unsigned i = 0; i < field.elements; ++i)
          initialise(made, field.first + i,
                     fmt::format("{}.{}{}", name, field.name, field.elements > 1 ? fmt::format("[{}]", i) : ""),
                     make_.make(field.type, 0));
      objects_.push_back(made);
    }
  }

  void declareTiles() {
    const Type type = make_.randomType(random_.chance(75) ? 1 : 4);
    for (const char *name : {"near", "far"}) {
      declarations_ += fmt::format("local {} {}[{}];\n", nameOf(type), name, program_.groupSize);
      tiles_.push_back({type, name, program_.tiles.size()});
      program_.tiles.push_back(program_.groupSize);
    }
  }

  // ---- Expressions that read memory.

  /// Of one of two buffers, which one is known at run time only.
  Expression fromBuffer(Type type) {
    const bool chosen = random_.chance(30);
    const unsigned bound = type.lanes == 3 ? 16 : std::min(64u, kInBytes / type.bytes());
    const unsigned size = type.lanes == 3 ? type.bytes() / 4 * 3 : type.bytes();
    const Expression at = make_.variables.empty() ? gidIndex(bound) : make_.index(bound, 1), other = make_.condition(1);
    const Type plain = isFloat(type.kind) ? type.with(Kind::UInt) : type;
    const std::string base = chosen ? fmt::format("({} ? other : in)", other.text) : "in";
    std::string text = type.lanes == 3
                           ? fmt::format("vload3({}, (global const {} *){})", at.text, nameOf(plain.of(1)), base)
                           : fmt::format("((global const {} *){})[{}]", nameOf(plain), base, at.text);
    if (isFloat(type.kind))
      text = fmt::format("number({})", text);
    return {type, text, [type, size, chosen, at, other](const Item &item) {
              const Inputs &inputs = *item.group->inputs;
              const bool second = chosen && other.value(item).lane[0];
              return load(second ? inputs.other : inputs.in, at.value(item).lane[0] * size, type);
            }};
  }

  Expression gidIndex(unsigned bound) {
    const unsigned by = 1 + random_.below(5), plus = random_.below(bound);
    return {{Kind::UInt, 1}, fmt::format("((gid * {}u + {}u) & {}u)", by, plus, bound - 1), [=](const Item &item) {
              return Value{{Kind::UInt, 1}, {(item.globalId * by + plus) & (bound - 1)}};
            }};
  }

  // ---- Statements of one work-item.

  Action assign() {
    const Variable to = random_.of(make_.variables);
    if (readOnly(to))
      return read();
    const unsigned kind = random_.below(10);
    if (to.type.isVector() && kind < 3)
      return assignElements(to);
    const Expression value = kind < 5 ? fromBuffer(to.type) : make_.make(to.type, depth());
    line(fmt::format("{} = {};", to.name, value.text));
    return [to, value](Item &item) { item.variables[to.index] = value.value(item); };
  }

  /// A loop's counter.
  bool readOnly(const Variable &variable) const { return variable.name[0] == 'i'; }

  /// A variable that may be written.
  Variable target() {
    Variable result = random_.of(make_.variables);
    while (readOnly(result))
      result = random_.of(make_.variables);
    return result;
  }

  Action assignElements(const Variable &to) {
    std::vector<unsigned> lanes;
    for (unsigned lane = 0; lane < to.type.lanes; ++lane)
      if (random_.chance(50))
        lanes.push_back(lane);
    while (lanes.size() == 0 || (lanes.size() > 4 && lanes.size() != 8 && lanes.size() != 16))
      lanes.size() ? lanes.pop_back() : lanes.push_back(random_.below(to.type.lanes));
    if (lanes.size() > 1)
      std::swap(lanes[0], lanes[random_.below(unsigned(lanes.size()))]);
    std::string name;
    for (unsigned lane : lanes)
      name += fmt::format("{:x}", lane);
    const Expression value = make_.make(to.type.of(unsigned(lanes.size())), depth());
    line(fmt::format("{}.s{} = {};", to.name, name, value.text));
    return [to, lanes, value](Item &item) {
      const Value from = value.value(item);
      for (size_t i = 0; i < lanes.size(); ++i)
        item.variables[to.index].lane[lanes[i]] = from.lane[i];
    };
  }

  /// What is read out of memory goes into a variable of its own, which later expressions of the block may read.
  Action keep(const Expression &from) {
    const Variable to = target();
    // Converted by its bits' lowest lanes, so that the types need not agree.
    const Expression value = asBits(from);
    const Type bits = to.type.with(isFloat(to.type.kind) ? Kind::UInt : to.type.kind);
    const std::string element = value.type.isVector() ? fmt::format("({}).s0", value.text) : value.text;
    const std::string all = fmt::format("({0})(({1})({2}))", nameOf(bits), nameOf(bits.of(1)), element);
    line(isFloat(to.type.kind) ? fmt::format("{} = number(bits({}) ^ {});", to.name, to.name, all)
                               : fmt::format("{} = ({})({} ^ {});", to.name, nameOf(to.type), to.name, all));
    return [to, value, bits](Item &item) {
      const Bits extra = bitsOf(bits.kind, numberOf(value.type.kind, value.value(item).lane[0]));
      Value &variable = item.variables[to.index];
      for (unsigned lane = 0; lane < to.type.lanes; ++lane) {
        variable.lane[lane] ^= extra;
        if (isFloat(to.type.kind))
          variable.lane[lane] = bitsOf(floatOf(variable.lane[lane]));
      }
    };
  }

  Action read() { return keep(fromBuffer(make_.randomType())); }

  Action both(const Action &first, const Action &second) {
    return [first, second](Item &item) {
      first(item);
      second(item);
    };
  }

  /// What a pointer is made of: a + i or b + j, which is known at run time only.
  struct PointerForms {
    std::string declaration, name;  // a declaration that ends with the pointer's value
  };
  PointerForms pointerForms(const Array &a, const std::string &choice, bool inStructure) {
    const std::string type = nameOf(a.type);
    if (!inStructure)
      return {fmt::format("{} *p = {};", type, choice), "p"};
    if (random_.chance(50))
      return {fmt::format("struct {{ int before; {} *p; int after; }} c; c.before = lid; c.after = 1; c.p = {};", type,
                          choice),
              "c.p"};
    return {fmt::format("{0} *c[2]; c[lid & 1u] = {1}; c[~lid & 1u] = {2};", type, choice, a.name), "c[lid & 1u]"};
  }

  Action throughPointer(bool inStructure) {
    const Expression which = make_.condition(1), i = make_.index(4, 1), j = make_.index(4, 1), k = make_.index(4, 1),
                     l = make_.index(4, 1);
    const Array a = arrays_[0], b = arrays_[random_.chance(70)];
    const Expression value = make_.make(a.type, depth());
    const PointerForms p =
        pointerForms(a, fmt::format("{} ? {} + {} : {} + {}", which.text, a.name, i.text, b.name, j.text), inStructure);
    line(fmt::format("{{ {}", p.declaration));
    line(fmt::format("{}[{}] = {};", p.name, k.text, value.text));
    // The pointer is what it was when it was made.
    const auto pointer = std::make_shared<std::pair<size_t, size_t>>();
    const Action write = [=](Item &item) {
      const bool first = which.value(item).lane[0];
      *pointer = {first ? a.index : b.index, (first ? i : j).value(item).lane[0]};
      item.arrays[pointer->first][pointer->second + k.value(item).lane[0]] = value.value(item);
    };
    const Action result =
        both(write, keep({a.type, fmt::format("{}[{}]", p.name, l.text), [pointer, l](const Item &item) {
                            return item.arrays[pointer->first][pointer->second + l.value(item).lane[0]];
                          }}));
    line("}");
    return result;
  }

  Action arrayAccess() {
    const Array &a = random_.of(arrays_);
    const Expression at = make_.index(kElements, 1), from = make_.index(kElements, 1),
                     value = make_.make(a.type, depth());
    line(fmt::format("{}[{}] = {};", a.name, at.text, value.text));
    const Action write = [a, at, value](Item &item) {
      const size_t element = at.value(item).lane[0];
      item.arrays[a.index][element] = value.value(item);
    };
    return both(write, keep({a.type, fmt::format("{}[{}]", a.name, from.text),
                             [a, from](const Item &item) { return item.arrays[a.index][from.value(item).lane[0]]; }}));
  }

  /// A field, by name or through a pointer to one of two structures.
  Action structureAccess() {
    const Array s = objects_[0], t = objects_[1];
    if (random_.chance(20)) {
      line(fmt::format("{} = {};", s.name, t.name));
      return [s, t](Item &item) { item.arrays[s.index] = item.arrays[t.index]; };
    }
    const bool pointer = random_.chance(50);
    const Expression which = make_.condition(1), at = make_.index(4, 1);
    const Field to = random_.of(fields_), from = random_.of(fields_);
    const Expression value = make_.make(to.type, depth());
    const auto chosen = std::make_shared<size_t>();
    auto place = [&](const Field &field) {
      return fmt::format("{}{}{}", pointer ? "p->" : s.name + ".", field.name,
                         field.elements > 1 ? fmt::format("[{}]", at.text) : "");
    };
    auto element = [at](const Field &field, const Item &item) {
      return field.first + (field.elements > 1 ? size_t(at.value(item).lane[0]) : 0);
    };
    line(pointer ? fmt::format("{{ struct S *p = {} ? &s : &t;", which.text) : "{");
    line(fmt::format("{} = {};", place(to), value.text));
    const Action write = [=](Item &item) {
      *chosen = pointer && !which.value(item).lane[0] ? t.index : s.index;
      item.arrays[*chosen][element(to, item)] = value.value(item);
    };
    const Action result = both(write, keep({from.type, place(from), [=](const Item &item) {
                                              return item.arrays[*chosen][element(from, item)];
                                            }}));
    line("}");
    return result;
  }

  Action conditional(unsigned nesting) {
    const Expression condition = make_.condition(2);
    line(fmt::format("if ({}) {{", condition.text));
    const Action yes = block(nesting + 1, 1 + random_.below(2));
    Action no = [](Item &) {};
    if (random_.chance(50)) {
      line("} else {");
      no = block(nesting + 1, 1 + random_.below(2));
    }
    line("}");
    return [condition, yes, no](Item &item) { (condition.value(item).lane[0] ? yes : no)(item); };
  }

  Action loop(unsigned nesting) {
    const Variable counter = variable({Kind::UInt, 1}, fmt::format("i{}", counters_++));
    const bool constant = random_.chance(50);
    const unsigned trips = 1 + random_.below(4);
    const Expression bound = constant ? Expression{{Kind::UInt, 1},
                                                   fmt::format("{}u", trips),
                                                   [trips](const Item &) { return Value{{Kind::UInt, 1}, {trips}}; }}
                                      : make_.index(4, 1);
    line(fmt::format("{{ const uint bound{0} = {1}; for (uint {0} = 0; {0} < bound{0}; ++{0}) {{", counter.name,
                     bound.text));
    make_.variables.push_back(counter);
    const Action body = block(nesting + 1, 1 + random_.below(2));
    const Expression stop = make_.condition(1);
    const bool stops = random_.chance(25);
    if (stops)
      line(fmt::format("if ({}) break;", stop.text));
    make_.variables.pop_back();
    line("} }");
    return [=](Item &item) {
      const Bits end = bound.value(item).lane[0];
      Value &number = item.variables[counter.index];
      number = Value{{Kind::UInt, 1}, {}};
      for (; number.lane[0] < end; ++number.lane[0]) {
        body(item);
        if (stops && stop.value(item).lane[0])
          break;
      }
    };
  }

  Action statement(unsigned nesting) {
    const unsigned die = random_.below(100);
    if (die < 12 && nesting < 2)
      return conditional(nesting);
    if (die < 24 && nesting < 2)
      return loop(nesting);
    if (die < 40 && !arrays_.empty())
      return random_.chance(50) ? arrayAccess() : throughPointer(random_.chance(50));
    if (die < 52 && !objects_.empty())
      return structureAccess();
    if (die < 58)
      return read();
    return assign();
  }

  Action block(unsigned nesting, unsigned statements) {
    std::vector<Action> actions;
    for (unsigned i = 0; i < statements; ++i)
      actions.push_back(statement(nesting));
    return [actions](Item &item) {
      for (const Action &action : actions)
        action(item);
    };
  }

  // ---- Steps of a work-group.

  /// What each work-item has done by itself so far.
  void flush(std::vector<Step> &to) {
    if (own_.empty())
      return;
    to.push_back([actions = std::move(own_)](Group &group) {
      for (Item &item : group.items)
        for (const Action &action : actions)
          action(item);
    });
    own_.clear();
  }

  void steps(unsigned count, unsigned nesting) {
    for (unsigned i = 0; i < count; ++i) {
      own_.push_back(block(0, 1 + random_.below(2)));
      if (tiles_.empty())
        continue;
      if (nesting == 0 && random_.chance(30)) {
        flush(program_.steps);
        const unsigned trips = 2 + random_.below(2);
        std::vector<Step> outer;
        std::swap(outer, program_.steps);
        line(fmt::format("for (uint turn = 0; turn < {}; ++turn) {{", trips));
        steps(1, 1);
        exchange();
        flush(program_.steps);
        line("}");
        std::swap(outer, program_.steps);
        program_.steps.push_back([trips, inner = outer](Group &group) {
          for (unsigned trip = 0; trip < trips; ++trip)
            for (const Step &step : inner)
              step(group);
        });
      } else {
        exchange();
      }
    }
    flush(program_.steps);
  }

  /// Work-items of a group swap values through local memory, read through a pointer that is known at run time only.
  void exchange() {
    for (const Array &tile : tiles_) {
      const Expression value = make_.make(tile.type, 1);
      line(fmt::format("{}[lid] = {};", tile.name, value.text));
      own_.push_back([tile, value](Item &item) { item.group->tiles[tile.index][item.localId] = value.value(item); });
    }
    line("barrier(CLK_LOCAL_MEM_FENCE);");
    flush(program_.steps);
    const Expression which = make_.condition(1), at = make_.index(program_.groupSize, 1);
    const Array a = tiles_[0], b = tiles_[1];
    line(fmt::format("{{ local {} *p = {} ? {} : {};", nameOf(a.type), which.text, a.name, b.name));
    own_.push_back(keep({a.type, fmt::format("p[{}]", at.text), [a, b, which, at](const Item &item) {
                           const Array &from = which.value(item).lane[0] ? a : b;
                           return item.group->tiles[from.index][at.value(item).lane[0]];
                         }}));
    line("}");
    flush(program_.steps);
    line("barrier(CLK_LOCAL_MEM_FENCE);");
  }

  /// Each work-item has a place of its own for each of its variables.
  void storeAll() {
    size_t at = 0;
    std::vector<std::pair<size_t, Variable>> places;
    for (const Variable &made : make_.variables) {
      at = (at + made.type.bytes() - 1) / made.type.bytes() * made.type.bytes();
      places.emplace_back(at, made);
      at += made.type.bytes();
    }
    program_.outBytesPerItem = (at + 63) / 64 * 64;
    for (const auto &[offset, made] : places) {
      const Type plain = isFloat(made.type.kind) ? made.type.with(Kind::UInt) : made.type;
      const std::string value = isFloat(made.type.kind) ? fmt::format("bits({})", made.name) : made.name,
                        place = fmt::format("(out + gid * {}u + {}u)", program_.outBytesPerItem, offset);
      line(plain.lanes == 3 ? fmt::format("vstore3({}, 0, (global {} *){});", value, nameOf(plain.of(1)), place)
                            : fmt::format("*(global {} *){} = {};", nameOf(plain), place, value));
      own_.push_back([offset = offset, made = made, stride = program_.outBytesPerItem](Item &item) {
        store(*item.group->out, item.globalId * stride + offset, item.variables[made.index]);
      });
    }
    flush(program_.steps);
  }

  Random random_;
  Program program_;
  Expressions make_;
  std::string text_, declarations_, structures_;
  std::vector<Action> own_;
  std::vector<Array> arrays_, objects_, tiles_;
  std::vector<Field> fields_;
  unsigned counters_ = 0;
};

}  // namespace

Program generate(uint64_t seed) { return Generator(seed).run(); }

}  // namespace weft::fuzz
