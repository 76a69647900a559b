// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include "flow/timing.h"

using namespace weft;
using nlohmann::json;

namespace {

const flow::Family &hx() { return flow::families()[0]; }

json step(const char *type, double delay, const char *cell) {
  return {{"type", type}, {"delay", delay}, {"from", {{"cell", "a"}}}, {"to", {{"cell", cell}, {"loc", {3, 4}}}}};
}

json report() {
  return {
      {"fmax", {{"clk", {{"achieved", 77.25}, {"constraint", 12}}}, {"other", {{"achieved", 90}, {"constraint", 24}}}}},
      {"utilization",
       {{"ICESTORM_LC", {{"used", 3470}, {"available", 7680}}}, {"SB_IO", {{"used", 3}, {"available", 256}}}}},
      {"critical_paths",
       {{{"from", "<async>"}, {"to", "posedge clk"}, {"path", {step("routing", 50, "pin")}}},
        {{"from", "posedge other"}, {"to", "posedge other"}, {"path", {step("clk-to-q", 2, "short")}}},
        {{"from", "posedge clk"},
         {"to", "posedge clk"},
         {"path", {step("clk-to-q", 1, "x"), step("routing", 2, "y")}}}}}};
}

}  // namespace

TEST_CASE("the clock that misses most counts, and the longest path between registers") {
  const flow::Timing timing = flow::readTiming(report().dump(), 12, hx(), flow::SourceMap(""));
  CHECK(timing.mhz == 45);  // 90 of 24
  CHECK(timing.resources == std::vector<kernel::Resource>{{"logic cells", 3470, 7680}});
  REQUIRE(timing.criticalPath.size() == 2);
  CHECK(timing.criticalPath[0].what == "clk-to-q in x");
  CHECK(timing.criticalPath[1].what == "routing to y");
  CHECK(timing.criticalPath[1].nanoseconds == 2);
  CHECK(timing.criticalPath[1].x == 3);
  CHECK(timing.criticalPath[1].y == 4);
}

TEST_CASE("a report without a clock is no report") {
  json none = report();
  none["fmax"] = json::object();
  CHECK_THROWS_WITH(flow::readTiming(none.dump(), 12, hx(), flow::SourceMap("")), Catch::Contains("no clock"));
  CHECK_THROWS(flow::readTiming("{}", 12, hx(), flow::SourceMap("")));
  CHECK_THROWS(flow::readTiming("", 12, hx(), flow::SourceMap("")));
}
