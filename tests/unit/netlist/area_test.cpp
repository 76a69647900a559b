// SPDX-License-Identifier: Apache-2.0
// What components and netlists cost.
#include <catch2/catch.hpp>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "board/description.h"
#include "designs.h"
#include "hls/components/cost.h"
#include "hls/graph/parse.h"
#include "hls/netlist/passes.h"
#include "hls/rtlgen/area.h"
#include "hls/rtlgen/emit.h"

using namespace weft;
using namespace weft::components;

namespace {

Values values(const Component &component, const std::string &parameters) {
  Values set;
  std::stringstream words(parameters);
  for (std::string word; words >> word;)
    set[word.substr(0, word.find('='))] = std::stoull(word.substr(word.find('=') + 1));
  return complete(component, set);
}

Cost cost(const char *name, const std::string &parameters, const char *family = "ecp5") {
  const Component *component = find(name);
  REQUIRE(component);
  const auto found = costOf(*component, values(*component, parameters), family);
  REQUIRE(found);
  return *found;
}

double clock(const char *name, const std::string &parameters, const char *family = "ecp5") {
  const Component &component = *find(name);
  const auto found = clockOf(component, values(component, parameters), family);
  REQUIRE(found);
  return *found;
}

}  // namespace

TEST_CASE("Every component that is no operator has a cost") {
  for (const Component &component : all()) {
    INFO(component.name);
    if (component.kind != Kind::Operator)
      CHECK((costOf(component, complete(component, {})) && clockOf(component, complete(component, {}))));
  }
}

TEST_CASE("Block memories of a width and so many rows") {
  CHECK(blockRams("ecp5", 36, 512) == 1);
  CHECK(blockRams("ecp5", 37, 17) == 2);
  CHECK(blockRams("ecp5", 363, 128) == 11);
  CHECK(blockRams("ecp5", 32, 2048) == 4);  // of 9 bits each
  CHECK(blockRams("ecp5", 1, 16384) == 1);
  CHECK(blockRams("ecp5", 1, 16385) == 2);
  CHECK(blockRams("ice40hx", 32, 256) == 2);
  CHECK(blockRams("ice40up", 8, 512) == 1);
}

TEST_CASE("A component costs at measured parameters what was measured") {
#define WEFT_COST(family, module, parameters, lut, ff, bram, dsp, mhz)                                                 \
  {                                                                                                                    \
    INFO(#family " " #module " " parameters);                                                                          \
    CHECK(cost(#module, parameters, #family) == Cost{lut, ff, bram, dsp});                                             \
    if (mhz)                                                                                                           \
      CHECK(clock(#module, parameters, #family) == Approx(mhz));                                                       \
  }
#include "hls/components/costs.def"
}

TEST_CASE("The clock falls little with the number of access sites") {
  const auto kept = [](const char *name, const char *few, const char *many) {
    return clock(name, many) / clock(name, few);
  };
  CHECK(kept("fault_collector", "NumSites=8 AddrBits=32", "NumSites=512 AddrBits=32") > 0.7);
  CHECK(kept("stream_join", "NumInputs=8", "NumInputs=512") > 0.5);
  const char *few = "NumLoads=8 NumStores=2 NumAtomics=0 LineBits=128",
             *many = "NumLoads=400 NumStores=100 NumAtomics=0 LineBits=128";
  CHECK(kept("kernel_memory_port", few, many) > 0.5);
}

TEST_CASE("Between measured parameters, cost lies on a line") {
  const Cost low = cost("credit_fifo", "Width=8 Depth=16"), high = cost("credit_fifo", "Width=128 Depth=16");
  const Cost middle = cost("credit_fifo", "Width=68 Depth=16");
  CHECK(middle.lut == Approx((low.lut + high.lut) / 2));
  CHECK(middle.ff == Approx((low.ff + high.ff) / 2));
  // Another depth, another kind of memory.
  CHECK(middle.bram == 0);
  CHECK(cost("credit_fifo", "Width=68 Depth=100").bram == 2);
  CHECK(cost("credit_fifo", "Width=1 Depth=16").lut > 0);
}

TEST_CASE("Memories of a component take what their width and rows do") {
  // Three gathers of four banks, each of 64 x 2048 bits: four blocks of 18 x 1024 bits side by side, two deep.
  const char *banks = "WordBits=64 Words=8192 Banks=4 NumReads=0 NumWrites=0 NumGathers=3 NumScatters=1 Depth=8";
  CHECK(cost("local_banks", banks).bram == 3 * 4 * 8);
  CHECK(cost("local_banks", std::string(banks) + " Halves=2").bram == 3 * 4 * 8);
  CHECK(cost("local_accumulator", "WordBits=32 Words=2048 Lanes=4 NumReads=1 NumWrites=1 NumUpdates=1 Depth=16").bram ==
        4 * 4);
  const char *rows = "WordBits=32 Words=2048 RowWords=4 Lanes=4 NumReads=1 NumWrites=1 NumUpdates=1 Depth=16";
  CHECK(cost("local_accumulator", rows).bram == 4 * 4);
  CHECK(cost("local_mem", "WordBits=64 Words=512 NumReads=3").bram == 3 * 2);
  // 32 x 16 bits are eight distributed memories, of six look-up tables each.
  const Cost small = cost("local_mem", "WordBits=32 Words=16 NumReads=1");
  CHECK(small.bram == 0);
  CHECK(small.lut == Approx(cost("local_mem", "WordBits=32 Words=512 NumReads=1").lut + 8 * 6));
  CHECK(cost("local_mem", "WordBits=32 Words=16 NumReads=1", "ice40hx").bram == 2);
  // 400 bits are eleven blocks and four bits over; short FIFOs are distributed, however wide.
  CHECK(cost("credit_fifo", "Width=400 Depth=100").bram == 11);
  CHECK(cost("credit_fifo", "Width=400 Depth=23").bram == 0);
}

TEST_CASE("Operators cost what their table says") {
#define WEFT_OPERATOR(family, opcode, minWidth, maxWidth, module, latency, interval, mhz, inPs, outPs, lut, ff, dsp)   \
  if (std::string(#family #opcode) == "ecp5FAdd" && maxWidth == 32 && latency == 6)                                    \
    CHECK(cost("fp_add", "ExpW=8 SigW=24 Latency=6") == Cost{lut, ff, 0, dsp});
#include "hls/operators.def"
  const Component &add = *find("fp_add");
  CHECK_FALSE(costOf(add, values(add, "ExpW=8 SigW=24 Latency=60")));
  CHECK(expressionLuts("Add", 32) == 32);
  CHECK(expressionLuts("Add", 20) == 20);
  CHECK(expressionLuts("And", 1000) == 1000);
  CHECK(expressionLuts("Zext", 32) == 0);
}

TEST_CASE("The area of a module is that of its expressions, registers and instances, all lanes of them") {
  netlist::Design design = netlist::parsed(netlist::twoStages());
  netlist::runPasses(design);
  const auto area = rtlgen::areas(design);
  REQUIRE(area.size() == 2);
  Cost expected = cost("segment_ctrl", "Latency=1");
  expected += cost("credit_fifo", "Width=8 Depth=4");
  expected += {8, 8, 0, 0};  // a sum, and the register in front of it
  CHECK(area[0] == expected);
  CHECK(area[1] == expected * 2);
  const auto lut = [](const std::string &expression) {
    return rtlgen::areas(netlist::parsed(
        "design \"\"\nmodule m \"\"\n  input a 8*4\n  output y 8*4\n  assign y = " + expression + "\n"))[0]
        .lut;
  };
  CHECK(lut("a") == 0);
  CHECK(lut("add:8*4(a, a)") == 32);
  CHECK(lut("shl:8*4(a, a)") > 32);
}

static graph::Kernel kernelOf(const std::string &graphFile) {
  std::stringstream text;
  text << std::ifstream(graphFile).rdbuf();
  const auto cases = graph::parse(text.str());
  REQUIRE(cases);
  return cases->front();
}

static nlohmann::json reportFor(const char *board, const char *graphFile) {
  const auto image =
      rtlgen::emit(kernelOf(std::string(WEFT_TEST_GRAPHS "/") + graphFile), board::loadDescription(board));
  REQUIRE(image);
  return nlohmann::json::parse(image->report);
}

TEST_CASE("The report says the area of a kernel and of its nodes") {
  const nlohmann::json report = reportFor("sim-card", "loop.graph");
  long nodes = 0;
  for (const auto &node : report["nodes"])
    if (node["kind"] == "pipeline") {
      CHECK(node["area"]["lut4"] > 0);
      nodes += node["area"]["lut4"].get<long>();
    }
  CHECK(report["area"]["family"] == "ecp5");
  CHECK(nodes > 0);
  CHECK(report["area"]["lut4"] > nodes);
  CHECK(report["area"]["ff"] > 0);
  CHECK(report["area"]["dsp"] == 0);  // it has no product
  CHECK(report["area"]["bram_kbit"] == 18);
}

TEST_CASE("The report estimates a board with its own family's rows") {
  const nlohmann::json small = reportFor("hx8k-evn", "nested.graph")["area"];
  const nlohmann::json large = reportFor("icebreaker", "nested.graph")["area"];
  CHECK(small["family"] == "ice40hx");
  CHECK(small["bram_kbit"] == 4);
  CHECK(small["dsp"] == 0);  // that part has none
  CHECK(large["family"] == "ice40up");
  CHECK(large["dsp"] > 0);
  CHECK(small["lut4"] > large["lut4"]);  // the product is made of look-up tables
}

// packets.graph: operations of all kinds on integers and floats, constants among them, and a table whose words lanes
// read anywhere.
TEST_CASE("What packets take at least is not more than what their netlist takes, and a good part of it") {
  const graph::Kernel kernel = kernelOf(WEFT_TEST_PACKETS);
  REQUIRE(kernel.lanes == 8);
  for (const char *name : {"sim-card", "sim-soc"}) {
    INFO(name);
    const board::Description board = board::loadDescription(name);
    rtlgen::Estimate estimate;
    REQUIRE(rtlgen::emit(kernel, board, {}, &estimate));
    const rtlgen::Estimate least = rtlgen::leastEstimate(kernel, board);
    CHECK(least.area.lut <= estimate.area.lut);
    CHECK(least.area.lut > 0.3 * estimate.area.lut);
    CHECK(least.area.dsp <= estimate.area.dsp);
    CHECK(least.area.dsp > 0.5 * estimate.area.dsp);
    CHECK(least.fit->isLarge() <= estimate.fit->isLarge());
  }
}
