// SPDX-License-Identifier: Apache-2.0
// Which loads of packets get a cache, and which claims of one the verifier refuses.
#include <catch2/catch.hpp>

#include <array>

#include "graphs.h"
#include "hls/graph/print.h"
#include "hls/graph/verify.h"
#include "lane_kernels.h"

using namespace weft::graph;
using test::checkFinds;
using test::Defect;
using test::parseOne;
using test::replaced;
using test::withLanes;

namespace {

constexpr unsigned kLineBytes = 64;

const std::string kHeader = test::lane_kernels::kHeader + R"(
  entry [global_id_x]
  site 0 load scatter bytes 4 args [0]
  site 1 load scatter bytes 4 args [0]
  site 2 store scatter bytes 4 args [1]
  node @entry pipeline (%x:32) {
    %in:32 = arg word 32 lo 0
    %out:32 = arg word 34 lo 0
    %z:2 = const 0x0
    %scaled:34 = concat (%z, %x)
    %bytes:32 = trunc (%scaled)
    %to:32 = add (%out, %bytes)
    %eight:3 = const 0x0
    %wide:35 = concat (%eight, %x)
    %apart:32 = trunc (%wide)
)";

// out[x] = in[in[x]]
const std::string kGather = kHeader + R"(
    %at:32 = add (%in, %bytes)
    %index:32 = load site 0 (%at)
    %far:34 = concat (%z, %index)
    %offset:32 = trunc (%far)
    %from:32 = add (%in, %offset)
    %v:32 = load site 1 (%from)
    store site 2 (%to, %v)
    goto @exit()
  }
  node @exit exit
})";

// out[x] = in[2 * x] + in[2 * x + 1]
const std::string kApart = kHeader + R"(
    %at:32 = add (%in, %apart)
    %v:32 = load site 0 (%at)
    %four:32 = const 0x4
    %next:32 = add (%at, %four)
    %w:32 = load site 1 (%next)
    %sum:32 = add (%v, %w)
    store site 2 (%to, %sum)
    goto @exit()
  }
  node @exit exit
})";

// The same again and again.
const std::string kLoop = kHeader + R"(
    %at:32 = add (%in, %apart)
    goto @loop(%at, %to)
  }
  node @loop pipeline (%from:32, %there:32) loop {
    %v:32 = load site 0 (%from)
    %four:32 = const 0x4
    %next:32 = add (%from, %four)
    %w:32 = load site 1 (%next)
    %sum:32 = add (%v, %w)
    store site 2 (%there, %sum)
    %n:32 = arg word 34 lo 32
    %zero:32 = const 0x0
    %again:1 = icmp.ne (%n, %zero)
    goto %again ? @loop(%next, %there)
    goto @exit()
  }
  node @exit exit
})";

Kernel packets(const std::string &text, unsigned lanes) {
  Kernel kernel = withLanes(parseOne(text), lanes);
  REQUIRE(kernel.lanes == lanes);
  return kernel;
}

LaneLimits limitsOf(unsigned cacheBytes, unsigned walkingCacheBytes = 0) {
  LaneLimits limits;
  limits.lineBytes = kLineBytes;
  limits.cacheBytes = cacheBytes;
  limits.walkingCacheBytes = walkingCacheBytes;
  return limits;
}

/// Lines of the caches of both loads; 0: it has none.
std::array<unsigned, 2> cached(Kernel kernel, unsigned cacheBytes, unsigned walkingCacheBytes = 0) {
  const bool changed = cacheLoads(kernel, limitsOf(cacheBytes, walkingCacheBytes));
  INFO(print(kernel));
  CHECK(weft::hls::buildLog(verify(kernel)) == "");
  const std::array<unsigned, 2> lines = {kernel.sites[0].cacheLines, kernel.sites[1].cacheLines};
  CHECK(changed == (lines != std::array<unsigned, 2>{}));
  CHECK(kernel.sites.back().cacheLines == 0);  // the store; both loads may be one
  for (size_t s = 0; s < lines.size(); ++s)
    CHECK((kernel.sites[s].unit == Site::Unit::Cached) == (lines[s] != 0));
  return lines;
}

using Lines = std::array<unsigned, 2>;

}  // namespace

TEST_CASE("a load whose address is data has a cache") {
  CHECK(cached(packets(kGather, 4), 16384) == Lines{0, 256});
  CHECK(cached(packets(kGather, 16), 3000) == Lines{0, 32});
}

TEST_CASE("one at a constant distance has a cache in loops only, and where it is a line or more") {
  const auto farther = [](const std::string &text) {  // by 256 bytes rather than 8
    const std::string three = "%eight:3 = const 0x0\n    %wide:35", eight = "%eight:8 = const 0x0\n    %wide:40";
    return replaced(text, three, eight);
  };
  CHECK(cached(packets(kApart, 4), 16384) == Lines{0, 0});
  CHECK(cached(packets(farther(kApart), 4), 16384) == Lines{0, 0});
  CHECK(cached(packets(kLoop, 4), 16384) == Lines{0, 0});
  CHECK(cached(packets(farther(kLoop), 4), 16384) == Lines{256, 0});  // both loads are one (ADR 69)
}

TEST_CASE("a load whose lanes walk has lines for 64 packets, where there is room") {
  const std::string three = "%eight:3 = const 0x0\n    %wide:35", eight = "%eight:8 = const 0x0\n    %wide:40";
  const std::string walks = replaced(kLoop, three, eight);
  CHECK(cached(packets(walks, 4), 8192, 16384) == Lines{256, 0});
  CHECK(cached(packets(walks, 4), 4096, 8192) == Lines{128, 0});
  CHECK(cached(packets(walks, 2), 8192, 16384) == Lines{128, 0});
  CHECK(cached(packets(kGather, 4), 8192, 16384) == Lines{0, 128});
}

TEST_CASE("there is no cache where it has no room, or lanes have no addresses") {
  CHECK(cached(packets(kGather, 16), 2047) == Lines{0, 0});
  CHECK(cached(packets(kGather, 16), 0) == Lines{0, 0});
  CHECK(cached(packets(kGather, 1), 16384) == Lines{0, 0});
}

TEST_CASE("what may be written is not cached") {
  Kernel kernel = packets(kGather, 4);
  SECTION("by a store to the same buffer") { kernel.sites[2].arguments = {0}; }
  SECTION("by what a fence lets the kernel see") {
    Op fence;
    fence.opcode = Opcode::Fence;
    kernel.nodes[0].ops.push_back(fence);
    CHECK_FALSE(cacheLoads(kernel, limitsOf(16384)));
    kernel.nodes[0].ops.pop_back();
    kernel.sites[2].arguments = {0};
  }
  SECTION("by others, while a load is volatile") { kernel.sites[1].isVolatile = true; }
  CHECK_FALSE(cacheLoads(kernel, limitsOf(16384)));
}

TEST_CASE("what is written only if buffers overlap is cached") {
  Kernel kernel = packets(kGather, 4);
  kernel.arguments[1].noAlias = false;
  CHECK(cached(kernel, 16384) == Lines{0, 256});
}

TEST_CASE("the verifier finds what cannot be cached") {
  const Defect defects[] = {
      {"a cache has no two rows of lines", [](Kernel &k) { k.sites[1].cacheLines = 0; }},
      {"a cache has no two rows of lines", [](Kernel &k) { k.sites[1].cacheLines = 48; }},
      {"a cache has no two rows of lines", [](Kernel &k) { k.sites[1].cacheLines = 4; }},
      {"a cache has no two rows of lines", [](Kernel &k) { k.sites[0].cacheLines = 64; }},
      {"only loads have a cache",
       [](Kernel &k) {
         k.sites[2].unit = Site::Unit::Cached;
         k.sites[2].cacheLines = 64;
       }},
      {"what a cache holds may change", [](Kernel &k) { k.sites[2].arguments = {0}; }},
  };
  for (const Defect &defect : defects) {
    Kernel kernel = packets(kGather, 4);
    REQUIRE(cacheLoads(kernel, limitsOf(4096)));
    checkFinds(std::move(kernel), defect);
  }
}
