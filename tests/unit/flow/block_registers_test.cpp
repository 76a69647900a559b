// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>
#include <string>

#include "flow/block_registers.h"

using namespace weft;
using flow::BlockRegisters;
using nlohmann::json;

namespace {

constexpr unsigned kClock = 2, kEnable = 3, kOther = 4, kData = 100, kQ = 200;

json cell(const char *type, json parameters, json inputs, json outputs) {
  json directions, connections;
  for (const auto &[pins, direction] : {std::pair(&inputs, "input"), std::pair(&outputs, "output")})
    for (const auto &[pin, bit] : pins->items()) {
      directions[pin] = direction;
      connections[pin] = json::array({bit});
    }
  return {{"type", type},
          {"parameters", std::move(parameters)},
          {"port_directions", std::move(directions)},
          {"connections", std::move(connections)}};
}

json flipFlop(unsigned data, unsigned q) {
  return cell("TRELLIS_FF",
              {{"CEMUX", "1 "}, {"CLKMUX", "CLK"}, {"GSR", "DISABLED"}, {"LSRMUX", "LSR"}, {"REGSET", "RESET"}},
              {{"CLK", kClock}, {"DI", data}}, {{"Q", q}});
}

/// A block of two ports of nine bits as Yosys makes it; port B reads two bits, which go to flip-flops.
struct Netlist {
  json module{{"ports", {{"q", {{"direction", "output"}, {"bits", {kQ, kQ + 1}}}}}},
              {"cells",
               {{"mem", cell("DP16KD",
                             {{"CLKAMUX", "CLKA"},
                              {"CLKBMUX", "CLKB"},
                              {"DATA_WIDTH_A", "1001"},
                              {"DATA_WIDTH_B", "1001"},
                              {"GSR", "DISABLED"},
                              {"REGMODE_A", "NOREG"},
                              {"REGMODE_B", "NOREG"},
                              {"RESETMODE", "ASYNC"}},
                             {{"CLKA", kClock},
                              {"CLKB", kClock},
                              {"CEB", kEnable},
                              {"OCEA", "0"},
                              {"OCEB", "1"},
                              {"RSTA", "0"},
                              {"RSTB", "0"}},
                             {{"DOA0", 90}, {"DOB0", kData}, {"DOB1", kData + 1}, {"DOB2", kData + 2}})},
                {"q0", flipFlop(kData, kQ)},
                {"q1", flipFlop(kData + 1, kQ + 1)}}}};

  json &at(const char *name) { return module["cells"][name]; }
  json &parameter(const char *cell, const char *name) { return at(cell)["parameters"][name]; }
  void connect(const char *cell, const char *pin, json bit) {
    at(cell)["connections"][pin] = json::array({std::move(bit)});
    at(cell)["port_directions"].emplace(pin, "input");
  }
  void enable(const char *flipFlop, unsigned net) {
    parameter(flipFlop, "CEMUX") = "CE";
    connect(flipFlop, "CE", net);
  }

  BlockRegisters pack() {
    json all{{"creator", "Yosys"}, {"modules", {{"top", module}}}};
    const json was = all;
    const BlockRegisters result = flow::packBlockRegisters(all);
    CHECK((all == was) == (result.ports == 0));
    module = all["modules"]["top"];
    return result;
  }
  /// Nothing is moved, and this is why.
  void refuses(const char *reason) {
    const BlockRegisters result = pack();
    CHECK(result.ports == 0);
    CHECK(result.flipFlops == 0);
    CHECK(result.left.count(reason) == 1);
    CHECK(module["cells"].size() >= 3);
  }
};

}  // namespace

TEST_CASE("flip-flops behind a block memory become its output register") {
  Netlist netlist;
  const BlockRegisters result = netlist.pack();
  CHECK(result.ports == 1);
  CHECK(result.flipFlops == 2);
  CHECK(result.left == std::map<std::string, unsigned>{{"not read", 1}});
  REQUIRE(netlist.module["cells"].size() == 1);
  CHECK(netlist.parameter("mem", "REGMODE_A") == "NOREG");
  CHECK(netlist.parameter("mem", "REGMODE_B") == "OUTREG");
  const json &pins = netlist.at("mem")["connections"];
  CHECK(pins["DOB0"] == json{kQ});
  CHECK(pins["DOB1"] == json{kQ + 1});
  CHECK(pins["DOB2"] == json{kData + 2});
  CHECK(pins["OCEB"] == json{"1"});
  CHECK(pins["OCEA"] == json{"0"});
  CHECK(pins["CEB"] == json{kEnable});
}

TEST_CASE("flip-flops before much logic stay beside it") {
  const auto table = [](unsigned in, unsigned out) { return cell("LUT4", json::object(), {{"A", in}}, {{"Z", out}}); };
  Netlist netlist;
  netlist.module["ports"]["q"]["bits"] = {kQ + 1};
  netlist.at("first") = table(kQ, 300);
  SECTION("a table") {
    netlist.at("behind") = flipFlop(300, 301);
    CHECK(netlist.pack().flipFlops == 2);
  }
  SECTION("two tables") {
    netlist.at("second") = table(300, 301);
    netlist.at("behind") = flipFlop(301, 302);
    netlist.refuses("much logic behind");
  }
  SECTION("a multiplier") {
    netlist.at("behind") = cell("MULT18X18D", json::object(), {{"A0", 300}}, {{"P0", 301}});
    netlist.refuses("much logic behind");
  }
}

TEST_CASE("the enable of the flip-flops is the register's") {
  Netlist netlist;
  netlist.enable("q0", kEnable);
  netlist.enable("q1", kEnable);
  CHECK(netlist.pack().flipFlops == 2);
  CHECK(netlist.at("mem")["connections"]["OCEB"] == json{kEnable});
}

TEST_CASE("a clock is inverted at both or neither") {
  Netlist netlist;
  netlist.parameter("mem", "CLKBMUX") = "INV";
  SECTION("both") {
    netlist.parameter("q0", "CLKMUX") = netlist.parameter("q1", "CLKMUX") = "INV";
    CHECK(netlist.pack().flipFlops == 2);
  }
  SECTION("one") { netlist.refuses("another clock"); }
}

TEST_CASE("the register is as wide as the port") {
  Netlist netlist;
  netlist.parameter("mem", "DATA_WIDTH_A") = netlist.parameter("mem", "DATA_WIDTH_B") = "100100";
  netlist.connect("mem", "CLKA", kOther);
  netlist.at("q1")["connections"]["DI"] = {90};
  netlist.enable("q0", kEnable);
  SECTION("36 bits have the pins of both sides, and the clock and the enable of side B") {
    netlist.enable("q1", kEnable);
    const BlockRegisters result = netlist.pack();
    CHECK(result.ports == 1);
    CHECK(result.left.empty());
    CHECK(netlist.parameter("mem", "REGMODE_A") == "OUTREG");
    CHECK(netlist.parameter("mem", "REGMODE_B") == "OUTREG");
    const json &pins = netlist.at("mem")["connections"];
    CHECK(pins["DOA0"] == json{kQ + 1});
    CHECK(pins["DOB0"] == json{kQ});
    CHECK(pins["OCEA"] == json{"1"});
    CHECK(pins["OCEB"] == json{kEnable});
  }
  SECTION("so all of them have one enable") { netlist.refuses("other enables"); }
  SECTION("18 of a block that is written at 36 are side B's") {
    netlist.parameter("mem", "DATA_WIDTH_B") = "10010";
    CHECK(netlist.pack().flipFlops == 1);
    CHECK(netlist.parameter("mem", "REGMODE_A") == "NOREG");
    CHECK(netlist.at("mem")["connections"]["OCEB"] == json{kEnable});
  }
}

TEST_CASE("what somebody else sees before the flip-flop stays") {
  Netlist netlist;
  SECTION("a second flip-flop") {
    netlist.at("more") = flipFlop(kData, 300);
    netlist.refuses("read more than once");
  }
  SECTION("a port of the module as well") {
    netlist.module["ports"]["d"] = {{"direction", "output"}, {"bits", {kData + 1}}};
    netlist.refuses("read more than once");
  }
  SECTION("a port of the module alone") {
    netlist.module["ports"]["d"] = {{"direction", "inout"}, {"bits", {kData + 2}}};
    netlist.refuses("read by no flip-flop");
  }
  SECTION("a look-up table between") {
    netlist.at("lut") = cell("LUT4", {{"INIT", "1010101010101010"}}, {{"A", kData + 2}}, {{"Z", 300}});
    netlist.refuses("read by no flip-flop");
  }
  SECTION("another pin of a flip-flop") {
    netlist.at("q0")["connections"]["DI"] = {kOther};
    netlist.enable("q0", kData);
    netlist.refuses("read by no flip-flop");
  }
}

TEST_CASE("flip-flops that the register cannot be stay") {
  Netlist netlist;
  SECTION("another clock") {
    netlist.connect("q1", "CLK", kOther);
    netlist.refuses("another clock");
  }
  SECTION("the other edge") {
    netlist.parameter("q0", "CLKMUX") = "INV";
    netlist.refuses("another clock");
  }
  SECTION("one with an enable, one without") {
    netlist.enable("q1", kEnable);
    netlist.refuses("other enables");
  }
  SECTION("two enables") {
    netlist.enable("q0", kEnable);
    netlist.enable("q1", kOther);
    netlist.refuses("other enables");
  }
  SECTION("an enable that is low") {
    for (const char *name : {"q0", "q1"}) {
      netlist.enable(name, kEnable);
      netlist.parameter(name, "CEMUX") = "INV";
    }
    netlist.refuses("other enables");
  }
  SECTION("a reset") {
    netlist.connect("q1", "LSR", kOther);
    netlist.refuses("flip-flops with a reset");
  }
  SECTION("a reset that is always there") {
    netlist.connect("q1", "LSR", "0");
    netlist.parameter("q1", "LSRMUX") = "INV";
    netlist.refuses("flip-flops with a reset");
  }
  SECTION("the global reset") {
    netlist.parameter("q1", "GSR") = "ENABLED";
    netlist.refuses("flip-flops with a reset");
  }
  SECTION("another value at the start") {
    netlist.parameter("q0", "REGSET") = "SET";
    netlist.refuses("flip-flops that start with 1");
  }
}

TEST_CASE("a reset that never comes does not matter") {
  Netlist netlist;
  netlist.connect("q0", "LSR", "0");
  netlist.connect("q1", "LSR", "1");
  netlist.parameter("q1", "LSRMUX") = "INV";
  CHECK(netlist.pack().flipFlops == 2);
}

TEST_CASE("blocks that have a use for their register or its reset stay") {
  Netlist netlist;
  SECTION("a reset") {
    netlist.connect("mem", "RSTB", kOther);
    netlist.refuses("a block with a reset");
  }
  SECTION("the global reset") {
    netlist.parameter("mem", "GSR") = "ENABLED";
    netlist.refuses("a block with a reset");
  }
  SECTION("the register") {
    netlist.parameter("mem", "REGMODE_B") = "OUTREG";
    netlist.refuses("in use already");
  }
}

TEST_CASE("a netlist without modules has nothing to move, and no netlist is refused") {
  json netlist{{"creator", "Yosys"}};
  CHECK(flow::packBlockRegisters(netlist).ports == 0);
  CHECK(netlist == json{{"creator", "Yosys"}});
  netlist["modules"] = {{"top", "none"}};
  CHECK_THROWS_AS(flow::packBlockRegisters(netlist), std::exception);
}
