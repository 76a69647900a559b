// SPDX-License-Identifier: Apache-2.0
// What the fuzzers share: a campaign of random inputs, each tried in a process of its own.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "tests/common/random.h"

namespace CLI {
class App;
}

namespace weft::fuzz {

using weft::test::Random;

/// What a trial may use before it counts as a hang, or as a blow-up.
struct Limits {
  unsigned cpuSeconds = 60;
  uint64_t residentBytes = uint64_t(2) << 30;
};

/// What became of a trial. `kind` is counted; a failure is what must not happen; a remark is told, and its input kept,
/// without being one.
struct Verdict {
  std::string kind;
  std::string failure;
  std::string remark = {};
};

/// Runs `body` in a forked process within the limits; what ends that process otherwise is a failure, and so is a
/// process that it leaves behind. What such processes take counts as well.
Verdict attempt(const std::function<Verdict()> &body, const Limits &limits);

struct Trial {
  std::string input;      // kept when it fails
  std::string extension;  // of the file it is kept in
  std::function<Verdict()> body;
};

/// The main function of a fuzzer: `NAME SECONDS [SEED [NUMBER]] [--count N]` and the options that `app` has already.
/// Tries `make(random)` again and again until the time is over or so many were tried, or only number NUMBER. The seed
/// is printed, and without one a fresh one taken; the n-th input depends on seed and n only. Failing inputs are kept in
/// build/fuzz/. Returns 1 if there was any.
int campaign(CLI::App &app, int argc, char **argv, const std::function<Trial(Random &)> &make,
             const Limits &limits = {});

}  // namespace weft::fuzz
