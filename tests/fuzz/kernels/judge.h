// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <stdexcept>

#include "program.h"

namespace weft::fuzz {

/// Where `found` first differs from the model; empty if nowhere.
inline std::string difference(const Program &program, const std::vector<uint8_t> &found,
                              const std::vector<uint8_t> &expected) {
  for (size_t i = 0; i < expected.size(); ++i)
    if (found[i] != expected[i])
      return fmt::format("byte {} of work-item {} is {:#04x}, the model says {:#04x}", i % program.outBytesPerItem,
                         i / program.outBytesPerItem, found[i], expected[i]);
  return {};
}

/// Runs the program and compares; says what is wrong and how to see it again, and keeps the source.
template <class Runner> bool judge(const Runner &runner, const Program &program, const std::vector<uint8_t> &expected) {
  std::string problem;
  try {
    problem = difference(program, runner.run(program), expected);
  } catch (const std::exception &error) {
    problem = error.what();
  }
  if (problem.empty())
    return true;
  const std::string path = fmt::format("fuzz_kernels_{}.cl", program.seed);
  std::ofstream(path) << program.source;
  fmt::print("{}: {}\n  again: fuzz_kernels --only {}; source in {}\n", runner.name(), problem, program.seed, path);
  std::fflush(stdout);
  return false;
}

}  // namespace weft::fuzz
