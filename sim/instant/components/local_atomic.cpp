// SPDX-License-Identifier: Apache-2.0
// rtl/mem/local_atomic.sv
#include <array>
#include <cstring>

#include "sim/instant/components/arbiter.h"
#include "sim/instant/components/atomic_alu.h"
#include "sim/instant/components/credits.h"
#include "sim/instant/components/fifo.h"
#include "sim/instant/components/models.h"
#include "sim/instant/components/on_chip_memory.h"

namespace weft::instant {
namespace {

/// `Words`: of a memory word.
template <unsigned Words> class LocalAtomic final : public Model {
public:
  explicit LocalAtomic(Wiring &wiring);

  /// The readies of writes and atomics are one choice.
  void evaluate(unsigned) override {
    if (chosen_)
      return;
    const unsigned granted = choice();
    for (unsigned i = 0; i < writes_.size(); ++i)
      *writes_[i].ready = writes_[i].acks.room() && i == granted;
    for (unsigned i = 0; i < atomics_.size(); ++i)
      *atomics_[i].ready = atomics_[i].room.any() && (ports() == 1 || writes_.size() + i == granted);
  }

  void tick() override {
    const unsigned taken = choice();
    chosen_ = false;
    unsigned done = ports();
    reads_.tick(memory_);
    const Word old = last_.old;
    if (taken != ports() || busy_ != 0) {
      done = advance(taken);
      busy_ = taken != ports() ? kStages : busy_ - 1;
    }
    answer(taken, done, old);
    if (*reset_) [[unlikely]]
      reset();
    show();
  }

  void listState(StateList &list) const override {
    list.add(*this);
    list.addAll(writes_);
    list.addAll(atomics_);
    reads_.listState(list);
  }

private:
  static constexpr unsigned kStages = 4;  // cycles from an operation's start to its write

  struct Write {
    const Word *valid, *addr, *data, *strb, *ackReady;
    Word *ready, *ackValid;
    AckCounter acks;
  };
  struct Atomic {
    const Word *valid, *addr, *wide, *op, *data, *compare, *rspReady;
    Word *ready, *rspValid, *rspData;
    CreditCounter room;
    Queue<Word> responses;
  };
  using Row = std::array<Word, Words>;
  struct Operation {
    unsigned port = 0;  // the number of ports: none
    bool store = false, wide = false;
    uint8_t op = 0;     // AWATOP
    unsigned lane = 0;  // of 32 bits
    uint64_t address = 0;
    Row data = {};
    Word compare = 0;
    Word strobes[wordsOf(Words * sizeof(Word))] = {};
  };

  /// An operation whose result is known: the old value of its operand, and the word that it leaves.
  struct Done {
    unsigned port = 0;  // the number of ports: none
    uint64_t address = 0;
    Word old = 0;
    Row row = {};
  };

  unsigned ports() const { return unsigned(writes_.size() + atomics_.size()); }

  /// Once a cycle.
  unsigned choice() {
    if (!chosen_)
      choice_ = choose();
    chosen_ = true;  // saves time: again, it would be the same
    return choice_;
  }
  unsigned choose() const {
    const size_t n = writes_.size();
    return turns_.choose(ports(), [&](unsigned i) {
      return i < n ? *writes_[i].valid && writes_[i].acks.room() : *atomics_[i - n].valid && atomics_[i - n].room.any();
    });
  }

  Operation operation(unsigned port) const {
    Operation result;
    result.port = port;
    if (port < writes_.size()) {
      const Write &w = writes_[port];
      result.store = true;
      result.address = *w.addr;
      std::memcpy(result.data.data(), w.data, sizeof result.data);
      std::memcpy(result.strobes, w.strb, sizeof result.strobes);
    } else if (port < ports()) {
      const Atomic &a = atomics_[port - writes_.size()];
      result.wide = wideOperands_ && *a.wide != 0;
      result.op = uint8_t(*a.op);
      result.address = *a.addr >> laneBits_;
      result.lane = unsigned(*a.addr & maskOf(laneBits_));
      // A narrow operand comes in the upper half.
      const unsigned shift = wideOperands_ && !result.wide ? 32 : 0;
      result.data[0] = *a.data >> shift;
      result.compare = *a.compare >> shift;
    }
    return result;
  }

  /// The pipeline's cycle. Returns the port of the operation that is done, as the one in s3.
  unsigned advance(unsigned taken) {
    Row row = fromLast_ ? last_.row : fromEarlier_ ? earlier_ : row_;
    const Done now{s2_.port, s2_.address, apply(s2_, row), row};
    const auto meets = [&](const Done &before) { return before.port != ports() && s1_.address == before.address; };
    const bool fromSecond = meets(last_);
    fromLast_ = meets(now);
    fromEarlier_ = fromSecond || meets(second_);
    earlier_ = fromSecond ? last_.row : second_.row;
    row_ = read_;
    std::memcpy(read_.data(), memory_.read(s0_.address), sizeof read_);
    const unsigned done = last_.port;
    if (done != ports())
      if (Word *to = memory_.row(last_.address))
        std::memcpy(to, last_.row.data(), sizeof last_.row);
    second_ = last_;
    last_ = now;
    s2_ = s1_;
    s1_ = s0_;
    s0_ = operation(taken);
    if (taken != ports())
      turns_.serve(taken);
    return done;
  }

  /// What the operation makes of a word of the memory. Returns the old value of its operand.
  static Word apply(const Operation &o, Row &row) {
    if (!o.store) {
      auto *operand = reinterpret_cast<uint8_t *>(row.data()) + 4 * (o.wide ? o.lane & ~1u : o.lane);
      const size_t bytes = o.wide ? 8 : 4;
      Word old = 0;
      std::memcpy(&old, operand, bytes);
      const Word next = atomicResult(o.wide, o.op, old, o.data[0], o.compare);
      std::memcpy(operand, &next, bytes);
      return old;
    }
    for (unsigned w = 0; w < Words; ++w) {
      Word mask = 0;
      for (unsigned i = 0; i < 8; ++i)
        mask |= (o.strobes[w / 8] >> (8 * (w % 8) + i) & 1) * (Word(0xff) << 8 * i);
      row[w] = (row[w] & ~mask) | (o.data[w] & mask);
    }
    return 0;
  }

  void answer(unsigned taken, unsigned done, Word old) {
    unsigned port = 0;
    for (Write &w : writes_) {
      w.acks.tick(port == taken, port == done, *w.ackReady);
      ++port;
    }
    for (Atomic &a : atomics_) {
      const bool left = a.responses.valid() && *a.rspReady != 0;
      a.room.tick(left, port == taken);
      a.responses.tick(port == done, old, left);
      ++port;
    }
  }

  void show() {
    for (const Write &w : writes_)
      *w.ackValid = w.acks.ackValid();
    for (const Atomic &a : atomics_) {
      *a.rspValid = a.responses.valid();
      if (a.responses.valid())
        *a.rspData = a.responses.front();
    }
  }

  void reset() {
    s0_.port = s1_.port = s2_.port = last_.port = second_.port = ports();
    turns_.reset();
    for (Write &w : writes_)
      w.acks.reset();
    for (Atomic &a : atomics_) {
      a.room.reset();
      a.responses.reset();
    }
  }

  unsigned laneBits_;  // of an atomic operation's address
  bool wideOperands_;  // there are some of 64 bits
  OnChipMemory memory_;
  ReadPorts reads_;
  const Word *reset_;
  std::vector<Write> writes_;
  std::vector<Atomic> atomics_;
  Turns turns_;
  unsigned choice_ = 0;  // of this cycle, if
  bool chosen_ = false;
  unsigned busy_ = 0;  // cycles in which the pipeline may still hold something
  Operation s0_, s1_, s2_;
  Row read_ = {}, row_ = {};  // of the operations in s1 and s2, before what is forwarded
  // The last operation, in s3, and the one before it: what they write is forwarded to what read too early to see it.
  Done last_, second_;
  Row earlier_ = {};
  bool fromLast_ = false, fromEarlier_ = false;
};

template <unsigned Words>
LocalAtomic<Words>::LocalAtomic(Wiring &wiring)
    : laneBits_(unsigned(wiring.parameter("LaneW"))), wideOperands_(wiring.parameter("AtomicBits") == 64),
      memory_(wiring.parameter("Words"), unsigned(wiring.parameter("WordBits"))), reads_(wiring, memory_.words()),
      reset_(wiring.input("rst_i")) {
  const auto writes = unsigned(wiring.parameter("NumWrites")), atomics = unsigned(wiring.parameter("NumAtomics"));
  const auto depth = unsigned(wiring.parameter("Depth"));
  for (unsigned i = 0; i < writes; ++i)
    writes_.push_back({wiring.input("in_valid_i", i, writes), wiring.input("in_addr_i", i, writes),
                       wiring.input("in_data_i", i, writes), wiring.input("in_strb_i", i, writes),
                       wiring.input("ack_ready_i", i, writes), wiring.output("in_ready_o", i, writes),
                       wiring.output("ack_valid_o", i, writes), AckCounter(depth)});
  for (unsigned i = 0; i < atomics; ++i)
    atomics_.push_back({wiring.input("at_valid_i", i, atomics), wiring.input("at_addr_i", i, atomics),
                        wiring.input("at_wide_i", i, atomics), wiring.input("at_op_i", i, atomics),
                        wiring.input("at_data_i", i, atomics), wiring.input("at_cmp_i", i, atomics),
                        wiring.input("rsp_ready_i", i, atomics), wiring.output("at_ready_o", i, atomics),
                        wiring.output("rsp_valid_o", i, atomics), wiring.output("rsp_data_o", i, atomics),
                        CreditCounter(depth), Queue<Word>(depth)});
}

}  // namespace

std::unique_ptr<Model> makeLocalAtomic(Wiring &wiring) {
  switch (wordsOf(unsigned(wiring.parameter("WordBits")))) {
  case 1:
    return std::make_unique<LocalAtomic<1>>(wiring);
  case 2:
    return std::make_unique<LocalAtomic<2>>(wiring);
  case 4:
    return std::make_unique<LocalAtomic<4>>(wiring);
  case 8:
    return std::make_unique<LocalAtomic<8>>(wiring);
  default:
    return std::make_unique<LocalAtomic<16>>(wiring);
  }
}

}  // namespace weft::instant
