// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "flow/late_tables.h"

using namespace weft;
using flow::LateTables;
using nlohmann::json;

namespace {

using Pins = std::vector<std::pair<const char *, unsigned>>;

/// A flattened module with flip-flop u_a.first, of net 10, whose path goes on through the cells that a test adds.
struct Netlist {
  json module{{"ports", json::object()}, {"cells", json::object()}, {"netnames", {{"first", {{"bits", {10}}}}}}};

  Netlist() { add("u_a.first_TRELLIS_FF_Q", "TRELLIS_FF", {}, {{"Q", 10}}); }
  void add(const std::string &name, const char *type, const Pins &inputs, const Pins &outputs) {
    json cell{{"type", type}, {"parameters", {{"INIT", name}}}, {"attributes", {{"src", "k.sv:1"}}}};
    for (const auto &[pins, direction] : {std::pair(&inputs, "input"), std::pair(&outputs, "output")})
      for (const auto &[pin, net] : *pins) {
        cell["connections"][pin] = json::array({net});
        cell["port_directions"][pin] = direction;
      }
    module["cells"][name] = std::move(cell);
  }
  void table(const std::string &name, unsigned in, unsigned out) { add(name, "LUT4", {{"A", in}}, {{"Z", out}}); }
  /// A register of so many bits.
  void enable(const std::string &name, unsigned net, unsigned bits = 8) {
    for (unsigned bit = 0; bit < bits; ++bit)
      add(fmt::format("{}_TRELLIS_FF_Q_{}", name, bit), "TRELLIS_FF", {{"CE", net}}, {});
  }

  LateTables copy() {
    json all{{"creator", "Yosys"}, {"modules", {{"top", module}}}};
    const LateTables result = flow::copyLateTables(all);
    module = all["modules"]["top"];
    return result;
  }
  unsigned net(const std::string &cell, const char *pin) const { return module["cells"][cell]["connections"][pin][0]; }
  /// The table that drives a pin, and by which tables it is driven up to the flip-flop: names of the originals.
  std::string way(const std::string &cell, const char *pin) const {
    std::map<unsigned, std::string> drivers;
    for (const auto &[name, c] : module["cells"].items())
      for (const char *output : {"Z", "Q"})
        if (c["connections"].contains(output))
          CHECK(drivers.emplace(c["connections"][output][0], name).second);
    std::string way;
    for (std::string at = drivers.at(net(cell, pin)); at != "u_a.first_TRELLIS_FF_Q"; at = drivers.at(net(at, "A")))
      way += fmt::format(" {}", module["cells"][at]["parameters"]["INIT"].get<std::string>());
    return way;
  }
};

}  // namespace

TEST_CASE("a late table that several instances read has a copy for each") {
  Netlist netlist;
  netlist.table("u_a.t_LUT4_Z", 10, 11);
  netlist.table("u_b.t_LUT4_Z", 11, 12);
  for (const char *reader : {"u_a.p", "u_a.q", "u_b.q", "u_c.q"})
    netlist.enable(reader, 12);
  netlist.enable("u_d.q", 11, 14);
  const LateTables result = netlist.copy();
  CHECK(result.tables == 2);  // the second has three then, which with u_d.q are enough readers of the first
  CHECK(result.copies == 5);
  for (const char *reader : {"u_a.p", "u_a.q", "u_b.q", "u_c.q"})
    CHECK(netlist.way(std::string(reader) + "_TRELLIS_FF_Q_3", "CE") == " u_b.t_LUT4_Z u_a.t_LUT4_Z");
  CHECK(netlist.way("u_d.q_TRELLIS_FF_Q_13", "CE") == " u_a.t_LUT4_Z");
  CHECK(netlist.net("u_a.p_TRELLIS_FF_Q_0", "CE") == netlist.net("u_a.q_TRELLIS_FF_Q_7", "CE"));
  CHECK(netlist.net("u_b.q_TRELLIS_FF_Q_0", "CE") != netlist.net("u_c.q_TRELLIS_FF_Q_0", "CE"));
  const json &copy = netlist.module["cells"]["u_b.t_LUT4_Z_COPY_1"];
  CHECK(copy["attributes"] == json{{"src", "k.sv:1"}});
  CHECK(netlist.module["netnames"].size() == 1 + result.copies);
}

TEST_CASE("tables of short paths, of one instance and with few readers stay alone") {
  Netlist netlist;
  for (unsigned i = 0; i < 4; ++i)  // the longest path
    netlist.table(fmt::format("u_a.long_LUT4_Z_{}", i), 10 + i, 11 + i);
  SECTION("a short path") {
    netlist.enable("u_a.q", 14, 16);
    netlist.table("u_a.short_LUT4_Z", 10, 20);
    netlist.enable("u_a.r", 20);
    netlist.enable("u_b.r", 20);
  }
  SECTION("few readers") {
    netlist.enable("u_a.q", 14);
    netlist.enable("u_b.q", 14, 7);
  }
  const size_t cells = netlist.module["cells"].size();
  CHECK(netlist.copy().copies == 0);
  CHECK(netlist.module["cells"].size() == cells);
}

TEST_CASE("tables stay with the multiplexer of their slice") {
  Netlist netlist;
  netlist.table("u_a.t_LUT4_Z", 10, 11);
  netlist.add("u_a.m_PFUMX_Z", "PFUMX", {{"ALUT", 11}, {"BLUT", 11}, {"C0", 10}}, {{"Z", 12}});
  netlist.enable("u_a.q", 12);
  netlist.enable("u_b.q", 11, 20);
  CHECK(netlist.copy().copies == 0);
}

TEST_CASE("many readers of an instance have several copies, neighbours the same, and there are eight tables at most") {
  Netlist netlist;
  netlist.table("u_a.t_LUT4_Z", 10, 11);
  unsigned readers = 0, copies = 0;
  SECTION("some") { readers = 200, copies = 2; }
  SECTION("very many") { readers = 2000, copies = 7; }
  netlist.enable("u_a.q", 11, readers);
  CHECK(netlist.copy().copies == copies);
  CHECK(netlist.net("u_a.q_TRELLIS_FF_Q_8", "CE") == netlist.net("u_a.q_TRELLIS_FF_Q_12", "CE"));
  CHECK(netlist.net("u_a.q_TRELLIS_FF_Q_8", "CE") != netlist.net("u_a.q_TRELLIS_FF_Q_150", "CE"));
}

TEST_CASE("of a memory's address the bit that the table makes is another's") {
  Netlist netlist;
  netlist.table("u_a.t_LUT4_Z", 10, 11);
  netlist.enable("u_a.q", 11, 20);
  netlist.add("u_b.mem.0.1", "TRELLIS_DPR16X4", {}, {});
  json &memory = netlist.module["cells"]["u_b.mem.0.1"];
  memory["connections"] = {{"RAD", {10, 11, "0", 11}}, {"DO", {20, 21, 22, 23}}};
  memory["port_directions"] = {{"RAD", "input"}, {"DO", "output"}};
  netlist.enable("u_b.r", 21);
  CHECK(netlist.copy().copies == 1);
  CHECK(netlist.net("u_b.r_TRELLIS_FF_Q_0", "CE") == 21);
  CHECK(netlist.module["cells"]["u_b.mem.0.1"]["connections"]["RAD"] == json{10, 24, "0", 24});
}

TEST_CASE("nets of ports that no cell has keep their numbers, and what a port shows its driver") {
  Netlist netlist;
  netlist.module["netnames"]["unused"] = {{"bits", {500, "0", "x"}}};
  netlist.module["ports"]["out"] = {{"direction", "output"}, {"bits", {11}}};
  netlist.table("u_a.t_LUT4_Z", 10, 11);
  netlist.enable("u_a.q", 11, 9);
  netlist.enable("u_b.q", 11, 16);
  CHECK(netlist.copy().copies == 1);
  CHECK(netlist.net("u_a.t_LUT4_Z", "Z") == 11);
  CHECK(netlist.net("u_a.t_LUT4_Z_COPY_1", "Z") == 501);
}

TEST_CASE("a loop of logic ends the search for its delay") {
  Netlist netlist;
  netlist.add("u_a.t_LUT4_Z", "LUT4", {{"A", 10}, {"B", 11}}, {{"Z", 11}});
  netlist.enable("u_b.q", 11, 16);
  CHECK(netlist.copy().tables == 1);
}

TEST_CASE("a netlist without modules has no tables, and no netlist is refused") {
  json netlist{{"creator", "Yosys"}};
  CHECK(flow::copyLateTables(netlist).copies == 0);
  netlist["modules"] = {{"top", "none"}};
  CHECK_THROWS_AS(flow::copyLateTables(netlist), std::exception);
}
