// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "board/command_ring.h"

namespace weft::board {

/// Executes a copy or a fill in chunks, until one fails; its times are from the first start to the last end.
Completion executeInChunks(CommandRing &ring, const abi::Descriptor &whole);

}  // namespace weft::board
