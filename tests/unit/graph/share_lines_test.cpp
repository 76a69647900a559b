// SPDX-License-Identifier: Apache-2.0
// Which loads share a line cache, and which claims of one the verifier refuses.
#include <catch2/catch.hpp>

#include "graphs.h"
#include "hls/graph/print.h"
#include "hls/graph/verify.h"
#include "lane_kernels.h"

using namespace weft::graph;
using test::checkFinds;
using test::Defect;
using test::parseOne;
using test::withLanes;

namespace {

constexpr unsigned kCacheBytes = 4096;

// %north and %south are the addresses of two loads; %pitch is an argument, %x and %y are ids.
const std::string kHeader = test::lane_kernels::kHeader + R"(
  entry [global_id_x, global_id_y]
  site 0 load scatter bytes 4 args [0]
  site 1 load scatter bytes 4 args [0]
  site 2 store scatter bytes 4 args [1]
  node @entry pipeline (%x:32, %y:32) {
    %in:32 = arg word 32 lo 0
    %out:32 = arg word 34 lo 0
    %pitch:32 = arg word 36 lo 0
    %half:32 = arg word 36 lo 32
    %z:2 = const 0x0
    %one:32 = const 0x1
    %four:32 = const 0x4
    %last:32 = sub (%half, %one)
    %xscaled:34 = concat (%z, %x)
    %xbytes:32 = trunc (%xscaled)
    %rows:32 = mul (%y, %pitch)
    %rowscaled:34 = concat (%z, %rows)
    %rowbytes:32 = trunc (%rowscaled)
    %pitchscaled:34 = concat (%z, %pitch)
    %pitchbytes:32 = trunc (%pitchscaled)
    %to:32 = add (%out, %xbytes)
    %column:32 = add (%in, %xbytes)
    %at:32 = add (%column, %rowbytes)
)";
const std::string kFooter = R"(
    %v:32 = load site 0 (%north)
    %w:32 = load site 1 (%south)
    %sum:32 = add (%v, %w)
    store site 2 (%to, %sum)
    goto @exit()
  }
  node @exit exit
})";

// in[y * pitch + x], in[(y + 1) * pitch + x] as y * pitch + pitch + x
const std::string kRows = kHeader + R"(
    %north:32 = add (%at, %four)
    %south:32 = add (%at, %pitchbytes)
)" + kFooter;

LaneLimits limitsOf(unsigned lanes, unsigned lineBytes = 64) {
  LaneLimits limits;
  limits.lineBytes = limits.bytesPerCycle = lineBytes;
  limits.wanted = lanes;
  limits.cacheBytes = kCacheBytes;
  return limits;
}

Kernel prepared(const std::string &text, const LaneLimits &limits) { return withLanes(parseOne(text), limits); }

/// Lines of the cache that both loads share; 0: none.
unsigned shared(Kernel kernel, const LaneLimits &limits) {
  const bool changed = shareLines(kernel, limits);
  INFO(print(kernel));
  CHECK(weft::hls::buildLog(verify(kernel)) == "");
  CHECK(changed == (kernel.sites[0].lineCache == 0));
  CHECK(kernel.sites[0].lineCache == kernel.sites[1].lineCache);
  CHECK(kernel.sites[0].cacheLines == kernel.sites[1].cacheLines);
  CHECK(kernel.sites[2].lineCache == kNone);
  return kernel.sites[0].cacheLines;
}

unsigned sharedAt(const std::string &addresses, unsigned lanes = 16) {
  const LaneLimits limits = limitsOf(lanes);
  return shared(prepared(kHeader + addresses + kFooter, limits), limits);
}

}  // namespace

TEST_CASE("loads of two rows share a line cache") {
  for (const unsigned lanes : {8u, 16u}) {
    const LaneLimits limits = limitsOf(lanes);
    CHECK(shared(prepared(kRows, limits), limits) == 64);
  }
  CHECK(sharedAt(R"(
    %less:32 = sub (%y, %one)
    %zero:32 = const 0x0
    %above:32 = smax (%less, %zero)
    %clamped:32 = mul (%above, %pitch)
    %clampedscaled:34 = concat (%z, %clamped)
    %clampedbytes:32 = trunc (%clampedscaled)
    %north:32 = add (%column, %clampedbytes)
    %south:32 = add (%at, %four)
  )") == 64);
}

TEST_CASE("loads of clamped columns share a line cache") {
  // So far apart that they are no taps of one load.
  CHECK(sharedAt(R"(
    %forty:32 = const 0x28
    %less:32 = sub (%x, %forty)
    %zero:32 = const 0x0
    %left:32 = smax (%less, %zero)
    %leftscaled:34 = concat (%z, %left)
    %leftbytes:32 = trunc (%leftscaled)
    %right:32 = smin (%x, %last)
    %rightscaled:34 = concat (%z, %right)
    %rightbytes:32 = trunc (%rightscaled)
    %row:32 = add (%in, %rowbytes)
    %north:32 = add (%row, %leftbytes)
    %south:32 = add (%row, %rightbytes)
  )") == 64);
}

TEST_CASE("loads at a constant distance share a cache that holds what lies between") {
  CHECK(sharedAt("%far:32 = const 0x800\n%north:32 = add (%column, %far)\n%south:32 = add (%column, %four)\n") == 64);
  CHECK(sharedAt("%far:32 = const 0x2000\n%north:32 = add (%column, %far)\n%south:32 = add (%column, %four)\n") == 0);
}

TEST_CASE("other loads of one buffer share none") {
  // Half of a row apart, and a distance that has nothing to do with rows.
  CHECK(sharedAt(R"(
    %half1:31 = slice (%pitch) lo 1
    %halfscaled:33 = concat (%z, %half1)
    %halfbytes:32 = trunc (%halfscaled)
    %north:32 = add (%at, %halfbytes)
    %south:32 = add (%at, %four)
  )") == 0);
  CHECK(sharedAt("%north:32 = add (%column, %pitchbytes)\n%south:32 = add (%column, %four)\n") == 0);
  // Each lane walks along a row of its own.
  CHECK(sharedAt(R"(
    %turned:32 = mul (%x, %pitch)
    %turnedscaled:34 = concat (%z, %turned)
    %turnedbytes:32 = trunc (%turnedscaled)
    %north:32 = add (%in, %turnedbytes)
    %south:32 = add (%at, %four)
  )") == 0);
  // All work-items load the same.
  CHECK(sharedAt("%north:32 = add (%in, %four)\n%south:32 = add (%in, %pitchbytes)\n") == 0);
}

TEST_CASE("there is no line cache where memory waits for the kernel, or none is allowed") {
  LaneLimits limits = limitsOf(1);
  CHECK(shared(prepared(kRows, limits), limits) == 0);
  limits = limitsOf(1, 16);
  CHECK(shared(prepared(kRows, limits), limits) == 256);
  limits = limitsOf(16);
  const Kernel kernel = prepared(kRows, limits);
  limits.cacheBytes = 64;
  CHECK(shared(kernel, limits) == 0);
}

TEST_CASE("lines that may be written are not shared") {
  const LaneLimits limits = limitsOf(16);
  Kernel kernel = prepared(kRows, limits);
  kernel.arguments[1].noAlias = false;
  CHECK(shared(kernel, limits) == 64);  // only if buffers overlap
  kernel.sites[2].arguments = {0};
  CHECK(shared(kernel, limits) == 64);  // only by other work-items: the store comes last
  kernel.sites[1].order.kind = SiteOrder::Kind::Always;
  CHECK(shared(kernel, limits) == 0);
}

TEST_CASE("lanes with addresses share lines at a distance of the launch") {
  // 2 * x - (x & (pitch - 1)), and pitch more.
  const std::string low = R"(
    %less:32 = sub (%pitch, %one)
    %offset:32 = and (%x, %less)
    %twice:32 = add (%x, %x)
    %low:32 = sub (%twice, %offset)
    %lowscaled:34 = concat (%z, %low)
    %lowbytes:32 = trunc (%lowscaled)
    %north:32 = add (%in, %lowbytes)
  )";
  CHECK(sharedAt(low + "%south:32 = add (%north, %pitchbytes)\n") == 64);
  CHECK(sharedAt(low + "%south:32 = add (%north, %xbytes)\n") == 0);
}

TEST_CASE("shared lines count once where lanes are chosen") {
  LaneLimits limits = limitsOf(16);
  limits.wanted.reset();
  CHECK(prepared(kRows, limits).lanes == 16);
  limits.cacheBytes = 0;
  CHECK(prepared(kRows, limits).lanes == 8);
}

TEST_CASE("the verifier finds lines that cannot be shared") {
  const Defect defects[] = {
      {"a cache has no two rows of lines", [](Kernel &k) { k.sites[1].cacheLines = 0; }},
      {"a cache has no two rows of lines", [](Kernel &k) { k.sites[1].cacheLines = 48; }},
      {"it has several sizes", [](Kernel &k) { k.sites[1].cacheLines = 128; }},
      {"so many loads do not share one", [](Kernel &k) { k.sites[1].lineCache = 1; }},
      {"the numbers before are missing", [](Kernel &k) { k.sites[0].lineCache = k.sites[1].lineCache = 1; }},
      {"only loads have a cache",
       [](Kernel &k) {
         k.sites[2].lineCache = 0;
         k.sites[2].cacheLines = 64;
       }},
      {"asks for none that others need", [](Kernel &k) { k.sites[1].unit = Site::Unit::Cached; }},
      {"loads of several buffers share it", [](Kernel &k) { k.sites[1].arguments = {1}; }},
      {"what a cache holds may change",
       [](Kernel &k) {
         k.sites[2].arguments = {0};
         k.sites[1].order.kind = SiteOrder::Kind::Always;
       }},
  };
  const LaneLimits limits = limitsOf(16);
  for (const Defect &defect : defects) {
    Kernel kernel = prepared(kRows, limits);
    REQUIRE(shareLines(kernel, limits));
    checkFinds(std::move(kernel), defect);
  }
}
