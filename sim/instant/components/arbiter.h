// SPDX-License-Identifier: Apache-2.0
// State of rtl/flow/arbiter_rr.sv. Requests are numbered; `n` stands for none of n.
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
  /// A request that was chosen, but not served, is chosen again.
  void keep(unsigned request) { first_ = request; }
  void reset() { first_ = 0; }
  bool atStart() const { return first_ == 0; }

private:
  unsigned first_ = 0;  // at most n
};

}  // namespace weft::instant
