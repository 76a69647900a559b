// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <functional>

namespace weft::hls::frontend {

/// Address space only: pages are touched as they are needed.
constexpr size_t kBigStackBytes = size_t(512) << 20;

/// Runs `work` on a thread with a stack of its own, large enough for the recursion of parsers and optimisers on any
/// program they accept, and waits for it. Callers' stacks (an application's threads) may be small.
void onBigStack(const std::function<void()> &work);

}  // namespace weft::hls::frontend
