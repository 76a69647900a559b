// SPDX-License-Identifier: Apache-2.0
// Operations that are written to the halves of a memory together: each half takes the lanes of two parts of operations,
// a part being the lower or the upper half of an operation's lanes (two_turns.sv).
#pragma once
#include "sim/instant/components/bank_operation.h"

namespace weft::instant {

/// Parts that write to a half, as bits: 1 the lower lanes, 2 the upper ones. `whole`: an operation takes both or none.
class BankParts {
public:
  BankParts(unsigned banks, bool whole) : banks_(banks), whole_(whole) {}

  unsigned of(const BankOperation &operation, unsigned half) const {
    const Word lanes = operation.lanes(half);
    const unsigned parts = unsigned((lanes & lower()) != 0) | unsigned((lanes >> banks_ / 2) != 0) << 1;
    return whole_ && parts != 0 ? 3 : parts;
  }
  bool any(const BankOperation &operation) const { return (operation.lanes(0) | operation.lanes(1)) != 0; }
  bool fit(const BankOperation &one, const BankOperation &other) const {
    for (unsigned half = 0; half < 2; ++half)
      if (std::popcount(of(one, half)) + std::popcount(of(other, half)) > 2)
        return false;
    return true;
  }

  unsigned lanes() const { return banks_ / 2; }  // of a part

private:
  Word lower() const { return (Word(1) << banks_ / 2) - 1; }

  unsigned banks_;
  bool whole_;
};

class BankTurn {
public:
  BankTurn(unsigned banks, unsigned halves) : halves_(halves, Half(banks)) {}

  void start() {
    row_ = nullptr;
    for (Half &half : halves_)
      half.lanes = half.used = 0;
  }

  /// Of the ports in their order.
  void add(const BankOperation &operation, const BankParts &parts) {
    row_ = operation.isRow() && halves_[0].used == 0 && halves_.back().used == 0 ? &operation : nullptr;
    for (unsigned h = 0; h < halves_.size(); ++h)
      for (unsigned part = 0; part < 2; ++part)
        if ((parts.of(operation, h) >> part & 1) != 0)
          halves_[h].add(operation, operation.lanes(h), part * parts.lanes(), parts.lanes());
  }

  /// Returns how many rounds it takes: at least 1.
  unsigned begin() {
    unsigned rounds = 1;
    if (row_)  // saves time
      return rounds;
    for (Half &half : halves_) {
      half.rounds.set(half.lanes, half.addresses.data(), false);
      rounds = std::max(rounds, half.rounds.count());
    }
    return rounds;
  }

  void write(OnChipMemory &memory, unsigned round) const {
    if (row_)
      return row_->writeRow(memory);
    for (const Half &half : halves_)
      if (round < half.rounds.count())
        half.write(memory, round);
  }

private:
  struct Half {
    explicit Half(unsigned banks) : rounds(banks) {}

    void add(const BankOperation &operation, Word written, unsigned first, unsigned count) {
      for (unsigned i = 0; i < count; ++i, ++used) {
        operations[used] = &operation;
        from[used] = uint8_t(first + i);
        addresses[used] = operation.address(first + i);
        lanes |= (written >> (first + i) & 1) << used;
      }
    }
    void write(OnChipMemory &memory, unsigned round) const {
      for (Word left = rounds.lanes(round); left != 0; left &= left - 1) {
        const auto at = unsigned(std::countr_zero(left));
        operations[at]->writeLane(memory, from[at]);
      }
    }

    Rounds rounds;
    Word lanes = 0;     // that write
    unsigned used = 0;  // of the half's lanes: for each which lane of which operation
    std::array<const BankOperation *, kMostBanks> operations = {};
    std::array<uint8_t, kMostBanks> from = {};
    std::array<uint64_t, kMostBanks> addresses = {};
  };

  std::vector<Half> halves_;
  const BankOperation *row_ = nullptr;  // written alone
};

}  // namespace weft::instant
