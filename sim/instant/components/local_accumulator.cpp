// SPDX-License-Identifier: Apache-2.0
// rtl/mem/local_accumulator.sv
#include <algorithm>
#include <array>
#include <iterator>
#include <string>

#include "sim/instant/components/arbiter.h"
#include "sim/instant/components/atomic_alu.h"
#include "sim/instant/components/credits.h"
#include "sim/instant/components/fifo.h"
#include "sim/instant/components/models.h"
#include "sim/instant/components/on_chip_memory.h"

namespace weft::instant {
namespace {

class LocalAccumulator final : public Model {
public:
  explicit LocalAccumulator(Wiring &wiring);

  /// The readies of all ports are one choice.
  void evaluate(unsigned) override {
    if (chosen_)
      return;
    const unsigned granted = choice();
    for (unsigned i = 0; i < none_; ++i)
      *ports_[i].ready = ports_[i].room() && (none_ == 1 || i == granted);
  }

  void tick() override {
    const unsigned taken = choice();
    chosen_ = false;
    const Access done = stages_[kStages - 1];
    const Word sum = perform(done);
    std::move_backward(stages_.begin(), std::prev(stages_.end()), stages_.end());
    stages_[0] = accept(taken);
    const Answer answer = answers_[levels_ - 1];
    std::move_backward(answers_.begin(), std::prev(answers_.end()), answers_.end());
    answers_[0] = {done.port < firstRead_ ? none_ : done.port, sum};
    for (unsigned i = 0; i < none_; ++i)
      if (i < firstRead_)
        ports_[i].acks.tick(i == taken, i == done.port, *ports_[i].answerReady != 0);
      else
        ports_[i].tickAnswers(i == taken, i == answer.port, answer.sum);
    if (*reset_) [[unlikely]]
      reset();
    for (Port &port : ports_)
      port.show();
  }

  void listState(StateList &list) const override {
    list.add(*this);
    list.addAll(ports_);
    list.addAll(replicas_);
    list.addAll(operands_);
  }

private:
  static constexpr unsigned kStages = 4;  // cycles from an access' start to its write
  static constexpr unsigned kMostLevels = 6;

  struct Port {
    const Word *valid, *addr, *data, *mask, *answerReady;  // reads have no data, and only updates a mask
    Word *ready, *answerValid, *answerData;
    AckCounter acks;  // of what writes
    CreditCounter credits;
    Queue<Word> sums;  // of reads

    bool reads() const { return answerData; }
    bool room() const { return reads() ? credits.any() : acks.room(); }
    void tickAnswers(bool take, bool push, Word sum) {
      const bool left = sums.valid() && *answerReady != 0;
      credits.tick(left, take);
      sums.tick(push, sum, left);
    }
    void reset() {
      acks.reset();
      credits.reset();
      sums.reset();
    }
    void show() const {
      *answerValid = reads() ? sums.valid() : acks.ackValid();
      if (reads())
        *answerData = sums.front();
    }
  };
  struct Access {
    unsigned port = ~0u;
    unsigned slot = 0;  // of its addresses and operands
    Word mask = 0;
  };
  struct Answer {
    unsigned port = ~0u;
    Word sum = 0;
  };

  /// Once a cycle.
  unsigned choice() {
    if (!chosen_)
      choice_ = turns_.choose(none_, [this](unsigned i) { return *ports_[i].valid && ports_[i].room(); });
    chosen_ = true;  // saves time: again, it would be the same
    return choice_;
  }

  Access accept(unsigned taken) {
    if (taken == none_)
      return {none_};
    turns_.serve(taken);
    const Port &port = ports_[taken];
    slot_ = (slot_ + 1) % kSlots;
    Word *to = &operands_[size_t(slot_) * 2 * lanes_];
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      *to++ = bitsAt(port.addr, port.mask ? uint64_t(lane) * addressBits_ : 0, addressBits_);
      *to++ = port.mask                ? bitsAt(port.data, uint64_t(lane) * bits_, bits_)
              : lane == 0 && port.data ? *port.data
                                       : identity();
    }
    return {taken, slot_, port.mask ? *port.mask : port.data ? maskOf(lanes_) : 0};
  }

  /// What an access does to the memory, at the time of its write. Returns what a read finds.
  Word perform(const Access &access) {
    if (access.port >= none_)  // saves time
      return 0;
    const Word *operand = &operands_[size_t(access.slot) * 2 * lanes_];
    if (access.port >= firstRead_)
      return combined(*operand);
    for (unsigned lane = 0; lane < lanes_; ++lane, operand += 2) {
      Word *word = access.mask >> lane & 1 ? replicas_[lane].row(operand[0]) : nullptr;
      if (word)
        *word = access.port < firstWrite_ ? updated(*word, operand[1]) : operand[1];
    }
    return 0;
  }

  Word combined(uint64_t address) const {
    Word sum = *replicas_[0].readNarrow(address);
    for (unsigned lane = 1; lane < lanes_; ++lane) {
      const Word other = *replicas_[lane].readNarrow(address);
      sum = updated(sum, op_ == kClear ? ~other : other);
    }
    return sum;
  }

  Word updated(Word old, Word data) const { return atomicResult(bits_ == 64, op_, old, data, 0); }

  /// What the operation changes nothing with.
  Word identity() const {
    switch (op_) {
    case kClear:
    case kUMin:
      return maskOf(bits_);
    case kSMax:
      return Word(1) << (bits_ - 1);
    case kSMin:
      return maskOf(bits_ - 1);
    default:
      return 0;
    }
  }

  void reset() {
    stages_.fill({none_});
    answers_.fill({none_});
    turns_.reset();
    for (Port &port : ports_)
      port.reset();
  }

  static constexpr unsigned kClear = 1, kSMax = 4, kSMin = 5, kUMin = 7;
  static constexpr unsigned kSlots = kStages + 1;
  unsigned lanes_, bits_, addressBits_, op_, levels_;
  const Word *reset_;
  std::vector<OnChipMemory> replicas_;
  std::vector<Port> ports_;  // updates, stores, reads
  unsigned firstWrite_ = 0, firstRead_ = 0, none_ = 0;
  Turns turns_;
  unsigned choice_ = 0;  // of this cycle, if
  bool chosen_ = false;
  std::array<Access, kStages> stages_;
  std::array<Answer, kMostLevels> answers_;
  unsigned slot_ = 0;
  std::vector<Word> operands_;  // by slot and lane: address and operand
};

LocalAccumulator::LocalAccumulator(Wiring &wiring)
    : lanes_(unsigned(wiring.parameter("Lanes"))), bits_(unsigned(wiring.parameter("WordBits"))),
      addressBits_(unsigned(wiring.parameter("AW"))), op_(unsigned(wiring.parameter("Op"))),
      levels_(unsigned(std::countr_zero(lanes_))), reset_(wiring.input("rst_i")),
      replicas_(lanes_, OnChipMemory(wiring.parameter("Words"), bits_)), operands_(size_t(kSlots) * 2 * lanes_) {
  const auto depth = unsigned(wiring.parameter("Depth"));
  const auto add = [&](unsigned n, const std::string &in, const std::string &out, bool data, bool mask, bool reads) {
    for (unsigned i = 0; i < n; ++i)
      ports_.push_back({wiring.input(in + "_valid_i", i, n), wiring.input(in + "_addr_i", i, n),
                        data ? wiring.input(in + "_data_i", i, n) : nullptr,
                        mask ? wiring.input(in + "_mask_i", i, n) : nullptr, wiring.input(out + "_ready_i", i, n),
                        wiring.output(in + "_ready_o", i, n), wiring.output(out + "_valid_o", i, n),
                        reads ? wiring.output(out + "_data_o", i, n) : nullptr, AckCounter(depth),
                        CreditCounter(depth > 16 ? depth + 1 : depth), Queue<Word>(depth)});
  };
  add(unsigned(wiring.parameter("NumUpdates")), "at", "done", true, true, false);
  firstWrite_ = unsigned(ports_.size());
  add(unsigned(wiring.parameter("NumWrites")), "in", "ack", true, false, false);
  firstRead_ = unsigned(ports_.size());
  add(unsigned(wiring.parameter("NumReads")), "rd", "data", false, false, true);
  none_ = unsigned(ports_.size());
}

}  // namespace

std::unique_ptr<Model> makeLocalAccumulator(Wiring &wiring) { return std::make_unique<LocalAccumulator>(wiring); }

}  // namespace weft::instant
