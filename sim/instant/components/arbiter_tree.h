// SPDX-License-Identifier: Apache-2.0
// State of rtl/mem/arbiter_tree.sv.
#pragma once
#include <cstddef>
#include <vector>

#include "sim/instant/components/arbiter.h"
#include "sim/instant/components/slice.h"

namespace weft::instant {

/// Merges any number of streams. In each cycle: present(), then what the tree offers and takes may be asked for, then
/// tick().
template <class Payload> class ArbiterTree {
public:
  explicit ArbiterTree(unsigned inputs) {
    for (unsigned n = inputs;; n = unsigned(levels_.back().size())) {
      std::vector<unsigned> groups(n);
      levels_.push_back(makeLevel(n, groups));
      if (levels_.size() == 1)
        groups_ = std::move(groups);
      else
        for (unsigned i = 0; i < n; ++i)
          levels_[levels_.size() - 2][i].parent = groups[i];
      if (levels_.back().size() == 1)
        break;
    }
  }

  /// More than one level: the output depends on no input within the cycle, nor does an input's ready on the output's.
  bool registered() const { return levels_.size() > 1; }

  /// `valid(i)`: whether input i is.
  template <class Valid> void present(const Valid &valid) {
    busy_ = false;
    for (size_t l = 0; l < levels_.size(); ++l)
      for (Merge &merge : levels_[l])
        busy_ |=
            l == 0 ? merge.choose(valid) : merge.choose([&](unsigned i) { return levels_[l - 1][i].slice.valid(); });
  }

  // After present(), in the same cycle.
  bool outValid() const { return root().offers; }
  /// Without further levels: the input whose payload the output shows.
  unsigned granted() const { return root().granted(); }
  /// With further levels: the payload that the output shows.
  const Payload &data() const { return levels_[levels_.size() - 2][granted()].slice.data(); }
  /// Whether the tree takes what is valid on input i.
  bool ready(unsigned i, bool outReady) const {
    const Merge &merge = levels_[0][groups_[i]];
    return (registered() ? merge.slice.ready() : outReady) && merge.grants(i);
  }

  /// `payload(i)`: input i's.
  template <class Data> void tick(const Data &payload, bool outReady) {
    if (!busy_)
      return;
    for (size_t l = 0; l < levels_.size(); ++l)
      for (Merge &merge : levels_[l])
        merge.taken = l + 1 == levels_.size() ? outReady : merge.slice.ready();
    for (size_t l = levels_.size(); l-- > 0;)
      for (unsigned g = 0; g < levels_[l].size(); ++g)
        tickMerge(unsigned(l), g, payload);
  }

  void reset() {
    for (std::vector<Merge> &level : levels_)
      for (Merge &merge : level) {
        merge.grant.reset();
        merge.slice.reset();
      }
  }

private:
  struct Merge {
    MergeGrant grant;
    unsigned first, inputs;              // in the level
    unsigned parent = 0;                 // the merge of the next level that it leads to
    unsigned index = 0;                  // the input that is granted, counted from `first`
    bool offers = false, taken = false;  // in this cycle
    Slice<Payload> slice = {};           // behind it, unless it is the root

    unsigned granted() const { return first + index; }
    bool grants(unsigned i) const { return inputs == 1 || granted() == i; }
    template <class Valid> bool choose(const Valid &valid) {
      index = grant.grant([&](unsigned i) { return valid(first + i); });
      return offers = index != inputs;
    }
  };

  static std::vector<Merge> makeLevel(unsigned inputs, std::vector<unsigned> &groups) {
    std::vector<Merge> level;
    const unsigned outputs = (inputs + 3) / 4;
    for (unsigned g = 0; g < outputs; ++g) {
      const unsigned first = inputs * g / outputs, end = inputs * (g + 1) / outputs;
      level.push_back({.grant = MergeGrant(end - first, true), .first = first, .inputs = end - first});
      for (unsigned i = first; i < end; ++i)
        groups[i] = g;
    }
    return level;
  }

  const Merge &root() const { return levels_.back()[0]; }

  /// From the root to the inputs: a slice's payload is read before it changes.
  template <class Data> void tickMerge(unsigned l, unsigned g, const Data &payload) {
    Merge &merge = levels_[l][g];
    merge.grant.tick(merge.index, merge.offers, merge.taken);
    if (l + 1 == levels_.size())
      return;
    const Merge &parent = levels_[l + 1][merge.parent];
    const bool leaves = parent.taken && parent.grants(g);
    if (l == 0)
      merge.slice.tick(merge.offers, [&]() -> decltype(auto) { return payload(merge.granted()); }, leaves);
    else
      merge.slice.tick(
          merge.offers, [&]() -> const Payload & { return levels_[l - 1][merge.granted()].slice.data(); }, leaves);
  }

  std::vector<std::vector<Merge>> levels_;
  std::vector<unsigned> groups_;  // of the inputs in the first level
  bool busy_ = false;
};

}  // namespace weft::instant
