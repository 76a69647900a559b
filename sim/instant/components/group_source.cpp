// SPDX-License-Identifier: Apache-2.0
// rtl/shell/group_source.sv
#include "sim/instant/components/models.h"
#include "sim/instant/components/ndrange.h"

namespace weft::instant {
namespace {

class GroupSource final : public Model {
public:
  explicit GroupSource(Wiring &wiring)
      : walk_(wiring), allLanes_(maskOf(unsigned(wiring.parameter("Lanes")))), reset_(wiring.input("rst_i")),
        start_(wiring.input("start_i")), stop_(wiring.input("stop_i")), ready_(wiring.input("next_group_ready_i")),
        outMore_(wiring.output("more_groups_o")), outValid_(wiring.output("next_group_valid_o")),
        outActive_(wiring.output("next_group_active_o")) {
    for (unsigned d = 0; d < kAxes; ++d) {
      outId_[d] = wiring.output(axisPort("next_group", d, "_o"));
      outBase_[d] = wiring.output(axisPort("next_group_base", d, "_o"));
    }
    busy_ = wiring.busy({"start_i", "stop_i", "next_group_ready_i"});
  }

  void tick() override {
    const bool begin = walk_.beginsLater() ? startBefore_ : *start_ != 0;
    const bool take = walk_.valid() && !stopped_ && *ready_;
    if (*stop_ && (!walk_.valid() || *ready_))
      stopped_ = true;
    if (*reset_ || *start_)
      stopped_ = false;
    startBefore_ = *start_ != 0 && *reset_ == 0;
    if (begin)
      walk_.begin();
    else if (take)
      walk_.next();
    if (*reset_ || (walk_.beginsLater() && *start_))
      walk_.end();
    show();
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  void show() {
    const bool valid = walk_.valid() && !stopped_, begins = walk_.beginsLater() && startBefore_;
    *outValid_ = valid;
    *outMore_ = valid || begins;
    *busy_ = startBefore_;
    const GroupIds ids = walk_.group();
    *outActive_ = walk_.beginsLater() ? ids.active : allLanes_;
    for (unsigned d = 0; d < kAxes; ++d) {
      *outId_[d] = ids.id[d];
      *outBase_[d] = ids.base[d];
    }
  }

  GroupWalk walk_;
  Word allLanes_;
  const Word *reset_, *start_, *stop_, *ready_;
  Word *outMore_, *outValid_, *outActive_, *busy_;
  std::array<Word *, kAxes> outId_, outBase_;
  bool startBefore_ = false;
  bool stopped_ = false;
};

}  // namespace

std::unique_ptr<Model> makeGroupSource(Wiring &wiring) { return std::make_unique<GroupSource>(wiring); }

}  // namespace weft::instant
