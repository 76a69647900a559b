// SPDX-License-Identifier: Apache-2.0
// The model of an SDRAM chip: it keeps what it is given, and finds each violation of its protocol.
#include <catch2/catch.hpp>
#include <functional>
#include <vector>

#include "sim/model/sdram_chip.h"

using namespace weft::sim;

namespace {

constexpr SdramPins command(bool ras, bool cas, bool we, unsigned bank = 0, unsigned address = 0) {
  return {.cke = true,
          .csN = false,
          .rasN = !ras,
          .casN = !cas,
          .weN = !we,
          .bank = uint8_t(bank),
          .address = uint16_t(address)};
}
constexpr SdramPins kNop = command(false, false, false), kPrechargeAll = command(true, false, true, 0, 1024),
                    kRefresh = command(true, true, false);
constexpr SdramPins mode(unsigned value) { return command(true, true, true, 0, value); }
constexpr SdramPins activate(unsigned bank, unsigned row) { return command(true, false, false, bank, row); }
constexpr SdramPins precharge(unsigned bank) { return command(true, false, true, bank); }
constexpr SdramPins readWord(unsigned bank, unsigned column) { return command(false, true, false, bank, column); }
constexpr SdramPins writeWord(unsigned bank, unsigned column, unsigned data, unsigned mask = 0) {
  SdramPins pins = command(false, true, true, bank, column);
  pins.data = uint16_t(data), pins.mask = uint8_t(mask);
  return pins;
}

/// At 50 MHz: 20 ns a cycle.
struct Bench {
  SdramChip chip{50};
  SdramAnswer last;
  Bench &run(const SdramPins &pins, unsigned idle) {
    last = chip.clock(pins);
    for (unsigned i = 0; i < idle; ++i)
      last = chip.clock(kNop);
    return *this;
  }
  Bench &initialise() {
    run(kNop, 10000).run(kPrechargeAll, 2);
    for (int i = 0; i < 8; ++i)
      run(kRefresh, 4);
    return run(mode(0x20), 2);
  }
};

/// What the chip says to this after its initialisation.
std::string complaint(const std::function<void(Bench &)> &use) {
  Bench bench;
  bench.initialise();
  try {
    use(bench);
  } catch (const SdramViolation &violation) {
    return violation.what();
  }
  return "nothing";
}

}  // namespace

TEST_CASE("SDRAM chip: words are kept, masked bytes are not written, and data comes after the CAS latency") {
  Bench bench;
  bench.initialise().run(activate(2, 77), 1).run(writeWord(2, 5, 0x1234), 0).run(writeWord(2, 6, 0xabcd, 2), 0);
  CHECK(bench.chip.word(2, 77, 5) == 0x1234);
  CHECK((bench.chip.word(2, 77, 6) & 0xff) == 0xcd);
  bench.run(readWord(2, 5), 0);
  CHECK(!bench.last.drives);
  bench.run(readWord(2, 6), 0);  // the controller's edge two after the first
  CHECK(bench.last.drives);
  CHECK(bench.last.data == 0x1234);
  bench.run(kNop, 0);
  CHECK((bench.last.data & 0xff) == 0xcd);
  CHECK(!bench.run(kNop, 0).last.drives);
}

TEST_CASE("SDRAM chip: what the initialisation lacks is reported") {
  CHECK_THROWS_WITH(Bench().run(kNop, 5000).run(kPrechargeAll, 0), Catch::Contains("200 us"));
  CHECK_THROWS_WITH(Bench().run(kNop, 10000).run(kRefresh, 0), Catch::Contains("before all banks were precharged"));
  CHECK_THROWS_WITH(Bench().run(kNop, 10000).run(kPrechargeAll, 0).run(kRefresh, 0), Catch::Contains("tRP"));
  CHECK_THROWS_WITH(Bench().run(kNop, 10000).run(kPrechargeAll, 2).run(mode(0x20), 0), Catch::Contains("2 refreshes"));
  CHECK_THROWS_WITH(Bench().run(kNop, 10000).run(kPrechargeAll, 2).run(activate(0, 0), 0),
                    Catch::Contains("before the chip is initialised"));
  CHECK_THROWS_WITH(Bench().run(kNop, 10000).run(kPrechargeAll, 2).run(kRefresh, 2).run(kRefresh, 0),
                    Catch::Contains("tRFC"));
}

TEST_CASE("SDRAM chip: each violation of its times is reported") {
  const struct {
    const char *what;
    std::function<void(Bench &)> use;
  } cases[] = {
      {"tMRD", [](Bench &b) { b.run(mode(0x20), 0).run(kRefresh, 0); }},
      {"bursts of one word", [](Bench &b) { b.run(mode(0x21), 0); }},
      {"tRCD", [](Bench &b) { b.run(activate(0, 1), 0).run(readWord(0, 0), 0); }},
      {"tRAS", [](Bench &b) { b.run(activate(0, 1), 1).run(precharge(0), 0); }},
      {"tRP", [](Bench &b) { b.run(activate(0, 1), 2).run(precharge(0), 0).run(activate(0, 2), 0); }},
      {"has a row open", [](Bench &b) { b.run(activate(0, 1), 4).run(activate(0, 2), 0); }},
      {"no row open", [](Bench &b) { b.run(readWord(1, 0), 0); }},
      {"a bank has a row open", [](Bench &b) { b.run(activate(3, 1), 4).run(kRefresh, 0); }},
      {"while the chip sends",
       [](Bench &b) { b.run(activate(0, 1), 2).run(readWord(0, 0), 1).run(writeWord(0, 0, 1), 0); }},
      {"BURST TERMINATE", [](Bench &b) { b.run(command(false, false, true), 0); }},
      {"mask is set",
       [](Bench &b) {
         SdramPins masked = readWord(0, 0);
         masked.mask = 1;
         b.run(activate(0, 1), 2).run(masked, 0);
       }},
      {"CKE is low", [](Bench &b) { b.run(SdramPins{}, 0); }},
      {"refreshes are missing", [](Bench &b) { b.run(kNop, 10 * 391); }},
  };
  for (const auto &test : cases) {
    INFO(test.what);
    CHECK_THAT(complaint(test.use), Catch::Contains(test.what));
  }
}

TEST_CASE("SDRAM chip: an access with auto precharge closes its row when it may") {
  SdramPins last = readWord(0, 0);
  last.address |= 1024;
  CHECK_THAT(complaint([&](Bench &b) { b.run(activate(0, 1), 1).run(last, 0).run(readWord(0, 1), 0); }),
             Catch::Contains("no row open"));
  CHECK_THAT(complaint([&](Bench &b) { b.run(activate(0, 1), 1).run(last, 1).run(activate(0, 2), 0); }),
             Catch::Contains("tRP"));
  CHECK_THAT(complaint([&](Bench &b) { b.run(activate(0, 1), 1).run(last, 2).run(activate(0, 2), 0); }),
             Catch::Equals("nothing"));
}

TEST_CASE("SDRAM chip: tWR and tRRD are longer than a cycle at 100 MHz") {
  SdramChip chip(100);
  const auto run = [&](const SdramPins &pins, unsigned idle) {
    chip.clock(pins);
    for (unsigned i = 0; i < idle; ++i)
      chip.clock(kNop);
  };
  run(kNop, 20000);
  run(kPrechargeAll, 3);
  run(kRefresh, 8);
  run(kRefresh, 8);
  run(mode(0x20), 2);
  run(activate(0, 1), 4);
  SECTION("write recovery") {
    run(writeWord(0, 0, 1), 0);
    CHECK_THROWS_WITH(chip.clock(precharge(0)), Catch::Contains("tWR"));
  }
  SECTION("two banks") {
    run(activate(1, 1), 0);
    CHECK_THROWS_WITH(chip.clock(activate(2, 1)), Catch::Contains("tRRD"));
  }
}
