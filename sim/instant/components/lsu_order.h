// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lsu_order.sv.
#pragma once
#include "sim/instant/components/fifo.h"

namespace weft::instant {

class LsuOrder {
public:
  explicit LsuOrder(unsigned depth) : faults_(depth) {}

  /// Whether the next request to be answered is there; if so, whether its answer stands for a fault.
  bool fault() const { return faults_.valid() && faults_.front(); }
  /// `ready`: there is what memory gives for the next request.
  bool rspValid(bool ready) const { return faults_.valid() && (faults_.front() || ready); }

  /// `valid`: a request enters, within bounds if `ok`; `done`: an answer leaves.
  void tick(bool valid, bool ok, bool done) { faults_.tick(valid, !ok, done); }
  void reset() { faults_.reset(); }

private:
  Queue<uint8_t> faults_;
};

}  // namespace weft::instant
