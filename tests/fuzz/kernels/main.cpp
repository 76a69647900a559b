// SPDX-License-Identifier: Apache-2.0
// Random kernels of all types: fuzz_kernels SECONDS [SEED]. Each is compiled for both boards and its graph interpreted;
// one in a few also runs on the simulated boards and on PoCL. The exact model decides; what PoCL has wrong is counted
// only.
#include <CLI/CLI.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <random>
#include <unistd.h>

#include "graph_runner.h"
#include "judge.h"
#include "support/subprocess.h"

namespace {

using namespace weft::fuzz;

struct Counts {
  unsigned cases = 0, failed = 0, onDevices = 0, oracleWrong = 0;
};

uint64_t g_currentSeed = 0;

/// A crash ends the run; the seed is what is needed to see it again.
extern "C" void crashed(int signal) {
  char text[128];
  const int length = std::snprintf(text, sizeof text, "crash (signal %d): fuzz_kernels --only %llu\n", signal,
                                   static_cast<unsigned long long>(g_currentSeed));
  (void)!write(STDOUT_FILENO, text, size_t(length));
  _exit(1);
}

class Fuzzer {
public:
  explicit Fuzzer(std::string devices) : devices_(std::move(devices)) {
    for (const char *device : {"sim:card", "sim:soc"})
      graphs_.push_back(std::make_unique<GraphRunner>(device));
  }

  void run(uint64_t seed, bool onDevices) {
    g_currentSeed = seed;
    const Program program = generate(seed);
    const std::vector<uint8_t> expected = program.expected();
    bool right = true;
    for (const auto &graph : graphs_)
      right = judge(*graph, program, expected) && right;
    if (onDevices)
      right = runOnDevices(seed) && right;
    ++counts.cases;
    counts.failed += !right;
    std::fflush(stdout);
  }

  Counts counts;

private:
  bool runOnDevices(uint64_t seed) {
    ++counts.onDevices;
    const std::vector<std::string> command = {devices_, std::to_string(seed)};
    weft::support::ProcessOptions limits;
    limits.timeout = std::chrono::minutes(10);
    const weft::support::ProcessResult result = weft::support::runProcess(command, limits);
    fmt::print("{}", result.output);
    if (result.exitCode < 0 || result.exitCode > 3) {
      fmt::print("fuzz_kernels_devices {}: {}\n", seed, result.outcome());
      return false;
    }
    counts.oracleWrong += unsigned(result.exitCode) >> 1;
    return (result.exitCode & 1) == 0;
  }

  const std::string devices_;  // the program that runs them
  std::vector<std::unique_ptr<GraphRunner>> graphs_;
};

}  // namespace

int main(int argc, char **argv) {
  CLI::App app("Random kernels of all types against an exact model");
  double seconds = 0;
  uint64_t seed = 0, only = 0;
  unsigned count = 0, every = 8;
  bool print = false;
  app.add_option("seconds", seconds, "how long");
  app.add_option("seed", seed, "seed of the first case; fresh if left out");
  CLI::Option *one = app.add_option("--only", only, "one case, by its seed, on everything");
  app.add_option("--count", count, "so many cases instead of a time");
  app.add_option("--every", every, "one case in so many runs on the simulated boards and PoCL; 0: none")
      ->capture_default_str();
  app.add_flag("--print", print, "print the kernel of --only instead of running it");
  CLI11_PARSE(app, argc, argv);
  if (print) {
    fmt::print("{}", generate(only).source);
    return 0;
  }
  if (seed == 0 && !*one)
    seed = std::random_device()();
  fmt::print("seed {}\n", *one ? only : seed);
  std::fflush(stdout);
  for (int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL})
    std::signal(signal, crashed);
  try {
    const auto self = std::filesystem::canonical("/proc/self/exe");
    Fuzzer fuzzer(self.parent_path() / "fuzz_kernels_devices");
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    if (*one)
      fuzzer.run(only, true);
    else
      for (unsigned i = 0; count ? i < count : std::chrono::steady_clock::now() < end; ++i)
        fuzzer.run(seed + i, every && i % every == 0);
    fmt::print("{} kernels on 2 boards' graphs, {} of them also on the simulated boards and PoCL: {} wrong, crashed or "
               "refused; PoCL "
               "differs from the model in {}\n",
               fuzzer.counts.cases, fuzzer.counts.onDevices, fuzzer.counts.failed, fuzzer.counts.oracleWrong);
    return fuzzer.counts.failed == 0 ? 0 : 1;
  } catch (const std::exception &error) {
    fmt::print("error: {}\n", error.what());
    return 1;
  }
}
