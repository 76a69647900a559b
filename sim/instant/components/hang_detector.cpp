// SPDX-License-Identifier: Apache-2.0
// rtl/shell/hang_detector.sv
#include "sim/instant/components/models.h"
#include "sim/instant/components/words.h"

namespace weft::instant {
namespace {

class HangDetector final : public Model {
public:
  explicit HangDetector(Wiring &wiring)
      : countMask_(maskOf(unsigned(wiring.parameter("CountW")))), reset_(wiring.input("rst_i")),
        inFlight_(wiring.input("in_flight_i")), admitting_(wiring.input("admitting_i")),
        hang_(wiring.output("hang_o")) {
    const auto n = unsigned(wiring.parameter("NumBarriers"));
    for (unsigned i = 0; i < n; ++i)
      waiting_.push_back(wiring.input("waiting_i", i, n));
    busy_ = wiring.busy({"waiting_i"});
  }

  void tick() override {
    if (!stuck_) {
      cycles_ = 0;
      *hang_ = 0;
    } else if (cycles_ == kCycles - 1) {
      *hang_ = 1;
    } else {
      ++cycles_;
    }
    stuck_ = !*admitting_ && *inFlight_ != 0 && allWaiting();
    if (*reset_) [[unlikely]] {
      stuck_ = false;
      *hang_ = 0;
    }
    *busy_ = stuck_ || cycles_ != 0;  // hang_o falls with cycles_
  }

  void listState(StateList &list) const override { list.add(*this); }

private:
  static constexpr unsigned kCycles = 1024;

  bool allWaiting() const {
    Word sum = 0;
    for (const Word *waiting : waiting_)
      sum += *waiting;
    return (sum & countMask_) == *inFlight_;
  }

  Word countMask_;
  const Word *reset_, *inFlight_, *admitting_;
  Word *hang_, *busy_;
  std::vector<const Word *> waiting_;
  bool stuck_ = false;
  unsigned cycles_ = 0;
};

}  // namespace

std::unique_ptr<Model> makeHangDetector(Wiring &wiring) { return std::make_unique<HangDetector>(wiring); }

}  // namespace weft::instant
