// SPDX-License-Identifier: Apache-2.0
#include "board/link/frame.h"

#include <utility>
#include <zlib.h>

#include "weft_abi.h"

namespace weft::board {
namespace {

constexpr size_t kFcsBytes = 4;
constexpr size_t kLongest = 4096;  // more between two flags is no frame of this link

/// RFC 1662's 32-bit FCS is zlib's CRC-32.
uint32_t fcsOf(std::span<const uint8_t> content) {
  return uint32_t(crc32(0, content.data(), unsigned(content.size())));
}

void appendEscaped(std::vector<uint8_t> &bytes, uint8_t byte) {
  const bool special = byte == abi::LINK_FLAG || byte == abi::LINK_ESCAPE;
  if (special)
    bytes.push_back(abi::LINK_ESCAPE);
  bytes.push_back(special ? uint8_t(byte ^ abi::LINK_ESCAPE_XOR) : byte);
}

}  // namespace

std::vector<uint8_t> makeFrame(std::span<const uint8_t> content) {
  std::vector<uint8_t> bytes{abi::LINK_FLAG};
  for (const uint8_t byte : content)
    appendEscaped(bytes, byte);
  const uint32_t fcs = fcsOf(content);
  for (unsigned i = 0; i < kFcsBytes; ++i)
    appendEscaped(bytes, uint8_t(fcs >> 8 * i));
  bytes.push_back(abi::LINK_FLAG);
  return bytes;
}

std::optional<std::vector<uint8_t>> FrameReader::take(uint8_t byte) {
  if (byte == abi::LINK_ESCAPE) {
    escaped_ = true;
    return std::nullopt;
  }
  if (byte != abi::LINK_FLAG) {
    if (content_.size() < kLongest)
      content_.push_back(escaped_ ? uint8_t(byte ^ abi::LINK_ESCAPE_XOR) : byte);
    escaped_ = false;
    return std::nullopt;
  }
  std::vector<uint8_t> content;
  content.swap(content_);
  const bool givenUp = std::exchange(escaped_, false);
  if (content.empty())  // two flags with nothing between them
    return std::nullopt;
  uint32_t fcs = 0;
  for (unsigned i = 0; i < kFcsBytes && content.size() >= kFcsBytes; ++i)
    fcs |= uint32_t(content[content.size() - kFcsBytes + i]) << 8 * i;
  if (!givenUp && content.size() >= kFcsBytes && content.size() < kLongest) {
    content.resize(content.size() - kFcsBytes);
    if (fcs == fcsOf(content))
      return content;
  }
  ++damaged_;
  return std::nullopt;
}

}  // namespace weft::board
