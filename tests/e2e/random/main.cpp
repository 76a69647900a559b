// SPDX-License-Identifier: Apache-2.0
// Runs random kernels on the device and on PoCL and compares every word: random_kernels [--first SEED] [--count N]
// [--packets | --aliases] [--compute-units N]
#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>
#include <random>

#include "generator.h"
#include "oracle.h"

using weft::compare::Case;
using weft::compare::Device;
using weft::compare::Result;
using weft::random_kernels::GroupMethod;
using weft::random_kernels::Oracle;

namespace {

// Builds run in the background: a few programs ahead of the one that runs.
constexpr size_t kAhead = 3;

/// The kernels of consecutive seeds on the device under test.
class Kernels {
public:
  Kernels(const std::string &platform, uint64_t first, unsigned count, std::string options)
      : device_(platform), first_(first), count_(count), options_(std::move(options)) {}

  const Case &operator[](size_t i) {
    while (cases_.size() < count_ && cases_.size() <= i + kAhead)
      build();
    return cases_[i];
  }

  /// Throws std::runtime_error with the log of a build that failed.
  Result run(size_t i) {
    if (!programs_[i])
      throw std::runtime_error(logs_[i]);
    Result result = device_.run(cases_[i], programs_[i]);
    clReleaseProgram(programs_[i]);
    return result;
  }

private:
  void build() {
    cases_.push_back(weft::random_kernels::generate(first_ + cases_.size()));
    cases_.back().deviceOptions += options_;
    programs_.push_back(nullptr);
    logs_.emplace_back();
    try {
      programs_.back() = device_.build(cases_.back());
    } catch (const std::exception &error) {
      logs_.back() = error.what();
    }
  }

  Device device_;
  uint64_t first_;
  unsigned count_;
  std::string options_;  // that only the device under test is given
  std::vector<Case> cases_;
  std::vector<cl_program> programs_;
  std::vector<std::string> logs_;
};

/// Whether the results are the same; prints what differs.
bool isRight(const Case &test, const Result &found, const Result &expected) {
  if (found == expected)
    return true;
  describe(test, found, expected);
  if (Oracle(test.seed, 1, GroupMethod::Copies).next() != found)
    return false;
  fmt::print("seed {}: PoCL contradicts itself, and gives the device's result as well\n", test.seed);
  return true;
}

int compareAll(const std::string &platform, uint64_t first, unsigned count, const std::string &options) {
  Oracle oracle(first, count, GroupMethod::Loops);
  Kernels kernels(platform, first, count, options);
  unsigned wrong = 0, unknown = 0;
  for (unsigned i = 0; i < count; ++i) {
    const Case &test = kernels[i];
    try {
      const std::optional<Result> expected = oracle.next();
      const Result found = kernels.run(i);
      unknown += !expected;
      wrong += expected && !isRight(test, found, *expected);
    } catch (const std::exception &error) {
      ++wrong;
      fmt::print("seed {}: {}\n{}\n", test.seed, error.what(), test.source);
    }
    std::fflush(stdout);
  }
  fmt::print("random kernels from seed {}: {} equal PoCL's results, {} do not; PoCL died of {}\n", first,
             count - wrong - unknown, wrong, unknown);
  return wrong == 0 && unknown <= 1 + count / 100 ? 0 : 1;
}

}  // namespace

int main(int argc, char **argv) {
  CLI::App app("Random kernels on a device and on PoCL");
  uint64_t first = 1;
  unsigned count = 50, units = 0;
  bool print = false, fresh = false, oracle = false, packets = false, aliases = false;
  std::string name = "Weft";
  app.add_option("--first", first, "first seed")->capture_default_str();
  app.add_option("--count", count, "kernels")->capture_default_str();
  app.add_option("--platform", name, "platform under test, part of its name")->capture_default_str();
  app.add_flag("--print", print, "only print the kernels");
  app.add_flag("--fresh", fresh, "take the first seed from the system's random device");
  app.add_flag("--oracle", oracle, "only run them on PoCL: what the program starts for itself");
  app.add_flag("--packets", packets, "kernels whose work-items form packets");
  app.add_flag("--aliases", aliases, "kernels whose pointers may mean the same bytes");
  app.add_option("--compute-units", units, "copies of each kernel that share its work-groups");
  CLI11_PARSE(app, argc, argv);
  if (fresh)
    first = std::random_device()();
  if (packets)
    first += weft::random_kernels::kPackets;
  if (aliases)
    first += weft::random_kernels::kAliases;
  if (print) {
    for (unsigned i = 0; i < count; ++i)
      fmt::print("// seed {}\n{}\n", first + i, weft::random_kernels::generate(first + i).source);
    return 0;
  }
  const std::string options = units ? fmt::format(" -weft-compute-units={}", units) : "";
  try {
    return oracle ? weft::random_kernels::serveOracle(first, count) : compareAll(name, first, count, options);
  } catch (const std::exception &error) {
    fmt::print("error: {}\n", error.what());
    return 1;
  }
}
