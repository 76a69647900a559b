// SPDX-License-Identifier: Apache-2.0
// Runs random kernels on the device and on PoCL and compares every word: random_kernels [--first SEED] [--count N]
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <random>

#include "generator.h"

using weft::compare::Case;
using weft::compare::Device;
using weft::compare::Result;

namespace {

/// PoCL's result with its other way of making a work-group: it copies the kernel for each work-item instead of looping
/// over them. About one random kernel in a thousand gets two different results from PoCL, of which one is wrong.
Result runReplicated(const Device &oracle, Case test) {
  constexpr const char *kMethod = "POCL_WORK_GROUP_METHOD";
  test.source += "// replicated\n";  // another program to PoCL's cache
  ::setenv(kMethod, "workitemrepl", 1);
  cl_program program = oracle.build(test);
  Result result = oracle.run(test, program);  // compiles for this local size
  clReleaseProgram(program);
  ::unsetenv(kMethod);
  return result;
}

}  // namespace

int main(int argc, char **argv) {
  CLI::App app("Random kernels on a device and on PoCL");
  uint64_t first = 1;
  unsigned count = 50;
  bool print = false, fresh = false;
  std::string name = "Weft";
  app.add_option("--first", first, "first seed")->capture_default_str();
  app.add_option("--count", count, "kernels")->capture_default_str();
  app.add_option("--platform", name, "platform under test, part of its name")->capture_default_str();
  app.add_flag("--print", print, "only print the kernels");
  app.add_flag("--fresh", fresh, "take the first seed from the system's random device");
  CLI11_PARSE(app, argc, argv);
  if (fresh)
    first = std::random_device()();
  if (print) {
    for (unsigned i = 0; i < count; ++i)
      fmt::print("// seed {}\n{}\n", first + i, weft::random_kernels::generate(first + i).source);
    return 0;
  }
  unsigned wrong = 0;
  try {
    const Device device(name), oracle(weft::compare::kOracle);
    // Builds run in the background: keep a few programs ahead of the one that runs.
    constexpr unsigned kAhead = 3;
    std::vector<Case> cases;
    std::vector<cl_program> programs;
    for (unsigned i = 0; i < count; ++i) {
      while (cases.size() < count && cases.size() <= i + kAhead) {
        cases.push_back(weft::random_kernels::generate(first + cases.size()));
        try {
          programs.push_back(device.build(cases.back()));
        } catch (const std::exception &error) {
          fmt::print("seed {}: {}\n{}\n", cases.back().seed, error.what(), cases.back().source);
          programs.push_back(nullptr);
        }
      }
      const Case &test = cases[i];
      if (!programs[i]) {
        ++wrong;
        continue;
      }
      try {
        cl_program reference = oracle.build(forOracle(test));
        const Result expected = oracle.run(test, reference);
        clReleaseProgram(reference);
        const Result found = device.run(test, programs[i]);
        if (!(found == expected)) {
          describe(test, found, expected);
          if (found == runReplicated(oracle, test))
            fmt::print("seed {}: PoCL contradicts itself, and gives the device's result as well\n", test.seed);
          else
            ++wrong;
        }
      } catch (const std::exception &error) {
        ++wrong;
        fmt::print("seed {}: {}\n{}\n", test.seed, error.what(), test.source);
      }
      clReleaseProgram(programs[i]);
      std::fflush(stdout);
    }
  } catch (const std::exception &error) {
    fmt::print("error: {}\n", error.what());
    return 1;
  }
  fmt::print("random kernels from seed {}: {} equal PoCL's results, {} do not\n", first, count - wrong, wrong);
  return wrong == 0 ? 0 : 1;
}
