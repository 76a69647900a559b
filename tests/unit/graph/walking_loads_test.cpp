// SPDX-License-Identifier: Apache-2.0
// Which loads walk through memory as their loop goes round.
#include <catch2/catch.hpp>
#include <optional>

#include "graphs.h"
#include "hls/graph/walking_loads.h"

using namespace weft::graph;

namespace {

const std::string kHeader = R"(
kernel @k {
  address_bits 32
  max_work_group_size 64
  slots 64
  group_slots 4
  argument buffer "in" type "" access "" qualifiers "" space "global" bytes 8 word 32
  argument value "n" type "" access "" qualifiers "" space "private" bytes 8 word 34
  entry [global_id_x]
  site 0 load scatter bytes 4 args [0]
  site 1 load scatter bytes 4 args [0]
  memory 0 private "kept" bytes 4 word 4
  node @entry pipeline (%x:32) {
    %z:2 = const 0x0
    memwrite memory 0 (%z, %x)
    goto @loop(%x)
  }
  node @loop pipeline (%from:32) loop {
    %four:32 = const 0x4
    %n:32 = arg word 34 lo 0
    %z.1:2 = const 0x0
)";
const std::string kFooter = R"(
    %more:1 = icmp.ult (%next, %n)
    goto %more ? @loop(%next)
    goto @exit()
  }
  node @exit exit
})";

std::vector<bool> walkingIn(const std::string &text) { return walkingLoads(test::parseOne(text), 64); }

using Walking = std::vector<bool>;

}  // namespace

TEST_CASE("a load that steps along walks, one at a place that was read does not") {
  CHECK(walkingIn(kHeader + R"(
    %v:32 = load site 0 (%from)
    %w:32 = load site 1 (%v)
    %next:32 = add (%from, %four)
  )" + kFooter) == Walking{true, false});
}

TEST_CASE("a load does not walk whose next place is read, in whatever way") {
  CHECK(walkingIn(kHeader + R"(
    %v:32 = load site 0 (%from)
    %w:32 = load site 1 (%four)
    %next:32 = add (%v, %four)
  )" + kFooter) == Walking{false, true});
  CHECK(walkingIn(kHeader + R"(
    %last:32 = memread memory 0 (%z.1)
    %v:32 = load site 0 (%last)
    %w:32 = load site 1 (%from)
    memwrite memory 0 (%z.1, %v)
    %next:32 = add (%from, %four)
  )" + kFooter) == Walking{false, true});
}

TEST_CASE("what was kept before the loop, or is counted in memory, lets a load walk") {
  CHECK(walkingIn(kHeader + R"(
    %last:32 = memread memory 0 (%z.1)
    %v:32 = load site 0 (%last)
    %on:32 = add (%last, %four)
    memwrite memory 0 (%z.1, %on)
    %w:32 = load site 1 (%from)
    %next:32 = add (%from, %four)
  )" + kFooter) == Walking{true, true});
}

TEST_CASE("a load that goes a line further each time, or nobody knows how far, does not walk") {
  CHECK(walkingIn(kHeader + R"(
    %line:32 = const 0x40
    %v:32 = load site 0 (%from)
    %half:32 = const 0x1
    %other:32 = lshr (%from, %half)
    %w:32 = load site 1 (%other)
    %next:32 = add (%from, %line)
  )" + kFooter) == Walking{false, true});
  CHECK(walkingIn(kHeader + R"(
    %wrapped:32 = and (%from, %n)
    %v:32 = load site 0 (%wrapped)
    %further:32 = add (%from, %n)
    %w:32 = load site 1 (%further)
    %next:32 = add (%from, %four)
  )" + kFooter) == Walking{false, true});
  CHECK(walkingIn(kHeader + R"(
    %v:32 = load site 0 (%from)
    %w:32 = load site 1 (%n)
    %next:32 = add (%from, %n)
  )" + kFooter) == Walking{false, true});
}

TEST_CASE("lines are a work-item's own where all ids say where they are, also by what is read there") {
  const auto ownOf = [](const std::string &ids, const std::string &begin) -> bool {
    std::string text = kHeader + R"(
    %v:32 = load site 0 (%from)
    %next:32 = add (%from, %four)
  )" + kFooter;
    const auto replace = [&](const std::string &what, const std::string &by) {
      text.replace(text.find(what), what.size(), by);
    };
    replace("[global_id_x]", "[" + ids + "]");
    replace("(%x:32) {", ids == "global_id_x" ? "(%x:32) {" : "(%x:32, %y:32) {");
    replace("site 1 load scatter bytes 4 args [0]",
            "site 1 load scatter bytes 4 args [0]\n  site 2 load scatter bytes 4 args [0]");
    replace("goto @loop(%x)", begin);
    return loadsOfOwnLines(test::parseOne(text), 64)[0];
  };
  const std::string both = "global_id_x, global_id_y";
  CHECK(ownOf("global_id_x", "goto @loop(%x)"));
  CHECK(!ownOf(both, "goto @loop(%x)"));
  CHECK(ownOf(both, "%s:32 = add (%x, %y)\n    goto @loop(%s)"));
  CHECK(ownOf("global_id_x", "%s:32 = load site 2 (%x)\n    goto @loop(%s)"));
}

TEST_CASE("a lane that waits for others steps no further, and walks") {
  CHECK(walkingIn(kHeader + R"(
    %active:1 = icmp.ult (%from, %n)
    %v:32 = load site 0 (%from)
    %six:6 = const 0x0
    %scaled:38 = concat (%six, %from)
    %place:32 = trunc (%scaled)
    %w:32 = load site 1 (%place)
    %on:32 = add (%from, %four)
    %next:32 = select (%active, %on, %from)
  )" + kFooter) == Walking{true, false});
}

TEST_CASE("no load walks outside of loops, and one inside walks where an outer loop has read its begin") {
  CHECK(walkingIn(R"(
kernel @k {
  address_bits 32
  max_work_group_size 64
  slots 64
  group_slots 4
  argument buffer "in" type "" access "" qualifiers "" space "global" bytes 8 word 32
  argument value "n" type "" access "" qualifiers "" space "private" bytes 8 word 34
  entry [global_id_x]
  site 0 load scatter bytes 4 args [0]
  site 1 load scatter bytes 4 args [0]
  site 2 load scatter bytes 4 args [0]
  node @entry pipeline (%x:32) {
    %begin:32 = load site 0 (%x)
    goto @outer(%begin)
  }
  node @outer pipeline (%row:32) loop {
    %start:32 = load site 1 (%row)
    goto @inner(%start, %row)
  }
  node @inner pipeline (%from:32, %row.1:32) loop {
    %v:32 = load site 2 (%from)
    %four:32 = const 0x4
    %n:32 = arg word 34 lo 0
    %next:32 = add (%from, %four)
    %row.2:32 = add (%row.1, %four)
    %more:1 = icmp.ult (%next, %n)
    goto %more ? @inner(%next, %row.1)
    goto @latch(%row.2)
  }
  node @latch pipeline (%row.3:32) {
    %n.1:32 = arg word 34 lo 32
    %again:1 = icmp.ult (%row.3, %n.1)
    goto %again ? @outer(%row.3)
    goto @exit()
  }
  node @exit exit
})") == Walking{false, true, true});
}

TEST_CASE("elements that come in turn let a load walk by as much more") {
  const std::string loads = R"(
    %v:32 = load site 0 (%from)
    %w:32 = load site 1 (%from)
    %far:32 = const STEP
    %next:32 = add (%from, %far)
  )";
  const auto walkingBy = [&](const std::string &step) {
    std::string text = kHeader + loads + kFooter;
    text.replace(text.find("STEP"), 4, step);
    Kernel kernel = test::parseOne(text);
    kernel.sites[0].unit = Site::Unit::Cached;
    kernel.sites[0].taps = 7;
    return walkingLoads(kernel, 64);
  };
  CHECK(walkingBy("0x3c") == Walking{true, true});
  CHECK(walkingBy("0x40") == Walking{true, false});
  CHECK(walkingBy("0x44") == Walking{true, false});
  CHECK(walkingBy("0x48") == Walking{false, false});
}

TEST_CASE("steps of loads are known where they are constant") {
  const Kernel kernel = test::parseOne(kHeader + R"(
    %v:32 = load site 0 (%from)
    %w:32 = load site 1 (%v)
    %far:32 = const 0x100
    %next:32 = add (%from, %far)
  )" + kFooter);
  CHECK(stepsOfLoads(kernel) == std::vector<std::optional<int64_t>>{256, std::nullopt});
}

TEST_CASE("steps that are larger than addresses are not known") {
  const Kernel kernel = test::parseOne(kHeader + R"(
    %v:32 = load site 0 (%from)
    %zeros:36 = const 0x0
    %far:68 = concat (%zeros, %from)
    %low:32 = trunc (%far)
    %w:32 = load site 1 (%low)
    %step:32 = const 0x10000000
    %next:32 = add (%from, %step)
  )" + kFooter);
  CHECK(stepsOfLoads(kernel) == std::vector<std::optional<int64_t>>{0x10000000, std::nullopt});
}
