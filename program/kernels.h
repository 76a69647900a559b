// SPDX-License-Identifier: Apache-2.0
// Checks of kernels that were read and not generated here: from a container, or from another process.
#pragma once
#include "board/description.h"
#include "kernel/image.h"

namespace weft::program {

/// Throws std::exception if the kernel cannot have been generated for the board.
void requireFit(const kernel::Image &image, const board::Description &board);

/// Throws std::exception if the program has one of its name.
void addKernel(kernel::Program &program, kernel::Image image);

}  // namespace weft::program
