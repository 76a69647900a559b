// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <functional>

namespace weft::flow {

/// Calls `work` with 0 to `count` - 1, on up to `jobs` threads (0: as many as there are processors). If one throws,
/// `cancel` is called, what has not begun is left, and the first exception is thrown once all threads are done.
void forEach(size_t count, unsigned jobs, const std::function<void(size_t)> &work, const std::function<void()> &cancel);

}  // namespace weft::flow
