// SPDX-License-Identifier: Apache-2.0
// The fast bodies of rtl/fp/fp_fast.h against MPFR, without a model: every operation in several formats, every rounding
// mode, with subnormals and without.
// usage: operators_fast [vectors of an operation [seed]]; a seed of `fresh` takes the clock.
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "fast_bodies.h"
#include "fp_oracle.h"
#include "fp_stimulus.h"

namespace {

/// Every operation with operands of this format.
std::vector<FpOperation> operationsOf(FpFormat format, const std::vector<FpFormat> &formats) {
  std::vector<FpOperation> all;
  for (FpCode code : {FpCode::Min, FpCode::Max})
    all.push_back({code, format});
  for (unsigned rounding = 0; rounding < 5; rounding++)
    all.push_back({FpCode::Round, format, rounding});
  for (unsigned rounding : {0, 2, 3, 4})
    for (unsigned intW : {1, 8, 16, 31, 32, 64})
      for (bool isSigned : {false, true}) {
        all.push_back(
            {.code = FpCode::ToInt, .format = format, .rounding = rounding, .intW = intW, .isSigned = isSigned});
        all.push_back(
            {.code = FpCode::FromInt, .format = format, .rounding = rounding, .intW = intW, .isSigned = isSigned});
      }
  for (bool subnormals : {true, false}) {
    for (unsigned predicate = 0; predicate < 14; predicate++)
      all.push_back({.code = FpCode::Compare, .format = format, .subnormals = subnormals, .choice = predicate});
    for (unsigned rounding : {0, 2, 3, 4}) {
      for (FpCode code : {FpCode::Add, FpCode::Sub, FpCode::Mul, FpCode::Div, FpCode::Fma, FpCode::Sqrt})
        all.push_back({code, format, rounding, subnormals});
      for (unsigned intW : {8, 32})
        all.push_back(
            {.code = FpCode::Scale, .format = format, .rounding = rounding, .subnormals = subnormals, .intW = intW});
      for (const FpFormat &to : formats)
        all.push_back(
            {.code = FpCode::Convert, .format = format, .rounding = rounding, .subnormals = subnormals, .to = to});
    }
  }
  return all;
}

}  // namespace

int main(int argc, char **argv) {
  const uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 0) : 20000;
  uint64_t seed = 1;
  if (argc > 2)
    seed = std::strcmp(argv[2], "fresh") ? std::strtoull(argv[2], nullptr, 0)
                                         : std::chrono::system_clock::now().time_since_epoch().count();
  // Those of OpenCL, one more in use, and two that nothing else is: neither width nor fields of a common format.
  const std::vector<FpFormat> formats = {kHalf, kBfloat, kFloat, kDouble, {6, 20}, {4, 4}};
  FpOracle oracle;
  uint64_t mismatches = 0;
  for (const FpFormat &format : formats) {
    const std::vector<FpOperation> operations = operationsOf(format, formats);
    FpStimulus stimulus(format, seed, count >= 200000 ? FpStimulus::Specials::Triples : FpStimulus::Specials::Pairs);
    const uint64_t vectors = count + stimulus.specialVectors() + stimulus.exhaustiveVectors();
    uint64_t wrong = 0;
    for (uint64_t i = 0; i < vectors; i++) {
      const FpVector v = stimulus.next();
      for (const FpOperation &operation : operations) {
        const uint64_t expected = oracle.evaluate(operation, v.a, v.b, v.c, v.integer);
        const uint64_t result = fastBody(operation, v.a, v.b, v.c, v.integer);
        if (result != expected && wrong++ < 20)
          std::printf("%s: a %" PRIx64 " b %" PRIx64 " c %" PRIx64 " int %" PRIx64 " gives %" PRIx64
                      ", expected %" PRIx64 "\n",
                      nameOf(operation).c_str(), v.a, v.b, v.c, v.integer, result, expected);
      }
    }
    std::printf("%-5s %zu operations, %" PRIu64 " vectors each: %" PRIu64 " of special values, %" PRIu64
                " constructed; seed %" PRIu64 ": %" PRIu64 " mismatches\n",
                nameOf(format).c_str(), operations.size(), vectors, stimulus.specialVectors(),
                stimulus.constructedVectors(), seed, wrong);
    mismatches += wrong;
  }
  return mismatches != 0;
}
