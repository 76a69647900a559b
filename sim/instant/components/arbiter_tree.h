// SPDX-License-Identifier: Apache-2.0
// rtl/mem/arbiter_tree.sv. It moves handles of requests: where the requests lie is up to the owner. A merge that waits
// for the level behind it costs nothing, so that time grows with the requests that move, but for a look at each input
// whose merge does not wait.
#pragma once
#include <algorithm>
#include <bit>
#include <utility>

#include "sim/instant/components/model.h"
#include "sim/instant/components/slice.h"

namespace weft::instant {

/// stream_merge with turns of `run` tokens, of at most four inputs; sets of inputs are bits.
class MergeTurns {
public:
  explicit MergeTurns(unsigned run) : run_(run) {}
  bool held() const { return held_; }
  /// The input that is granted among the valid ones.
  unsigned grant(unsigned valid) const {
    const unsigned first = valid & first_, from = first != 0 ? first : valid;
    return from & (0u - from);
  }
  void tick(unsigned valid, unsigned granted, bool ready) {
    held_ = !ready && valid != 0;
    if (valid == 0)
      return;
    const bool ends = ready && count_ == run_ - 1;
    first_ = ends ? ~(granted | (granted - 1)) : ~(granted - 1);
    if (ready)
      count_ = ends ? 0 : count_ + 1;
  }
  void reset() { *this = MergeTurns(run_); }

private:
  unsigned run_;
  unsigned count_ = 0;    // tokens of the run
  unsigned first_ = ~0u;  // inputs that go before the others: from the one whose turn it is on
  bool held_ = false;     // an input was granted and not taken
};

class ArbiterTree {
public:
  /// The inputs' valids and readies.
  ArbiterTree(std::vector<const Word *> valid, std::vector<Word *> ready, unsigned run)
      : valid_(std::move(valid)), ready_(std::move(ready)) {
    auto inputs = static_cast<unsigned>(valid_.size());
    for (; inputs > kFan; inputs = (inputs + kFan - 1) / kFan)
      levels_.emplace_back(inputs, run);
    levels_.emplace_back(inputs, run);
  }

  /// Handles that may be under way. If none, a handle is the number of the input.
  unsigned slots() const {
    size_t slots = 0;
    for (size_t l = 0; l + 1 < levels_.size(); ++l)
      slots += 2 * levels_[l].merges.size();
    return static_cast<unsigned>(slots);
  }

  /// Once a cycle: sets the inputs' readies from their valids and the ready behind the tree.
  void arbitrate(bool outReady) {
    if (arbitrated_)
      return;
    arbitrated_ = true;  // saves time: again, it would be the same
    Level &level = levels_.front();
    if (levels_.size() == 1)
      return arbitrateMerge(level, level.merges.front(), outReady);
    for (unsigned w = 0; w < level.awake.size(); ++w)
      for (Word rest = level.awake[w]; rest != 0; rest &= rest - 1)
        arbitrateMerge(level, level.merges[64 * w + unsigned(std::countr_zero(rest))], outReady);
  }

  /// Behind tick(): no request was under way in the cycle, nor is one now.
  bool atRest() const { return !moved_; }

  /// A clock edge. `admit(input)` gives the handle for the request of an input that is taken into the tree;
  /// `leave(handle)` takes one that leaves.
  template <typename Admit, typename Leave> void tick(bool outReady, Admit admit, Leave leave) {
    arbitrate(outReady);
    arbitrated_ = moved_ = false;
    if (levels_.size() == 1 && levels_.front().merges.front().valid == 0)
      return;
    for (size_t l = levels_.size(); l-- > 0;) {
      Level &level = levels_[l];
      Level *below = l == 0 ? nullptr : &levels_[l - 1];
      const auto handle = [&](unsigned input) {
        if (below == nullptr)
          return isLast(level) ? input : admit(input);
        below->taken[input / 64] |= Word(1) << (input % 64);
        return below->merges[input].slice.data();
      };
      for (unsigned w = 0; w < level.awake.size(); ++w) {
        const Word taken = std::exchange(level.taken[w], 0);
        for (Word rest = level.awake[w] | taken; rest != 0; rest &= rest - 1) {
          const auto bit = static_cast<unsigned>(std::countr_zero(rest));
          const bool leaves = (taken >> bit & 1) != 0;
          if (leaves || level.merges[64 * w + bit].valid != 0) {
            moved_ = true;
            tickMerge(level, 64 * w + bit, outReady, leaves, handle, leave);
          }
        }
      }
    }
  }

  /// What it points to; the owner lists the tree itself. Which merges are awake follows from them.
  void listState(StateList &list) const {
    for (const Level &level : levels_)
      list.addAll(level.merges);
  }

  void reset() {
    arbitrated_ = false;
    for (Level &level : levels_)
      for (unsigned m = 0; m < level.merges.size(); ++m) {
        level.wake(m, true);
        level.merges[m].turns.reset();
        level.merges[m].slice.reset();
        level.merges[m].valid = 0;
      }
  }

private:
  static constexpr unsigned kFan = 4;

  /// A merge, and the slice behind it where there is a further level.
  struct Merge {
    unsigned first, count;  // inputs
    unsigned valid = 0;     // of the inputs; a sleeping merge's are not looked at
    unsigned ready = 0;     // of the tree's inputs, as driven
    MergeTurns turns;
    Slice<unsigned> slice;
  };
  struct Level {
    Level(unsigned inputs, unsigned run) : mergeOf(inputs) {
      const unsigned count = (inputs + kFan - 1) / kFan;
      awake.resize(wordsOf(count));
      taken.resize(wordsOf(count));
      for (unsigned m = 0; m < count; ++m) {
        const unsigned first = inputs * m / count, end = inputs * (m + 1) / count;
        merges.push_back({.first = first, .count = end - first, .turns = MergeTurns(run), .slice = {}});
        std::fill(mergeOf.begin() + first, mergeOf.begin() + end, m);
      }
    }
    void wake(unsigned merge, bool value) {
      Word &word = awake[merge / 64];
      word = (word & ~(Word(1) << (merge % 64))) | Word(value) << (merge % 64);
    }

    std::vector<unsigned> mergeOf;  // by input
    std::vector<Merge> merges;
    // Sets of merges.
    std::vector<Word> awake;  // all but those that hold a grant for a slice that is full
    std::vector<Word> taken;  // those whose slice's front leaves in this cycle; none between ticks
  };

  bool isLast(const Level &level) const { return &level == &levels_.back(); }
  bool isReady(const Level &level, const Merge &merge, bool outReady) const {
    return isLast(level) ? outReady : merge.slice.ready();
  }

  void arbitrateMerge(Level &level, Merge &merge, bool outReady) {
    merge.valid = 0;
    for (unsigned i = 0; i < merge.count; ++i)
      merge.valid |= unsigned(*valid_[merge.first + i]) << i;
    const unsigned granted = valid_.size() == 1 ? 1 : merge.turns.grant(merge.valid);
    setReady(merge, isReady(level, merge, outReady) ? granted : 0);
  }

  void setReady(Merge &merge, unsigned ready) {
    for (unsigned changed = merge.ready ^ ready; changed != 0; changed &= changed - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(changed));
      *ready_[merge.first + i] = ready >> i & 1;
    }
    merge.ready = ready;
  }

  template <typename Handle, typename Leave>
  void tickMerge(Level &level, unsigned number, bool outReady, bool taken, const Handle &handle, const Leave &leave) {
    Merge &merge = level.merges[number];
    const bool ready = isReady(level, merge, outReady);
    const unsigned granted = merge.turns.grant(merge.valid);
    merge.turns.tick(merge.valid, granted, ready);
    const auto request = [&] { return handle(merge.first + unsigned(std::countr_zero(granted))); };
    if (isLast(level)) {
      if (merge.valid != 0 && ready)
        leave(request());
      return;
    }
    merge.slice.tick(merge.valid != 0, request, taken);
    level.wake(number, merge.slice.ready() || !merge.turns.held());  // saves time
    Level &next = *(&level + 1);
    Merge &parent = next.merges[next.mergeOf[number]];
    const unsigned bit = 1u << (number - parent.first);
    parent.valid = merge.slice.valid() ? parent.valid | bit : parent.valid & ~bit;
  }

  std::vector<const Word *> valid_;
  std::vector<Word *> ready_;
  std::vector<Level> levels_;
  bool arbitrated_ = false;
  bool moved_ = false;  // a request was under way
};

}  // namespace weft::instant
