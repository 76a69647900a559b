// SPDX-License-Identifier: Apache-2.0
// A real board whose kernels are simulated until it is programmed with them (ADR 31).
#pragma once
#include <memory>
#include <string>

#include "board/board.h"

namespace weft::sim {

/// The board at `port`, if it has the first kernel that is prepared; else its simulation, for the rest of this process:
/// what memory holds never moves between the two. Throws std::runtime_error as makeUartBoard does, but not for want of
/// an answer.
std::unique_ptr<board::Board> makeOnlineBoard(const board::Description &description, const std::string &port);

}  // namespace weft::sim
