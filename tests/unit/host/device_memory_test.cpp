// SPDX-License-Identifier: Apache-2.0
#include "host/core/device_memory.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>

using weft::core::DeviceMemory;

TEST_CASE("DeviceMemory: bounds and alignment") {
  DeviceMemory memory(0x10010, 0x10010 + 1000, 128);
  CHECK(memory.capacity() == 768);
  const auto a = memory.allocate(1);
  REQUIRE(a);
  CHECK(*a == 0x10080);
  CHECK(memory.available() == 640);
  CHECK(!memory.allocate(641));
  CHECK(memory.allocate(640));
  CHECK(!memory.allocate(1));
  CHECK(!memory.allocate(~uint64_t(0)));
}

TEST_CASE("DeviceMemory: freed neighbours become one range again, in any order") {
  DeviceMemory memory(128, 128 + 4 * 128, 128);
  const int orders[][4] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {1, 3, 0, 2}, {2, 0, 3, 1}};
  for (const auto &order : orders) {
    uint64_t blocks[4];
    for (uint64_t &block : blocks)
      block = *memory.allocate(128);
    CHECK(!memory.allocate(1));
    for (const int index : order)
      memory.release(blocks[index]);
    const auto whole = memory.allocate(4 * 128);
    REQUIRE(whole);
    memory.release(*whole);
  }
}

TEST_CASE("DeviceMemory: random use never overlaps and loses nothing") {
  DeviceMemory memory(0, 1 << 20, 64);
  std::mt19937 random(1);
  std::map<uint64_t, uint64_t> live;
  for (int step = 0; step < 20000; ++step) {
    if (live.empty() || random() % 2) {
      const uint64_t bytes = 1 + random() % 5000;
      const auto address = memory.allocate(bytes);
      if (!address)
        continue;
      const auto next = live.lower_bound(*address);
      REQUIRE((next == live.end() || *address + bytes <= next->first));
      REQUIRE((next == live.begin() || std::prev(next)->first + std::prev(next)->second <= *address));
      REQUIRE(*address + bytes <= 1 << 20);
      live[*address] = bytes;
    } else {
      const auto entry = std::next(live.begin(), long(random() % live.size()));
      memory.release(entry->first);
      live.erase(entry);
    }
  }
  for (const auto &[address, bytes] : live)
    memory.release(address);
  CHECK(memory.available() == memory.capacity());
  CHECK(memory.allocate(1 << 20));
}
