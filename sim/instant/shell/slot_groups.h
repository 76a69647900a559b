// SPDX-License-Identifier: Apache-2.0
// rtl/axi/slot_groups.sv.
#pragma once
#include <algorithm>
#include <vector>

#include "sim/instant/components/fifo.h"

namespace weft::instant {

/// `Payload`: of an answer.
template <class Payload> class SlotGroups {
public:
  explicit SlotGroups(unsigned slots)
      : most_(std::max(slots / 16, 2u)), depth_(slots < 32 ? slots / 2 + 1 : 16), links_(slots), waiting_(depth_) {}

  // From registers.
  bool mayJoin() const { return size_ != most_ && (size_ > 1 || room_); }
  /// The answer of a slot that is not a group's first; given in a cycle in which memory does not answer.
  bool hasNext() const { return hasNext_; }
  unsigned nextSlot() const { return next_; }
  const Payload &nextAnswer() const { return waiting_.front().payload; }

  struct Change {
    bool push = false, join = false;  // a slot begins a group, or joins the last one
    unsigned slot = 0;
    bool answered = false;  // by memory
    unsigned first = 0;     // the group
  };
  /// The clock rises. `payload` gives that of memory's answer; it is called only where that is stored.
  template <class Make> void tick(const Change &change, const Make &payload) {
    const Link first = change.answered ? links_[change.first] : Link{};
    const Link next = links_[next_];
    const bool given = hasNext_ && !change.answered, ends = given && !next.more;
    if (!hasNext_) {
      hasNext_ = waiting_.valid() || first.more;
      next_ = waiting_.valid() ? waiting_.front().next : first.next;
    } else if (given) {
      hasNext_ = next.more;
      next_ = next.next;
    }
    if (first.more)
      waiting_.tick(true, {first.next, payload()}, ends);
    else
      waiting_.tick(false, {}, ends);
    room_ = inFlight_ < depth_ - 1;  // known a cycle late
    inFlight_ += unsigned(change.join && size_ == 1) - unsigned(ends);
    links_[last_] = {change.join, change.slot};
    if (change.join || change.push) {
      last_ = change.slot;
      size_ = change.join ? size_ + 1 : 1;
    }
  }
  void reset() {
    waiting_.reset();
    hasNext_ = false;
    inFlight_ = 0;
    room_ = true;
  }

private:
  struct Link {
    bool more = false;
    unsigned next = 0;
  };
  struct Waiting {
    unsigned next = 0;
    Payload payload{};
  };

  unsigned most_, depth_;  // slots of a group; groups of several in flight
  std::vector<Link> links_;
  Queue<Waiting> waiting_;
  unsigned size_ = 1, last_ = 0;  // of the last group: how many slots, and the last of them
  unsigned inFlight_ = 0;
  bool room_ = true;
  bool hasNext_ = false;
  unsigned next_ = 0;
};

}  // namespace weft::instant
