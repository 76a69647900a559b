// SPDX-License-Identifier: Apache-2.0
// A line of bytes to a device and back, which may lose or change some.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace weft::board {

class ByteStream {
public:
  virtual ~ByteStream() = default;
  /// Sends all of the bytes. Throws std::runtime_error when the line is gone.
  virtual void write(std::span<const uint8_t> bytes) = 0;
  /// Waits until bytes come or the time is over; returns how many came. Throws std::runtime_error when the line is
  /// gone.
  virtual size_t read(std::span<uint8_t> bytes, std::chrono::milliseconds timeout) = 0;
  /// For messages: which line it is.
  virtual std::string name() const = 0;
};

}  // namespace weft::board
