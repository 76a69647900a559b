// SPDX-License-Identifier: Apache-2.0
// rtl/shell/ndrange_dispatcher.sv
#include "sim/instant/components/models.h"
#include "sim/instant/components/ndrange.h"

namespace weft::instant {
namespace {

class NDRangeDispatcher final : public Model {
public:
  explicit NDRangeDispatcher(Wiring &wiring)
      : walk_(wiring), issue_(wiring), reset_(wiring.input("rst_i")), start_(wiring.input("start_i")) {
    busy_ = wiring.busy({"start_i", "retire_valid_i"});
  }

  void tick() override {
    const bool start = walk_.beginsLater() ? startBefore_ : *start_ != 0;
    const bool halt = *reset_ || (walk_.beginsLater() && *start_);
    startBefore_ = *start_ != 0 && *reset_ == 0;
    const bool take = issue_.tick(start, halt, walk_.valid(), walk_.valid(), [this] { return walk_.group(); });
    if (start)
      walk_.begin();
    else if (take)
      walk_.next();
    if (halt)
      walk_.end();
    // Behind a launch nothing shows before the next start, which clears the slots and counts.
    *busy_ = (issue_.isRunning() && !waits()) || startBefore_;
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  /// Nothing changes until a work-item retires. While one is valid, it is admitting; until the launch is seen to be
  /// done, its last retirement has not settled, nor, of an empty one, have the slots.
  bool waits() const {
    const bool goesOn = issue_.byGroup() || walk_.valid() || issue_.hasTokens();
    return goesOn && issue_.admitsNone(walk_.valid()) && issue_.slotsSettled();
  }

  GroupWalk walk_;
  TokenIssue issue_;
  const Word *reset_, *start_;
  Word *busy_;
  bool startBefore_ = false;  // with packets of the whole range, a launch begins a cycle later
};

}  // namespace

std::unique_ptr<Model> makeNDRangeDispatcher(Wiring &wiring) { return std::make_unique<NDRangeDispatcher>(wiring); }

}  // namespace weft::instant
