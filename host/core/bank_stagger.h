// SPDX-License-Identifier: Apache-2.0
// Where buffers of some rows begin in a DRAM. A kernel goes through several of them at the same pace, and lines of two
// rows of one bank take turns slowly: so buffers get different banks, row by row.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace weft::core {

class BankStagger {
public:
  /// Memory of which nothing is known.
  BankStagger() = default;
  /// Both powers of two. The bank is the exclusive or of the row number's groups of log2(banks) bits.
  BankStagger(unsigned banks, uint64_t rowBytes) : banks_(banks), rowBytes_(rowBytes) {}

  /// How far behind `start`, the begin of `room` free bytes, a buffer of `bytes` bytes is best: at the row among the
  /// next ones in which it shares banks least with the buffers of about its size before it. At most a quarter of its
  /// size or a 64th of the room, so that what is left before it is little. Buffers below a row stay where they are.
  uint64_t offset(uint64_t start, uint64_t room, uint64_t bytes) const;

  void allocated(uint64_t address, uint64_t bytes) noexcept;
  void released(uint64_t address) noexcept;

private:
  struct Buffer {
    uint64_t address = 0, bytes = 0;  // no bytes: none
  };
  static constexpr size_t kBuffers = 8;  // among them mostly those that a kernel goes through beside the new one

  uint64_t most(uint64_t room, uint64_t bytes) const;
  unsigned bankOf(uint64_t row) const;
  unsigned clashes(uint64_t address, uint64_t bytes) const;

  unsigned banks_ = 1;
  uint64_t rowBytes_ = 1;
  std::array<Buffer, kBuffers> latest_ = {};
  size_t next_ = 0;  // of latest_, which is replaced next
};

}  // namespace weft::core
