// SPDX-License-Identifier: Apache-2.0
// A board without hardware for tests of the host library: the shell's registers and command ring as a functional model.
// Copies and fills work on an array; a launch completes at once without effect.
#pragma once
#include <memory>

#include "board/board.h"

namespace weft::board {

/// Throws std::runtime_error if the memory of the description cannot be reserved.
std::unique_ptr<Board> makeNullBoard(const Description &description);

}  // namespace weft::board
