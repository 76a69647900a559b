// SPDX-License-Identifier: Apache-2.0
// rtl/flow/partial_barrier.sv
#include <algorithm>

#include "sim/instant/components/fifo.h"
#include "sim/instant/components/models.h"

namespace weft::instant {
namespace {

class PartialBarrier final : public Model {
public:
  explicit PartialBarrier(Wiring &wiring)
      : words_(wordsOf(unsigned(wiring.parameter("Width")))),
        groupWords_(wordsOf(unsigned(wiring.parameter("GroupWidth")))),
        slotBits_(indexBits(wiring.parameter("NumSlots"))),
        groupMask_(maskOf(indexBits(wiring.parameter("MaxGroups")))), shiftMask_(maskOf(indexBits(slotBits_ + 1))),
        reset_(wiring.input("rst_i")), groupShift_(wiring.input("group_shift_i")),
        groupSize_(wiring.input("group_size_i")), inValid_(wiring.input("in_valid_i")),
        inSlot_(wiring.input("in_slot_i")), inData_(wiring.input("in_data_i")), inGroup_(wiring.input("in_group_i")),
        inLast_(wiring.input("in_last_i")), outReady_(wiring.input("out_ready_i")),
        inReady_(wiring.output("in_ready_o")), outValid_(wiring.output("out_valid_o")),
        outSlot_(wiring.output("out_slot_o")), outData_(wiring.output("out_data_o")),
        outGroup_(wiring.output("out_group_o")), outWaiting_(wiring.output("waiting_o")),
        queue_(unsigned(wiring.parameter("MaxGroups"))), counts_(groupMask_ + 1),
        items_((size_t(1) << slotBits_) * words_), values_((groupMask_ + 1) * groupWords_), leavingValue_(groupWords_),
        readValue_(groupWords_) {
    *inReady_ = 1;
    busy_ = wiring.busy({"in_valid_i"});
  }

  void tick() override {
    const bool groupFull = counting_ && counts_[counted_] == sizeLast_;
    const bool outFree = !valid_ || *outReady_, readFree = !readValid_ || outFree;
    const bool advance = leaving_ && readFree, next = !leaving_ || (advance && index_ == leavingLast_);
    if (outFree)
      leave();
    if (readFree)
      read();
    const bool taken = next && queue_.valid();
    if (next)
      beginGroup();
    else if (advance)
      index_ = (index_ + 1) & maskOf(slotBits_);
    queue_.tick(full_, complete_, taken);
    full_ = groupFull;
    complete_ = {uint32_t(counted_), uint32_t(last_)};
    if (counting_)
      count(groupFull);
    counting_ = arrived_;
    counted_ = group_;
    last_ = std::min(named_, sizeLast_);
    arrived_ = *inValid_;
    if (arrived_)
      arrive();
    sizeLast_ = (*groupSize_ - 1) & maskOf(slotBits_);
    if (*reset_) [[unlikely]]
      reset();
    *outValid_ = valid_;
    *outWaiting_ = waiting_;
    *busy_ = arrived_ || counting_ || full_ || leaving_ || readValid_ || valid_ || !queue_.empty();
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  /// A group that is complete, and the last of its work-items to leave.
  struct Complete {
    uint32_t group, last;
  };

  unsigned shift() const { return unsigned(*groupShift_ & shiftMask_); }

  void arrive() {
    group_ = (*inSlot_ >> shift()) & groupMask_;
    named_ = *inLast_;
    copyWords(&items_[*inSlot_ * words_], inData_, words_);
    copyWords(&values_[group_ * groupWords_], inGroup_, groupWords_);
  }

  /// Those that stay have arrived for the next time.
  void count(bool groupFull) {
    counts_[counted_] = groupFull ? sizeLast_ - last_ : counts_[counted_] + 1;
    waiting_ = (groupFull ? waiting_ - last_ : waiting_ + 1) & maskOf(slotBits_ + 1);
  }

  void beginGroup() {
    leaving_ = queue_.valid();
    index_ = 0;
    if (!leaving_)
      return;
    leavingGroup_ = queue_.front().group;
    leavingLast_ = queue_.front().last;
    copyWords(leavingValue_.data(), &values_[leavingGroup_ * groupWords_], groupWords_);
  }

  void read() {
    readValid_ = leaving_;
    if (!leaving_)
      return;
    readSlot_ = ((leavingGroup_ << shift()) | index_) & maskOf(slotBits_);
    copyWords(readValue_.data(), leavingValue_.data(), groupWords_);
  }

  /// The work-item's data stay as they are until it has left.
  void leave() {
    valid_ = readValid_;
    if (!readValid_)
      return;
    *outSlot_ = readSlot_;
    copyWords(outData_, &items_[readSlot_ * words_], words_);
    copyWords(outGroup_, readValue_.data(), groupWords_);
  }

  void reset() {
    arrived_ = counting_ = full_ = leaving_ = false;
    queue_.reset();
    std::fill(counts_.begin(), counts_.end(), 0);
    waiting_ = 0;
    valid_ = readValid_ = false;
  }

  unsigned words_, groupWords_, slotBits_;
  Word groupMask_, shiftMask_;
  const Word *reset_, *groupShift_, *groupSize_, *inValid_, *inSlot_, *inData_, *inGroup_, *inLast_, *outReady_;
  Word *inReady_, *outValid_, *outSlot_, *outData_, *outGroup_, *outWaiting_, *busy_;

  bool arrived_ = false, counting_ = false, full_ = false, leaving_ = false, readValid_ = false, valid_ = false;
  Word group_ = 0, named_ = 0, counted_ = 0, last_ = 0, sizeLast_ = 0, waiting_ = 0;
  Word leavingGroup_ = 0, leavingLast_ = 0, index_ = 0, readSlot_ = 0;
  Complete complete_ = {};
  Queue<Complete> queue_;
  std::vector<Word> counts_, items_;
  std::vector<Word> values_, leavingValue_, readValue_;  // what groups have in common
};

}  // namespace

std::unique_ptr<Model> makePartialBarrier(Wiring &wiring) { return std::make_unique<PartialBarrier>(wiring); }

}  // namespace weft::instant
