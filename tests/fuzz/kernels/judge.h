// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fmt/format.h>
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

/// Runs the program and compares: what is wrong, empty if nothing is.
template <class Runner>
std::string judge(const Runner &runner, const Program &program, const std::vector<uint8_t> &expected) {
  std::string problem;
  try {
    problem = difference(program, runner.run(program), expected);
  } catch (const std::exception &error) {
    problem = error.what();
  }
  return problem.empty() ? problem : fmt::format("{}: {}\n", runner.name(), problem);
}

}  // namespace weft::fuzz
