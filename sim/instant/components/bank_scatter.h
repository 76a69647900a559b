// SPDX-License-Identifier: Apache-2.0
// State of rtl/mem/bank_scatter.sv, and without scatters of the local_write_arbiter in its place.
#pragma once
#include "sim/instant/components/arbiter.h"
#include "sim/instant/components/bank_rounds.h"
#include "sim/instant/components/credits.h"
#include "sim/instant/components/on_chip_memory.h"

namespace weft::instant {

class BankScatter {
public:
  explicit BankScatter(Wiring &wiring)
      : banks_(unsigned(wiring.parameter("Banks"))), addressBits_(unsigned(wiring.parameter("AW"))),
        bytes_(unsigned(wiring.parameter("WordBits") / 8)), words_(wordsOf(banks_ * bytes_ * 8)),
        writes_(unsigned(wiring.parameter("NumWrites"))), slots_(kSlots, Slot(banks_, words_)) {
    const auto scatters = unsigned(wiring.parameter("NumScatters"));
    const AckCounter acks(unsigned(wiring.parameter("Depth")));
    const auto add = [&](const char *const(&names)[7], unsigned i, unsigned n) {
      ports_.push_back({wiring.input(names[0], i, n), wiring.input(names[1], i, n), wiring.input(names[2], i, n),
                        wiring.input(names[3], i, n), wiring.input(names[4], i, n), wiring.output(names[5], i, n),
                        wiring.output(names[6], i, n), acks});
    };
    for (unsigned i = 0; i < writes_; ++i)
      add({"in_valid_i", "in_addr_i", "in_data_i", "in_strb_i", "ack_ready_i", "in_ready_o", "ack_valid_o"}, i,
          writes_);
    for (unsigned i = 0; i < scatters; ++i)
      add({"scatter_valid_i", "scatter_addr_i", "scatter_data_i", "scatter_strb_i", "done_ready_i", "scatter_ready_o",
           "done_valid_o"},
          i, scatters);
    direct_ = scatters == 0;
    none_ = unsigned(ports_.size());
  }

  /// The readies of all ports are one choice.
  void evaluate() {
    if (chosen_)  // saves time
      return;
    const unsigned granted = choice();
    for (unsigned i = 0; i < none_; ++i)
      *ports_[i].ready = ready() && ports_[i].acks.room() && (i == granted || none_ == 1);
  }

  void tick(OnChipMemory &memory) {
    const unsigned granted = choice();
    chosen_ = false;
    if (granted == none_ && atRest_)  // saves time
      return;
    const unsigned taken = ready() ? granted : none_;
    const unsigned done = (rounds_ & (direct_ ? 1 : 2)) != 0 ? write(memory) : none_;
    rounds_ = rounds_ << 1 & 2;
    if (held_)
      fire();
    if (taken != none_)
      accept(taken);
    else if (granted != none_)
      turns_.keep(granted);
    for (unsigned i = 0; i < none_; ++i)
      ports_[i].acks.tick(i == taken, i == done, *ports_[i].ackReady != 0);
    show();
  }

  void reset() {
    for (Port &port : ports_)
      port.acks.reset();
    turns_.reset();
    accepted_ = 0;
    writing_ = {};
    rounds_ = 0;
    held_ = false;
    show();
  }

  /// A cycle without a request changes nothing, nor do the readies.
  bool atRest() const { return atRest_; }

  void listState(StateList &list) const { list.addAll(ports_); }

private:
  static constexpr unsigned kSlots = 4;  // in the registers before, between and behind the crossbar, and one

  struct Port {
    const Word *valid, *addr, *data, *strb, *ackReady;
    Word *ready, *ackValid;
    AckCounter acks;
  };
  struct Slot {
    Slot(unsigned banks, unsigned words) : rounds(banks), data(words), strobes(wordsOf(words * 8)) {}
    unsigned port = 0;
    Rounds rounds;
    std::array<uint64_t, kMostBanks> addresses = {};  // a row's write has one
    std::vector<Word> data, strobes;
  };

  Slot &slot(uint64_t operation) { return slots_[operation % kSlots]; }
  bool lastRound() { return round_ + 1 == slot(accepted_ - 1).rounds.count(); }
  bool ready() { return !held_ || lastRound(); }

  /// Once a cycle.
  unsigned choice() {
    if (!chosen_)
      choice_ = turns_.choose(none_, [this](unsigned i) { return *ports_[i].valid && ports_[i].acks.room(); });
    chosen_ = true;  // saves time: again, it would be the same
    return choice_;
  }

  void accept(unsigned taken) {
    turns_.serve(taken);
    const Port &port = ports_[taken];
    Slot &it = slot(accepted_++);
    it.port = taken;
    copyWords(it.data.data(), port.data, words_);
    copyWords(it.strobes.data(), port.strb, unsigned(it.strobes.size()));
    if (taken < writes_) {
      it.addresses[0] = *port.addr;
      it.rounds.set(0, nullptr, false);
    } else {
      Word lanes = 0;
      for (unsigned lane = 0; lane < banks_; ++lane) {
        it.addresses[lane] = bitsAt(port.addr, size_t(lane) * addressBits_, addressBits_);
        lanes |= Word(isWritten(it, lane)) << lane;
      }
      it.rounds.set(lanes, it.addresses.data(), false);
    }
    held_ = true;
    round_ = 0;
    if (direct_)
      fire();
  }

  bool isWritten(const Slot &it, unsigned lane) const {
    for (unsigned at = 0; at < bytes_; at += 64)
      if (bitsAt(it.strobes.data(), lane * bytes_ + at, std::min(64u, bytes_ - at)) != 0)
        return true;
    return false;
  }

  void fire() {
    held_ = !lastRound();
    rounds_ |= 1;
    ++round_;
  }

  /// Returns the port whose operation that ends.
  unsigned write(OnChipMemory &memory) {
    const Slot &it = slot(writing_.packet);
    if (it.port < writes_)
      memory.write(it.addresses[0], it.data.data(), it.strobes.data());
    else
      for (Word left = it.rounds.lanes(writing_.round); left != 0; left &= left - 1)
        writeLane(memory, it, unsigned(std::countr_zero(left)));
    return writing_.next(it.rounds) ? it.port : none_;
  }

  void writeLane(OnChipMemory &memory, const Slot &it, unsigned lane) const {
    const uint64_t address = it.addresses[lane];
    auto *row = reinterpret_cast<uint8_t *>(memory.row(address / banks_));
    if (!row)
      return;
    uint8_t *to = row + size_t(address % banks_) * bytes_;
    const unsigned first = lane * bytes_;
    const uint8_t *from = reinterpret_cast<const uint8_t *>(it.data.data()) + first;
    if (bytes_ <= 64 && bitsAt(it.strobes.data(), first, bytes_) == maskOf(bytes_))  // saves time
      return copyElement(to, from, bytes_);
    for (unsigned i = 0; i < bytes_; ++i)
      if (bitsAt(it.strobes.data(), first + i, 1) != 0)
        to[i] = from[i];
  }

  void show() {
    atRest_ = !held_ && rounds_ == 0;
    for (const Port &port : ports_) {
      *port.ackValid = port.acks.ackValid();
      atRest_ &= port.acks.atRest() && *port.ready == Word(none_ == 1);
    }
  }

  unsigned banks_, addressBits_, bytes_, words_, writes_;
  bool direct_ = false;      // there are no scatters
  unsigned none_ = 0;        // no port
  std::vector<Port> ports_;  // row writes first
  std::vector<Slot> slots_;
  Turns turns_;
  unsigned choice_ = 0;  // of this cycle, if
  bool chosen_ = false;
  bool atRest_ = false;
  uint64_t accepted_ = 0;  // number of the next operation
  RoundCursor writing_;
  bool held_ = false;  // the last operation accepted has rounds to come, from
  unsigned round_ = 0;
  unsigned rounds_ = 0;  // that left in the last cycles
};

}  // namespace weft::instant
