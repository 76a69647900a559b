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

  /// The readies of all ports are two choices: one of those that write, one of those that read.
  void evaluate(unsigned) override {
    if (chosen_)
      return;
    choose();
    for (unsigned i = 0; i < none_; ++i) {
      const bool first = i < firstRead_ ? !readsBegin() && (firstRead_ == 1 || i == writer_)
                                        : !pauses_ && (none_ - firstRead_ == 1 || i == reader_);
      *ports_[i].ready = ports_[i].room() && first;
    }
  }

  void tick() override {
    choose();
    chosen_ = false;
    const Access done = writes_[kStages - 1], read = reads_[kStages - 1];
    if (read.port < none_)  // before what was taken with it
      combine(operands_[size_t(read.slot) * operandsOfSlot_], read.slot);
    perform(done);
    std::move_backward(writes_.begin(), std::prev(writes_.end()), writes_.end());
    writes_[0] = accept(writer_);
    const Access answer = answers_[answerStages_ - 1];
    std::move_backward(answers_.begin(), std::prev(answers_.end()), answers_.end());
    answers_[0] = read;
    std::move_backward(reads_.begin(), std::prev(reads_.end()), reads_.end());
    reads_[0] = accept(reader_);
    for (unsigned i = 0; i < none_; ++i)
      if (i < firstRead_)
        ports_[i].acks.tick(i == writer_, i == done.port, *ports_[i].answerReady != 0);
      else
        ports_[i].tickAnswers(i == reader_, i == answer.port, &sums_[size_t(answer.slot) * sumWords_]);
    if (*reset_) [[unlikely]]
      reset();
    for (Port &port : ports_)
      port.show(sumWords_);
  }

  void listState(StateList &list) const override {
    list.add(*this);
    list.addAll(ports_);
    list.addAll(replicas_);
    list.addAll(operands_);
    list.addAll(sums_);
  }

private:
  static constexpr unsigned kStages = 4;     // cycles from an access' start to its write, or until it reads
  static constexpr unsigned kReadTaken = 2;  // stage in which a read takes the pipeline
  static constexpr unsigned kReadStages = 2, kMostLevels = 6;

  struct Port {
    const Word *valid, *addr, *data, *mask, *answerReady;  // reads have no data and no mask
    Word *ready, *answerValid, *answerData;
    AckCounter acks;  // of what writes
    CreditCounter credits;
    WordsQueue sums;  // of reads

    bool reads() const { return answerData; }
    bool room() const { return reads() ? credits.any() : acks.room(); }
    void tickAnswers(bool take, bool push, const Word *sum) {
      const bool left = sums.valid() && *answerReady != 0;
      credits.tick(left, take);
      sums.tick(push, sum, left);
    }
    void reset() {
      acks.reset();
      credits.reset();
      sums.reset();
    }
    void show(unsigned words) const {
      *answerValid = reads() ? sums.valid() : acks.ackValid();
      if (reads())
        copyWords(answerData, sums.front(), words);
    }
  };
  struct Access {
    unsigned port = ~0u;
    unsigned slot = 0;  // of its addresses and operands
    Word mask = 0;      // lanes that update, words that are stored
  };

  bool offered(unsigned i) const { return *ports_[i].valid && ports_[i].room(); }
  /// A read that was taken takes the pipeline now.
  bool readsBegin() const { return reads_[kReadTaken].port < none_; }

  /// Once a cycle.
  void choose() {
    if (chosen_)  // saves time: again, it would be the same
      return;
    chosen_ = true;
    const unsigned writer = turns_.choose(firstRead_, [this](unsigned i) { return offered(i); });
    writer_ = writer == firstRead_ || readsBegin() ? none_ : writer;
    pauses_ = reads_[0].port < none_ && writer != firstRead_;
    reader_ = pauses_ ? none_ : firstRead_ + readTurns_.choose(none_ - firstRead_, [this](unsigned i) {
      return offered(firstRead_ + i);
    });
  }

  Access accept(unsigned taken) {
    if (taken == none_)
      return {none_};
    if (taken < firstRead_)
      turns_.serve(taken);
    else
      readTurns_.serve(taken - firstRead_);
    const Port &port = ports_[taken];
    slot_ = (slot_ + 1) % kSlots;
    Word *to = &operands_[size_t(slot_) * operandsOfSlot_];
    if (taken < firstWrite_) {
      for (unsigned lane = 0; lane < lanes_; ++lane) {
        *to++ = bitsAt(port.addr, uint64_t(lane) * addressBits_, addressBits_);
        *to++ = bitsAt(port.data, uint64_t(lane) * bits_, bits_);
      }
    } else {
      *to++ = *port.addr * rowWords_;
      for (unsigned word = 0; word < rowWords_ && port.data; ++word)
        *to++ = bitsAt(port.data, uint64_t(word) * bits_, bits_);
    }
    return {taken, slot_, port.mask ? *port.mask : 0};
  }

  /// What an access does to the memory, at the time of its write.
  void perform(const Access &access) {
    if (access.port >= none_)  // saves time
      return;
    const Word *operand = &operands_[size_t(access.slot) * operandsOfSlot_];
    for (Word mask = access.mask; mask != 0; mask &= mask - 1) {
      const auto i = unsigned(std::countr_zero(mask));
      if (access.port >= firstWrite_)
        store(operand[0] + i, operand[1 + i]);
      else if (Word *word = replicas_[i].row(operand[2 * i]))
        *word = updated(*word, operand[2 * i + 1]);
    }
  }

  void store(uint64_t address, Word value) {
    for (OnChipMemory &replica : replicas_) {
      if (Word *word = replica.row(address))
        *word = value;
      value = identity();
    }
  }

  /// The words of a row, of all replicas.
  void combine(uint64_t address, unsigned slot) {
    Word *sums = &sums_[size_t(slot) * sumWords_];
    std::fill_n(sums, sumWords_, Word(0));
    for (unsigned i = 0; i < rowWords_; ++i) {
      Word sum = *replicas_[0].readNarrow(address + i);
      for (unsigned lane = 1; lane < lanes_; ++lane) {
        const Word other = *replicas_[lane].readNarrow(address + i);
        sum = updated(sum, op_ == kClear ? ~other : other);
      }
      sums[size_t(i) * bits_ / 64] |= sum << size_t(i) * bits_ % 64;
    }
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
    writes_.fill({none_});
    reads_.fill({none_});
    answers_.fill({none_});
    turns_.reset();
    readTurns_.reset();
    for (Port &port : ports_)
      port.reset();
  }

  static constexpr unsigned kClear = 1, kSMax = 4, kSMin = 5, kUMin = 7;
  /// Of two accesses a cycle, of which one may be a read on its way to its port.
  static constexpr unsigned kSlots = 2 * (kStages + kReadStages + kMostLevels + 2);
  unsigned lanes_, bits_, rowWords_, addressBits_, op_, answerStages_, sumWords_, operandsOfSlot_;
  const Word *reset_;
  std::vector<OnChipMemory> replicas_;
  std::vector<Port> ports_;  // updates, stores, reads
  unsigned firstWrite_ = 0, firstRead_ = 0, none_ = 0;
  Turns turns_, readTurns_;
  unsigned writer_ = 0, reader_ = 0;  // of this cycle, if
  bool chosen_ = false;
  bool pauses_ = false;  // no read may begin: writers have their turn
  std::array<Access, kStages> writes_, reads_;
  std::array<Access, kReadStages + kMostLevels> answers_;
  unsigned slot_ = 0;
  std::vector<Word> operands_;  // by slot: of updates by lane, address and operand; else address and what is stored
  std::vector<Word> sums_;      // by slot
};

LocalAccumulator::LocalAccumulator(Wiring &wiring)
    : lanes_(unsigned(wiring.parameter("Lanes"))), bits_(unsigned(wiring.parameter("WordBits"))),
      rowWords_(unsigned(wiring.parameter("RowWords"))), addressBits_(unsigned(wiring.parameter("AW"))),
      op_(unsigned(wiring.parameter("Op"))), answerStages_(kReadStages + unsigned(std::countr_zero(lanes_))),
      sumWords_(wordsOf(rowWords_ * bits_)), operandsOfSlot_(std::max(2 * lanes_, 1 + rowWords_)),
      reset_(wiring.input("rst_i")), replicas_(lanes_, OnChipMemory(wiring.parameter("Words"), bits_)),
      operands_(size_t(kSlots) * operandsOfSlot_), sums_(size_t(kSlots) * sumWords_) {
  const auto depth = unsigned(wiring.parameter("Depth"));
  const auto add = [&](unsigned n, const std::string &in, const std::string &out, bool data, bool mask, bool reads) {
    for (unsigned i = 0; i < n; ++i)
      ports_.push_back({wiring.input(in + "_valid_i", i, n), wiring.input(in + "_addr_i", i, n),
                        data ? wiring.input(in + "_data_i", i, n) : nullptr,
                        mask ? wiring.input(in + "_mask_i", i, n) : nullptr, wiring.input(out + "_ready_i", i, n),
                        wiring.output(in + "_ready_o", i, n), wiring.output(out + "_valid_o", i, n),
                        reads ? wiring.output(out + "_data_o", i, n) : nullptr, AckCounter(depth),
                        CreditCounter(depth > 16 ? depth + 1 : depth), WordsQueue(depth, sumWords_)});
  };
  add(unsigned(wiring.parameter("NumUpdates")), "at", "done", true, true, false);
  firstWrite_ = unsigned(ports_.size());
  add(unsigned(wiring.parameter("NumWrites")), "in", "ack", true, true, false);
  firstRead_ = unsigned(ports_.size());
  add(unsigned(wiring.parameter("NumReads")), "rd", "data", false, false, true);
  none_ = unsigned(ports_.size());
}

}  // namespace

std::unique_ptr<Model> makeLocalAccumulator(Wiring &wiring) { return std::make_unique<LocalAccumulator>(wiring); }

}  // namespace weft::instant
