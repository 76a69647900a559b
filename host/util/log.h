// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace weft {

/// One line on stderr, `weft: message`, written whole.
void logLine(std::string_view message);

}  // namespace weft
