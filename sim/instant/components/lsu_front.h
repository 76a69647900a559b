// SPDX-License-Identifier: Apache-2.0
// rtl/mem/lsu_front.sv.
#pragma once
#include "sim/instant/components/bounds_check.h"

namespace weft::instant {

/// The front end of a load/store unit whose requests carry a Payload. Binds the unit's ports of its own.
template <typename Payload> class LsuFront {
public:
  /// A request two cycles after it was accepted.
  struct Request {
    bool valid = false, ok = false;
    Word address = 0;
    Payload payload = {};
  };
  /// What the unit says in a cycle; names as in the module.
  struct Events {
    bool room = true, entryDone = false, unsent = false, sent = false;
  };

  LsuFront(Wiring &wiring, unsigned bytes, unsigned entriesMax, unsigned requestsMax)
      : bounds_(wiring, bytes), alignment_(~(Word(bytes) - 1)), entriesMax_(entriesMax), requestsMax_(requestsMax),
        valid_(wiring.input("req_valid_i")), address_(wiring.input("req_addr_i")),
        readyOut_(wiring.output("req_ready_o")), faultOut_(wiring.output("fault_o")),
        faultAddress_(wiring.output("fault_addr_o")) {}

  bool accept() const { return ready_ && *valid_ != 0; }
  bool empty() const { return entries_ == 0; }
  /// Whether a cycle without a request changes nothing: no entry is left before its fault was reported.
  bool quiet() const { return entries_ == 0 && ready_; }
  const Request &checked() const { return stages_[second_]; }

  /// Returns where to put the payload of a request that is accepted, and null if none is.
  [[gnu::always_inline]] Payload *tick(const Events &events) {
    const bool accepted = accept();
    const Request &left = stages_[second_];
    const bool fault = left.valid && !left.ok;
    *faultOut_ = fault;
    if (fault)
      *faultAddress_ = left.address;
    entries_ += unsigned(accepted) - unsigned(before_.entryDone);
    requests_ += unsigned(accepted) - unsigned(before_.unsent) - unsigned(before_.sent);
    before_ = events;
    ready_ = entries_ != entriesMax_ && requests_ != requestsMax_ && events.room;
    *readyOut_ = ready_;

    Request &entered = stages_[second_];  // the place of the one that leaves
    second_ ^= unsigned(accepted || stages_[0].valid || stages_[1].valid);
    entered.valid = accepted;
    if (!accepted)
      return nullptr;
    entered.address = *address_ & alignment_;
    entered.ok = bounds_.admits(entered.address);
    return &entered.payload;
  }

  void reset() {
    entries_ = requests_ = 0;
    before_ = {};
    ready_ = stages_[0].valid = stages_[1].valid = false;
    *readyOut_ = *faultOut_ = 0;
  }

private:
  BoundsCheck bounds_;
  Word alignment_;
  unsigned entriesMax_, requestsMax_;
  const Word *valid_, *address_;
  Word *readyOut_, *faultOut_, *faultAddress_;

  unsigned entries_ = 0, requests_ = 0;
  Events before_;  // of the last cycle: they count a cycle later
  bool ready_ = false;
  unsigned second_ = 0;  // the older of the two stages
  Request stages_[2];
};

}  // namespace weft::instant
