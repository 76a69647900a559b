// SPDX-License-Identifier: Apache-2.0
// How many cycles a launch of a kernel takes, from its report: what each token, a work-item or a packet of them, costs
// every part that all of them share, and which part is the slowest.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/report/kernel_report.h"

namespace weft::cli {

/// Of a token: the sum of each number times the passes through the loops in its key (indices into
/// Prediction::loops); the empty key is what is passed once.
using LoopCost = std::map<std::vector<size_t>, double>;

/// A part that all tokens share. All parts work at the same time, so tokens follow each other as fast as the slowest
/// allows.
struct Bound {
  std::string what, location;
  LoopCost cycles;  // of each token
  LoopCost most;    // the same where tokens of several passes meet in loops, so that they share no lines, and without
                    // what caches hold
};

struct Prediction {
  struct Loop {
    std::string name, location;
  };
  std::vector<Loop> loops;  // as in the report
  std::vector<Bound> bounds;
  double fixed = 0;     // cycles of a launch, whatever it does
  LoopCost latency;     // of a token from end to end
  double once() const;  // the same, with one pass through each loop
};

Prediction predict(const KernelReport &kernel, unsigned lineBytes);

/// `passes`: through each loop, by a token each time it comes to the loop.
double valueOf(const LoopCost &cost, const std::vector<double> &passes);
/// "1 + 2.06 t1", with t1 for the first loop.
std::string textOf(const LoopCost &cost);

/// Of a launch of so many tokens: with Bound::cycles, and with Bound::most.
struct Cycles {
  double least = 0, most = 0;
};
Cycles cyclesOf(const Prediction &prediction, double tokens, const std::vector<double> &passes);
/// What holds up a launch of so many tokens: the part that they need most of, or that they are too few.
std::string limitOf(const Prediction &prediction, double tokens, const std::vector<double> &passes);

}  // namespace weft::cli
