// SPDX-License-Identifier: Apache-2.0
// rtl/flow/barrier.sv
#include <algorithm>

#include "sim/instant/components/fifo.h"
#include "sim/instant/components/models.h"

namespace weft::instant {
namespace {

class Barrier final : public Model {
public:
  explicit Barrier(Wiring &wiring)
      : words_(wordsOf(unsigned(wiring.parameter("Width")))), slotBits_(indexBits(wiring.parameter("NumSlots"))),
        groupMask_(maskOf(indexBits(wiring.parameter("MaxGroups")))), shiftMask_(maskOf(indexBits(slotBits_ + 1))),
        reset_(wiring.input("rst_i")), groupShift_(wiring.input("group_shift_i")),
        groupSize_(wiring.input("group_size_i")), inValid_(wiring.input("in_valid_i")),
        inSlot_(wiring.input("in_slot_i")), inData_(wiring.input("in_data_i")), outReady_(wiring.input("out_ready_i")),
        inReady_(wiring.output("in_ready_o")), outValid_(wiring.output("out_valid_o")),
        outSlot_(wiring.output("out_slot_o")), outData_(wiring.output("out_data_o")),
        outWaiting_(wiring.output("waiting_o")), queue_(unsigned(wiring.parameter("MaxGroups"))),
        counts_(groupMask_ + 1), items_((size_t(1) << slotBits_) * words_) {
    *inReady_ = 1;
    busy_ = wiring.busy({"in_valid_i"});
  }

  void tick() override {
    const bool groupFull = counting_ && counts_[counted_] == last_;
    const bool outFree = !valid_ || *outReady_, readFree = !readValid_ || outFree;
    const bool advance = queue_.valid() && readFree, groupDone = advance && index_ == last_;
    if (outFree)
      leave();
    if (readFree)
      readValid_ = advance;
    if (advance)
      read(groupDone);
    queue_.tick(full_, fullGroup_, groupDone);
    full_ = groupFull;
    fullGroup_ = counted_;
    if (counting_) {
      counts_[counted_] = groupFull ? 0 : counts_[counted_] + 1;
      waiting_ = (groupFull ? waiting_ - last_ : waiting_ + 1) & maskOf(slotBits_ + 1);
    }
    counting_ = arrived_;
    counted_ = group_;
    arrived_ = *inValid_;
    if (arrived_) {
      group_ = (*inSlot_ >> shift()) & groupMask_;
      copyWords(&items_[*inSlot_ * words_], inData_, words_);
    }
    last_ = (*groupSize_ - 1) & maskOf(slotBits_);
    if (*reset_) [[unlikely]]
      reset();
    *outValid_ = valid_;
    *outWaiting_ = waiting_;
    *busy_ = arrived_ || counting_ || full_ || readValid_ || valid_ || !queue_.empty();
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  unsigned shift() const { return unsigned(*groupShift_ & shiftMask_); }

  void read(bool groupDone) {
    readSlot_ = ((queue_.front() << shift()) | index_) & maskOf(slotBits_);
    index_ = groupDone ? 0 : (index_ + 1) & maskOf(slotBits_);
  }

  /// The work-item's data stay as they are until it has left.
  void leave() {
    valid_ = readValid_;
    if (!readValid_)
      return;
    *outSlot_ = readSlot_;
    copyWords(outData_, &items_[readSlot_ * words_], words_);
  }

  void reset() {
    arrived_ = counting_ = full_ = false;
    index_ = 0;
    queue_.reset();
    std::fill(counts_.begin(), counts_.end(), 0);
    waiting_ = 0;
    valid_ = readValid_ = false;
  }

  unsigned words_, slotBits_;
  Word groupMask_, shiftMask_;
  const Word *reset_, *groupShift_, *groupSize_, *inValid_, *inSlot_, *inData_, *outReady_;
  Word *inReady_, *outValid_, *outSlot_, *outData_, *outWaiting_, *busy_;

  bool arrived_ = false, counting_ = false, full_ = false, readValid_ = false, valid_ = false;
  Word group_ = 0, counted_ = 0, fullGroup_ = 0, last_ = 0, index_ = 0, readSlot_ = 0, waiting_ = 0;
  Queue<Word> queue_;  // groups that are complete
  std::vector<Word> counts_, items_;
};

}  // namespace

std::unique_ptr<Model> makeBarrier(Wiring &wiring) { return std::make_unique<Barrier>(wiring); }

}  // namespace weft::instant
