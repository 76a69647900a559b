// SPDX-License-Identifier: Apache-2.0
// Random API calls from several threads, beside threads whose transfers are compared with what memory must hold.
// Nothing crashes, deadlocks, gets an error code that OpenCL does not have, or loses data, and every command ends.
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <thread>
#include <vector>

#include "tests/fuzz/api/owned_transfers.h"
#include "tests/fuzz/api/random_calls.h"
#include "tests/fuzz/common/trial.h"

namespace {

using namespace weft::fuzz;

// Kernels compute on a simulated board only; the null board is much faster.
std::string devices(Random &random) {
  static const char *const fast[] = {"null:card", "null:soc", "null:card,null:soc", "null:card,null:card"};
  static const char *const simulated[] = {"sim:card", "sim:soc"};
  return random.oneIn(8) ? random.of(simulated) : random.of(fast);
}

Verdict trial(const std::string &devices, Random random) {
  setenv("WEFT_DEVICE", devices.c_str(), 1);
  setenv("WEFT_LOG", "off", 1);
  setenv("WEFT_CYCLE_LIMIT", "10000000", 1);
  const bool simulated = devices.starts_with("sim");
  RandomCalls calls;
  std::vector<std::thread> threads;
  for (size_t i = 0, callers = 1 + random.below(4); i < callers; ++i)
    threads.emplace_back([&, seed = random()] { calls.run(seed, simulated ? 300 : 3000); });
  for (size_t i = 0, owners = 1 + random.below(3); i < owners; ++i)
    threads.emplace_back([&, seed = random()] { transferAndCompare(calls.context(), seed, simulated ? 30 : 300); });
  for (std::thread &thread : threads)
    thread.join();
  calls.finish();
  return {simulated ? "simulated" : "null", ""};
}

Trial make(Random &random) {
  const std::string boards = devices(random);
  return {boards, "txt", [boards, random] { return trial(boards, random); }};
}

}  // namespace

int main(int argc, char **argv) {
  CLI::App app("Random API calls from several threads");
  return campaign(app, argc, argv, make, {.cpuSeconds = 120});
}
