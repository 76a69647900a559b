// SPDX-License-Identifier: Apache-2.0
// A stencil's loads become one where packets' lanes load overlapping rows, and so do neighbouring elements that all
// lanes load: the graph computes what it did, finds the same stray accesses, and what is neither stays as it is.
#include <catch2/catch.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "graphs.h"
#include "hls/graph/print.h"
#include "hls/graph/verify.h"
#include "lane_kernels.h"

using namespace weft::graph;
using test::checkRanAs;
using test::LaneClaims;
using test::parseOne;
using test::patterned;
using test::Ran;
using test::replaced;
using test::run;

namespace {

constexpr uint64_t kIn = 1024, kOut = 2048, kEnd = 4096;
constexpr unsigned kItems = 64, kInside = 51;  // those that load

// in[i - 1], in[i + 1], in[i] if inside, and in[i + 8], in[i + 10] of another row. `in` has room for the last item's.
const std::string kStencil = test::lane_kernels::kHeader + R"(
  entry [global_id_x]
  site 0 load scatter bytes 4 args [0]
  site 1 load scatter bytes 4 args [0]
  site 2 load scatter bytes 4 args [0]
  site 3 load scatter bytes 4 args [0]
  site 4 load scatter bytes 4 args [0]
  site 5 store scatter bytes 4 args [1]
  node @entry pipeline (%x:32) {
    %in:32 = arg word 32 lo 0
    %out:32 = arg word 34 lo 0
    %n:32 = arg word 36 lo 0
    %m:32 = arg word 36 lo 32
    %i:32 = sub (%x, %n)
    %z:2 = const 0x0
    %scaled:34 = concat (%z, %i)
    %bytes:32 = trunc (%scaled)
    %from:32 = add (%in, %bytes)
    %to:32 = add (%out, %bytes)
    %inside:1 = icmp.ult (%i, %m)
    %left:32 = const 0xfffffffc
    %west:32 = add (%from, %left)
    %v0:32 = load site 0 (%west) if %inside
    %right:32 = const 0x4
    %east:32 = add (%from, %right)
    %v1:32 = load site 1 (%east) if %inside
    %v2:32 = load site 2 (%from) if %inside
    %far:32 = const 0x20
    %row:32 = add (%from, %far)
    %v3:32 = load site 3 (%row) if %inside
    %farther:32 = const 0x28
    %rowend:32 = add (%from, %farther)
    %v4:32 = load site 4 (%rowend) if %inside
    %r0:32 = mul (%v0, %v1)
    %r1:32 = xor (%r0, %v2)
    %r2:32 = mul (%r1, %v3)
    %r3:32 = xor (%r2, %v4)
    store site 5 (%to, %r3) if %inside
    goto @exit()
  }
  node @exit exit
})";

// Work-items that each go along a row of four elements, from in[4 * i] on, two at a time, if they are inside.
const std::string kWalk = test::lane_kernels::kHeader + R"(
  entry [global_id_x, global_id_y]
  site 0 load scatter bytes 4 args [0]
  site 1 load scatter bytes 4 args [0]
  site 2 store scatter bytes 4 args [1]
  node @entry pipeline (%x:32, %y:32) {
    %in:32 = arg word 32 lo 0
    %n:32 = arg word 36 lo 0
    %i:32 = sub (%x, %n)
    %id:32 = add (%i, %y)
    %z:4 = const 0x0
    %low:28 = trunc (%id)
    %row:32 = concat (%z, %low)
    %none:32 = const 0x0
    %from:32 = add (%in, %row)
    goto @loop(%from, %i, %none, %none)
  }
  node @loop pipeline (%at:32, %own:32, %k:32, %s:32) loop {
    %m:32 = arg word 36 lo 32
    %inside:1 = icmp.ult (%own, %m)
    %v0:32 = load site 0 (%at) if %inside
    %four:32 = const 0x4
    %next:32 = add (%at, %four)
    %v1:32 = load site 1 (%next) if %inside
    %s0:32 = mul (%s, %v0)
    %s1:32 = xor (%s0, %v1)
    %eight:32 = const 0x8
    %further:32 = add (%at, %eight)
    %one:32 = const 0x1
    %k1:32 = add (%k, %one)
    %two:32 = const 0x2
    %more:1 = icmp.ult (%k1, %two)
    goto %more ? @loop(%further, %own, %k1, %s1)
    goto @end(%own, %s1, %inside)
  }
  node @end pipeline (%o:32, %sum:32, %stores:1) {
    %out:32 = arg word 34 lo 0
    %z.1:2 = const 0x0
    %low.1:30 = trunc (%o)
    %bytes:32 = concat (%z.1, %low.1)
    %to:32 = add (%out, %bytes)
    store site 2 (%to, %sum) if %stores
    goto @exit()
  }
  node @exit exit
})";

Kernel changed(const std::string &text, const std::string &what, const std::string &with) {
  return parseOne(replaced(text, what, with));
}

Kernel withLanes(const Kernel &kernel, std::optional<unsigned> lanes, unsigned lineBytes = 64) {
  LaneLimits limits;
  limits.lineBytes = limits.bytesPerCycle = lineBytes;
  limits.wanted = lanes;
  return test::withLanes(kernel, limits);
}

/// The taps of each load.
std::vector<uint64_t> tapsOf(const Kernel &kernel) {
  std::vector<uint64_t> taps;
  for (const Site &site : kernel.sites)
    if (site.kind == Site::Kind::Load)
      taps.push_back(site.taps);
  std::sort(taps.begin(), taps.end());
  return taps;
}

/// From work-item `first` on, of which some load nothing. `end`: of the input; `n`: the kernel's argument.
Ran runFrom(const Kernel &kernel, uint64_t first, uint64_t end, LaneClaims *claims = nullptr, uint32_t n = 0) {
  Launch launch;
  launch.globalSize = {kItems, 1, 1};
  launch.localSize = {16, 1, 1};
  launch.globalOffset = {first, 0, 0};
  launch.argumentWords = {kIn, end, kOut, kEnd, n | uint64_t(kInside) << 32};
  return run(kernel, launch, patterned(kEnd), claims);
}

}  // namespace

TEST_CASE("taps of a row become one load that computes the same") {
  const Kernel before = parseOne(kStencil);
  for (unsigned lanes : {2, 4, 8, 16}) {
    const Kernel after = withLanes(before, lanes);
    INFO(print(after));
    REQUIRE(after.lanes == lanes);
    // From eight lanes on all are so close that no element is left out.
    CHECK(tapsOf(after) == (lanes < 8 ? std::vector<uint64_t>{5, 7} : std::vector<uint64_t>{0xa07}));
    CHECK(print(parseOne(print(after))) == print(after));
    LaneClaims claims(after);
    const Ran one = runFrom(before, 1, kOut), other = runFrom(after, 1, kOut, &claims);
    CHECK(other.memory == one.memory);
    CHECK(one.faults.empty());
    CHECK(other.faults.empty());
    CHECK(claims.check().linear > kItems);
  }
}

TEST_CASE("a merged load is stray where one of its taps is") {
  const Kernel before = parseOne(kStencil), after = withLanes(before, 8);
  constexpr uint64_t kTight = kIn + 4 * (kInside + 10);  // the last tap of all lies before it
  for (uint64_t first : {0, 1, 7, 40})
    for (uint64_t end : {kTight, kTight - 4, kTight - 12, kTight - 48, kIn + 4, kIn}) {
      INFO("from " << first << ", buffer to " << end);
      const Ran one = runFrom(before, first, end), other = runFrom(after, first, end);
      checkRanAs(one, other);
    }
  CHECK(runFrom(after, 1, kTight).faults.empty());
  CHECK(runFrom(after, 0, kTight).strays() == std::vector<uint64_t>{kIn - 4});
  CHECK(runFrom(after, 1, kTight - 4).strays() == std::vector<uint64_t>{kTight - 4});
}

TEST_CASE("taps are found in whatever order their addresses are made") {
  std::string text = replaced(kStencil, "%scaled:34 = concat (%z, %i)\n    %bytes:32 = trunc (%scaled)",
                              "%low:30 = trunc (%i)\n    %bytes:32 = concat (%z, %low)");
  text = replaced(text, "%west:32 = add (%from, %left)",
                  "%before:32 = add (%in, %left)\n    %west:32 = add (%bytes, %before)");
  text = replaced(text, "%east:32 = add (%from, %right)",
                  "%one:32 = const 0x1\n    %next:32 = add (%one, %i)\n    %low1:30 = trunc (%next)\n"
                  "    %bytes1:32 = concat (%z, %low1)\n    %east:32 = add (%bytes1, %in)");
  const Kernel before = parseOne(text), after = withLanes(before, 4);
  CHECK(tapsOf(after) == std::vector<uint64_t>{5, 7});
  CHECK(runFrom(after, 1, kOut).memory == runFrom(before, 1, kOut).memory);
}

TEST_CASE("a merged load lies in no buffer where one of its taps does not") {
  std::string text = kStencil;
  const auto replace = [&](const std::string &what, const std::string &with) { text = replaced(text, what, with); };
  replace("%i:32 = sub (%x, %n)", "%none:32 = const 0x0\n    %i:32 = sub (%x, %none)");
  replace("%v0:32 = load site 0 (%west)",
          "%b0:1 = slice (%n) lo 0\n    %a0:33 = concat (%west, %b0)\n    %v0:32 = load site 0 (%a0)");
  replace("%v1:32 = load site 1 (%east)",
          "%b1:1 = slice (%n) lo 1\n    %a1:33 = concat (%east, %b1)\n    %v1:32 = load site 1 (%a1)");
  replace("%v2:32 = load site 2 (%from)", "%a2:33 = concat (%from, %b0)\n    %v2:32 = load site 2 (%a2)");
  const Kernel before = parseOne(text), after = withLanes(before, 4);
  CHECK(tapsOf(after) == std::vector<uint64_t>{5, 7});
  CHECK(runFrom(after, 1, kOut).memory == runFrom(before, 1, kOut).memory);
  for (uint32_t beyond : {0, 1, 2, 3}) {
    CHECK(runFrom(before, 1, kOut, nullptr, beyond).faults.empty() == (beyond == 0));
    CHECK(runFrom(after, 1, kOut, nullptr, beyond).faults.empty() == (beyond == 0));
  }
}

TEST_CASE("what is no row of taps stays as it is") {
  using Taps = std::vector<uint64_t>;
  const Kernel whole = parseOne(kStencil);
  CHECK(tapsOf(withLanes(whole, 16, 128)) == Taps{0xa07});
  CHECK(tapsOf(withLanes(whole, 8, 32)) == Taps{5, 7});            // all of them would exceed two lines
  CHECK(tapsOf(withLanes(whole, 4, 16)) == Taps{5, 7});            // a packet is a line, and with its neighbours longer
  CHECK(tapsOf(withLanes(whole, 16, 32)) == Taps{1, 1, 1, 1, 1});  // a packet alone is longer than a line
}

TEST_CASE("a tap that waits for another one stays apart, and the others do not wait") {
  // in[i + 1] of the even ones, and in[i] where in[i - 1] is odd.
  std::string text = replaced(kStencil, "%v1:32 = load site 1 (%east) if %inside",
                              "%low:1 = trunc (%i)\n    %even:1 = not (%low)\n    %own:1 = and (%even, %inside)\n"
                              "    %e:32 = load site 1 (%east) if %own\n    %v1:32 = select (%own, %e, %n)");
  text = replaced(text, "%v2:32 = load site 2 (%from) if %inside",
                  "%odd:1 = trunc (%v0)\n    %told:1 = and (%odd, %inside)\n"
                  "    %t:32 = load site 2 (%from) if %told\n    %v2:32 = select (%told, %t, %n)");
  const Kernel before = parseOne(text), after = withLanes(before, 4);
  INFO(print(after));
  CHECK(tapsOf(after) == std::vector<uint64_t>{1, 5, 5});
  LaneClaims claims(after);
  checkRanAs(runFrom(before, 1, kOut), runFrom(after, 1, kOut, &claims));
  checkRanAs(runFrom(before, 1, kIn + 64), runFrom(after, 1, kIn + 64));
  claims.check();
}

TEST_CASE("elements that all lanes load, or the only one, are one load of a line at most") {
  const std::string all =
      replaced(kStencil, "%from:32 = add (%in, %bytes)", "%fixed:32 = const 0x14\n    %from:32 = add (%in, %fixed)");
  const Kernel before = parseOne(all), stencil = parseOne(kStencil);
  for (unsigned lanes : {1, 2, 8, 16}) {
    const Kernel after = withLanes(before, lanes);
    INFO(print(after));
    CHECK(tapsOf(after) == std::vector<uint64_t>{0xa07});
    CHECK(after.sites[0].unit == Site::Unit::Stream);
    CHECK(print(parseOne(print(after))) == print(after));
    LaneClaims claims(after);
    CHECK(runFrom(after, 1, kOut, &claims).memory == runFrom(before, 1, kOut).memory);
    constexpr uint64_t kLast = kIn + 0x14 + 0x28;
    for (uint64_t end : {kLast + 4, kLast, kLast - 8, kIn + 0x14, kIn}) {
      const Ran one = runFrom(before, 1, end), other = runFrom(after, 1, end);
      checkRanAs(one, other);
    }
  }
  CHECK(tapsOf(withLanes(before, 2, 16)) == std::vector<uint64_t>{5, 7});
  const Kernel alone = withLanes(stencil, 1);
  CHECK(tapsOf(alone) == std::vector<uint64_t>{0xa07});
  CHECK(runFrom(alone, 1, kOut).memory == runFrom(stencil, 1, kOut).memory);
}

TEST_CASE("elements that all lanes walk along stay apart where a line has no room for them") {
  const std::string all = replaced(kWalk, "%from:32 = add (%in, %row)", "%from:32 = add (%in, %none)");
  const Kernel before = parseOne(all);
  for (const unsigned lineBytes : {4, 16}) {
    const Kernel after = withLanes(before, 4, lineBytes);
    INFO(print(after));
    CHECK(tapsOf(after) == (lineBytes == 4 ? std::vector<uint64_t>{1, 1} : std::vector<uint64_t>{3}));
    CHECK(weft::hls::buildLog(verify(after)) == "");
    CHECK(runFrom(after, 1, kOut).memory == runFrom(before, 1, kOut).memory);
  }
}

TEST_CASE("elements of lanes that walk along rows of their own are one load") {
  const Kernel before = parseOne(kWalk);
  for (unsigned lanes : {2, 4}) {
    const Kernel after = withLanes(before, lanes, 16);
    INFO(print(after));
    CHECK(tapsOf(after) == std::vector<uint64_t>{3});
    CHECK(after.sites[0].unit == Site::Unit::Lanes);
    CHECK(print(parseOne(print(after))) == print(after));
    LaneClaims claims(after);
    CHECK(runFrom(after, 1, kOut, &claims).memory == runFrom(before, 1, kOut).memory);
    constexpr uint64_t kLast = kIn + 16 * kInside;
    for (uint64_t end : {kLast, kLast - 4, kLast - 12, kLast - 16, kIn}) {
      const Ran one = runFrom(before, 0, end), other = runFrom(after, 0, end);
      checkRanAs(one, other);
    }
  }
  const Kernel alone = withLanes(before, 1, 16);
  CHECK(tapsOf(alone) == std::vector<uint64_t>{3});
  CHECK(runFrom(alone, 1, kOut).memory == runFrom(before, 1, kOut).memory);
}

TEST_CASE("elements with gaps along rows of one's own are one load, which is stray where one of them is") {
  // Two of four in each round; backwards; three without a common distance, of which the last comes first.
  const std::string near = replaced(kWalk, "%four:32 = const 0x4", "%four:32 = const 0x8");
  const std::string gap = replaced(near, "%eight:32 = const 0x8", "%eight:32 = const 0x10");
  const std::string down = replaced(gap, "add (%at, %eight)", "sub (%at, %eight)");
  const std::string apart =
      replaced(replaced(gap, "%v0:32 = load site 0 (%at)",
                        "%most:32 = const 0xc\n    %last:32 = add (%at, %most)\n"
                        "    %v2:32 = load site 3 (%last) if %inside\n    %v0:32 = load site 0 (%at)"),
               "%s1:32 = xor (%s0, %v1)", "%s2:32 = mul (%s0, %v2)\n    %s1:32 = xor (%s2, %v1)");
  const std::string three =
      replaced(apart, "  site 2 store scatter bytes 4 args [1]\n",
               "  site 2 store scatter bytes 4 args [1]\n  site 3 load scatter bytes 4 args [0]\n");
  for (const auto &[text, taps] : {std::pair(gap, 5U), std::pair(down, 5U), std::pair(three, 13U)}) {
    const Kernel before = parseOne(text);
    for (unsigned lanes : {2, 4}) {
      const Kernel after = withLanes(before, lanes, 16);
      INFO(print(after));
      CHECK(tapsOf(after) == std::vector<uint64_t>{taps});
      CHECK(print(parseOne(print(after))) == print(after));
      LaneClaims claims(after);
      CHECK(runFrom(after, 1, kOut, &claims).memory == runFrom(before, 1, kOut).memory);
      constexpr uint64_t kLast = kIn + 16 * (kInside + 1);
      for (uint64_t end : {kLast, kLast - 4, kLast - 8, kLast - 12, kLast - 16, kLast - 20, kLast - 24, kIn})
        checkRanAs(runFrom(before, 0, end), runFrom(after, 0, end));
    }
  }
}

TEST_CASE("a round of more than a line is two loads of elements, parted at a line") {
  // Six elements, eight bytes apart, of lines of four.
  std::string text = kWalk, sites, loads;
  for (unsigned i = 2; i < 6; ++i) {
    sites += fmt::format("  site {} load scatter bytes 4 args [0]\n", i + 1);
    loads += fmt::format("    %d{0}:32 = const {1:#x}\n    %a{0}:32 = add (%at, %d{0})\n"
                         "    %w{0}:32 = load site {2} (%a{0}) if %inside\n",
                         i, 8 * i, i + 1);
  }
  text = replaced(text, "%four:32 = const 0x4", "%four:32 = const 0x8");
  text = replaced(text, "%eight:32 = const 0x8", "%eight:32 = const 0x30");
  text = replaced(text, "  node @entry", sites + "  node @entry");
  text = replaced(text, "    %s0:32 = mul (%s, %v0)\n",
                  loads + "    %x0:32 = mul (%w2, %w3)\n    %x1:32 = xor (%w4, %w5)\n    %x2:32 = mul (%x0, %x1)\n"
                          "    %x3:32 = xor (%x2, %s)\n    %s0:32 = mul (%x3, %v0)\n");
  const Kernel before = parseOne(text);
  using Taps = std::vector<uint64_t>;
  CHECK(tapsOf(withLanes(before, 4, 16)) == Taps{0x5, 0x55});
  const Kernel after = withLanes(before, 4, 16);
  CHECK(runFrom(after, 1, kOut).memory == runFrom(before, 1, kOut).memory);
  checkRanAs(runFrom(before, 0, kIn + 600), runFrom(after, 0, kIn + 600));
}

TEST_CASE("loads of rows that other work-items read, far apart, or that do not walk stay apart") {
  using Taps = std::vector<uint64_t>;
  CHECK(tapsOf(withLanes(changed(kWalk, "add (%i, %y)", "add (%i, %n)"), 4, 16)) == Taps{1, 1});
  const std::string round = replaced(kWalk, "%eight:32 = const 0x8", "%eight:32 = const 0x20");
  CHECK(tapsOf(withLanes(changed(round, "%four:32 = const 0x4", "%four:32 = const 0xc"), 4, 16)) == Taps{9});
  CHECK(tapsOf(withLanes(changed(round, "%four:32 = const 0x4", "%four:32 = const 0x10"), 4, 16)) == Taps{1, 1});
  // What a round does not go past: a lane goes along two lines at a time.
  CHECK(tapsOf(withLanes(changed(kWalk, "%four:32 = const 0x4", "%four:32 = const 0x8"), 4, 16)) == Taps{1, 1});
  CHECK(tapsOf(withLanes(changed(kWalk, "%four:32 = const 0x4", "%four:32 = const 0x6"), 4, 16)) == Taps{1, 1});
  CHECK(tapsOf(withLanes(changed(kWalk, "%further:32 = add (%at, %eight)", "%further:32 = add (%at, %v0)"), 8)) ==
        Taps{1, 1});
}

TEST_CASE("packets are no wider than taps can share a load") {
  // Alone, what each loads and stores keeps 8 lanes busy; of 16 every tap would load the row again.
  const std::string row = replaced(kStencil, "const 0x20", "const 0x8");
  const Kernel kernel = withLanes(changed(row, "const 0x28", "const 0xc"), std::nullopt);
  CHECK(kernel.lanes == 8);
  CHECK(tapsOf(kernel) == std::vector<uint64_t>{0x1f});
}

TEST_CASE("the verifier finds wrong taps") {
  const Kernel kernel = withLanes(parseOne(kStencil), 4);
  const auto defect = [&](auto plant) {
    Kernel wrong = kernel;
    for (Site &site : wrong.sites)
      if (site.taps == 7)
        plant(site);
    return weft::hls::buildLog(verify(wrong));
  };
  const char *const kNoTaps = "has taps, but is no load of elements from its first tap on";
  CHECK(defect([](Site &) {}) == "");
  CHECK(defect([](Site &site) { site.taps = 6; }).find(kNoTaps) != std::string::npos);
  CHECK(defect([](Site &site) { site.aligned = true; }).find(kNoTaps) != std::string::npos);
  CHECK(defect([](Site &site) { site.unit = Site::Unit::Scatter; }).find(kNoTaps) != std::string::npos);
  CHECK(defect([](Site &site) { site.taps = (uint64_t(1) << 40) + 1; }).find(kNoTaps) != std::string::npos);
  CHECK(defect([](Site &site) {
          site.unit = Site::Unit::Lanes;
          site.taps = (uint64_t(1) << 40) + 1;
        }).find(kNoTaps) == std::string::npos);
  CHECK(defect([](Site &site) { site.taps = 3; }).find("data has 96 bits, its site 8 bytes") != std::string::npos);
}
