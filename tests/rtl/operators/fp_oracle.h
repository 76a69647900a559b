// SPDX-License-Identifier: Apache-2.0
// What the floating-point operators must give, by MPFR where a value is computed. Encodings in, encodings out; NaN
// results are canonical.
#pragma once
#include <cstdint>
#include <memory>

#include "fp_operations.h"

class FpOracle {
public:
  FpOracle();
  ~FpOracle();
  /// Of `integer` the lowest `intW` bits count.
  uint64_t evaluate(const FpOperation &operation, uint64_t a, uint64_t b, uint64_t c, uint64_t integer);

private:
  struct State;
  std::unique_ptr<State> state;
};
