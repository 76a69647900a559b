// SPDX-License-Identifier: Apache-2.0
// The parameters of a board's top.sv, which follow from its description.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "board/description.h"

namespace weft::board {

/// Those that the text of the top module declares, for hardware with a kernel of that number (of several: 0). Throws
/// std::runtime_error if the top has no parameter for that: then no kernel could be told from another one.
std::vector<std::pair<std::string, uint32_t>> topParameters(const Description &board, std::string_view top,
                                                            uint32_t kernelNumber);

}  // namespace weft::board
