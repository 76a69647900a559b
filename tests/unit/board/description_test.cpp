// SPDX-License-Identifier: Apache-2.0
// Board descriptions: what is wrong with one is told by its file, the field, and what would be right.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "board/description.h"
#include "support/resources.h"

using Catch::Contains;
using nlohmann::json;
using namespace weft;
namespace fs = std::filesystem;

namespace {

json simCard() { return json::parse(support::readFile(fs::path(WEFT_TEST_BOARDS) / "sim-card" / "board.json")); }

board::Description parse(const json &description) {
  return board::parseDescription(description.dump(), "x/board.json");
}

/// Every object of a description, outermost first.
std::vector<json::json_pointer> sectionsOf(const json &description) {
  std::vector<json::json_pointer> sections = {json::json_pointer()};
  for (size_t i = 0; i < sections.size(); ++i) {
    const json::json_pointer section = sections[i];
    for (const auto &[field, value] : description[section].items())
      if (value.is_object())
        sections.push_back(section / field);
  }
  return sections;
}

}  // namespace

TEST_CASE("the families that have operators are accepted") {
  for (const char *family : {"ecp5", "ice40up", "ice40hx", "generic"}) {
    json description = simCard();
    description["family"] = family;
    REQUIRE(parse(description).family == family);
  }
}

TEST_CASE("an unknown FPGA family is refused by its file, its name and the known ones") {
  const std::string family = GENERATE("ecp6", "", "ECP5", "ecp5 ");
  json description = simCard();
  description["family"] = family;
  REQUIRE_THROWS_WITH(parse(description), Contains("x/board.json") && Contains("family \"" + family + "\"") &&
                                              Contains("not known") && Contains("ecp5, ") && Contains("ice40up") &&
                                              Contains("ice40hx") && Contains("generic"));
}

TEST_CASE("a board in the resource directory is refused by its path") {
  std::string name = (fs::temp_directory_path() / "weft-test-XXXXXX").string();
  REQUIRE(mkdtemp(name.data()));
  const fs::path file = fs::path(name) / "board" / "odd" / "board.json";
  fs::create_directories(file.parent_path());
  json description = simCard();
  description["family"] = "virtex";
  std::ofstream(file) << description;
  REQUIRE(setenv("WEFT_RESOURCE_DIR", name.c_str(), 1) == 0);
  CHECK_THROWS_WITH(board::loadDescription("odd"), Contains(file.string()) && Contains("\"virtex\""));
  CHECK_THROWS_WITH(board::loadDescription("none"), Contains("no board \"none\""));
  fs::remove_all(name);
}

TEST_CASE("a number that its field does not hold is refused, not cut") {
  json description = simCard();
  description["kernel_regions"] = (uint64_t(1) << 32) + 2;
  REQUIRE_THROWS_WITH(parse(description), Contains("kernel_regions") && Contains("whole number from 0 to 4294967295"));
}

TEST_CASE("atomic operations have operands of 32 or 64 bits") {
  json description = simCard();
  REQUIRE(parse(description).atomicBits == 64);
  description["memory"]["atomic_bits"] = 128;
  REQUIRE_THROWS_WITH(parse(description), Contains("memory.atomic_bits must be 32 or 64"));
  description["memory"]["atomic_bits"] = 32;
  description["memory"]["atomic_slots"] = 1;
  REQUIRE_THROWS_WITH(parse(description), Contains("memory.atomic_slots must be 2 to 64"));
}

TEST_CASE("only simulated boards have timing of their memory and host link") {
  json description = simCard();
  REQUIRE(parse(description).timing->banks == 16);
  REQUIRE(parse(description).hostLatency == 60);
  description["memory"]["timing"]["banks"] = 3;
  REQUIRE_THROWS_WITH(parse(description), Contains("memory.timing") && Contains("powers of two"));
  description["memory"].erase("timing");
  description["host_link"].erase("latency_cycles");
  REQUIRE_FALSE(parse(description).timing);
}

TEST_CASE("every field is asked for, and a missing one or one of another type is named") {
  const json whole = simCard();
  for (const json::json_pointer &section : sectionsOf(whole)) {
    for (const auto &[field, value] : whole[section].items()) {
      CAPTURE(section.to_string(), field);
      if (field == "timing")
        continue;  // optional
      json changed = whole;
      changed[section].erase(field);
      REQUIRE_THROWS_WITH(parse(changed), Contains("x/board.json") && Contains("\"" + field + "\" is missing"));
      changed[section][field] = json::array();
      REQUIRE_THROWS_WITH(parse(changed), Contains("x/board.json") && Contains(field));
      if (value.is_number_integer()) {
        changed[section][field] = -1;
        REQUIRE_THROWS_WITH(parse(changed), Contains("x/board.json") && Contains(field));
        changed[section][field] = 1e300;
        REQUIRE_THROWS_WITH(parse(changed), Contains("x/board.json") && Contains(field));
      }
    }
  }
}

TEST_CASE("several memory ports have stripes of memory, those of any power of two apart different ones") {
  json description = simCard();
  description["memory"]["ports"] = 8;
  description["memory"]["interleave_bytes"] = 512;
  const board::Description board = parse(description);
  for (unsigned shift = 9; shift < 30; ++shift) {
    std::set<unsigned> ports;
    for (uint64_t i = 0; i < 8; ++i)
      ports.insert(board.portOf(i << shift));
    CHECK(ports.size() == 8);
  }
  CHECK(board.portOf(511) == board.portOf(0));
  CHECK(parse(simCard()).portOf(123456) == 0);
}

TEST_CASE("ports and stripes that there cannot be are refused") {
  const auto refused = [](unsigned ports, json stripe, const char *says) {
    json description = simCard();
    description["memory"]["ports"] = ports;
    if (!stripe.is_null())
      description["memory"]["interleave_bytes"] = stripe;
    CHECK_THROWS_WITH(parse(description), Contains("x/board.json") && Contains(says));
  };
  refused(3, 512, "memory.ports must be a power of two, at most 8");
  refused(16, 512, "memory.ports must be a power of two, at most 8");
  refused(0, nullptr, "memory.ports");
  refused(2, nullptr, "interleave_bytes");
  refused(2, 32, "memory.interleave_bytes must be a power of two, at least a line");
  refused(2, 768, "memory.interleave_bytes must be a power of two");
  refused(2, uint64_t(1) << 32, "at most a port's part of memory");
}
