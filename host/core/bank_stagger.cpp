// SPDX-License-Identifier: Apache-2.0
#include "host/core/bank_stagger.h"

#include <algorithm>
#include <bit>

namespace weft::core {
namespace {

constexpr uint64_t kRows = 128;  // that are compared: the pattern repeats, mostly

/// Whether a kernel may go through buffers of these sizes at one pace: such as a picture, and one with its border.
bool areAlike(uint64_t bytes, uint64_t others) {
  const auto [least, most] = std::minmax(bytes, others);
  return most - least <= most / 8;
}

}  // namespace

uint64_t BankStagger::most(uint64_t room, uint64_t bytes) const {
  return banks_ > 1 && bytes >= rowBytes_ ? std::min(std::max(bytes / 4, room / 64), banks_ * rowBytes_) : 0;
}

unsigned BankStagger::bankOf(uint64_t row) const {
  uint64_t bank = 0;
  for (; row != 0; row >>= std::countr_zero(banks_))
    bank ^= row;
  return unsigned(bank & (banks_ - 1));
}

/// How often a row of a buffer there lies in a bank that the same row of another one lies in, or a row beside that: one
/// stream is ahead of another. What is behind the end of the smaller one counts as if it went on.
unsigned BankStagger::clashes(uint64_t address, uint64_t bytes) const {
  const uint64_t rows = std::min(bytes / rowBytes_, kRows);
  unsigned count = 0;
  for (const Buffer &other : latest_) {
    if (!areAlike(bytes, other.bytes))
      continue;
    const uint64_t first = address / rowBytes_, otherFirst = other.address / rowBytes_;
    for (uint64_t row = 0; row < rows; ++row) {
      const unsigned bank = bankOf(first + row), otherBank = bankOf(otherFirst + row);
      count += unsigned(bank == otherBank);
      if (row != 0)
        count += unsigned(bank == bankOf(otherFirst + row - 1)) + unsigned(bankOf(first + row - 1) == otherBank);
    }
  }
  return count;
}

uint64_t BankStagger::offset(uint64_t start, uint64_t room, uint64_t bytes) const {
  const uint64_t end = std::min(room - bytes, most(room, bytes));
  uint64_t best = 0;
  unsigned fewest = ~0u;
  for (uint64_t at = (rowBytes_ - start % rowBytes_) % rowBytes_; at <= end && fewest != 0; at += rowBytes_) {
    const unsigned count = clashes(start + at, bytes);
    if (count < fewest) {
      fewest = count;
      best = at;
    }
  }
  return best;
}

void BankStagger::allocated(uint64_t address, uint64_t bytes) noexcept {
  if (banks_ == 1 || bytes < rowBytes_)
    return;
  latest_[next_] = {address, bytes};
  next_ = (next_ + 1) % kBuffers;
}

void BankStagger::released(uint64_t address) noexcept {
  for (Buffer &buffer : latest_)
    if (buffer.address == address)
      buffer = {};
}

}  // namespace weft::core
