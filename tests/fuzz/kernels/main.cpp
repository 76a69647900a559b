// SPDX-License-Identifier: Apache-2.0
// Random kernels of all types. Each is compiled for both boards and its graph interpreted; one in a few also runs on
// the simulated boards and on PoCL. The exact model decides; what PoCL has wrong is counted only.
#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <utility>

#include "graph_runner.h"
#include "judge.h"
#include "support/subprocess.h"
#include "tests/fuzz/common/trial.h"

namespace {

using namespace weft::fuzz;
using GraphRunners = std::vector<std::unique_ptr<GraphRunner>>;

/// What fuzz_kernels_devices says of the program.
Verdict runOnDevices(const std::string &command, const Program &program) {
  weft::support::ProcessOptions limits;
  limits.timeout = std::chrono::minutes(10);
  const weft::support::ProcessResult result =
      weft::support::runProcess({command, std::to_string(program.seed)}, limits);
  if (result.exitCode < 0 || result.exitCode > 3)
    return {"devices", result.outcome()};
  return {result.exitCode & 2 ? "devices, PoCL differs" : "devices", result.exitCode & 1 ? result.output : ""};
}

/// Says what devices compare results with, beside the model.
void nameOracle(const std::string &command) {
  const weft::support::ProcessResult result = weft::support::runProcess({command, "--oracle"}, {});
  if (result.exitCode != 0)
    fmt::print("oracles: the exact model; PoCL cannot be asked: {}\n", result.outcome());
  else if (result.output.empty())
    fmt::print("oracles: the exact model; PoCL is not installed\n");
  else
    fmt::print("oracles: the exact model and PoCL's {}", result.output);
}

Verdict judgeAll(const GraphRunners &graphs, const std::string &devices, const Program &program) {
  const std::vector<uint8_t> expected = program.expected();
  std::string problems;
  for (const auto &graph : graphs)
    problems += judge(*graph, program, expected);
  Verdict verdict = devices.empty() ? Verdict{"graphs", ""} : runOnDevices(devices, program);
  verdict.failure = problems + verdict.failure;
  return verdict;
}

}  // namespace

int main(int argc, char **argv) {
  CLI::App app("Random kernels of all types against an exact model");
  unsigned every = 8;
  app.add_option("--every", every, "one case in so many runs on the simulated boards and PoCL; 0: none")
      ->capture_default_str();
  GraphRunners graphs;
  for (const char *device : {"sim:card", "sim:soc"})
    graphs.push_back(std::make_unique<GraphRunner>(device));
  const auto devices = std::filesystem::canonical("/proc/self/exe").parent_path() / "fuzz_kernels_devices";
  bool isOracleNamed = false;
  const Limits limits = {.cpuSeconds = 600, .residentBytes = uint64_t(4) << 30};
  return campaign(
      app, argc, argv,
      [&](Random &random) {
        const Program program = generate(random.next());
        const bool onDevices = every != 0 && random.oneIn(every);
        if (onDevices && !std::exchange(isOracleNamed, true))
          nameOracle(devices.string());
        return Trial{program.source, "cl", [&graphs, program, command = onDevices ? devices.string() : std::string()] {
                       return judgeAll(graphs, command, program);
                     }};
      },
      limits);
}
