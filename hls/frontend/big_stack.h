// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

namespace weft::hls::frontend {

/// Runs `work` on a thread with a stack of its own, large enough for the recursion of parsers and optimisers on any
/// program they accept, and waits for it. Callers' stacks (an application's threads) may be small.
void onBigStack(const std::function<void()> &work);

}  // namespace weft::hls::frontend
