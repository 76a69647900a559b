// SPDX-License-Identifier: Apache-2.0
// What the floating-point operators must give, by MPFR (and integer arithmetic for conversions to integers).
// Encodings in, encodings out; NaN results are canonical.
#pragma once
#include <cstdint>
#include <memory>

class FpOracle {
public:
  FpOracle(unsigned expW, unsigned sigW);
  ~FpOracle();
  /// Fills `results`, fp_operation::Count places.
  void evaluate(uint64_t a, uint64_t b, uint64_t c, uint64_t integer, uint64_t *results);

private:
  struct State;
  std::unique_ptr<State> state;
};
