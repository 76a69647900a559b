// SPDX-License-Identifier: Apache-2.0
// Faults and the end of a launch.
#include <fmt/format.h>

#include "hls/rtlgen/region_builder.h"
#include "weft_abi.h"

namespace weft::rtlgen {

using namespace graph;

namespace {

// A request may be out of sight for a few cycles inside a FIFO, so all must be quiet for eight; the ports are looked at
// two cycles later (done_o is a register, and launch_control waits for it). The fault of the last access takes no
// longer: a cycle to come to the fault collector, one for each level of its tree, whose inputs are eight, and two in
// unit_faults.
constexpr unsigned kQuietBits = 3, kQuiet = 1u << kQuietBits;
constexpr unsigned kMostLevels = (abi::SITE_BITS + 2) / 3;
static_assert(1 + kMostLevels + 2 <= kQuiet + 2, "a launch must not end before its last fault is reported");

}  // namespace

/// Where work-items are when a launch is ended: a bit for each stall point.
netlist::ExprId RegionBuilder::occupied() {
  std::vector<ExprId> bits;
  for (NodeId n : stallPoints(kernel_))
    bits.push_back(kernel_.nodes[n].kind == NodeKind::Barrier ? b_.nonZero(b_.use(waiting_[n]))
                                                              : b_.use(b_.at(inputs_[n]).valid));
  return bits.empty() ? b_.constant(1, 0) : b_.concat(bits);
}

/// Sites, and behind them the checks of accesses on chip.
void RegionBuilder::faultCollector(NetId hang) {
  const size_t count = kernel_.sites.size() + kernel_.checks.size();
  const unsigned width = std::max(plan_.board->memoryAddressBits, kernel_.checks.empty() ? 0 : 32u);
  std::vector<ExprId> faults, addresses;
  Bits writes(unsigned(std::max<size_t>(1, count)));
  const auto source = [&](NetId fault, Site::Kind kind, NetId where) {
    if (kind != Site::Kind::Load)
      writes.insert(unsigned(faults.size()), Bits(1, 1));
    faults.push_back(b_.use(fault));
    addresses.push_back(b_.zext(b_.use(where), width));
  };
  for (size_t s = 0; s < kernel_.sites.size(); ++s)
    source(units_[s].fault, kernel_.sites[s].kind, units_[s].address);
  for (size_t c = 0; c < kernel_.checks.size(); ++c)
    source(checks_[c].enable, kernel_.checks[c].kind, checks_[c].address);
  const ExprId points = occupied();
  const NetId pointNet = b_.wire("stall_points", b_.width(points));
  b_.assign(pointNet, points);
  b_.instance("fault_collector", "u_faults")
      .set("NumSites", count)
      .set("AddrBits", width)
      .set("NumStallPoints", b_.width(points))
      .in("site_fault_i", count ? b_.concat(faults) : b_.constant(1, 0))
      .in("site_write_i", b_.constant(writes))
      .in("watch_i", b_.use(ports_["watch_i"]))
      .in("in_flight_i", b_.field(b_.use(inFlight_), 0, 16))
      .in("stall_point_i", b_.use(pointNet))
      .in("site_addr_i", count ? b_.concat(addresses) : b_.constant(width, 0))
      .in("hang_i", b_.use(hang))
      .in("start_i", b_.use(ports_["start_i"]))
      .out("fault_valid_o", {ports_["fault_valid_o"]})
      .out("fault_code_o", {ports_["fault_code_o"]})
      .out("fault_site_o", {ports_["fault_site_o"]})
      .out("fault_addr_o", {ports_["fault_addr_o"]})
      .add();
}

void RegionBuilder::control() {
  b_.title("Faults and the end of a launch");
  std::vector<ExprId> waiting;
  for (NodeId n = 0; n < kernel_.nodes.size(); ++n)
    if (kernel_.nodes[n].kind == NodeKind::Barrier)
      waiting.push_back(b_.use(waiting_[n]));
  const NetId hang = b_.wire("hang");
  if (waiting.empty())
    b_.assign(hang, b_.constant(1, 0));
  else
    b_.instance("hang_detector", "u_hang")
        .set("NumBarriers", waiting.size())
        .set("CountW", plan_.admission.slotBits + 1)
        .in("in_flight_i", b_.use(inFlight_))
        .in("admitting_i", b_.use(admitting_))
        .in("waiting_i", b_.concat(waiting))
        .out("hang_o", {hang})
        .add();
  faultCollector(hang);
  finish(hang);
}

void RegionBuilder::finish(NetId hang) {
  std::vector<ExprId> terms = {b_.use(allDone_)};
  for (uint32_t s = 0; s < kernel_.sites.size(); ++s) {
    const SitePlan &site = plan_.sites[s];
    terms.push_back(b_.use(units_[s].idle));
    terms.push_back(b_.inverse(b_.use(b_.at(requests_.at({site.node, site.op}).request).valid)));
  }
  const NetId quiet = b_.wire("quiet"), quietFor = b_.wire("quiet_q", kQuietBits + 1);
  b_.assign(quiet, b_.conjunction(terms));
  const ExprId longEnough = b_.slice(b_.use(quietFor), kQuietBits, 1);
  const ExprId counted =
      b_.operation(Opcode::Add, kQuietBits + 1, {b_.use(quietFor), b_.zext(b_.inverse(longEnough), kQuietBits + 1)});
  const ExprId restart = b_.disjunction({b_.inverse(b_.use(quiet)), b_.use(start_)});
  const ExprId stuck = b_.conjunction({b_.use(hang), b_.use(ports_["fault_valid_o"])});
  // Without a reset, which comes from far: it counts only behind a start.
  b_.reg(quietFor, b_.select(restart, b_.constant(kQuietBits + 1, 0), counted));
  const ExprId over = b_.disjunction({longEnough, stuck});
  if (!isUnit_)
    return endOfLaunch(b_, ports_, start_, b_.wire("running_q"), over);
  b_.assign(ports_["idle_o"], over);
  b_.assign(ports_["hang_o"], b_.use(hang));
}

}  // namespace weft::rtlgen
