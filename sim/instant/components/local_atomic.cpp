// SPDX-License-Identifier: Apache-2.0
// rtl/mem/local_atomic.sv
#include "sim/instant/components/arbiter.h"
#include "sim/instant/components/atomic_alu.h"
#include "sim/instant/components/credits.h"
#include "sim/instant/components/fifo.h"
#include "sim/instant/components/models.h"
#include "sim/instant/components/on_chip_memory.h"

namespace weft::instant {
namespace {

class LocalAtomic final : public Model {
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
    Word old = 0;
    unsigned done = ports();
    reads_.tick(memory_);
    if (taken != ports() || busy_ != 0) {
      old = advance(taken, done);
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
  static constexpr unsigned kStages = 3;  // cycles from an operation's start to its write

  struct Write {
    const Word *valid, *addr, *data, *strb, *ackReady;
    Word *ready, *ackValid;
    AckCounter acks;
  };
  struct Atomic {
    const Word *valid, *addr, *op, *data, *compare, *rspReady;
    Word *ready, *rspValid, *rspData;
    CreditCounter room;
    Queue<uint32_t> responses;
  };
  struct Operation {
    unsigned port = 0;  // the number of ports: none
    bool store = false;
    uint8_t op = 0;  // AWATOP or strobes
    uint32_t data = 0, compare = 0;
    uint64_t address = 0;
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
      result.op = uint8_t(*w.strb);
      result.data = uint32_t(*w.data);
      result.address = *w.addr;
    } else if (port < ports()) {
      const Atomic &a = atomics_[port - writes_.size()];
      result.op = uint8_t(*a.op);
      result.data = uint32_t(*a.data);
      result.compare = uint32_t(*a.compare);
      result.address = *a.addr;
    }
    return result;
  }

  /// The pipeline's cycle. Returns the old word of the operation in the last stage, and sets `done` to its port.
  Word advance(unsigned taken, unsigned &done) {
    const uint32_t old = fromLast_ ? wordLast_ : fromSecond_ ? wordSecond_ : word_;
    const bool valid = s2_.port != ports();
    const uint32_t written = result(s2_, old);
    done = s2_.port;
    fromLast_ = valid && s1_.address == s2_.address;
    fromSecond_ = validLast_ && s1_.address == addressLast_;
    validLast_ = valid;
    addressLast_ = s2_.address;
    wordSecond_ = wordLast_;
    wordLast_ = written;
    word_ = read_;
    read_ = uint32_t(*memory_.read(s0_.address));
    if (valid)
      if (Word *row = memory_.row(s2_.address))
        *row = written;
    s2_ = s1_;
    s1_ = s0_;
    s0_ = operation(taken);
    if (taken != ports())
      turns_.serve(taken);
    return old;
  }

  static uint32_t result(const Operation &o, uint32_t old) {
    if (!o.store)
      return atomicResult(o.op, old, o.data, o.compare);
    uint32_t mask = 0;
    for (unsigned i = 0; i < 4; ++i)
      mask |= (o.op >> i & 1) * (0xffu << 8 * i);
    return (old & ~mask) | (o.data & mask);
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
      a.responses.tick(port == done, uint32_t(old), left);
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
    s0_.port = s1_.port = s2_.port = ports();
    turns_.reset();
    for (Write &w : writes_)
      w.acks.reset();
    for (Atomic &a : atomics_) {
      a.room.reset();
      a.responses.reset();
    }
  }

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
  uint32_t read_ = 0, word_ = 0;  // of the operations in s1 and s2, before what is forwarded
  // The words written by the last operation and by the one before it, forwarded to what read too early to see them.
  uint32_t wordLast_ = 0, wordSecond_ = 0;
  bool validLast_ = false, fromLast_ = false, fromSecond_ = false;
  uint64_t addressLast_ = 0;
};

LocalAtomic::LocalAtomic(Wiring &wiring)
    : memory_(wiring.parameter("Words"), 32), reads_(wiring, memory_.words()), reset_(wiring.input("rst_i")) {
  const auto writes = unsigned(wiring.parameter("NumWrites")), atomics = unsigned(wiring.parameter("NumAtomics"));
  const auto depth = unsigned(wiring.parameter("Depth"));
  for (unsigned i = 0; i < writes; ++i)
    writes_.push_back({wiring.input("in_valid_i", i, writes), wiring.input("in_addr_i", i, writes),
                       wiring.input("in_data_i", i, writes), wiring.input("in_strb_i", i, writes),
                       wiring.input("ack_ready_i", i, writes), wiring.output("in_ready_o", i, writes),
                       wiring.output("ack_valid_o", i, writes), AckCounter(depth)});
  for (unsigned i = 0; i < atomics; ++i)
    atomics_.push_back({wiring.input("at_valid_i", i, atomics), wiring.input("at_addr_i", i, atomics),
                        wiring.input("at_op_i", i, atomics), wiring.input("at_data_i", i, atomics),
                        wiring.input("at_cmp_i", i, atomics), wiring.input("rsp_ready_i", i, atomics),
                        wiring.output("at_ready_o", i, atomics), wiring.output("rsp_valid_o", i, atomics),
                        wiring.output("rsp_data_o", i, atomics), CreditCounter(depth), Queue<uint32_t>(depth)});
}

}  // namespace

std::unique_ptr<Model> makeLocalAtomic(Wiring &wiring) { return std::make_unique<LocalAtomic>(wiring); }

}  // namespace weft::instant
