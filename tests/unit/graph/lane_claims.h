// SPDX-License-Identifier: Apache-2.0
// Whether what a graph claims of the lanes of its packets holds for the values that its work-items have.
#pragma once
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "hls/graph/interpret.h"
#include "hls/graph/shapes.h"

namespace weft::graph::test {

/// Watches a run in program order, of each work-item by itself.
class LaneClaims {
public:
  /// The claims of the kernel's values, with what the analysis adds.
  explicit LaneClaims(const Kernel &kernel);
  /// What the analysis says of packets of `lanes` work-items, where there are none yet.
  LaneClaims(const Kernel &kernel, unsigned lanes);

  void observe(const Visit &visit);

  /// Values that were compared.
  struct Counts {
    size_t uniform = 0, linear = 0, jumping = 0;
  };
  /// Fails the test if a claim does not hold, or if a packet of a kernel that has packets parts where it has no branch
  /// for some of its lanes. Of others, only what comes before work-items part is looked at.
  Counts check() const;

private:
  struct Step {
    NodeId node;
    std::vector<std::optional<Bits>> values;  // of parameters and results; nothing: nobody looks at it
  };
  struct Item {
    std::array<uint64_t, 3> local{};
    std::vector<Step> steps;
    std::vector<bool> open;  // parameters of the node that comes next at which nobody looks
    std::vector<bool> openMemories;
  };
  using Packet = std::map<unsigned, const Item *>;  // by lane

  bool isOpen(const Op &op, const Visit &visit, const std::vector<bool> &open, const Item &item) const;
  void checkPacket(const Packet &packet, Counts &counts) const;
  void checkValue(ValueId value, size_t at, size_t step, const Packet &packet, Counts &counts) const;
  bool isAsClaimed(ValueId value, const Bits &from, const Bits &is, unsigned lanesApart) const;

  const Kernel &kernel_;
  const unsigned lanes_;
  const bool inGroups_;
  bool parts_ = false;
  std::vector<LaneShape> claims_;                  // by value
  std::map<std::array<uint64_t, 3>, Item> items_;  // by global id
};

}  // namespace weft::graph::test
