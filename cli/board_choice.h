// SPDX-License-Identifier: Apache-2.0
// The boards that a user can name.
#pragma once
#include <string>
#include <vector>

#include "board/description.h"

namespace weft::cli {

inline constexpr const char *kDefaultBoard = "sim-card";

struct BoardChoice {
  board::Description description;
  std::string device;  // as WEFT_DEVICE names it
};

/// A board's name (sim-card), its device (sim:card, sim:hx8k-evn, uart:hx8k-evn@/dev/ttyUSB0), or the path of a
/// description of one's own. Throws Failure: no such
/// board, or what is wrong with its description.
BoardChoice chooseBoard(const std::string &name);

/// Whether WEFT_DEVICE is set, and what it names: the first of several, or kDefaultBoard. Throws Failure as chooseBoard
/// does, also for transports that compute nothing.
bool environmentNamesBoard();
BoardChoice boardOfEnvironment();

struct InstalledBoards {
  std::vector<BoardChoice> boards;
  std::vector<std::string> problems;  // of descriptions that cannot be read
};
InstalledBoards installedBoards();

}  // namespace weft::cli
