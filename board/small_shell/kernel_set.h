// SPDX-License-Identifier: Apache-2.0
// Several kernels in one bitstream: their modules under names of their own, and module kernel_set round them, in the
// place of rtl/system/kernel_set.sv.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "board/description.h"
#include "kernel/image.h"

namespace weft::board {

inline constexpr std::string_view kKernelSetModule = "kernel_set";

/// What the kernel `index` of `count` is called in the hardware.
std::string kernelInstance(size_t index, size_t count);

/// Files of SystemVerilog, by name: a kernel's own text if it is alone; else each one's, with other names of modules,
/// and kernel_set.sv. Throws std::runtime_error if two kernels have the same number.
std::vector<std::pair<std::string, std::string>> kernelFiles(const Description &board,
                                                             std::span<const kernel::Image> kernels);

/// What parameter KernelId of the board's top has to be.
uint32_t topKernelNumber(std::span<const kernel::Image> kernels);

}  // namespace weft::board
