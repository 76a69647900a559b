// SPDX-License-Identifier: Apache-2.0
// What is carried from one kernel's hardware to the next: never less than what was written and is still allocated.
#include <algorithm>
#include <catch2/catch.hpp>
#include <utility>
#include <vector>

#include "board/small_shell/memory_pages.h"
#include "tests/common/random.h"

using weft::board::MemoryPages;

namespace {

using Ranges = std::vector<std::pair<uint64_t, uint64_t>>;

Ranges held(const MemoryPages &pages) {
  Ranges result;
  pages.forEach([&](uint64_t address, uint64_t bytes) { result.emplace_back(address, bytes); });
  return result;
}

}  // namespace

TEST_CASE("pages of device memory: without allocations all that was written is kept, and all after a launch") {
  MemoryPages pages(1000);
  CHECK(held(pages).empty());
  pages.written(300, 1);
  CHECK(held(pages) == Ranges{{256, 256}});
  pages.launched();
  CHECK(held(pages) == Ranges{{0, 1000}});
}

TEST_CASE("pages of device memory: what is allocated holds something once it is written or a kernel ran") {
  MemoryPages pages(4096);
  pages.allocated(128, 256);  // pages 0 and 1
  pages.allocated(384, 128);  // page 1
  pages.allocated(2048, 512);
  CHECK(held(pages).empty());
  pages.written(2300, 300);
  CHECK(held(pages) == Ranges{{2048, 768}});
  pages.released(2048, 512);
  pages.launched();
  CHECK(held(pages) == Ranges{{0, 512}, {2560, 256}});
  pages.released(128, 256);
  CHECK(held(pages) == Ranges{{256, 256}, {2560, 256}});  // page 1 is still the other's
}

TEST_CASE("pages of device memory: against a byte by byte account") {
  weft::test::Random random(5);
  constexpr uint64_t kBytes = 16384, kAlignment = 128;
  MemoryPages pages(kBytes);
  std::vector<bool> allocated(kBytes), holds(kBytes);
  Ranges blocks;
  for (int step = 0; step < 2000; ++step) {
    const uint64_t address = random.range(0, kBytes / kAlignment - 9) * kAlignment;
    const uint64_t bytes = random.range(1, 8) * kAlignment;
    if (random.chance(30) && std::none_of(allocated.begin() + long(address), allocated.begin() + long(address + bytes),
                                          [](bool used) { return used; })) {
      pages.allocated(address, bytes);
      blocks.emplace_back(address, bytes);
      std::fill_n(allocated.begin() + long(address), bytes, true);
    } else if (random.chance(30) && !blocks.empty()) {
      const auto [at, size] = blocks.back();
      blocks.pop_back();
      pages.released(at, size);
      std::fill_n(allocated.begin() + long(at), size, false);
      std::fill_n(holds.begin() + long(at), size, false);
    } else if (random.chance(10)) {
      pages.launched();
      holds = blocks.empty() ? holds : allocated;
    } else if (!blocks.empty()) {
      pages.written(blocks.back().first, 1);
      holds[blocks.back().first] = true;
    }
    std::vector<bool> carried(kBytes);
    for (const auto &[at, size] : held(pages))
      std::fill_n(carried.begin() + long(at), size, true);
    for (uint64_t i = 0; i < kBytes; ++i)
      if (holds[i])
        REQUIRE(carried[i]);
  }
}
