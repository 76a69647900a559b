// SPDX-License-Identifier: Apache-2.0
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "support/options.h"

using namespace weft::support;

namespace {

Options parse(const std::map<std::string, std::string> &environment) {
  return Options::parse([&](const char *name) {
    const auto it = environment.find(name);
    return it == environment.end() ? nullptr : it->second.c_str();
  });
}

}  // namespace

TEST_CASE("options: defaults") {
  for (const auto &environment : {std::map<std::string, std::string>{}, {{"WEFT_CACHE_SIZE", ""}}}) {
    const Options options = parse(environment);
    REQUIRE(options.CACHE_SIZE == uint64_t(2) << 30);
    REQUIRE(options.LOG == LogLevel::Warning);
    REQUIRE(options.TRACE.empty());
    REQUIRE(options.SIM_MEMORY == SimMemory::Ddr);
  }
}

TEST_CASE("options: values") {
  const Options options = parse({{"WEFT_CACHE_DIR", "/a b"},
                                 {"WEFT_CACHE_SIZE", "3M"},
                                 {"WEFT_LOG", "info"},
                                 {"WEFT_SIM_MEMORY", "ideal"},
                                 {"WEFT_SIM_FP", "rtl"}});
  REQUIRE(options.CACHE_DIR == "/a b");
  REQUIRE(options.CACHE_SIZE == 3 << 20);
  REQUIRE(options.LOG == LogLevel::Info);
  REQUIRE(options.SIM_MEMORY == SimMemory::Ideal);
  REQUIRE(options.SIM_FP == SimFp::Rtl);
  REQUIRE(parse({{"WEFT_CACHE_SIZE", "0"}}).CACHE_SIZE == 0);
  REQUIRE(parse({{"WEFT_CACHE_SIZE", "12345"}}).CACHE_SIZE == 12345);
}

TEST_CASE("options: bad values are named") {
  for (const char *bad : {"x", "-1", "1.5", "3MB", "3 M", "99999999999999999999", "99999999999T"})
    REQUIRE_THROWS_WITH(parse({{"WEFT_CACHE_SIZE", bad}}),
                        Catch::Contains(std::string("WEFT_CACHE_SIZE=") + bad) && Catch::Contains("expected"));
  REQUIRE_THROWS_WITH(parse({{"WEFT_LOG", "loud"}}),
                      Catch::Contains("WEFT_LOG=loud") && Catch::Contains("off or error or warning or info or debug"));
  REQUIRE_THROWS_WITH(parse({{"WEFT_SIM_FP", "quick"}}), Catch::Contains("fast or rtl"));
}
