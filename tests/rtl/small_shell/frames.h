// SPDX-License-Identifier: Apache-2.0
// Frames of the link as the benches know them, on their own: RFC 1662 with zlib's CRC-32 as the FCS.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include <zlib.h>

#include "weft_abi.h"

namespace bench {

using Bytes = std::vector<uint8_t>;

inline Bytes framed(Bytes content) {
  const uint32_t fcs = uint32_t(crc32(0, content.data(), unsigned(content.size())));
  for (unsigned i = 0; i < 4; ++i)
    content.push_back(uint8_t(fcs >> 8 * i));
  Bytes bytes{0x7e};
  for (uint8_t byte : content) {
    const bool special = byte == 0x7e || byte == 0x7d;
    if (special)
      bytes.push_back(0x7d);
    bytes.push_back(special ? byte ^ 0x20 : byte);
  }
  bytes.push_back(0x7e);
  return bytes;
}

/// A request's frame. `data`: of a write; reads say how many bytes they want.
inline Bytes request(uint8_t number, uint8_t kind, uint32_t address, uint8_t count, const Bytes &data = {}) {
  Bytes content{number, kind, count};
  for (unsigned i = 0; i < 4; ++i)
    content.push_back(uint8_t(address >> 8 * i));
  content.insert(content.end(), data.begin(), data.end());
  return framed(content);
}

/// Takes frames out of bytes that come one by one.
class FrameReader {
public:
  /// The content of the frame that the byte ends, if it does and the FCS is right.
  std::optional<Bytes> take(uint8_t byte) {
    if (byte == 0x7e) {
      Bytes content;
      content.swap(content_);
      escaped_ = false;
      if (content.size() < 4)
        return std::nullopt;
      const size_t size = content.size() - 4;
      uint32_t fcs = 0;
      for (unsigned i = 0; i < 4; ++i)
        fcs |= uint32_t(content[size + i]) << 8 * i;
      content.resize(size);
      if (fcs != crc32(0, content.data(), unsigned(size)))
        return std::nullopt;
      return content;
    }
    if (byte == 0x7d)
      escaped_ = true;
    else
      content_.push_back(escaped_ ? uint8_t(byte ^ 0x20) : byte), escaped_ = false;
    return std::nullopt;
  }

private:
  Bytes content_;
  bool escaped_ = false;
};

}  // namespace bench
