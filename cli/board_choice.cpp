// SPDX-License-Identifier: Apache-2.0
#include "cli/board_choice.h"

#include <algorithm>
#include <fmt/ranges.h>

#include "cli/failure.h"
#include "support/nearest_name.h"

namespace weft::cli {
namespace {

constexpr std::string_view kNamePrefix = "sim-", kDevicePrefix = "sim:";
constexpr size_t kMostTypos = 4;

}  // namespace

BoardChoice chooseBoard(const std::string &given) {
  std::string name = given;
  if (name.starts_with(kDevicePrefix))
    name = name.substr(kDevicePrefix.size()).find('/') == std::string::npos
               ? std::string(kNamePrefix) + name.substr(kDevicePrefix.size())
               : name.substr(kDevicePrefix.size());
  const bool isPath = name.find('/') != std::string::npos;
  const std::vector<std::string> known = board::descriptionNames();
  if (!isPath && std::find(known.begin(), known.end(), name) == known.end()) {
    const std::vector<std::string_view> views(known.begin(), known.end());
    const std::string_view meant = support::nearestName(name, views, kMostTypos);
    throw Failure(kWrongUsage, fmt::format("no board is named {}", given),
                  meant.empty()
                      ? fmt::format("there are {}; the path of a board.json is taken too", fmt::join(known, ", "))
                      : fmt::format("did you mean {}?", meant));
  }
  try {
    board::Description description = board::loadDescription(name);
    if (!isPath && !name.starts_with(kNamePrefix))
      return {std::move(description), name};
    return {std::move(description), std::string(kDevicePrefix) + (isPath ? name : name.substr(kNamePrefix.size()))};
  } catch (const std::exception &error) {
    throw Failure(kInputFailed, error.what());
  }
}

InstalledBoards installedBoards() {
  InstalledBoards result;
  for (const std::string &name : board::descriptionNames())
    try {
      result.boards.push_back(chooseBoard(name));
    } catch (const Failure &failure) {
      result.problems.emplace_back(failure.what());
    }
  return result;
}

}  // namespace weft::cli
