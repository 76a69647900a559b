// SPDX-License-Identifier: Apache-2.0
// What ends a trial of the API fuzzer, from any of its threads.
#pragma once
#include <cstdio>
#include <cstdlib>

#include "tests/common/random.h"

namespace weft::fuzz {

using weft::test::Random;

/// Ends the trial as failed; the message goes to stderr, before the campaign's line about the trial.
#define FUZZ_CHECK(condition, ...)                                                                                     \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      std::fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition);                                             \
      std::fprintf(stderr, __VA_ARGS__);                                                                               \
      std::fprintf(stderr, "\n");                                                                                      \
      std::_Exit(1);                                                                                                   \
    }                                                                                                                  \
  } while (false)

}  // namespace weft::fuzz
