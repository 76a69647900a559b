// SPDX-License-Identifier: Apache-2.0
// Frames of the host link (docs/rtl-interfaces.md, section 7): HDLC-like framing of RFC 1662 with its 32-bit FCS.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace weft::board {

/// The bytes that carry `content` over the line: flags, escapes, FCS.
std::vector<uint8_t> makeFrame(std::span<const uint8_t> content);

/// Finds frames in a stream of bytes. Whatever comes, the next whole frame is found.
class FrameReader {
public:
  /// The content of the frame that ends with this byte, if one does.
  std::optional<std::vector<uint8_t>> take(uint8_t byte);
  /// Frames that ended with a wrong FCS, or were given up by their sender.
  uint64_t damaged() const { return damaged_; }

private:
  std::vector<uint8_t> content_;
  bool escaped_ = false;
  uint64_t damaged_ = 0;
};

}  // namespace weft::board
