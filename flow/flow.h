// SPDX-License-Identifier: Apache-2.0
// From the RTL of kernels to the bitstream of a board: synthesis, placement and routing, the clock that they close, and
// the bytes for the FPGA. Each step is a tool's (flow/step.h); what is called how is data (flow/family.h, board.json).
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "flow/clock.h"
#include "flow/family.h"
#include "flow/step.h"
#include "flow/timing.h"
#include "kernel/bitstream.h"
#include "sim/rtl_sources.h"

namespace weft::kernel {
struct Image;
}

namespace weft::flow {

/// The board's top with kernels in it.
struct Design {
  std::vector<kernel::Resident> kernels;
  std::string name;          // for files: the kernel's, or "kernels"
  std::string subject;       // for people: "kernel a", "kernels a, b"
  board::Description board;  // with the clock that it will run at
  const Family *family = nullptr;
  std::vector<sim::SourceFile> sources;                      // in the order in which Yosys reads them
  std::vector<std::pair<std::string, uint32_t>> parameters;  // of the top
  std::string constraints;
  SourceMap places;
  std::vector<std::string> reports;  // the compiler's, of each kernel
};

/// `board` as the kernels, at least one, were compiled for it: its clock is `clock.mhz`. Throws Error,
/// std::runtime_error.
Design makeDesign(const board::Description &board, std::span<const kernel::Image> kernels, const ClockPlan &clock);

/// The netlist that is routed, in JSON. Throws Error.
StepResult synthesise(const Design &design, StepRunner &runner);
inline constexpr const char *kNetlist = "netlist.json";

/// A placed and routed design.
struct Route {
  unsigned seed = 0;
  std::string placer;
  Timing timing;
  StepResult step;
};
inline constexpr const char *kConfiguration = "routed.txt", *kReport = "report.json";
inline constexpr const char *kRouted = "routed.json";  // the netlist with the place of each cell

/// The clock may be missed: requireClock tells. Throws Error, also if the design does not fit the FPGA, or if its wires
/// are longer than what can be routed however it is placed.
Route route(const Design &design, const std::string &netlist, unsigned seed, StepRunner &runner);

/// The one that reaches the highest clock; of equal ones the first.
const Route &bestOf(std::span<const Route> routes);

/// Throws Error with the numbers and the path unless the route reaches the design's clock.
void requireClock(const Design &design, const Route &route);

struct Made {
  kernel::Bitstream bitstream;
  std::string bytes;
};
/// Of a route that reaches the design's clock. Throws Error.
Made makeBitstream(const Design &design, const Route &route, StepRunner &runner);

/// Lines of text: nanoseconds so far, what, and where in the source.
std::string describePath(std::span<const kernel::PathStep> path);

}  // namespace weft::flow
