// SPDX-License-Identifier: Apache-2.0
// The meaning of ops against the host's arithmetic and against values worked out by hand.
#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <limits>

#include "hls/graph/build.h"
#include "hls/graph/evaluate.h"

using namespace weft::graph;

namespace {

Bits run(Opcode opcode, unsigned width, std::vector<Bits> operands, Predicate p = Predicate::None, uint32_t lo = 0) {
  Op op;
  op.opcode = opcode;
  op.predicate = p;
  op.lo = lo;
  std::optional<Bits> result = evaluate(op, operands, width);
  REQUIRE(result);
  return *result;
}
uint64_t run32(Opcode opcode, uint32_t a, uint32_t b) { return run(opcode, 32, {Bits(32, a), Bits(32, b)}).low(); }
uint64_t runFloat(Opcode opcode, std::vector<float> in, Predicate p = Predicate::None, unsigned width = 32) {
  std::vector<Bits> operands;
  for (float f : in)
    operands.emplace_back(32, std::bit_cast<uint32_t>(f));
  return run(opcode, width, operands, p).low();
}
uint32_t word(float f) { return std::bit_cast<uint32_t>(f); }

}  // namespace

TEST_CASE("bit vectors") {
  Bits wide = Bits::fromHex(100, "f00000000000000000000001");
  CHECK(wide.hex() == "f00000000000000000000001");
  CHECK(wide.bit(95));
  CHECK(!wide.bit(96));
  CHECK((wide + Bits(100, 0xf)).hex() == "f00000000000000000000010");
  CHECK((Bits(100) - Bits(100, 1)).isOnes());
  CHECK(wide.slice(90, 10).low() == 0x3c);
  CHECK(Bits(8, 0x80).sext(72).hex() == "ffffffffffffffff80");
  CHECK((~Bits(65)).hex() == "1ffffffffffffffff");
  Bits inserted(128);
  inserted.insert(60, Bits(8, 0xff));
  CHECK(inserted.hex() == "ff000000000000000");
  uint8_t bytes[16];
  inserted.toBytes(bytes);
  CHECK(bytes[7] == 0xf0);
  CHECK(bytes[8] == 0x0f);
  CHECK(Bits::fromBytes(bytes, 16) == inserted);
}

TEST_CASE("integer ops") {
  CHECK(run32(Opcode::Sub, 3, 5) == 0xfffffffe);
  CHECK(run32(Opcode::Mul, 0x10001, 0x10001) == 0x20001);
  CHECK(run32(Opcode::SDiv, uint32_t(-7), 2) == uint32_t(-3));
  CHECK(run32(Opcode::SRem, uint32_t(-7), 2) == uint32_t(-1));
  CHECK(run32(Opcode::SDiv, 0x80000000, 0xffffffff) == 0x80000000);
  CHECK(run32(Opcode::SRem, 0x80000000, 0xffffffff) == 0);
  CHECK(run32(Opcode::UDiv, 7, 0) == 0xffffffff);
  CHECK(run32(Opcode::URem, 7, 0) == 7);
  CHECK(run32(Opcode::Shl, 1, 33) == 2);  // modulo the width
  CHECK(run32(Opcode::AShr, 0x80000000, 4) == 0xf8000000);
  CHECK(run32(Opcode::SMin, 0xffffffff, 1) == 0xffffffff);
  CHECK(run32(Opcode::UMin, 0xffffffff, 1) == 1);
  CHECK(run(Opcode::Ctlz, 9, {Bits(9, 0)}).low() == 9);
  CHECK(run(Opcode::Ctlz, 9, {Bits(9, 4)}).low() == 6);
  CHECK(run(Opcode::Cttz, 9, {Bits(9, 4)}).low() == 2);
  CHECK(run(Opcode::Ctpop, 9, {Bits(9, 0x1ff)}).low() == 9);
  CHECK(run(Opcode::Concat, 12, {Bits(4, 1), Bits(8, 0x23)}).low() == 0x231);
  CHECK(run(Opcode::Slice, 4, {Bits(12, 0x231)}, Predicate::None, 4).low() == 3);
  CHECK(run(Opcode::DynSlice, 4, {Bits(12, 0x231), Bits(2, 2)}).low() == 2);
  CHECK(run(Opcode::DynInsert, 12, {Bits(12, 0x231), Bits(2, 1), Bits(4, 0xa)}).low() == 0x2a1);
  CHECK(run(Opcode::ICmp, 1, {Bits(100, 1), Bits::ones(100)}, Predicate::Sgt).low() == 1);
  CHECK(run(Opcode::ICmp, 1, {Bits(100, 1), Bits::ones(100)}, Predicate::Ugt).low() == 0);
  CHECK(run32(Opcode::UMulHi, 0xffffffff, 0xffffffff) == 0xfffffffe);
  CHECK(run32(Opcode::SMulHi, 0xffffffff, 0xffffffff) == 0);
  CHECK(run32(Opcode::SMulHi, 0x80000000, 0x80000000) == 0x40000000);
  CHECK(run(Opcode::SMulHi, 64, {Bits(32, uint64_t(-3)), Bits(32, 5)}).signedLow() == -15);
  CHECK(run(Opcode::UMulHi, 128, {Bits::ones(64), Bits::ones(64)}).hex() == "fffffffffffffffe0000000000000001");
  CHECK(run(Opcode::SMulHi, 128, {Bits(64, 1ull << 63), Bits(64, 1ull << 63)}).hex() ==
        "40000000000000000000000000000000");
  CHECK(run(Opcode::UMulHi, 3, {Bits(4, 15), Bits(4, 15)}).low() == 7);  // 225 >> 5
  CHECK(run32(Opcode::UAddSat, 0xfffffff0, 0x20) == 0xffffffff);
  CHECK(run32(Opcode::UAddSat, 0xfffffff0, 0xf) == 0xffffffff);
  CHECK(run32(Opcode::USubSat, 3, 4) == 0);
  CHECK(run32(Opcode::SAddSat, 0x7fffffff, 1) == 0x7fffffff);
  CHECK(run32(Opcode::SAddSat, 0x80000000, 0xffffffff) == 0x80000000);
  CHECK(run32(Opcode::SAddSat, 0x80000000, 0x7fffffff) == 0xffffffff);
  CHECK(run32(Opcode::SSubSat, 0, 0x80000000) == 0x7fffffff);
  CHECK(run32(Opcode::SSubSat, 0xffffffff, 0x80000000) == 0x7fffffff);
  CHECK(run32(Opcode::SSubSat, 0x80000000, 1) == 0x80000000);
  Op wide;
  wide.opcode = Opcode::Mul;
  CHECK(!evaluate(wide, {Bits(65), Bits(65)}, 65));
}

TEST_CASE("floating-point ops") {
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  CHECK(runFloat(Opcode::FAdd, {1.5f, 2.25f}) == word(3.75f));
  CHECK(runFloat(Opcode::FSub, {inf, inf}) == 0x7fc00000);
  CHECK(runFloat(Opcode::FFma, {1.0f + 0x1p-23f, 1.0f + 0x1p-23f, -1.0f}) == word(0x1p-22f + 0x1p-46f));
  CHECK(runFloat(Opcode::FMin, {nan, 2}) == word(2));
  CHECK(runFloat(Opcode::FMin, {-0.0f, 0.0f}) == word(-0.0f));
  CHECK(runFloat(Opcode::FMax, {-0.0f, 0.0f}) == word(0.0f));
  CHECK(runFloat(Opcode::FRound, {2.5f}, Predicate::NearestEven) == word(2));
  CHECK(runFloat(Opcode::FRound, {2.5f}, Predicate::NearestAway) == word(3));
  CHECK(runFloat(Opcode::FRound, {-2.5f}, Predicate::TowardZero) == word(-2));
  CHECK(runFloat(Opcode::FRound, {-2.5f}, Predicate::Up) == word(-2));
  CHECK(runFloat(Opcode::FRound, {-2.5f}, Predicate::Down) == word(-3));
  CHECK(runFloat(Opcode::FToSI, {-3.9f}) == uint32_t(-3));
  CHECK(runFloat(Opcode::FToSI, {1e10f}) == 0x7fffffff);
  CHECK(runFloat(Opcode::FToSI, {-1e10f}) == 0x80000000);
  CHECK(runFloat(Opcode::FToSI, {nan}) == 0);
  CHECK(runFloat(Opcode::FToUI, {-1}) == 0);
  CHECK(runFloat(Opcode::FToUI, {300}, Predicate::None, 8) == 255);
  CHECK(run(Opcode::SIToF, 32, {Bits(8, 0xff)}).low() == word(-1));
  CHECK(run(Opcode::UIToF, 32, {Bits(8, 0xff)}).low() == word(255));
  CHECK(run(Opcode::UIToF, 32, {Bits(32, 0x01000001)}).low() == word(16777216));  // ties to even
  CHECK(runFloat(Opcode::FConvert, {1.5f}, Predicate::None, 64) == std::bit_cast<uint64_t>(1.5));
  Op half;
  half.opcode = Opcode::FAdd;
  CHECK(!evaluate(half, {Bits(16), Bits(16)}, 16));
}

TEST_CASE("inverse and swapped comparisons agree with evaluation") {
  const float values[] = {0.0f, 1.0f, -1.0f, std::numeric_limits<float>::quiet_NaN()};
  for (auto p = unsigned(Predicate::Oeq); p <= unsigned(Predicate::Uno); ++p)
    for (float a : values)
      for (float b : values) {
        uint64_t holds = runFloat(Opcode::FCmp, {a, b}, Predicate(p), 1);
        CHECK(runFloat(Opcode::FCmp, {a, b}, inverse(Predicate(p)), 1) != holds);
        CHECK(runFloat(Opcode::FCmp, {b, a}, swapped(Predicate(p)), 1) == holds);
      }
  for (auto p = unsigned(Predicate::Eq); p <= unsigned(Predicate::Sle); ++p)
    for (uint64_t a = 0; a < 8; ++a)
      for (uint64_t b = 0; b < 8; ++b) {
        uint64_t holds = run(Opcode::ICmp, 1, {Bits(3, a), Bits(3, b)}, Predicate(p)).low();
        CHECK(run(Opcode::ICmp, 1, {Bits(3, a), Bits(3, b)}, inverse(Predicate(p))).low() != holds);
        CHECK(run(Opcode::ICmp, 1, {Bits(3, b), Bits(3, a)}, swapped(Predicate(p))).low() == holds);
      }
}
