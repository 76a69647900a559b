// SPDX-License-Identifier: Apache-2.0
// In which order a circuit's parts are evaluated in a cycle, and in which its models tick.
#pragma once
#include <vector>

#include "sim/instant/circuit.h"

namespace weft::instant {

/// What is evaluated within a cycle.
struct Step {
  enum class Kind : uint8_t {
    Path,        // path `second` of instance `first`
    Assignment,  // Circuit::assignments[first]
    Event        // event `second` of segment `first`
  } kind = Kind::Assignment;
  uint32_t first = 0, second = 0;
};

struct Plan {
  std::vector<Step> steps;        // what a step reads is there before it
  std::vector<uint32_t> uniform;  // assignments that change with configuration words only
  std::vector<uint32_t> ticks;    // instances, in the order in which they tick
};

/// Models tick one after another although all see the cycle before: who reads another's registered output ticks first.
/// Where that goes in a circle, the net with the fewest bits is copied within the cycle: `circuit` gets the copies.
/// Throws Unsupported if steps depend on each other in a circle.
Plan makePlan(Circuit &circuit);

/// Storages that values of the cycle are made of; of a token's, what is captured at `stage`.
std::vector<StorageId> leavesOf(const Circuit &circuit, std::vector<SignalId> values, unsigned stage = 0);

}  // namespace weft::instant
