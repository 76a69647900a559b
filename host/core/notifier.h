// SPDX-License-Identifier: Apache-2.0
// The thread that runs the application's callbacks, so that a slow or blocking one never holds up a device.
#pragma once
#include <functional>

namespace weft::core {

/// Runs `call` on the callback thread; calls run in the order in which they were posted.
void notify(std::function<void()> call);

}  // namespace weft::core
