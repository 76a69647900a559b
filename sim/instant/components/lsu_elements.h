// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lsu_elements.sv.
#pragma once
#include <bit>

#include "sim/instant/components/fifo.h"
#include "sim/instant/components/line.h"

namespace weft::instant {

/// The unit asks for no more lines than there is room for, and memory returns a line three cycles after the request at
/// the earliest: the offsets of the lines asked for need no control.
class LsuElements {
public:
  LsuElements(Wiring &wiring, unsigned bytes, unsigned depth)
      : shape_(bytes), rspValid_(wiring.input("line_rsp_valid_i")), rspData_(wiring.input("line_rsp_data_i")),
        offsets_(std::bit_ceil(depth)), elements_(depth, shape_.words()) {}

  const ElementShape &shape() const { return shape_; }
  bool valid() const { return elements_.valid(); }
  const Word *front() const { return elements_.front(); }

  /// `sent`: a line request leaves, for the element at this byte of the line; `take`: the front element leaves.
  void tick(bool sent, unsigned offset, bool take) {
    elements_.tick(arrived_, element_, take);
    arrived_ = *rspValid_ != 0;
    if (arrived_)
      shape_.extract(element_, rspData_, offsets_[rowOf(answered_++)]);
    if (sent)
      offsets_[rowOf(asked_++)] = static_cast<uint8_t>(offset);
  }
  void reset() {
    elements_.reset();
    asked_ = answered_ = 0;
    arrived_ = false;
  }

private:
  unsigned rowOf(unsigned line) const { return line & unsigned(offsets_.size() - 1); }

  ElementShape shape_;
  const Word *rspValid_, *rspData_;
  std::vector<uint8_t> offsets_;       // of the lines asked for, a ring
  unsigned asked_ = 0, answered_ = 0;  // numbers of lines
  bool arrived_ = false;               // element_ is of a line that came in the cycle before
  Word element_[8] = {};
  WordsQueue elements_;
};

}  // namespace weft::instant
