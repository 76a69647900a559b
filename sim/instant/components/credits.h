// SPDX-License-Identifier: Apache-2.0
// State of rtl/flow/credit_counter.sv and rtl/mem/ack_counter.sv.
#pragma once

namespace weft::instant {

class CreditCounter {
public:
  explicit CreditCounter(unsigned initial = 0) : initial_(initial) {}

  bool any() const { return any_; }  // registered
  /// Whether all are there, and that shows.
  bool full() const { return count_ == initial_ && any_ == (initial_ != 0); }

  /// Whether what is counted shows: a cycle in which none comes or goes changes nothing.
  bool settled() const { return any_ == (count_ != 0); }

  void tick(unsigned give, bool take) {
    count_ += give - unsigned(take);
    any_ = count_ != 0;
  }

  void reset() {
    count_ = initial_;
    any_ = false;
  }

private:
  unsigned initial_, count_ = 0;
  bool any_ = false;
};

class AckCounter {
public:
  explicit AckCounter(unsigned depth) : room_(depth) {}

  // Registered outputs.
  bool room() const { return room_.any(); }
  bool ackValid() const { return done_.any(); }
  /// Nothing is under way, nor waits to be given back: a cycle without a request changes nothing.
  bool atRest() const { return room_.full(); }

  void tick(bool take, bool done, bool ackReady) {
    const bool leave = done_.any() && ackReady;
    room_.tick(leave, take);
    done_.tick(done, leave);
  }

  void reset() {
    room_.reset();
    done_.reset();
  }

private:
  CreditCounter room_, done_;
};

}  // namespace weft::instant
