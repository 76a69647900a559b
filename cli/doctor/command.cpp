// SPDX-License-Identifier: Apache-2.0
// weft doctor
#include <fmt/format.h>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/doctor/findings.h"
#include "cli/failure.h"
#include "hls/compile.h"

namespace weft::cli {
namespace {

constexpr Findings (*kChecks[])() = {checkResources, checkEnvironment, checkRegistration, checkBoards,
                                     checkKernel,    checkCache,       checkModelTools,   checkFlowTools};

void print(const Finding &finding) {
  std::cout << fmt::format("{:<8} {:<14} {}\n", nameOf(finding.level), finding.subject, finding.text);
  if (!finding.advice.empty())
    std::cout << fmt::format("{:<23} -> {}\n", "", finding.advice);
  std::cout.flush();
}

int examine(bool json) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  unsigned warnings = 0, errors = 0;
  if (!json)
    print({Finding::Level::Ok, "weft", hls::generatorIdentity(), ""});
  for (const auto check : kChecks)
    for (const Finding &finding : check()) {
      warnings += finding.level == Finding::Level::Warning;
      errors += finding.level == Finding::Level::Error;
      if (json)
        list.push_back({{"level", nameOf(finding.level)},
                        {"subject", finding.subject},
                        {"text", finding.text},
                        {"advice", finding.advice}});
      else
        print(finding);
    }
  if (json)
    std::cout << list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << "\n";
  else
    std::cout << fmt::format("\n{} error{}, {} warning{}\n", errors, errors == 1 ? "" : "s", warnings,
                             warnings == 1 ? "" : "s");
  return errors ? kInputFailed : kDone;
}

void declare(CLI::App &command, Action &action) {
  const auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "shows the findings as JSON");
  command.callback([&action, json] { action = [json] { return examine(*json); }; });
}

}  // namespace

Command doctorCommand() {
  return {
      "doctor",
      "looks whether all of Weft works on this machine, and says what to do where it does not",
      {"It checks what is installed, the variables of the environment, whether OpenCL programs find Weft, the boards, "
       "the cache, the tools that Verilator's simulation and bitstreams need, and compiles and runs a kernel. Warnings "
       "are of what only some uses need. The exit status is 1 if there is an error."},
      {{"before a bug report", "weft doctor"}},
      declare};
}

}  // namespace weft::cli
