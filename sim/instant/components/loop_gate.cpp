// SPDX-License-Identifier: Apache-2.0
// rtl/flow/loop_gate.sv
#include "sim/instant/components/loop_idle.h"
#include "sim/instant/components/models.h"
#include "sim/instant/components/words.h"

namespace weft::instant {
namespace {

class LoopGate final : public Model {
public:
  explicit LoopGate(Wiring &wiring)
      : limit_(wiring.parameter("Limit")), idle_(wiring.parameter("Patience")),
        mask_(maskOf(unsigned(wiring.parameter("CountW")))), reset_(wiring.input("rst_i")),
        groupSize_(wiring.input("group_size_i")), offers_(wiring.input("offers_i")), enters_(wiring.input("enters_i")),
        passes_(wiring.input("passes_i")), leaves_(wiring.input("leaves_i")),
        exitWords_(wordsOf(unsigned(wiring.parameter("NumExits")))), open_(wiring.output("open_o")) {}

  void tick() override {
    const bool last = ofGroup_ == last_;
    if (!full_ || idle_.idle())
      *open_ = 1;
    else if (*enters_ ? last : ofGroup_ == 0 && !*offers_)
      *open_ = 0;
    last_ = (*groupSize_ - 1) & mask_;
    full_ = count_ >= limit_;
    Word left = 0;
    for (unsigned w = 0; w < exitWords_; ++w)
      left += Word(std::popcount(leaves_[w]));
    count_ = (count_ + *enters_ - left) & mask_;
    if (*enters_)
      ofGroup_ = last ? 0 : (ofGroup_ + 1) & mask_;
    idle_.tick(*passes_);
    if (*reset_) [[unlikely]]
      reset();
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  void reset() {
    count_ = ofGroup_ = 0;
    full_ = false;
    idle_.reset();
    *open_ = 1;
  }

  Word limit_;
  LoopIdle idle_;
  Word mask_;
  const Word *reset_, *groupSize_, *offers_, *enters_, *passes_, *leaves_;
  unsigned exitWords_;
  Word *open_;
  Word count_ = 0, ofGroup_ = 0, last_ = 0;
  bool full_ = false;
};

}  // namespace

std::unique_ptr<Model> makeLoopGate(Wiring &wiring) { return std::make_unique<LoopGate>(wiring); }

}  // namespace weft::instant
