// SPDX-License-Identifier: Apache-2.0
#include "host/core/device_memory.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>

using weft::core::BankStagger;
using weft::core::DeviceBlock;
using weft::core::DeviceMemory;

TEST_CASE("DeviceMemory: bounds and alignment") {
  DeviceMemory memory(0x10010, 0x10010 + 1000, 128);
  CHECK(memory.capacity() == 768);
  const auto a = memory.allocate(1);
  REQUIRE(a);
  CHECK(*a == 0x10080);
  CHECK(memory.available() == 640);
  CHECK(memory.largest() == 640);
  CHECK(!memory.allocate(641));
  CHECK(memory.allocate(640));
  CHECK(!memory.allocate(1));
  CHECK(!memory.allocate(~uint64_t(0)));
  CHECK(memory.largest() == 0);
}

TEST_CASE("DeviceMemory: who wants to know is told what is in use") {
  struct Account final : DeviceMemory::Observer {
    void allocated(uint64_t address, uint64_t bytes) noexcept override { used[address] = bytes; }
    void released(uint64_t address, uint64_t bytes) noexcept override {
      CHECK(used[address] == bytes);
      used.erase(address);
    }
    std::map<uint64_t, uint64_t> used;
  } account;
  DeviceMemory memory(0, 4096, 128, &account);
  const auto a = DeviceBlock::allocate(memory, 100);
  REQUIRE(a);
  {
    const auto b = DeviceBlock::allocate(memory, 300);
    REQUIRE(b);
    CHECK(account.used == std::map<uint64_t, uint64_t>{{a->address(), 128}, {b->address(), 384}});
  }
  CHECK(!memory.allocate(4096));
  CHECK(account.used == std::map<uint64_t, uint64_t>{{a->address(), 128}});
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

TEST_CASE("DeviceMemory: the smallest range that fits is taken, so large ones stay whole") {
  DeviceMemory memory(0, 100 * 128, 128);
  const uint64_t first = *memory.allocate(10 * 128), wall = *memory.allocate(128), second = *memory.allocate(2 * 128),
                 end = *memory.allocate(128);
  memory.release(first);
  memory.release(second);
  CHECK(*memory.allocate(2 * 128) == second);
  CHECK(*memory.allocate(10 * 128) == first);
  memory.release(wall);
  memory.release(end);
}

TEST_CASE("DeviceBlock: gives its memory back once, wherever it was moved to") {
  DeviceMemory memory(0, 1024, 128);
  {
    std::optional<DeviceBlock> block = DeviceBlock::allocate(memory, 1000);
    REQUIRE(block);
    CHECK(!DeviceBlock::allocate(memory, 1));
    std::optional<DeviceBlock> other = std::move(block);
    block.reset();  // NOLINT(bugprone-use-after-move): what is left of it gives nothing back
    CHECK(memory.available() == 0);
  }
  CHECK(memory.available() == 1024);
}

namespace {

/// What is allocated, and the gaps that this leaves: computed from the live blocks alone.
class Model {
public:
  Model(uint64_t bytes, uint64_t alignment) : bytes_(bytes), alignment_(alignment) {}

  uint64_t rounded(uint64_t bytes) const { return (bytes + alignment_ - 1) / alignment_ * alignment_; }
  void add(uint64_t address, uint64_t bytes) {
    REQUIRE(address % alignment_ == 0);
    const auto next = live_.lower_bound(address);
    REQUIRE((next == live_.end() || address + bytes <= next->first));
    REQUIRE((next == live_.begin() || std::prev(next)->first + std::prev(next)->second <= address));
    REQUIRE(address + bytes <= bytes_);
    live_[address] = rounded(bytes);
    used_ += rounded(bytes);
  }
  void remove(uint64_t address) {
    used_ -= live_.at(address);
    live_.erase(address);
  }
  uint64_t free() const { return bytes_ - used_; }
  uint64_t largestGap() const {
    uint64_t largest = 0, end = 0;
    for (const auto &[address, bytes] : live_) {
      largest = std::max(largest, address - end);
      end = address + bytes;
    }
    return std::max(largest, bytes_ - end);
  }

private:
  const uint64_t bytes_, alignment_;
  uint64_t used_ = 0;
  std::map<uint64_t, uint64_t> live_;
};

}  // namespace

TEST_CASE("DeviceMemory: a million random allocations and releases lose nothing and stay in one piece") {
  constexpr uint64_t kBytes = uint64_t(1) << 30, kAlign = 128;
  DeviceMemory memory(0, kBytes, kAlign);
  Model model(kBytes, kAlign);
  std::mt19937_64 random(20);
  std::vector<uint64_t> live;
  size_t refused = 0, allocated = 0;
  for (int step = 0; step < 1'000'000; ++step) {
    // Sizes over five orders of magnitude. The share of allocations swings, so that memory fills and empties.
    const bool filling = step / 50'000 % 2 == 0;
    if (live.empty() || random() % 100 < (filling ? 55 : 45)) {
      const uint64_t bytes = 1 + random() % (uint64_t(64) << random() % 17);
      if (const auto address = memory.allocate(bytes)) {
        model.add(*address, bytes);
        live.push_back(*address);
        ++allocated;
      } else {
        // Refused only when no gap between the live blocks is large enough: freed neighbours were joined.
        REQUIRE(model.largestGap() < model.rounded(bytes));
        ++refused;
      }
    } else {
      std::swap(live[random() % live.size()], live.back());
      memory.release(live.back());
      model.remove(live.back());
      live.pop_back();
    }
    REQUIRE(memory.available() == model.free());
    if (step % 10'000 == 0)
      REQUIRE(memory.largest() == model.largestGap());
  }
  CHECK(allocated > 400'000);
  CHECK(refused > 100);
  // Fragmentation: with half the blocks gone, whatever they were, there is room for something large.
  while (model.free() < kBytes / 2) {
    std::swap(live[random() % live.size()], live.back());
    memory.release(live.back());
    model.remove(live.back());
    live.pop_back();
  }
  CHECK(memory.largest() == model.largestGap());
  CHECK(memory.largest() >= kBytes / 64);
  for (const uint64_t address : live)
    memory.release(address);
  CHECK(memory.available() == kBytes);
  CHECK(memory.allocate(kBytes));
}

namespace {

constexpr unsigned kBanks = 16;
constexpr uint64_t kRowBytes = 8192;

/// Rows of two buffers of `rows` rows that lie in one bank at the same distance from their begin.
unsigned sharedBanks(uint64_t a, uint64_t b, unsigned rows) {
  const auto bank = [](uint64_t address) {
    unsigned result = 0;
    for (uint64_t row = address / kRowBytes; row != 0; row /= kBanks)
      result ^= row % kBanks;
    return result;
  };
  unsigned count = 0;
  for (unsigned row = 0; row < rows; ++row)
    count += bank(a + row * kRowBytes) == bank(b + row * kRowBytes);
  return count;
}

}  // namespace

TEST_CASE("DeviceMemory: buffers that follow each other begin in different banks") {
  // Of rows at a distance of 17 every other two lie in one bank.
  const unsigned rows = GENERATE(17u, 34u, 51u, 68u, 136u);
  const uint64_t bytes = rows * kRowBytes;
  CHECK(sharedBanks(0, 17 * kRowBytes, 15) == 8);
  DeviceMemory memory(0, uint64_t(1) << 30, 128, nullptr, BankStagger(kBanks, kRowBytes));
  std::vector<uint64_t> buffers;
  for (int i = 0; i < 4; ++i)
    buffers.push_back(*memory.allocate(bytes));
  for (size_t i = 0; i < buffers.size(); ++i) {
    CHECK(buffers[i] % kRowBytes == 0);
    for (size_t j = 0; j < i; ++j)
      CHECK(sharedBanks(buffers[i], buffers[j], rows) <= rows / 8);
  }
  CHECK(buffers.back() + bytes <= 4 * (bytes + kBanks * kRowBytes));
}

TEST_CASE("DeviceMemory: buffers of a few rows begin in different banks where there is room") {
  const unsigned rows = GENERATE(1u, 2u, 4u, 8u, 16u);
  const uint64_t bytes = rows * kRowBytes;
  DeviceMemory memory(0, uint64_t(1) << 26, 128, nullptr, BankStagger(kBanks, kRowBytes));
  std::vector<uint64_t> buffers;
  for (int i = 0; i < 4; ++i)
    buffers.push_back(*memory.allocate(bytes));
  for (size_t i = 0; i < buffers.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      CHECK(sharedBanks(buffers[i], buffers[j], rows) <= rows / 5);
}

TEST_CASE("DeviceMemory: a picture and one with a border begin in different banks") {
  // From where each begins, some begins of the other are in its banks.
  const uint64_t gap = GENERATE(range(0u, 64u)) * kRowBytes / 2;
  constexpr unsigned kRows = 16;
  DeviceMemory memory(0, uint64_t(1) << 30, 128, nullptr, BankStagger(kBanks, kRowBytes));
  if (gap != 0)
    REQUIRE(memory.allocate(gap));
  const uint64_t bordered = *memory.allocate(kRows * kRowBytes + 4096 + 128);
  const uint64_t picture = *memory.allocate(kRows * kRowBytes);
  CHECK(sharedBanks(bordered, picture, kRows) <= kRows / 8);
}

TEST_CASE("DeviceMemory: buffers below a row of a DRAM share one") {
  DeviceMemory memory(0, uint64_t(1) << 26, 128, nullptr, BankStagger(kBanks, kRowBytes));
  for (uint64_t i = 0; i < 4; ++i)
    CHECK(memory.allocate(kRowBytes / 4) == i * kRowBytes / 4);
}

TEST_CASE("DeviceMemory: staggered buffers leave no memory unused") {
  DeviceMemory memory(0, 64 * kRowBytes, 128, nullptr, BankStagger(kBanks, kRowBytes));
  const auto first = memory.allocate(kRowBytes / 2), large = memory.allocate(16 * kRowBytes);
  REQUIRE((first && large));
  CHECK(*first == 0);
  CHECK(*large == kRowBytes);
  // What lies before the large one is for small ones, and only what fits is moved.
  CHECK(memory.allocate(kRowBytes / 2) == kRowBytes / 2);
  CHECK(memory.allocate(47 * kRowBytes) == 17 * kRowBytes);
  CHECK(memory.available() == 0);
}

TEST_CASE("DeviceMemory: random allocations that are staggered do not overlap and lose nothing") {
  constexpr uint64_t kBytes = uint64_t(1) << 26;
  DeviceMemory memory(0, kBytes, 128, nullptr, BankStagger(kBanks, kRowBytes));
  Model model(kBytes, 128);
  std::mt19937_64 random(21);
  std::vector<uint64_t> live;
  for (int step = 0; step < 20'000; ++step) {
    if (live.empty() || random() % 100 < 52) {
      const uint64_t bytes = 1 + random() % (uint64_t(64) << random() % 15);
      if (const auto address = memory.allocate(bytes)) {
        model.add(*address, bytes);
        live.push_back(*address);
      } else {
        REQUIRE(model.largestGap() < model.rounded(bytes));
      }
    } else {
      std::swap(live[random() % live.size()], live.back());
      memory.release(live.back());
      model.remove(live.back());
      live.pop_back();
    }
    REQUIRE(memory.available() == model.free());
    REQUIRE(memory.largest() == model.largestGap());
  }
  for (const uint64_t address : live)
    memory.release(address);
  CHECK(memory.allocate(kBytes));
}
