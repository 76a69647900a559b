// SPDX-License-Identifier: Apache-2.0
// State of rtl/mem/bank_gather.sv.
#pragma once
#include "sim/instant/components/bank_rounds.h"
#include "sim/instant/components/credits.h"
#include "sim/instant/components/on_chip_memory.h"

namespace weft::instant {

class BankGather {
public:
  BankGather(Wiring &wiring, unsigned index, unsigned count)
      : banks_(unsigned(wiring.parameter("Banks"))), addressBits_(unsigned(wiring.parameter("AW"))),
        bytes_(unsigned(wiring.parameter("WordBits") / 8)), words_(wordsOf(banks_ * bytes_ * 8)),
        valid_(wiring.input("gather_valid_i", index, count)), addresses_(wiring.input("gather_addr_i", index, count)),
        mask_(wiring.input("gather_mask_i", index, count)), dataReady_(wiring.input("data_ready_i", index, count)),
        ready_(wiring.output("gather_ready_o", index, count)), dataValid_(wiring.output("data_valid_o", index, count)),
        data_(wiring.output("data_data_o", index, count)), answers_(unsigned(wiring.parameter("Depth"))),
        slots_(std::bit_ceil(unsigned(wiring.parameter("Depth"))), Slot(banks_, words_)) {}

  /// To be ticked before a write of the same cycle.
  void tick(const OnChipMemory &memory) {
    const bool taken = *valid_ != 0 && *ready_ != 0;
    if (!taken && atRest())  // saves time
      return;
    const bool done = (lasts_ & kDone) != 0;
    if ((rounds_ & kRead) != 0)
      read(memory);
    rounds_ = rounds_ << 1 & (2 * kRead - 1);
    lasts_ = lasts_ << 1 & (2 * kDone - 1);
    if (held_)
      fire();
    if (taken)
      accept();
    const bool left = answers_.ackValid() && *dataReady_ != 0;
    answers_.tick(taken, done, *dataReady_ != 0);
    leaving_ += unsigned(left);
    show();
  }

  void reset() {
    answers_.reset();
    accepted_ = leaving_ = 0;
    reading_ = {};
    rounds_ = lasts_ = 0;
    held_ = false;
    show();
  }

  /// A cycle without a request changes nothing.
  bool atRest() const { return answers_.atRest(); }

private:
  // Bits of a round, by how many cycles ago it left the rounds' register.
  static constexpr unsigned kRead = 2, kDone = 8;

  struct Slot {
    Slot(unsigned banks, unsigned words) : rounds(banks), answer(words) {}
    Rounds rounds;
    std::array<uint64_t, kMostBanks> addresses = {};
    std::vector<Word> answer;
  };

  Slot &slot(uint64_t packet) { return slots_[packet & (slots_.size() - 1)]; }
  bool lastRound() { return round_ + 1 == slot(accepted_ - 1).rounds.count(); }

  void accept() {
    Slot &it = slot(accepted_++);
    for (unsigned lane = 0; lane < banks_; ++lane)
      it.addresses[lane] = bitsAt(addresses_, size_t(lane) * addressBits_, addressBits_);
    it.rounds.set(*mask_, it.addresses.data(), true);
    if (*mask_ != maskOf(banks_))  // saves time
      std::fill(it.answer.begin(), it.answer.end(), 0);
    held_ = true;
    round_ = 0;
  }

  void fire() {
    const bool last = lastRound();
    rounds_ |= 1;
    lasts_ |= unsigned(last);
    held_ = !last;
    ++round_;
  }

  void read(const OnChipMemory &memory) {
    Slot &it = slot(reading_.packet);
    auto *answer = reinterpret_cast<uint8_t *>(it.answer.data());
    for (Word left = it.rounds.lanes(reading_.round); left != 0; left &= left - 1) {
      const auto lane = unsigned(std::countr_zero(left));
      const uint64_t address = it.addresses[lane];
      const auto *row = reinterpret_cast<const uint8_t *>(memory.read(address / banks_));
      copyElement(answer + size_t(lane) * bytes_, row + size_t(address % banks_) * bytes_, bytes_);
    }
    reading_.next(it.rounds);
  }

  void show() {
    *ready_ = answers_.room() && (!held_ || lastRound());
    *dataValid_ = answers_.ackValid();
    if (answers_.ackValid())
      copyWords(data_, slot(leaving_).answer.data(), words_);
  }

  unsigned banks_, addressBits_, bytes_, words_;
  const Word *valid_, *addresses_, *mask_, *dataReady_;
  Word *ready_, *dataValid_, *data_;
  AckCounter answers_;
  std::vector<Slot> slots_;
  uint64_t accepted_ = 0, leaving_ = 0;  // numbers of the next packets
  RoundCursor reading_;
  bool held_ = false;  // the last packet accepted has rounds to come, from
  unsigned round_ = 0;
  unsigned rounds_ = 0, lasts_ = 0;  // that left in the last cycles; lasts_: a packet's last
};

}  // namespace weft::instant
