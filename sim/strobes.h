// SPDX-License-Identifier: Apache-2.0
// Byte strobes of a write.
#pragma once
#include <cstdint>
#include <cstring>

namespace weft::sim {

/// Copies the bytes of a line whose strobe is set; of the first `bytes` ones.
inline void copyStrobed(void *to, const void *from, const uint8_t *strobes, unsigned bytes) {
  auto *target = static_cast<uint8_t *>(to);
  const auto *source = static_cast<const uint8_t *>(from);
  for (unsigned i = 0; i < bytes; i += 8, ++strobes) {
    if (*strobes == 0xff && i + 8 <= bytes) {
      std::memcpy(target + i, source + i, 8);
    } else if (*strobes) {
      for (unsigned bit = 0; bit < 8 && i + bit < bytes; ++bit)
        if (*strobes >> bit & 1)
          target[i + bit] = source[i + bit];
    }
  }
}

}  // namespace weft::sim
