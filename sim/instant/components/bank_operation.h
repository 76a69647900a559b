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
      : banks_(banks), bytes_(bytes), rounds_(halves, Rounds(banks)), data_(wordsOf(banks * bytes * 8)),
        strobes_(wordsOf(unsigned(data_.size()) * 8)) {}

  void setRow(const Word *address, const Word *data, const Word *strobes) {
    copy(data, strobes);
    row_ = true;
    addresses_[0] = *address;
    const bool written = std::any_of(strobes_.begin(), strobes_.end(), [](Word strobe) { return strobe != 0; });
    needs_ = unsigned(written) << halfOf(*address);
    count_ = 1;
  }

  void setLanes(const Word *addresses, unsigned addressBits, const Word *data, const Word *strobes) {
    copy(data, strobes);
    row_ = false;
    std::array<Word, 2> lanes = {};  // by half
    for (unsigned lane = 0; lane < banks_; ++lane) {
      addresses_[lane] = bitsAt(addresses, size_t(lane) * addressBits, addressBits);
      lanes[halfOf(addresses_[lane] / banks_)] |= Word(isWritten(lane)) << lane;
    }
    needs_ = unsigned(lanes[0] != 0) | unsigned(lanes[1] != 0) << 1;
    count_ = 1;
    for (unsigned half = 0; half < rounds_.size(); ++half) {
      rounds_[half].set(lanes[half], addresses_.data(), false);
      count_ = std::max(count_, rounds_[half].count());
    }
  }

  unsigned needs() const { return needs_; }   // a bit for each half
  unsigned rounds() const { return count_; }  // at least 1

  void write(OnChipMemory &memory, unsigned round) const {
    if (row_) {
      if (round == 0)
        memory.write(addresses_[0], data_.data(), strobes_.data());
      return;
    }
    for (const Rounds &half : rounds_)
      if (round < half.count())
        for (Word left = half.lanes(round); left != 0; left &= left - 1)
          writeLane(memory, unsigned(std::countr_zero(left)));
  }

private:
  void copy(const Word *data, const Word *strobes) {
    copyWords(data_.data(), data, unsigned(data_.size()));
    copyWords(strobes_.data(), strobes, unsigned(strobes_.size()));
  }

  unsigned halfOf(uint64_t row) const { return rounds_.size() == 1 ? 0 : unsigned(std::popcount(row)) & 1; }

  bool isWritten(unsigned lane) const {
    for (unsigned at = 0; at < bytes_; at += 64)
      if (bitsAt(strobes_.data(), lane * bytes_ + at, std::min(64u, bytes_ - at)) != 0)
        return true;
    return false;
  }

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

  unsigned banks_, bytes_;
  std::vector<Rounds> rounds_;  // of a scatter's lanes in each half
  std::vector<Word> data_, strobes_;
  std::array<uint64_t, kMostBanks> addresses_ = {};  // a row's write has one
  bool row_ = false;
  unsigned needs_ = 1, count_ = 1;
};

}  // namespace weft::instant
