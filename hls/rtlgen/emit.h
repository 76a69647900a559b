// SPDX-License-Identifier: Apache-2.0
// Last stage of the compiler: a kernel graph becomes SystemVerilog. Errors: what the hardware cannot do; internal ones
// for a graph that breaks its contract.
#pragma once
#include <optional>

#include "board/description.h"
#include "hls/components/cost.h"
#include "hls/diagnostic.h"
#include "hls/netlist/netlist.h"
#include "hls/rtlgen/fit.h"
#include "hls/rtlgen/plan.h"
#include "kernel/image.h"

namespace weft::rtlgen {

/// The hardware as a verified netlist, before its passes (hls/netlist/passes.h).
struct Hardware {
  netlist::Design design;
  Plan plan;  // refers to the kernel and the board
};

hls::Expected<Hardware> makeNetlist(const graph::Kernel &kernel, const board::Description &board,
                                    const Limits &limits = {});

/// What is expected of a kernel before it is synthesised.
struct Estimate {
  components::Cost area;                // of the kernel alone
  double mhz = 0;                       // of the kernel alone
  std::optional<hls::Diagnostic> slow;  // a warning: it is far below the board's clock
  unsigned fewestCopies = 1;            // of local memory: Admission
  unsigned halves = 1;                  // the most that a local memory has
  std::optional<Fit> fit;               // always there once the kernel is
};

/// At least what emit() expects of the kernel, without its netlist: the area and the fit alone (least_area.h).
Estimate leastEstimate(const graph::Kernel &kernel, const board::Description &board);

/// The kernel's RTL, netlist, report and interface. `estimate`, if given, is filled in.
hls::Expected<kernel::Image> emit(const graph::Kernel &kernel, const board::Description &board,
                                  const Limits &limits = {}, Estimate *estimate = nullptr);

}  // namespace weft::rtlgen
