// SPDX-License-Identifier: Apache-2.0
// A difference that the forms of two values show is the one that they have, whatever the values are that they are
// made of; and the forms of indices as users write them show it.
#include <catch2/catch.hpp>

#include "hls/graph/affine.h"
#include "hls/graph/evaluate.h"
#include "tests/common/random.h"

using namespace weft::graph;

namespace {

/// A node's values, made one after the other.
class Values {
public:
  ValueId parameter(unsigned width) {
    const ValueId value = make(width);
    node.parameters.push_back(value);
    return value;
  }
  ValueId constant(unsigned width, uint64_t number) {
    Op op;
    op.opcode = Opcode::Const;
    op.constant = Bits(width, number).hex();
    return add(std::move(op), width);
  }
  ValueId apply(Opcode opcode, unsigned width, std::vector<ValueId> operands) {
    Op op;
    op.opcode = opcode;
    op.operands = std::move(operands);
    return add(std::move(op), width);
  }
  /// Of an element of four bytes.
  ValueId scaled(ValueId index) { return apply(Opcode::Concat, width(index) + 2, {constant(2, 0), index}); }
  unsigned width(ValueId v) const { return kernel.values[v].width; }
  std::optional<Bits> difference(ValueId a, ValueId b) const { return AffineForms(kernel, node).difference(a, b); }

  /// All of them, with such parameters.
  std::vector<Bits> computed(const std::vector<Bits> &parameters) const {
    std::vector<Bits> values(kernel.values.size());
    for (size_t p = 0; p < parameters.size(); ++p)
      values[node.parameters[p]] = parameters[p];
    for (const Op &op : node.ops) {
      std::vector<Bits> operands;
      for (const ValueId operand : op.operands)
        operands.push_back(values[operand]);
      values[op.result] = op.opcode == Opcode::Const ? Bits::fromHex(width(op.result), op.constant)
                                                     : evaluate(op, operands, width(op.result)).value();
    }
    return values;
  }

  Kernel kernel;
  Node node;

private:
  ValueId make(unsigned width) {
    kernel.values.push_back({width, ""});
    return ValueId(kernel.values.size() - 1);
  }
  ValueId add(Op op, unsigned width) {
    op.result = make(width);
    node.ops.push_back(std::move(op));
    return node.ops.back().result;
  }
};

/// Sums, extensions and shifts of few widths, so that many overflow.
class RandomValues : public Values {
public:
  explicit RandomValues(uint64_t seed) : random_(seed) {
    for (unsigned i = 0; i < 3; ++i)
      pool_.push_back(parameter(3 + random_.below(4)));
    for (unsigned i = 0; i < 40; ++i)
      pool_.push_back(next());
  }
  const std::vector<ValueId> &pool() const { return pool_; }
  std::vector<Bits> parameters() {
    std::vector<Bits> values;
    for (const ValueId v : node.parameters)
      values.emplace_back(width(v), random_.next());
    return values;
  }

private:
  ValueId any() { return pool_[random_.below(pool_.size())]; }

  /// As wide as `width`, of whatever there is.
  ValueId fitted(ValueId v, unsigned bits) {
    if (width(v) == bits)
      return v;
    const Opcode wider = random_.oneIn(2) ? Opcode::Zext : Opcode::Sext;
    return apply(width(v) < bits ? wider : Opcode::Trunc, bits, {v});
  }

  ValueId next() {
    const ValueId a = any();
    switch (random_.below(5)) {
    case 0:
      return fitted(a, 3 + unsigned(random_.below(9)));
    case 1:
      return width(a) < 12 ? apply(Opcode::Concat, width(a) + 2, {constant(2, random_.below(3)), a}) : a;
    case 2:
      return apply(random_.oneIn(2) ? Opcode::Add : Opcode::Sub, width(a), {a, fitted(any(), width(a))});
    default:
      return apply(Opcode::Add, width(a), {a, constant(width(a), random_.below(5) - 2)});
    }
  }

  weft::test::Random random_;
  std::vector<ValueId> pool_;
};

}  // namespace

TEST_CASE("differences that forms show are those of the values") {
  unsigned shown = 0;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    RandomValues values(seed);
    std::vector<std::vector<Bits>> runs;
    for (unsigned i = 0; i < 20; ++i)
      runs.push_back(values.computed(values.parameters()));
    AffineForms forms(values.kernel, values.node);
    for (const ValueId a : values.pool())
      for (const ValueId b : values.pool()) {
        const std::optional<Bits> difference = forms.difference(a, b);
        if (a == b || !difference)
          continue;
        ++shown;
        for (const std::vector<Bits> &run : runs)
          if (run[a] - run[b] != *difference)
            FAIL("seed " << seed << ": " << a << " - " << b << " is " << (run[a] - run[b]).hex() << ", not "
                         << difference->hex());
      }
  }
  CHECK(shown > 10000);
}

TEST_CASE("an index's constant comes through its extension where it cannot overflow") {
  Values v;
  const ValueId k = v.parameter(32), row = v.parameter(40);
  const ValueId wide = v.apply(Opcode::Zext, 33, {k});
  const auto address = [&](ValueId index) {
    return v.apply(Opcode::Add, 40, {v.apply(Opcode::Zext, 40, {v.scaled(index)}), row});
  };
  const auto next = [&](ValueId index, uint64_t by) {
    return v.apply(Opcode::Add, v.width(index), {index, v.constant(v.width(index), by)});
  };
  const ValueId first = address(k);
  CHECK(v.difference(address(next(wide, 3)), first) == Bits(40, 12));
  CHECK(v.difference(first, address(next(wide, 3))) == Bits(40, uint64_t(-12)));
  CHECK(v.difference(address(next(next(wide, 3), 2)), first) == Bits(40, 20));
  CHECK(!v.difference(address(next(k, 3)), first));                // 32 bits may overflow
  CHECK(!v.difference(address(next(wide, uint64_t(-1))), first));  // below zero
  const auto signedAddress = [&](ValueId index) {
    return v.apply(Opcode::Add, 40, {v.apply(Opcode::Sext, 40, {v.scaled(index)}), row});
  };
  const ValueId extended = v.apply(Opcode::Sext, 33, {k});
  CHECK(v.difference(signedAddress(next(extended, uint64_t(-1))), signedAddress(extended)) == Bits(40, uint64_t(-4)));
  CHECK(!v.difference(signedAddress(next(k, uint64_t(-1))), signedAddress(k)));
}

TEST_CASE("sums of any order and depth are compared") {
  Values v;
  const ValueId a = v.parameter(40), b = v.parameter(40), c = v.parameter(40);
  const auto add = [&](ValueId x, ValueId y) { return v.apply(Opcode::Add, 40, {x, y}); };
  ValueId sum = add(a, add(b, c)), other = add(add(c, v.constant(40, 5)), add(b, a));
  CHECK(v.difference(other, sum) == Bits(40, 5));
  CHECK(v.difference(v.apply(Opcode::Sub, 40, {other, b}), add(a, c)) == Bits(40, 5));
  CHECK(v.difference(v.apply(Opcode::Trunc, 8, {other}), v.apply(Opcode::Trunc, 8, {sum})) == Bits(8, 5));
  CHECK(!v.difference(add(sum, a), sum));
  for (unsigned i = 0; i < 100; ++i)  // as many operations as 2^100 terms would take
    sum = add(sum, sum);
  CHECK(v.difference(add(sum, v.constant(40, 1)), sum).value_or(Bits(40, 1)) == Bits(40, 1));
}
