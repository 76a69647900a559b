// SPDX-License-Identifier: Apache-2.0
// rtl/axi/atomic_reads.sv and rtl/axi/atomic_writes.sv: operands of one line are read, and written, together.
#pragma once
#include <array>
#include <cstdint>

#include "sim/instant/components/slice.h"
#include "sim/instant/shell/line_slice.h"
#include "sim/instant/shell/slot_groups.h"

namespace weft::instant {

/// An answer of memory, to a slot.
struct MemoryAnswer {
  bool valid = false;
  unsigned slot = 0;
  uint8_t response = 0;
  const void *line = nullptr;  // of a read
};

class AtomicReads {
public:
  AtomicReads(unsigned slots, unsigned lineBytes) : lineBytes_(lineBytes), groups_(slots) {}

  struct Request {
    unsigned slot = 0;
    uint64_t line = 0;  // its address
  };
  // From registers.
  bool ready() const { return requests_.ready(); }
  const Request &request() const { return requests_.data(); }
  /// `soon`: an operand that probably joins comes in this cycle.
  bool valid(bool soon) const {
    const bool holds = fresh_ && soon && groups_.mayJoin();
    return requests_.valid() && (offered_ || !requests_.ready() || !holds);
  }
  /// What a slot is answered in this cycle.
  MemoryAnswer answer(const MemoryAnswer &memory) const {
    if (memory.valid || !groups_.hasNext())
      return memory;
    const Line &line = groups_.nextAnswer();
    return {true, groups_.nextSlot(), line.response, line.data.data()};
  }
  /// The clock rises. `comes`: a slot's request, which joins if `same`.
  void tick(bool comes, bool same, const Request &request, bool valid, bool ready, const MemoryAnswer &memory) {
    const bool join = comes && same && requests_.valid() && groups_.mayJoin();
    offered_ = valid && !ready;
    fresh_ = comes;
    requests_.tick(comes && !join, [&] { return request; }, valid && ready);
    groups_.tick({comes && !join, join, request.slot, memory.valid, memory.slot}, [&] {
      Line line;
      line.response = memory.response;
      copyLine(line.data.data(), memory.line, lineBytes_);
      return line;
    });
  }
  void reset() {
    requests_.reset();
    groups_.reset();
    offered_ = fresh_ = false;
  }

private:
  struct Line {
    std::array<uint8_t, sim::kMaxLineBytes> data;
    uint8_t response = 0;
  };
  unsigned lineBytes_;
  Slice<Request> requests_;
  SlotGroups<Line> groups_;
  bool offered_ = false;  // and not taken
  bool fresh_ = false;    // the last slot came in the cycle before
};

class AtomicWrites {
public:
  AtomicWrites(unsigned slots, unsigned lineBytes) : lineBytes_(lineBytes), groups_(slots) {}

  struct Operand {
    unsigned slot = 0;
    uint64_t address = 0;
    bool wide = false;
    uint64_t data = 0;
  };
  struct Request {
    unsigned slot = 0;
    uint64_t line = 0;  // its address
    LineBytes bytes;
  };
  // From registers.
  bool ready() const { return !takenValid_ || ready_; }
  const Request &request() const { return request_; }
  bool valid() const { return valid_ && !joins(); }
  bool holds() const { return valid_; }

  /// The slot that is acknowledged in this cycle.
  MemoryAnswer answer(const MemoryAnswer &memory) const {
    if (memory.valid || !groups_.hasNext())
      return memory;
    return {true, groups_.nextSlot(), groups_.nextAnswer(), nullptr};
  }
  /// The clock rises. `operand`: of a slot that is to be written, or null; it is taken if ready().
  void tick(const Operand *operand, bool outReady, const MemoryAnswer &memory) {
    const bool join = joins(), begins = takenValid_ && ready_ && !join, takes = ready();
    groups_.tick({begins, join, taken_.slot, memory.valid, memory.slot}, [&] { return memory.response; });
    offered_ = valid_ && !join && !outReady;
    if (join) {
      add(taken_);
    } else if (!offered_) {
      valid_ = begins || !ready_;
      if (valid_)
        begin(ready_ ? taken_ : next_);
      ready_ = true;
    } else if (begins) {
      next_ = taken_;
      ready_ = false;
    }
    if (takes)
      take(operand);
  }
  void reset() {
    groups_.reset();
    valid_ = offered_ = takenValid_ = false;
    ready_ = true;
  }

private:
  bool joins() const { return takenValid_ && same_ && valid_ && ready_ && !offered_ && groups_.mayJoin(); }
  void take(const Operand *operand) {
    takenValid_ = operand;
    if (!operand)
      return;
    same_ = lineOf(operand->address) == lineOf(taken_.address);
    taken_ = *operand;
  }
  uint64_t lineOf(uint64_t address) const { return address & ~uint64_t(lineBytes_ - 1); }
  void begin(const Operand &operand) {
    request_.slot = operand.slot;
    request_.line = lineOf(operand.address);
    std::memset(request_.bytes.strobes, 0, sizeof request_.bytes.strobes);
    for (unsigned i = 0; i < lineBytes_; i += sizeof operand.data)
      std::memcpy(request_.bytes.data + i, &operand.data, sizeof operand.data);
    add(operand);
  }
  void add(const Operand &operand) {
    const unsigned offset = unsigned(operand.address) & (lineBytes_ - 1);
    std::memcpy(request_.bytes.data + offset, &operand.data, operand.wide ? 8 : 4);
    request_.bytes.strobes[offset / 8] |= operand.wide ? 0xff : offset & 4 ? 0xf0 : 0x0f;
  }

  unsigned lineBytes_;
  SlotGroups<uint8_t> groups_;
  Request request_;
  Operand taken_;  // the last one that was taken; it waits, and lies on the line of the one before it
  bool takenValid_ = false, same_ = false;
  Operand next_;  // the first of the next group
  bool valid_ = false, ready_ = false;
  bool offered_ = false;  // and not taken
};

}  // namespace weft::instant
