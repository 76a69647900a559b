// SPDX-License-Identifier: Apache-2.0
// Waits for kernels that are still being prepared, so that no thread of a device has to.
#pragma once
#include <functional>
#include <memory>

#include "board/board.h"

namespace weft::core {

/// Calls `continuation` on some thread once the kernel is ready or could not be made. One thread waits for a kernel,
/// however many launches of it there are.
void whenReady(const std::shared_ptr<board::PreparedKernel> &kernel, std::function<void()> continuation);

}  // namespace weft::core
