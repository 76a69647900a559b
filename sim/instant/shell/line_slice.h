// SPDX-License-Identifier: Apache-2.0
// State of rtl/axi/axi_slice.sv with a line and its strobes: as Slice, but lines stay where they are.
#pragma once
#include <cstring>

#include "sim/model/ports.h"

namespace weft::instant {

inline void copyLine(uint8_t *to, const void *from, unsigned bytes) {
  if (bytes == 64) [[likely]]  // a fixed size is copied in place
    std::memcpy(to, from, 64);
  else
    std::memcpy(to, from, bytes);
}

/// The bytes of a line and a bit for each; of a write to memory, whether it ends its burst.
struct LineBytes {
  alignas(64) uint8_t data[sim::kMaxLineBytes] = {};
  uint8_t strobes[sim::kMaxLineBytes / 8] = {};
  bool last = false;

  void copy(const void *from, const void *itsStrobes, unsigned bytes) {
    copyLine(data, from, bytes);
    std::memcpy(strobes, itsStrobes, bytes / 8);
  }
};

class LineSlice {
public:
  bool ready() const { return ready_; }
  bool valid() const { return valid_; }
  const LineBytes &line() const { return lines_[out_]; }

  /// Where what comes is to be put before the tick, if ready().
  LineBytes &free() { return lines_[out_ ^ unsigned(valid_)]; }

  void tick(bool inValid, bool outReady) {
    if (!valid_ || outReady) {
      // What is held behind the line that leaves, or comes in this cycle, lies in the other place.
      out_ ^= unsigned(valid_ && (inValid || !ready_));
      valid_ = inValid || !ready_;
      ready_ = true;
    } else if (ready_ && inValid) {
      ready_ = false;
    }
  }
  void reset() {
    valid_ = false;
    ready_ = true;
  }

private:
  LineBytes lines_[2];
  unsigned out_ = 0;
  bool valid_ = false, ready_ = false;
};

}  // namespace weft::instant
