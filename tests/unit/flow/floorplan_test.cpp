// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include "flow/floorplan.h"

using namespace weft;
using nlohmann::json;
using Kind = kernel::PlacedPart::Kind;

namespace {

constexpr const char *kModules = R"(
module kernel_region (
);
  node_0_entry u_n0 (
  );
  lsu_load_stream #(.Bytes(4)) u_s0 (
  );
  local_mem #(.Words(8)) u_m0 (
  );
  ndrange_dispatcher #(.NumSlots(16)) u_dispatcher (
  );
endmodule
)";

constexpr const char *kReport = R"({"nodes": [{"name": "entry", "location": "k.cl:2"}],
  "sites": [{"kind": "load", "location": "k.cl:3"}], "memories": [{"name": "scratch"}]})";

constexpr board::FpgaPart kPart{.device = "small", .family = "ecp5", .columns = 8, .rows = 6};

json cell(const char *bel) {
  return {{"type", "LC"}, {"attributes", {{"NEXTPNR_BEL", bel}}}, {"connections", {{"A", {1}}}}};
}

const std::vector<flow::ReportedKernel> kOneKernel = {{"u_kernel", "a", kReport}};

std::string routed(const json &cells) {
  return json({{"modules", {{"top", {{"cells", cells}, {"netnames", json::object()}}}}}}).dump();
}

kernel::Floorplan planOf(const json &cells) {
  return flow::readFloorplan(routed(cells), kPart, flow::SourceMap(kModules), kOneKernel);
}

}  // namespace

TEST_CASE("cells are told apart by the instance of the kernel that they are part of") {
  const kernel::Floorplan plan = planOf({{"u_system.u_kernel.u_n0.v3_LUT4", cell("X3/Y4/SLICEA.K0")},
                                         {"u_system.u_kernel.u_n0.v4_LUT4", cell("X3/Y4/SLICEA.K1")},
                                         {"u_system.u_kernel.u_s0.q_LUT4", cell("X7/Y5/lc3")},
                                         {"u_system.u_kernel.u_m0.mem.0.0", cell("X1/Y0/ram")},
                                         {"u_system.u_kernel.u_dispatcher.a", cell("X2/Y2/lc0")},
                                         {"u_system.u_kernel.in_flight_LUT4", cell("X2/Y3/lc0")},
                                         {"u_system.u_shell.b", cell("X0/Y1/lc0")},
                                         {"$PACKER_VCC", cell("X0/Y1/lc1")}});
  CHECK(plan.columns == 8);
  CHECK(plan.rows == 6);
  const std::vector<kernel::PlacedPart> expected = {{Kind::Node, "entry", "k.cl:2", {{3, 4, 2}}},
                                                    {Kind::Unit, "lsu_load_stream", "k.cl:3", {{7, 5, 1}}},
                                                    {Kind::Memory, "scratch", "", {{1, 0, 1}}},
                                                    {Kind::Control, "kernel_region", "", {{2, 3, 1}}},
                                                    {Kind::Control, "ndrange_dispatcher", "", {{2, 2, 1}}},
                                                    {Kind::Shell, "shell", "", {{0, 1, 2}}}};
  CHECK(plan.parts == expected);
}

TEST_CASE("cells without a place, or with one that the FPGA does not have, are left out") {
  CHECK(planOf({{"a", {{"type", "LC"}, {"attributes", json::object()}}}, {"b", cell("X8/Y0/lc0")}, {"c", cell("none")}})
            .parts.empty());
  CHECK_THROWS(flow::readFloorplan("{}", kPart, flow::SourceMap(kModules), kOneKernel));
}

TEST_CASE("parts of several kernels have their kernel's name") {
  flow::SourceMap sources;
  sources.add("u_kernel_k0", kModules);
  sources.add("u_kernel_k1", kModules);
  const std::vector<flow::ReportedKernel> kernels = {{"u_kernel_k0", "a", kReport}, {"u_kernel_k1", "b", kReport}};
  const json cells = {{"u_kernels.u_kernel_k0.u_n0.v3_LUT4", cell("X3/Y4/SLICEA.K0")},
                      {"u_kernels.u_kernel_k1.u_n0.v3_LUT4", cell("X5/Y4/SLICEA.K0")},
                      {"u_kernels.u_select.q", cell("X0/Y0/SLICEA.K0")}};
  const std::vector<kernel::PlacedPart> expected = {{Kind::Node, "a: entry", "k.cl:2", {{3, 4, 1}}},
                                                    {Kind::Node, "b: entry", "k.cl:2", {{5, 4, 1}}},
                                                    {Kind::Shell, "shell", "", {{0, 0, 1}}}};
  CHECK(flow::readFloorplan(routed(cells), kPart, sources, kernels).parts == expected);
}
