// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "support/options.h"
#include "support/subprocess.h"

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
                                 {"WEFT_SIM_FP", "rtl"},
                                 {"WEFT_SIM_MODEL", "quick"},
                                 {"WEFT_ONLINE", "build"}});
  REQUIRE(options.CACHE_DIR == "/a b");
  REQUIRE(options.CACHE_SIZE == 3 << 20);
  REQUIRE(options.LOG == LogLevel::Info);
  REQUIRE(options.SIM_MEMORY == SimMemory::Ideal);
  REQUIRE(options.SIM_FP == SimFp::Rtl);
  REQUIRE(options.SIM_MODEL == SimModel::Quick);
  REQUIRE(options.ONLINE == Online::Build);
  REQUIRE(parse({{"WEFT_ONLINE", "off"}}).ONLINE == Online::Off);
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
  REQUIRE_THROWS_WITH(parse({{"WEFT_SIM_MODEL", "fast"}}), Catch::Contains("optimised or quick"));
  REQUIRE_THROWS_WITH(parse({{"WEFT_ONLINE", "on"}}), Catch::Contains("off or build"));
}

TEST_CASE("options: names that there are not are told, with the one that was meant") {
  const auto told = [](std::vector<const char *> environment) {
    environment.push_back(nullptr);
    return unknownOptions(environment.data());
  };
  REQUIRE(told({"PATH=/bin", "WEFT_LOG=info", "WEFT_CACHE_DIR=", "XWEFT_LOGS=1", "WEFT=1"}).empty());
  for (const auto &[given, meant] : std::map<std::string, std::string>{{"WEFT_CACHEDIR=/x", "WEFT_CACHE_DIR"},
                                                                       {"WEFT_CACHE_DRI=/x", "WEFT_CACHE_DIR"},
                                                                       {"WEFT_DEVICES=sim:soc", "WEFT_DEVICE"},
                                                                       {"WEFT_LOGLEVEL", "WEFT_LOG"},
                                                                       {"WEFT_TRACES=", "WEFT_TRACE"},
                                                                       {"WEFT_SIM_FLOAT=rtl", "WEFT_SIM_FP"}}) {
    CAPTURE(given);
    const std::vector<std::string> lines = told({given.c_str()});
    REQUIRE(lines.size() == 1);
    REQUIRE_THAT(lines[0], Catch::StartsWith(given.substr(0, given.find('='))) && Catch::Contains(meant + " is one"));
  }
  REQUIRE_THAT(told({"WEFT_COMPLETELY_DIFFERENT=1"}).at(0), !Catch::Contains("is one"));
  REQUIRE(told({("WEFT_" + std::string(100000, 'x')).c_str()}).size() == 1);
  REQUIRE(told({"WEFT_LOGS=1", "WEFT_TRACES=1"}).size() == 2);
}

TEST_CASE("options: a process tells of unknown ones once, unless it shall be quiet") {
  const auto run = [](const char *log) {
    ProcessOptions process;
    process.environment = {"WEFT_DEVICES=sim:soc", std::string("WEFT_LOG=") + log};
    return runProcess({"/proc/self/exe", "child: options"}, process).output;
  };
  const std::string output = run("warning");
  REQUIRE_THAT(output, Catch::Contains("warning: WEFT_DEVICES") && Catch::Contains("WEFT_DEVICE is one"));
  REQUIRE(output.find("warning:") == output.rfind("warning:"));
  REQUIRE_THAT(run("error"), !Catch::Contains("WEFT_DEVICES"));
}

TEST_CASE("child: options", "[.]") {
  for (int i = 0; i < 2; ++i)
    REQUIRE(options().TRACE.empty());
}
