// SPDX-License-Identifier: Apache-2.0
// State of rtl/flow/arbiter_rr.sv and of stream_merge.sv's grant. Requests are numbered; `n` stands for none of n.
#pragma once

namespace weft::instant {

/// The lowest of the requests [first, end); `end` if there is none. `requested(i)` says whether i requests.
template <class Requested> unsigned lowestRequest(unsigned first, unsigned end, const Requested &requested) {
  while (first != end && !requested(first))
    ++first;
  return first;
}

class Turns {
public:
  /// The first request after the last that was served.
  template <class Requested> unsigned choose(unsigned n, const Requested &requested) const {
    const unsigned later = lowestRequest(first_, n, requested);
    if (later != n)
      return later;
    const unsigned earlier = lowestRequest(0, first_, requested);
    return earlier == first_ ? n : earlier;
  }
  void serve(unsigned request) { first_ = request + 1; }
  void reset() { first_ = 0; }

private:
  unsigned first_ = 0;  // at most n
};

/// The choice of a merge: held while its output waits.
class MergeGrant {
public:
  MergeGrant(unsigned inputs, bool turns) : inputs_(inputs), turns_(turns) {}

  unsigned inputs() const { return inputs_; }
  bool held() const { return held_; }  // the choice of the cycle before stands

  /// The input that is offered to the output; inputs() if none is. Within a cycle always the same.
  template <class Valid> unsigned grant(const Valid &valid) const {
    if (held_)
      return granted_;
    return turns_ ? turn_.choose(inputs_, valid) : lowestRequest(0, inputs_, valid);
  }

  /// `granted`: what grant() says in the cycle; `outValid`: whether any input is valid.
  void tick(unsigned granted, bool outValid, bool outReady) {
    if (inputs_ == 1)
      return;
    if (granted != inputs_ && outReady)
      turn_.serve(granted);
    granted_ = granted;
    held_ = outValid && !outReady;
  }

  void reset() {
    turn_.reset();
    held_ = false;
  }

private:
  Turns turn_;
  unsigned inputs_, granted_ = 0;
  bool turns_, held_ = false;
};

}  // namespace weft::instant
