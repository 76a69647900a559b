// SPDX-License-Identifier: Apache-2.0
// tech_test VECTORS SEED: technology wrappers and operators made of them, behavioural form against a family's own,
// cycle by cycle; the products of the blocks without registers also against C++. WEFT_GENERIC_MODEL and
// WEFT_FAMILY_MODEL name the models.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

#define WEFT_TEXT_(name) #name
#define WEFT_TEXT(name) WEFT_TEXT_(name)
#define WEFT_HEADER_(name) WEFT_TEXT(name.h)
#define WEFT_HEADER(name) WEFT_HEADER_(name)
#include WEFT_HEADER(WEFT_FAMILY_MODEL)
#include WEFT_HEADER(WEFT_GENERIC_MODEL)

namespace {

constexpr int kWarmUp = 10;  // cycles until no output depends on the registers' first contents
constexpr int kBlocks = 100;
constexpr int kOthers = 31;
constexpr std::array<std::array<int, 2>, 5> kWidths = {
    {{1, 4}, {7, WEFT_BLOCK_W}, {11, 11}, {WEFT_BLOCK_W - 1, 9}, {WEFT_BLOCK_W, WEFT_BLOCK_W}}};

/// The low `width` bits as a number.
int64_t operand(uint64_t bits, int width, bool isSigned) {
  const auto value = static_cast<int64_t>(bits & ((uint64_t{1} << width) - 1));
  return isSigned && (value >> (width - 1) & 1) ? value - (int64_t{1} << width) : value;
}

uint64_t expectedProduct(int width, int signs, uint64_t a, uint64_t b) {
  const auto [widthA, widthB] = kWidths[width];
  const int64_t product = operand(a, widthA, signs % 2 != 0) * operand(b, widthB, signs / 2 != 0);
  return static_cast<uint64_t>(product) & ((uint64_t{1} << (widthA + widthB)) - 1);
}

/// Whole words and, for the floating-point operators, fields at their ends.
uint64_t stimulus(std::mt19937_64 &random) {
  static constexpr std::array<uint64_t, 10> kCorners = {0,
                                                        ~uint64_t{0},
                                                        1,
                                                        uint64_t{1} << 63,
                                                        0x0003'ffff'0001'ffff,
                                                        0x0002'0000'8000'8000,
                                                        0x7fff'7fff'7fff'7fff,
                                                        0x5555'5555'5555'5555,
                                                        0x7f80'0000'7f80'0000,
                                                        0x0000'0001'3f80'0000};
  const uint64_t word = random();
  switch (random() % 8) {
  case 0:
    return kCorners[random() % kCorners.size()];
  case 1:
    return word >> random() % 64;
  case 2:
    return ~(word >> random() % 64);
  case 3:  // float: subnormal
    return word & ~uint64_t{0x7f80'0000};
  case 4:  // float: near one, so that with the above the result is near the least normal number
    return (word & ~uint64_t{0x7f80'0000}) | (120 + random() % 32) << 23;
  default:
    return word;
  }
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: tech_test VECTORS SEED\n");
    return 2;
  }
  const long vectors = std::atol(argv[1]);
  std::mt19937_64 random(std::strtoul(argv[2], nullptr, 10));
  WEFT_GENERIC_MODEL generic;
  WEFT_FAMILY_MODEL family;
  long mismatches = 0;
  auto check = [&](const char *what, int index, uint64_t got, uint64_t expected, uint64_t a, uint64_t b) {
    if (got != expected && ++mismatches <= 20)
      std::printf("%s %d: %016llx, expected %016llx, cycle of operands %016llx %016llx\n", what, index,
                  static_cast<unsigned long long>(got), static_cast<unsigned long long>(expected),
                  static_cast<unsigned long long>(a), static_cast<unsigned long long>(b));
  };
  for (long i = 0; i < vectors + kWarmUp; ++i) {
    const uint64_t a = stimulus(random), b = stimulus(random);
    generic.a_i = family.a_i = a;
    generic.b_i = family.b_i = b;
    generic.clk_i = family.clk_i = 0;
    generic.eval();
    family.eval();
    if (i >= kWarmUp) {
      for (int k = 0; k < kBlocks; ++k) {
        check("block", k, family.blocks_o[k], generic.blocks_o[k], a, b);
        if (k % 5 == 0)
          check("behavioural block", k, generic.blocks_o[k], expectedProduct(k / 20, k / 5 % 4, a, b), a, b);
      }
      for (int k = 0; k < kOthers; ++k)
        check("operator", k, family.others_o[k], generic.others_o[k], a, b);
    }
    generic.clk_i = family.clk_i = 1;
    generic.eval();
    family.eval();
  }
  std::printf("%d outputs, %ld vectors: %ld mismatches\n", kBlocks + kOthers, vectors, mismatches);
  return mismatches == 0 ? 0 : 1;
}
