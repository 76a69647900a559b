// SPDX-License-Identifier: Apache-2.0
// rtl/flow/loop_pace.sv
#include <algorithm>
#include <bit>

#include "sim/instant/components/loop_idle.h"
#include "sim/instant/components/models.h"
#include "sim/instant/components/words.h"

namespace weft::instant {
namespace {

class LoopPace final : public Model {
public:
  explicit LoopPace(Wiring &wiring)
      : window_(wiring.parameter("Window")), idle_(wiring.parameter("Patience")),
        windowBits_(unsigned(std::countr_zero(window_))),
        mostElapsed_(maskOf(windowBits_ + unsigned(wiring.parameter("DistanceW")))), reset_(wiring.input("rst_i")),
        offers_(wiring.input("offers_i")), enters_(wiring.input("enters_i")), passes_(wiring.input("passes_i")),
        open_(wiring.output("open_o")) {}

  void tick() override {
    const bool ends = *enters_ && count_ == window_ - 1;
    const bool none = count_ == 0 && distance_ == 0;
    left_ = *enters_ ? after_ : left_ - Word(left_ != 0);
    *open_ = left_ == 0 || (*open_ && *offers_ && !*enters_) || idle_.idle();
    after_ = distance_ - Word(distance_ != 0);
    if (ends)
      distance_ = (elapsed_ >> windowBits_ >> 1) + (elapsed_ >> windowBits_ >> 2);
    elapsed_ = ends || none ? 0 : std::min(elapsed_ + 1, mostElapsed_);
    count_ = (count_ + *enters_) & (window_ - 1);
    idle_.tick(*passes_);
    if (*reset_) [[unlikely]]
      reset();
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  void reset() {
    count_ = elapsed_ = distance_ = after_ = left_ = 0;
    idle_.reset();
    *open_ = 1;
  }

  Word window_;
  LoopIdle idle_;
  unsigned windowBits_;
  Word mostElapsed_;
  const Word *reset_, *offers_, *enters_, *passes_;
  Word *open_;
  Word count_ = 0, elapsed_ = 0, distance_ = 0, after_ = 0, left_ = 0;
};

}  // namespace

std::unique_ptr<Model> makeLoopPace(Wiring &wiring) { return std::make_unique<LoopPace>(wiring); }

}  // namespace weft::instant
