// SPDX-License-Identifier: Apache-2.0
// Graphs from their text, with packets, launched, and with defects planted: what tests of transforms do again and
// again.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "hls/graph/graph.h"
#include "hls/graph/interpret.h"
#include "hls/graph/transforms/transforms.h"
#include "lane_claims.h"

namespace weft::graph::test {

/// The only kernel of a text. Fails the test if it has none, or one with a defect.
Kernel parseOne(const std::string &text);
/// A text with the first `what` replaced. Fails the test if there is none.
std::string replaced(std::string text, const std::string &what, const std::string &with);
/// How many random kernels a test looks at: `usual`, or RANDOM_KERNELS.
uint64_t seeds(uint64_t usual);

/// With packets, if it can have them. Fails the test if it has a defect then.
Kernel withLanes(Kernel kernel, const LaneLimits &limits);
Kernel withLanes(Kernel kernel, unsigned lanes);

/// Bytes that differ from their neighbours.
std::vector<uint8_t> patterned(size_t bytes);

/// What a launch leaves.
struct Ran {
  std::vector<uint8_t> memory;
  std::vector<InterpretFault> faults;
  std::vector<uint64_t> strays() const;  // addresses of faults
};
/// Fails the test if the launch does not end.
Ran run(const Kernel &kernel, const Launch &launch, std::vector<uint8_t> memory, LaneClaims *claims = nullptr,
        uint64_t adversary = 0);
/// Fails the test unless memory is the same, and there are faults if there were some, at addresses of these. An access
/// may stand for several, so they need not be as many.
void checkRanAs(const Ran &before, const Ran &after);

/// The one number `which` with this opcode.
Op &find(Kernel &kernel, Opcode opcode, unsigned which = 0);

struct Defect {
  const char *message;  // a part of what the verifier says
  std::function<void(Kernel &)> plant;
};
/// Fails the test if the verifier does not find it in a sound kernel.
void checkFinds(Kernel kernel, const Defect &defect);

}  // namespace weft::graph::test
