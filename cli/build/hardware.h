// SPDX-License-Identifier: Apache-2.0
// The stages of a build that make bitstreams, of boards that have a flow.
#pragma once
#include <memory>
#include <vector>

#include "flow/flow.h"

namespace weft::cli {

struct Build;
struct Dump;

/// How bitstreams are made.
struct HardwareOptions {
  unsigned seeds = 1;         // of placement and routing; the one with the highest clock counts
  unsigned jobs = 0;          // tools at the same time; 0: as many as there are processors
  bool kernelsApart = false;  // a bitstream for each kernel, else one for all
};

/// What the stages have made so far: an element of each for each bitstream.
struct Hardware {
  Hardware(HardwareOptions given, flow::ClockPlan plan);
  const HardwareOptions options;
  const flow::ClockPlan clock;
  std::vector<flow::Design> designs;
  std::vector<flow::StepResult> netlists;
  std::vector<std::vector<flow::Route>> routes;
  std::vector<flow::Made> made;
  flow::StepRunner runner;
};

bool makesBitstreams(const Build &build);

void synthesiseStage(Build &build);
std::vector<Dump> synthesiseDumps(const Build &build);
std::string synthesiseOutcome(const Build &build);

void routeStage(Build &build);
std::vector<Dump> routeDumps(const Build &build);
std::string routeOutcome(const Build &build);

/// Refuses a kernel that misses the clock.
void timeStage(Build &build);
std::vector<Dump> timeDumps(const Build &build);
std::string timeOutcome(const Build &build);

void bitstreamStage(Build &build);
std::vector<Dump> bitstreamDumps(const Build &build);
std::string bitstreamOutcome(const Build &build);

}  // namespace weft::cli
