// SPDX-License-Identifier: Apache-2.0
// rtl/axi/axi_atomics.sv.
#pragma once
#include <cstdint>
#include <vector>

#include "sim/instant/components/fifo.h"

namespace weft::instant {

struct AtomicOperation {
  uint64_t address = 0;
  uint64_t data = 0;  // the aligned pair of words around the operand
  uint16_t id = 0;
  uint8_t atop = 0, strobes = 0;
};

class AxiAtomics {
public:
  AxiAtomics(unsigned slots, unsigned queueDepth, unsigned lineBytes);

  // Registered outputs.
  struct Request {
    bool valid = false;
    unsigned slot = 0;
    uint64_t word = 0;  // number of the word in memory
    uint32_t data = 0;  // of a write
  };
  const Request &read() const { return read_; }
  const Request &write() const { return write_; }
  bool busy() const { return used_ != 0; }

  // From registers: the answer of the oldest operation.
  bool oldValueValid() const { return covered() && answers_.front().reads && !oldValueDone_; }
  bool responseValid() const { return covered() && !responseDone_; }
  uint16_t answerId() const { return answers_.front().id; }
  uint32_t answerData() const { return answers_.front().value; }
  uint8_t answerResponse() const;

  /// An answer of memory.
  struct MemoryAnswer {
    bool valid = false;
    unsigned slot = 0;
    uint8_t response = 0;
    const void *line = nullptr;  // of a read
  };
  struct In {
    bool readReady = false, writeReady = false;         // of the requests to memory
    bool oldValueReady = false, responseReady = false;  // of the answer
    MemoryAnswer read, write;
  };

  /// Whether an operation is taken in this cycle. `readReady`: as In's.
  bool ready(const AtomicOperation &operation, bool readReady) const;
  /// The clock rises. `operation`: one that comes, or null; it is taken if ready().
  void tick(const AtomicOperation *operation, const In &in);
  void reset();

private:
  struct Slot {
    uint64_t word = 0;
    unsigned unanswered = 0, written = 0, acknowledged = 0;  // operations; writes sent and acknowledged
    uint32_t fetched = 0, current = 0;
    uint8_t response = 0;
    bool failed = false, changed = false;
  };
  struct Operation {
    unsigned slot = 0;
    uint32_t data = 0, compare = 0;
    uint16_t id = 0;
    uint8_t atop = 0;
    bool good = false;
  };
  struct Execution {
    Operation operation;
    uint32_t value = 0;
    bool valid = false, apply = false;
  };
  struct Answer {
    unsigned slot = 0, needs = 0;  // writes of the slot, of which the last contains the operation
    uint32_t value = 0;
    uint16_t id = 0;
    bool good = false, reads = false;
  };
  struct Choice {
    unsigned slot = 0;
    bool hit = false, free = false;
  };

  Choice choose(uint64_t word) const;
  bool covered() const;
  void tickMemory(const In &in);
  void accept(const AtomicOperation &operation, const Choice &choice, bool released);
  bool releases(const In &in) const;
  void release(const Choice *taken);
  void tickAnswers(const In &in, bool releases);
  void writeBack(bool ready);
  Answer answer() const;
  void execute(bool take);
  static Operation operationOf(const AtomicOperation &operation, unsigned slot);

  unsigned queueDepth_, laneMask_;
  std::vector<Slot> slots_;
  // A bit for each slot.
  uint64_t all_, used_ = 0, fetched_ = 0, writing_ = 0, dirty_ = 0;
  Request read_, write_;
  unsigned inFlight_ = 0;
  Queue<Operation> operations_;
  Execution execution_;
  Queue<Answer> answers_;
  bool oldValueDone_ = false, responseDone_ = false;
};

}  // namespace weft::instant
