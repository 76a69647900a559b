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

constexpr board::FpgaPart kPart{.device = "small", .columns = 8, .rows = 6};

json cell(const char *bel) {
  return {{"type", "LC"}, {"attributes", {{"NEXTPNR_BEL", bel}}}, {"connections", {{"A", {1}}}}};
}

kernel::Floorplan planOf(const json &cells) {
  const json routed = {{"modules", {{"top", {{"cells", cells}, {"netnames", json::object()}}}}}};
  return flow::readFloorplan(routed.dump(), kPart, flow::SourceMap(kModules), kReport);
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
  CHECK_THROWS(flow::readFloorplan("{}", kPart, flow::SourceMap(kModules), kReport));
}
