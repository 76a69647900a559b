// SPDX-License-Identifier: Apache-2.0
#include "cli/board_choice.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/ranges.h>

#include "cli/failure.h"
#include "support/nearest_name.h"

namespace weft::cli {
namespace {

constexpr std::string_view kNamePrefix = "sim-", kDevicePrefix = "sim:", kPortPrefix = "uart:";
constexpr size_t kMostTypos = 4;

/// Empty: it names none.
std::string devicesOfEnvironment() {
  const char *devices = std::getenv("WEFT_DEVICE");
  return devices ? devices : "";
}

}  // namespace

BoardChoice chooseBoard(const std::string &given) {
  if (given.starts_with(kPortPrefix)) {  // a real one at a serial port
    const size_t at = std::min(given.find('@'), given.size());
    return {chooseBoard(given.substr(kPortPrefix.size(), at - kPortPrefix.size())).description, given};
  }
  const std::vector<std::string> known = board::descriptionNames();
  const auto isKnown = [&](const std::string &name) {
    return std::find(known.begin(), known.end(), name) != known.end();
  };
  std::string name = given;
  if (name.starts_with(kDevicePrefix)) {  // sim:card is board sim-card, sim:hx8k-evn the simulation of a real one
    name = name.substr(kDevicePrefix.size());
    if (const std::string own = std::string(kNamePrefix) + name; isKnown(own) || !isKnown(name))
      name = name.find('/') == std::string::npos ? own : name;
  }
  const bool isPath = name.find('/') != std::string::npos;
  if (!isPath && !isKnown(name)) {
    const std::vector<std::string_view> views(known.begin(), known.end());
    const std::string_view meant = support::nearestName(name, views, kMostTypos);
    throw Failure(kWrongUsage, fmt::format("no board is named {}", given),
                  meant.empty()
                      ? fmt::format("there are {}; the path of a board.json is taken too", fmt::join(known, ", "))
                      : fmt::format("did you mean {}?", meant));
  }
  try {
    const std::string device = name.starts_with(kNamePrefix) ? name.substr(kNamePrefix.size()) : name;
    return {board::loadDescription(name), std::string(kDevicePrefix) + device};
  } catch (const std::exception &error) {
    throw Failure(kInputFailed, error.what());
  }
}

bool environmentNamesBoard() { return !devicesOfEnvironment().empty(); }

BoardChoice boardOfEnvironment() {
  if (!environmentNamesBoard())
    return chooseBoard(kDefaultBoard);
  const std::string devices = devicesOfEnvironment(), first = devices.substr(0, devices.find(','));
  if (!first.starts_with(kDevicePrefix) && !first.starts_with(kPortPrefix))
    throw Failure(kWrongUsage, fmt::format("WEFT_DEVICE names {}, on which weft runs no kernels", first),
                  "set it to sim:BOARD or uart:BOARD@PORT, or say --board");
  try {
    return chooseBoard(first);
  } catch (const Failure &failure) {
    throw Failure(failure.status(), fmt::format("WEFT_DEVICE: {}", failure.what()), failure.hint());
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
