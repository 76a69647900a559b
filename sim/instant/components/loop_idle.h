// SPDX-License-Identifier: Apache-2.0
// State of rtl/flow/loop_idle.sv.
#pragma once

#include "sim/instant/components/model.h"

namespace weft::instant {

class LoopIdle {
public:
  explicit LoopIdle(Word patience) : patience_(patience) {}

  bool idle() const { return idle_; }  // registered

  void tick(bool passes) {
    const bool waited = wait_ == patience_ - 1;
    wait_ = passes ? 0 : wait_ + Word(!idle_);
    idle_ = !passes && (idle_ || waited);
  }

  void reset() {
    wait_ = 0;
    idle_ = false;
  }

private:
  Word patience_, wait_ = 0;
  bool idle_ = false;
};

}  // namespace weft::instant
