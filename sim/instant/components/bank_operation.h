// SPDX-License-Identifier: Apache-2.0
// What a row's write or a scatter writes to the banks of a memory.
#pragma once
#include <algorithm>

#include "sim/instant/components/bank_rounds.h"
#include "sim/instant/components/on_chip_memory.h"

namespace weft::instant {

class BankOperation {
public:
  BankOperation(unsigned banks, unsigned bytes, unsigned halves)
      : banks_(banks), bytes_(bytes), halves_(halves), data_(wordsOf(banks * bytes * 8)),
        strobes_(wordsOf(unsigned(data_.size()) * 8)) {}

  void setRow(const Word *address, const Word *data, const Word *strobes) {
    copy(data, strobes);
    row_ = true;
    lanes_ = {};
    for (unsigned lane = 0; lane < banks_; ++lane)
      setLane(lane, *address * banks_ + lane);
  }

  void setLanes(const Word *addresses, unsigned addressBits, const Word *data, const Word *strobes) {
    copy(data, strobes);
    row_ = false;
    lanes_ = {};
    for (unsigned lane = 0; lane < banks_; ++lane)
      setLane(lane, bitsAt(addresses, size_t(lane) * addressBits, addressBits));
  }

  bool isRow() const { return row_; }
  Word lanes(unsigned half) const { return lanes_[half]; }  // that write to it
  uint64_t address(unsigned lane) const { return addresses_[lane]; }

  void writeRow(OnChipMemory &memory) const { memory.write(addresses_[0] / banks_, data_.data(), strobes_.data()); }

  void writeLane(OnChipMemory &memory, unsigned lane) const {
    const uint64_t address = addresses_[lane];
    auto *row = reinterpret_cast<uint8_t *>(memory.row(address / banks_));
    if (!row)
      return;
    uint8_t *to = row + size_t(address % banks_) * bytes_;
    const unsigned first = lane * bytes_;
    const uint8_t *from = reinterpret_cast<const uint8_t *>(data_.data()) + first;
    if (bytes_ <= 64 && bitsAt(strobes_.data(), first, bytes_) == maskOf(bytes_))  // saves time
      return copyElement(to, from, bytes_);
    for (unsigned i = 0; i < bytes_; ++i)
      if (bitsAt(strobes_.data(), first + i, 1) != 0)
        to[i] = from[i];
  }

private:
  void copy(const Word *data, const Word *strobes) {
    copyWords(data_.data(), data, unsigned(data_.size()));
    copyWords(strobes_.data(), strobes, unsigned(strobes_.size()));
  }

  void setLane(unsigned lane, uint64_t address) {
    addresses_[lane] = address;
    const unsigned half = halves_ == 1 ? 0 : unsigned(std::popcount(address / banks_)) & 1;
    lanes_[half] |= Word(isWritten(lane)) << lane;
  }

  bool isWritten(unsigned lane) const {
    for (unsigned at = 0; at < bytes_; at += 64)
      if (bitsAt(strobes_.data(), lane * bytes_ + at, std::min(64u, bytes_ - at)) != 0)
        return true;
    return false;
  }

  unsigned banks_, bytes_, halves_;
  std::vector<Word> data_, strobes_;
  std::array<uint64_t, kMostBanks> addresses_ = {};
  std::array<Word, 2> lanes_ = {};  // by half
  bool row_ = false;
};

}  // namespace weft::instant
