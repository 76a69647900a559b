// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "hls/components/component.h"
#include "hls/rtlgen/access_unit.h"
#include "hls/schedule/operators.h"

using namespace weft;
using namespace weft::components;

TEST_CASE("Constant expressions of headers") {
  const Values values = {{"Width", 8}, {"Words", 10}, {"None", 0}};
  CHECK(evaluate("Width-1", values) == 7);
  CHECK(evaluate("2 * (Width + 1) - 3", values) == 15);
  CHECK(evaluate("Words > 1 ? $clog2(Words) : 1", values) == 4);
  CHECK(evaluate("None == 0 ? 1 : Width / None", {{"None", 1}, {"Width", 6}}) == 6);
  CHECK(evaluate("$clog2(1)", values) == 0);
  CHECK(evaluate("WordBits/8-1", {{"WordBits", 32}}) == 3);
  CHECK_THROWS(evaluate("Depth", values));
  CHECK_THROWS(evaluate("Width % 3", values));
  CHECK_THROWS(evaluate("Width / None", values));
}

TEST_CASE("Every component is read from its header") {
  REQUIRE(all().size() > 30);
  for (const Component &component : all()) {
    INFO(component.name);
    CHECK_FALSE(component.ports.empty());
    CHECK((component.port("rst_i") != nullptr || component.state != State::Cleared));
    if (component.kind == Kind::Operator)
      CHECK(component.parameter("Latency") != nullptr);
    if (component.kind == Kind::AccessUnit)
      CHECK(component.depth > 0);
  }
}

TEST_CASE("Widths follow parameters") {
  const Component *unit = find("lsu_store_stream");
  REQUIRE(unit);
  const Values values = complete(*unit, {{"Bytes", 8}, {"AddrBits", 40}, {"LineBits", 512}, {"NumRegions", 3}});
  CHECK(width(*unit->port("req_data_i"), values) == 64);
  CHECK(width(*unit->port("base_i"), values) == 120);
  CHECK(width(*unit->port("line_req_strb_o"), values) == 64);
  CHECK(width(*unit->port("fault_o"), values) == 1);
  CHECK_THROWS(complete(*unit, {{"Byte", 8}}));
  CHECK_THROWS(complete(*find("local_mem"), {{"AW", 3}}));
}

TEST_CASE("Streams are found in the ports") {
  const StreamPort *request = find("lsu_atomic")->stream("line_req");
  REQUIRE(request);
  CHECK(request->output);
  CHECK(request->fields.size() == 4);
  const StreamPort *answer = find("lsu_load_stream")->stream("line_rsp");
  REQUIRE(answer);
  CHECK_FALSE(answer->output);
  CHECK(answer->ready == ~0u);
}

TEST_CASE("Every site has a unit, every operator of the table a component") {
  using graph::Site;
  for (Site::Kind kind : {Site::Kind::Load, Site::Kind::Store, Site::Kind::Atomic})
    for (Site::Unit unit : {Site::Unit::Stream, Site::Unit::Scatter}) {
      Site site;
      site.kind = kind;
      site.unit = unit;
      CHECK(rtlgen::accessUnit(site).kind == Kind::AccessUnit);
    }
#define WEFT_OPERATOR(family, opcode, minWidth, maxWidth, module, latency, interval, mhz, inPs, outPs, lut, ff, dsp)   \
  if (*module)                                                                                                         \
    CHECK((find(module) && find(module)->kind == Kind::Operator));
#include "hls/operators.def"
}
