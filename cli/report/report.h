// SPDX-License-Identifier: Apache-2.0
// The report of a .weft file, as a page or as JSON, for the commands that write it.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/report/page.h"

namespace weft::cli {

/// Names of loops for --passes. Throws Failure unless there is one number for each loop, or none.
void requirePasses(const KernelReport &kernel, unsigned lineBytes, const std::vector<double> &passes);

nlohmann::ordered_json predictionJson(const KernelReport &kernel, unsigned lineBytes,
                                      const std::optional<LaunchReport> &launch);

/// `file`: the program's name. `sourceFile`: the kernel file, if not the one in the contents is meant. Throw Failure if
/// there is no hardware to report of.
std::string reportAsJson(const std::string &file, const program::Contents &contents,
                         const std::optional<LaunchReport> &launch = {});
std::string reportAsPage(const std::string &file, const program::Contents &contents, const std::string &sourceFile,
                         const std::optional<LaunchReport> &launch = {});

}  // namespace weft::cli
