// SPDX-License-Identifier: Apache-2.0
// Arithmetic with constants and products of extended operands, before and after their transforms: all operands of up to
// 8 bits, then boundaries and random ones.
#include <catch2/catch.hpp>

#include <functional>
#include <map>
#include <random>

#include "hls/graph/build.h"
#include "hls/graph/evaluate.h"
#include "hls/graph/print.h"
#include "hls/graph/transforms/transforms.h"

using namespace weft::graph;

namespace {

/// A kernel of one node whose parameters go through `body`.
struct Expression {
  Kernel kernel;

  Expression(const std::vector<unsigned> &widths,
             const std::function<ValueId(Builder &, const std::vector<ValueId> &)> &body) {
    kernel.nodes.resize(1);
    Builder build(kernel, kernel.nodes[0]);
    std::vector<ValueId> parameters;
    for (unsigned width : widths)
      parameters.push_back(build.parameter(width));
    ValueId result = body(build, parameters);
    Edge edge;
    edge.arguments = {result};
    kernel.nodes[0].edges.push_back(edge);
  }

  Bits operator()(const std::vector<Bits> &arguments) const {
    const Node &node = kernel.nodes[0];
    std::map<ValueId, Bits> values;
    for (size_t i = 0; i < arguments.size(); ++i)
      values[node.parameters[i]] = arguments[i];
    for (const Op &op : node.ops) {
      const unsigned width = kernel.values[op.result].width;
      if (op.opcode == Opcode::Const) {
        values[op.result] = Bits::fromHex(width, op.constant);
        continue;
      }
      std::vector<Bits> operands;
      for (ValueId operand : op.operands)
        operands.push_back(values.at(operand));
      values[op.result] = evaluate(op, operands, width).value();
    }
    return values.at(node.edges[0].arguments[0]);
  }

  unsigned count(Opcode opcode) const {
    unsigned n = 0;
    for (const Op &op : kernel.nodes[0].ops)
      n += op.opcode == opcode;
    return n;
  }
};

Expression withConstant(Opcode opcode, unsigned width, uint64_t c, bool multiplierBlocks = true) {
  Expression expression({width}, [&](Builder &build, const std::vector<ValueId> &p) {
    return build.binary(opcode, p[0], build.constant(width, c));
  });
  constantArithmetic(expression.kernel, multiplierBlocks);
  return expression;
}

Bits expected(Opcode opcode, unsigned width, uint64_t x, uint64_t c) {
  Op op;
  op.opcode = opcode;
  return evaluate(op, {Bits(width, x), Bits(width, c)}, width).value();
}

constexpr Opcode kDivisions[] = {Opcode::UDiv, Opcode::URem, Opcode::SDiv, Opcode::SRem};

}  // namespace

TEST_CASE("every constant of up to 8 bits with every other operand") {
  for (unsigned width = 1; width <= 8; ++width)
    for (uint64_t c = 0; c < 1u << width; ++c) {
      auto check = [&](Opcode opcode, const Expression &expression) {
        bool equal = true;
        for (uint64_t x = 0; x < 1u << width; ++x)
          equal &= expression({Bits(width, x)}) == expected(opcode, width, x, c);
        if (!equal)
          FAIL_CHECK(mnemonic(opcode) << " of " << width << " bits by " << c << "\n" << print(expression.kernel));
      };
      Expression product = withConstant(Opcode::Mul, width, c), sums = withConstant(Opcode::Mul, width, c, false);
      check(Opcode::Mul, product);
      check(Opcode::Mul, sums);
      CHECK(sums.count(Opcode::Mul) == 0);
      for (Opcode opcode : kDivisions) {
        Expression quotient = withConstant(opcode, width, c);
        check(opcode, quotient);
        for (Opcode division : kDivisions)
          CHECK(quotient.count(division) == (c == 0 && division == opcode));
      }
    }
}

TEST_CASE("constants of 9 to 64 bits at boundaries and at random") {
  std::mt19937_64 random(1);
  unsigned kept = 0;
  for (unsigned width : {9, 13, 16, 24, 31, 32, 33, 48, 63, 64}) {
    const uint64_t mask = ~0ull >> (64 - width), sign = 1ull << (width - 1);
    for (unsigned round = 0; round < 150; ++round) {
      uint64_t c = random() >> (64 - 1 - random() % width);
      if (round < 40)  // small, near powers of two and near the ends, of both signs
        c = round < 20 ? round / 2 + 1 : (1ull << (random() % width)) + round % 3 - 1;
      if (round % 2)
        c = 0 - c;
      if (round >= 140)
        c = sign + round - 145;
      c &= mask;
      if (c == 0)
        continue;
      const bool negative = c & sign;
      const uint64_t magnitude = negative ? (0 - c) & mask : c;
      for (Opcode opcode : {Opcode::Mul, Opcode::UDiv, Opcode::URem, Opcode::SDiv, Opcode::SRem}) {
        Expression expression = withConstant(opcode, width, c);
        kept += expression.count(Opcode::Mul);
        bool equal = true;
        for (unsigned i = 0; i < 60; ++i) {
          uint64_t x = random() >> (random() % 64);
          if (i < 12)  // the ends
            x = (i < 6 ? 0 : sign) + i % 6 - 3;
          else if (i < 36)  // multiples and their neighbours
            x = (i % 2 ? c : magnitude) * (i < 20 ? i : mask / (i % 4 < 2 ? c : magnitude) - i % 3) + i % 3 - 1;
          if (i % 5 == 4)
            x = 0 - x;
          x &= mask;
          equal &= expression({Bits(width, x)}) == expected(opcode, width, x, c);
        }
        if (!equal)
          FAIL_CHECK(mnemonic(opcode) << " of " << width << " bits by " << c << "\n" << print(expression.kernel));
        for (Opcode division : kDivisions)
          CHECK(expression.count(division) == 0);
      }
    }
  }
  CHECK(kept > 0);  // constants of many digits stay with the multiplier
}

TEST_CASE("few digits are additions, a remainder is as narrow as the divisor") {
  auto additions = [](const Expression &e) { return e.count(Opcode::Add) + e.count(Opcode::Sub); };
  CHECK(additions(withConstant(Opcode::Mul, 32, 10)) == 1);
  CHECK(additions(withConstant(Opcode::Mul, 32, 15)) == 1);
  CHECK(additions(withConstant(Opcode::Mul, 32, 0xffffffff)) == 1);
  CHECK(additions(withConstant(Opcode::Mul, 32, 0x10101)) == 2);
  CHECK(withConstant(Opcode::Mul, 32, 0x9e3779b1).count(Opcode::Mul) == 1);
  Expression remainder = withConstant(Opcode::URem, 32, 10);
  for (const Op &op : remainder.kernel.nodes[0].ops)
    if (op.opcode == Opcode::Sub)
      CHECK(remainder.kernel.values[op.result].width == 4);
  Expression power = withConstant(Opcode::SRem, 32, 8);
  CHECK(additions(power) == 0);
}

TEST_CASE("products of extended operands") {
  std::mt19937_64 random(2);
  unsigned wide = 0, high = 0;
  for (unsigned round = 0; round < 600; ++round) {
    const unsigned width = 2 + unsigned(random() % 63), a = 1 + unsigned(random() % (width - 1)),
                   b = 1 + unsigned(random() % (width - 1)), lo = random() % 2 ? 0 : unsigned(random() % width);
    const Opcode extendA = random() % 2 ? Opcode::Sext : Opcode::Zext,
                 extendB = random() % 2 ? Opcode::Sext : Opcode::Zext;
    const bool constant = random() % 4 == 0;
    const Bits c = extendB == Opcode::Sext ? Bits(b, random()).sext(width) : Bits(b, random()).zext(width);
    auto body = [&](Builder &build, const std::vector<ValueId> &p) {
      ValueId left = build.pure(extendA, width, {p[0]});
      ValueId right = constant ? build.constant(c) : build.pure(extendB, width, {p[1]});
      return build.slice(build.binary(Opcode::Mul, left, right), lo, width - lo);
    };
    Expression before({a, b}, body), after({a, b}, body);
    wideProducts(after.kernel);
    if (after.count(Opcode::Mul) == 0 && before.count(Opcode::Mul) == 1)
      ++wide;
    high += lo && after.count(Opcode::UMulHi) + after.count(Opcode::SMulHi);
    for (unsigned i = 0; i < 40; ++i) {
      Bits x(a, random()), y(b, random());
      if (i % 4 == 0)
        x = i % 8 ? Bits::ones(a) : Bits::ones(a) - Bits::ones(a).slice(1, a);
      if (i % 3 == 0)
        y = i % 2 ? Bits::ones(b) : Bits::ones(b) - Bits::ones(b).slice(1, b);
      if (before({x, y}) == after({x, y}))
        continue;
      FAIL_CHECK(print(before.kernel) << "\n" << print(after.kernel) << "\n" << x.hex() << " " << y.hex());
      break;
    }
  }
  CHECK(wide > 100);
  CHECK(high > 50);
  // 64 bits of 32 by 32 bits, and their high half: one product, nothing of 64 bits.
  for (Opcode extend : {Opcode::Zext, Opcode::Sext})
    for (unsigned lo : {0, 32}) {
      Expression product({32, 32}, [&](Builder &build, const std::vector<ValueId> &p) {
        ValueId left = build.pure(extend, 64, {p[0]});
        return build.slice(build.binary(Opcode::Mul, left, build.pure(extend, 64, {p[1]})), lo, 64 - lo);
      });
      wideProducts(product.kernel);
      CHECK(product.count(extend == Opcode::Zext ? Opcode::UMulHi : Opcode::SMulHi) == 1);
      CHECK(product.count(Opcode::Mul) == 0);
    }
}

TEST_CASE("high products by powers of two") {
  for (Opcode opcode : {Opcode::UMulHi, Opcode::SMulHi})
    for (unsigned from = 1; from <= 9; ++from)
      for (unsigned width = 1; width <= 2 * from; ++width)
        for (unsigned log = 0; log < from; ++log) {
          const Bits power(from, uint64_t(1) << log);
          // The second operand once known to the builder, once not.
          auto product = [&](bool known) {
            return Expression({from, from}, [&](Builder &build, const std::vector<ValueId> &p) {
              return build.pure(opcode, width, {p[0], known ? build.constant(power) : p[1]});
            });
          };
          Expression known = product(true), general = product(false);
          CHECK(known.count(opcode) == (opcode == Opcode::SMulHi && log == from - 1));
          for (uint64_t x = 0; x < uint64_t(1) << from; ++x)
            if (!(known({Bits(from, x), power}) == general({Bits(from, x), power})))
              FAIL("from " << from << " bits to " << width << ": " << x << " by 2^" << log);
        }
}
