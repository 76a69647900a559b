// SPDX-License-Identifier: Apache-2.0
// Loads of a row that is clamped at its ends become one of the row, in which each tap has a mask, and others of the
// ends: the graph computes what it did and finds the same stray accesses.
#include <catch2/catch.hpp>

#include "graphs.h"
#include "hls/graph/print.h"
#include "lane_kernels.h"

using namespace weft::graph;
using test::checkRanAs;
using test::LaneClaims;
using test::parseOne;
using test::patterned;
using test::Ran;
using test::replaced;
using test::run;
using test::withLanes;

namespace {

constexpr uint64_t kIn = 1024, kOut = 2048, kEnd = 4096;
constexpr unsigned kItems = 64;

// out[x] of in[max(x, 1) - 1], in[x] and in[min(x + 1, m - 1)], for x below m.
const std::string kRow = test::lane_kernels::kHeader + R"(
  entry [global_id_x]
  site 0 load scatter bytes 4 args [0]
  site 1 load scatter bytes 4 args [0]
  site 2 load scatter bytes 4 args [0]
  site 3 store scatter bytes 4 args [1]
  node @entry pipeline (%x:32) {
    %in:32 = arg word 32 lo 0
    %out:32 = arg word 34 lo 0
    %m:32 = arg word 36 lo 0
    %z:2 = const 0x0
    %one:32 = const 0x1
    %inside:1 = icmp.ult (%x, %m)
    %atleast:32 = smax (%x, %one)
    %left:32 = sub (%atleast, %one)
    %next:32 = add (%x, %one)
    %last:32 = sub (%m, %one)
    %right:32 = smin (%next, %last)
    %low0:30 = trunc (%left)
    %low1:30 = trunc (%x)
    %low2:30 = trunc (%right)
    %bytes0:32 = concat (%z, %low0)
    %bytes1:32 = concat (%z, %low1)
    %bytes2:32 = concat (%z, %low2)
    %from0:32 = add (%in, %bytes0)
    %from1:32 = add (%in, %bytes1)
    %from2:32 = add (%in, %bytes2)
    %to:32 = add (%out, %bytes1)
    %v0:32 = load site 0 (%from0) if %inside
    %v1:32 = load site 1 (%from1) if %inside
    %v2:32 = load site 2 (%from2) if %inside
    %r0:32 = mul (%v0, %v1)
    %r1:32 = xor (%r0, %v2)
    store site 3 (%to, %r1) if %inside
    goto @exit()
  }
  node @exit exit
})";

size_t count(const Kernel &kernel, const std::string &what) {
  const std::string text = print(kernel);
  size_t found = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++found;
  return found;
}

/// From work-item `first` on, in a row of `columns`. `end`: of the input.
Ran runRow(const Kernel &kernel, uint64_t first, uint32_t columns, uint64_t end, LaneClaims *claims = nullptr) {
  Launch launch;
  launch.globalSize = {kItems, 1, 1};
  launch.localSize = {16, 1, 1};
  launch.globalOffset = {first, 0, 0};
  launch.argumentWords = {kIn, end, kOut, kEnd, columns};
  return run(kernel, launch, patterned(kEnd), claims);
}

}  // namespace

TEST_CASE("a row that is clamped is one load, and one of each end") {
  const Kernel before = parseOne(kRow);
  for (const unsigned lanes : {2, 4, 8}) {
    const Kernel after = withLanes(before, lanes);
    INFO(print(after));
    REQUIRE(after.lanes == lanes);
    CHECK(count(after, "load packet bytes 4 taps 7 masked") == 1);
    CHECK(count(after, "because border") == 2);
    CHECK(count(after, " = load ") == 3);
    CHECK(print(parseOne(print(after))) == print(after));
    for (const uint32_t columns : {1, 2, 17, 32, 51, 64}) {
      INFO(columns << " columns");
      LaneClaims claims(after);
      const Ran one = runRow(before, 0, columns, kOut), other = runRow(after, 0, columns, kOut, &claims);
      CHECK(other.memory == one.memory);
      CHECK(one.faults.empty());
      CHECK(other.faults.empty());
      claims.check();
    }
  }
}

TEST_CASE("no element is read that no work-item reads") {
  const Kernel before = parseOne(kRow), after = withLanes(before, 8);
  for (const uint32_t columns : {1, 2, 17, 51})
    for (const uint64_t end : {kIn + 4 * columns, kIn + 4 * columns - 4, kIn + 4, kIn}) {
      INFO(columns << " columns, buffer to " << end);
      const Ran one = runRow(before, 0, columns, end), other = runRow(after, 0, columns, end);
      checkRanAs(one, other);
    }
}

TEST_CASE("around a row, and where a condition is a work-item's own") {
  // in[x == 0 ? m - 1 : x - 1], and in[x + 1] for those alone that are before the last one.
  std::string text = replaced(kRow, "%left:32 = sub (%atleast, %one)",
                              "%none:32 = const 0x0\n    %first:1 = icmp.eq (%x, %none)\n    %end:32 = sub (%m, %one)\n"
                              "    %west:32 = sub (%x, %one)\n    %left:32 = select (%first, %end, %west)");
  text = replaced(text, "%right:32 = smin (%next, %last)",
                  "%before:1 = icmp.ult (%next, %m)\n    %has:1 = and (%before, %inside)");
  text = replaced(text, "%low2:30 = trunc (%right)", "%low2:30 = trunc (%next)");
  text = replaced(text, "%v2:32 = load site 2 (%from2) if %inside", "%v2:32 = load site 2 (%from2) if %has");
  text = replaced(text, "%r1:32 = xor (%r0, %v2)", "%v3:32 = select (%has, %v2, %m)\n    %r1:32 = xor (%r0, %v3)");
  const Kernel before = parseOne(text), after = withLanes(before, 4);
  INFO(print(after));
  CHECK(count(after, "load packet bytes 4 taps 7 masked") == 1);
  CHECK(count(after, "because border") == 1);
  for (const uint32_t columns : {1, 2, 17, 51}) {
    INFO(columns << " columns");
    const uint64_t end = kIn + 4 * columns;
    LaneClaims claims(after);
    const Ran one = runRow(before, 0, columns, end), other = runRow(after, 0, columns, end, &claims);
    CHECK(other.memory == one.memory);
    CHECK(one.faults.empty());
    CHECK(other.faults.empty());
    claims.check();
  }
}

TEST_CASE("what is chosen among several rows, or with no row, stays as it is") {
  const std::string between = "%m2:32 = add (%x, %m)\n    %right:32 = smin (%m2, %next)";
  CHECK(count(withLanes(parseOne(replaced(kRow, "%right:32 = smin (%next, %last)", between)), 4), "because border") ==
        1);
  const std::string square = "%xx:32 = mul (%x, %x)\n    %right:32 = smin (%xx, %last)";
  CHECK(count(withLanes(parseOne(replaced(kRow, "%right:32 = smin (%next, %last)", square)), 4), "because border") ==
        1);
}
