// SPDX-License-Identifier: Apache-2.0
#include "host/util/log.h"

#include <cstdio>
#include <string>

namespace weft {

void logLine(std::string_view message) {
  const std::string line = "weft: " + std::string(message) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace weft
