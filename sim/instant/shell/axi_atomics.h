// SPDX-License-Identifier: Apache-2.0
// rtl/axi/axi_atomics.sv.
#pragma once
#include <cstdint>
#include <vector>

#include "sim/instant/components/fifo.h"
#include "sim/instant/shell/atomic_lines.h"

namespace weft::instant {

struct AtomicOperation {
  uint64_t address = 0;
  uint64_t data[2] = {};  // the aligned pair of cells around the operand; of 32 bits: in the first
  uint16_t id = 0, strobes = 0;
  uint8_t atop = 0;
};

class AxiAtomics {
public:
  /// `operandBytes`: of the widest operand, 4 or 8.
  AxiAtomics(unsigned slots, unsigned queueDepth, unsigned lineBytes, unsigned operandBytes);

  // From registers.
  bool reads() const;
  bool writes() const { return writes_.valid(); }
  bool holdsWrite() const { return writes_.holds(); }  // which is perhaps not offered yet
  const AtomicReads::Request &read() const { return reads_.request(); }
  const AtomicWrites::Request &write() const { return writes_.request(); }
  bool busy() const { return used_ != 0 || comparedValid_; }

  // From registers: the answer of the oldest operation.
  bool oldValueValid() const { return covered_ && oldest_.reads && !oldValueDone_; }
  bool responseValid() const { return covered_ && !responseDone_; }
  uint16_t answerId() const { return oldest_.id; }
  /// 64 bits, an operand of 32 bits twice.
  uint64_t answerData() const { return oldest_.value * (slots_[oldest_.slot].wide ? 1 : kTwice); }
  uint8_t answerResponse() const;

  struct In {
    bool readReady = false, writeReady = false;         // of the requests to memory
    bool oldValueReady = false, responseReady = false;  // of the answer
    MemoryAnswer read, write;
  };

  /// Whether an operation that comes is taken in this cycle.
  bool ready() const { return !comparedValid_ || joins(choose()); }
  /// The clock rises. `operation`: one that comes, or null; it is taken if ready().
  void tick(const AtomicOperation *operation, const In &in);
  void reset();

private:
  static constexpr uint64_t kTwice = (uint64_t(1) << 32) + 1;

  struct Slot {
    uint64_t address = 0;
    bool wide = false;
    unsigned unanswered = 0, written = 0, acknowledged = 0;  // operations; writes sent and acknowledged
    uint64_t fetched = 0, current = 0;
    uint8_t response = 0;
    bool failed = false, changed = false;
  };
  struct Operation {
    unsigned slot = 0;
    uint64_t address = 0, data = 0, compare = 0;
    uint16_t id = 0;
    uint8_t atop = 0;
    bool wide = false, good = false;
  };
  struct Execution {
    Operation operation;
    uint64_t value = 0;
    bool valid = false, apply = false;
  };
  struct Answer {
    unsigned slot = 0, needs = 0;  // writes of the slot, of which the last contains the operation
    uint64_t value = 0;
    uint16_t id = 0;
    bool good = false, reads = false;
  };
  struct Choice {
    unsigned slot = 0;
    bool hit = false, apart = false;  // apart: no slot has a part of the operand
  };
  /// A slot of those that are candidates, until it is taken.
  struct Offer {
    bool valid = false;
    unsigned slot = 0;
    void tick(uint64_t candidates, bool taken, bool anew = false);
  };

  // Whether an operand of the line that is to be read probably comes in this cycle.
  bool readSoon() const;
  uint64_t lineOf(uint64_t address) const { return address & ~uint64_t(lineBytes_ - 1); }
  Choice choose() const;
  bool joins(const Choice &choice) const;
  void tickOldest(bool released);
  void tickMemory(const MemoryAnswer &read, const MemoryAnswer &write);
  void accept(const Operation &operation, const Choice &choice, bool released);
  bool releases(const In &in) const;
  void release(const Choice *taken);
  void tickAnswers(const In &in, bool releases);
  void writeBack(const In &in);
  Answer answer() const;
  void execute();
  void tickHead();
  bool isWide(const AtomicOperation &operation) const;
  Operation operationOf(const AtomicOperation &operation) const;

  unsigned queueDepth_, lineBytes_, operandBytes_;
  std::vector<Slot> slots_;
  // A bit for each slot.
  uint64_t all_, used_ = 0, fetched_ = 0, writing_ = 0, dirty_ = 0;
  Operation compared_;  // with all slots, in the cycle before
  bool comparedValid_ = false;
  bool nearBefore_ = false;  // on the line of the operation before it
  bool repeats_ = false;     // on its very operand
  bool lineRead_ = false;    // the operation before it lies on the line that was last to be read
  Offer free_, writable_;
  AtomicReads reads_;
  AtomicWrites writes_;
  unsigned inFlight_ = 0;
  Queue<Operation> operations_;
  Operation head_;  // the oldest; its slot was read
  bool headValid_ = false, headFetched_ = false;
  Execution execution_;
  Queue<Answer> answers_;
  Answer next_, oldest_;  // the answer behind the oldest
  bool nextValid_ = false, oldestValid_ = false;
  bool covered_ = false;  // the write that contains it is acknowledged
  bool oldValueDone_ = false, responseDone_ = false;
};

}  // namespace weft::instant
