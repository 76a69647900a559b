// SPDX-License-Identifier: Apache-2.0
// rtl/shell/ndrange_issue.sv
#include "sim/instant/components/models.h"
#include "sim/instant/components/ndrange.h"

namespace weft::instant {
namespace {

class NDRangeIssue final : public Model {
public:
  explicit NDRangeIssue(Wiring &wiring)
      : issue_(wiring), reset_(wiring.input("rst_i")), start_(wiring.input("start_i")), halt_(wiring.input("halt_i")),
        more_(wiring.input("more_groups_i")), groupValid_(wiring.input("next_group_valid_i")),
        active_(wiring.input("next_group_active_i")), groupReady_(wiring.output("next_group_ready_o")) {
    for (unsigned d = 0; d < kAxes; ++d) {
      id_[d] = wiring.input(axisPort("next_group", d, "_i"));
      base_[d] = wiring.input(axisPort("next_group_base", d, "_i"));
    }
    busy_ = wiring.busy({"start_i", "halt_i", "next_group_valid_i", "retire_valid_i"});
  }

  void evaluate(unsigned) override { *groupReady_ = issue_.takesGroup(); }

  void tick() override {
    issue_.tick(*start_ != 0, *reset_ || *halt_, *groupValid_ != 0, left(), [this] { return group(); });
    // At rest no token is at the output, so whether a group is taken depends on no input: it has to show before.
    *busy_ = !rests() || *groupReady_ != Word(issue_.takesGroup());
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  bool left() const { return *groupValid_ || *more_; }

  GroupIds group() const {
    GroupIds ids;
    for (unsigned d = 0; d < kAxes; ++d) {
      ids.id[d] = uint32_t(*id_[d]);
      ids.base[d] = uint32_t(*base_[d]);
    }
    ids.active = *active_;
    return ids;
  }

  /// Nothing changes before a group or a retirement comes. The end of a launch shows in no input that is asked for: it
  /// is waited for.
  bool rests() const {
    return issue_.admitsNone(left()) && issue_.slotsSettled() && (!issue_.isRunning() || issue_.hasTokens());
  }

  TokenIssue issue_;
  const Word *reset_, *start_, *halt_, *more_, *groupValid_, *active_;
  Word *groupReady_, *busy_;
  std::array<const Word *, kAxes> id_, base_;
};

}  // namespace

std::unique_ptr<Model> makeNDRangeIssue(Wiring &wiring) { return std::make_unique<NDRangeIssue>(wiring); }

}  // namespace weft::instant
