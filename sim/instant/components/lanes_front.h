// SPDX-License-Identifier: Apache-2.0
// State of the bounds checks of rtl/mem/lsu_lanes_front.sv. A packet has at most 64 lanes.
#pragma once
#include "sim/instant/components/bounds_check.h"
#include "sim/instant/components/words.h"

namespace weft::instant {

class LanesFront {
public:
  LanesFront(Wiring &wiring, unsigned bytes)
      : check_(wiring, bytes), addressBits_(unsigned(wiring.parameter("AddrBits"))), alignment_(~(Word(bytes) - 1)),
        reqValid_(wiring.input("req_valid_i")), reqAddress_(wiring.input("req_addr_i")),
        reqMask_(wiring.input("req_mask_i")), faultOut_(wiring.output("fault_o")),
        faultAddress_(wiring.output("fault_addr_o")) {}

  bool offered() const { return *reqValid_ != 0; }
  // Of the packet accepted last: the lanes within bounds, and the addresses of all in the mask.
  Word ok() const { return ok_; }
  const Word *addresses() const { return addresses_; }

  /// Gives whether a packet comes out of the checks: the one accepted two cycles ago.
  bool tick(bool accepted) {
    const unsigned checked = stages_ >> kStage;
    *faultOut_ = (checked & kFault) != 0;
    if (checked & kFault)
      *faultAddress_ = faults_[shown_++ % kFaults];
    stages_ = (stages_ << kStage | (accepted ? accept() : 0)) & kStages;
    return (checked & kAccepted) != 0;
  }

  void reset() {
    stages_ = written_ = shown_ = 0;
    *faultOut_ = 0;
  }

private:
  // Of each of the last two cycles' packets, the latest lowest.
  static constexpr unsigned kAccepted = 1, kFault = 2, kStage = 2, kStages = 15;
  static constexpr unsigned kFaults = 8;  // more than are between acceptance and report

  unsigned accept() {
    const Word mask = *reqMask_;
    ok_ = 0;
    for (Word left = mask; left != 0; left &= left - 1) {
      const auto lane = unsigned(std::countr_zero(left));
      addresses_[lane] = bitsAt(reqAddress_, size_t(lane) * addressBits_, addressBits_) & alignment_;
      ok_ |= Word(check_.admits(addresses_[lane])) << lane;
    }
    if (ok_ == mask) [[likely]]  // saves time
      return kAccepted;
    faults_[written_++ % kFaults] = addresses_[std::countr_zero(mask & ~ok_)];
    return kAccepted | kFault;
  }

  BoundsCheck check_;
  unsigned addressBits_;
  Word alignment_;
  const Word *reqValid_, *reqAddress_, *reqMask_;
  Word *faultOut_, *faultAddress_;
  unsigned stages_ = 0, written_ = 0, shown_ = 0;  // the last two: numbers of faults
  Word ok_ = 0, addresses_[64], faults_[kFaults] = {};
};

}  // namespace weft::instant
