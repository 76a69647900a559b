// SPDX-License-Identifier: Apache-2.0
// Operands for the floating-point benches: special values, random ones whose exponents and digits make the hard cases
// frequent, and ones constructed so that the exact result lies at, just above or just below a rounding boundary, the
// least numbers or the greatest.
#pragma once
#include <cstdint>
#include <vector>

#include "fp_operations.h"
#include "stimulus.h"

struct FpVector {
  uint64_t a = 0, b = 0, c = 0, integer = 0;
  bool triple = false;  // one that only operations of three operands need
};

class FpStimulus {
public:
  enum class Specials { Pairs, Triples };
  FpStimulus(FpFormat format, uint64_t seed, Specials specials);

  /// Special values first, all pairs, then if asked all triples of them; for 16-bit formats then every value of `a`;
  /// then constructed operands and random ones by turns.
  FpVector next();
  FpVector random();

  const std::vector<uint64_t> &specialValues() const { return specials; }
  uint64_t specialVectors() const { return specialCount; }
  uint64_t constructedVectors() const { return constructedCount; }
  uint64_t exhaustiveVectors() const { return exhaustiveCount; }
  uint64_t vectors() const { return index; }

private:
  uint64_t special() { return specials[source.below(specials.size())]; }
  uint64_t sign() { return source.next() & 1 ? f.signBit() : 0; }
  uint64_t fraction();
  uint64_t make(int64_t exponent);
  uint64_t near(long double value);
  long double boundary(const FpFormat &format);
  bool construct(FpVector &v);
  bool tieOfSum(FpVector &v);
  bool tieOfProduct(FpVector &v);
  bool tieOfQuotient(FpVector &v);
  bool tieOfRoot(FpVector &v);
  bool tieOfInteger(FpVector &v);
  bool atBoundary(FpVector &v);

  const FpFormat f;
  Random source;
  std::vector<uint64_t> specials;
  uint64_t specialCount, exhaustiveCount = 0, constructedCount = 0, index = 0;
};
