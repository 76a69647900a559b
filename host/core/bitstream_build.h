// SPDX-License-Identifier: Apache-2.0
// The bitstream of a program that is simulated until the board has it (WEFT_ONLINE=build, ADR 31).
#pragma once
#include <string>

#include "board/description.h"

namespace weft::core {

/// Has it built by `weft build`, which goes on when this process ends, unless that is done or under way. `program`: the
/// packed executable. Says what becomes of it, and what is to be done, in a line. Never throws for what a build of a
/// bitstream needs and the machine has not: then that is what it says.
std::string requestBitstream(const std::string &program, const board::Description &board);

}  // namespace weft::core
