// SPDX-License-Identifier: Apache-2.0
// Driver: commands of several threads in flight, completed in any order; its limits and failures.
#include <array>
#include <catch2/catch.hpp>
#include <future>
#include <set>
#include <thread>
#include <vector>

#include "board/driver.h"
#include "scripted_board.h"

using namespace weft;
using board::Completion;
using board::Driver;
using board::test::ScriptedBoard;

namespace {

constexpr std::chrono::milliseconds kSoon{100}, kLong{20000};

template <class Body> auto start(Body body) { return std::async(std::launch::async, body); }

template <class T> bool waits(std::future<T> &future) { return future.wait_for(kSoon) == std::future_status::timeout; }
template <class T> bool returns(std::future<T> &future) { return future.wait_for(kLong) == std::future_status::ready; }

/// A driver, and calls of it by threads of their own, one after the other: each returns once the device has its
/// command.
struct Calls {
  ScriptedBoard board{2};
  Driver driver{board};
  const std::vector<uint64_t> words = std::vector<uint64_t>(33);
  size_t taken = 0;  // descriptors

  std::future<Completion> launch(unsigned region) {
    return started([this, region] { return driver.launch(region, nullptr, words); });
  }
  std::future<Completion> marker() {
    return started([this] { return driver.marker(); });
  }
  template <class Body> std::future<Completion> started(Body body) {
    auto call = start(body);
    board.awaitTaken(++taken);
    return call;
  }
};

}  // namespace

TEST_CASE_METHOD(Calls, "commands of two threads are in flight together and complete in any order") {
  auto first = launch(0), second = marker();
  board.complete(1);
  REQUIRE(returns(second));
  REQUIRE(second.get().start == 10);
  REQUIRE(waits(first));
  board.complete(0, abi::Status::KERNEL_FAULT);
  REQUIRE(returns(first));
  REQUIRE(first.get().status == abi::Status::KERNEL_FAULT);
}

TEST_CASE_METHOD(Calls, "who waited for the interrupt hands that over when its own command is done") {
  std::vector<std::future<Completion>> calls;
  for (size_t i = 0; i < 5; ++i)
    calls.push_back(marker());
  // The first is the one that waits; whoever is complete leaves, the others must still be served.
  for (size_t i : {0, 2, 1, 4, 3}) {
    board.complete(i);
    REQUIRE(returns(calls[i]));
    REQUIRE(calls[i].get().start == 10 * i);
  }
}

TEST_CASE_METHOD(Calls, "one interrupt may stand for several records") {
  auto first = marker(), second = marker();
  REQUIRE(waits(second));  // and does not look at its record any more
  board.complete(1, abi::Status::OK, false);
  REQUIRE(waits(second));
  board.complete(0);
  REQUIRE(returns(first));
  REQUIRE(returns(second));
}

TEST_CASE_METHOD(Calls, "a command that is done by the end of the doorbell waits for no interrupt") {
  board.completeAtOnce();
  REQUIRE(driver.marker().end == 5);
  REQUIRE(driver.launch(0, nullptr, words).end == 15);
  REQUIRE(board.waits() == 0);
}

TEST_CASE_METHOD(Calls, "a launch tells that it starts once all but the doorbell is done") {
  board.completeAtOnce();
  unsigned starts = 0, activations = 0;
  size_t published = 1;
  driver.launch(1, nullptr, words, [&] {
    ++starts;
    activations = board.activations(1);
    published = board.taken();
  });
  CHECK(starts == 1);
  CHECK(activations == 1);
  CHECK(published == 0);
}

TEST_CASE_METHOD(Calls, "a launch names its region and waits for the launch before it there") {
  auto one = launch(1);
  auto again = start([&] { return driver.launch(1, nullptr, words); });
  REQUIRE(waits(again));
  REQUIRE(board.taken() == 1);
  REQUIRE(board.activations(1) == 1);
  auto other = launch(0);
  REQUIRE(board.activations(0) == 1);
  board.complete(0);
  board.awaitTaken(3);
  REQUIRE(board.activations(1) == 2);
  board.complete(1);
  board.complete(2);
  REQUIRE(returns(one));
  REQUIRE(returns(again));
  REQUIRE(returns(other));
  REQUIRE_THROWS_AS(driver.launch(2, nullptr, words), std::invalid_argument);
}

TEST_CASE_METHOD(Calls, "a full ring blocks until a command is complete, and every record is one's own") {
  constexpr size_t kCalls = 200;
  std::vector<std::thread> threads;
  std::mutex mutex;
  std::multiset<uint64_t> starts;
  for (size_t i = 0; i < kCalls; ++i)
    threads.emplace_back([&] {
      const Completion done = driver.marker();
      std::lock_guard lock(mutex);
      starts.insert(done.start);
    });
  board.awaitTaken(16);
  std::this_thread::sleep_for(kSoon);
  const size_t inFlight = board.taken();
  REQUIRE(inFlight < kCalls);
  std::set<uint64_t> records;
  for (size_t i = 0; i < inFlight; ++i)
    records.insert(board.descriptor(i).completion);
  CHECK(records.size() == inFlight);
  // The oldest stays in flight while the ring goes round.
  for (size_t i = 1; i < kCalls; ++i) {
    board.awaitTaken(i + 1);
    board.complete(i);
  }
  board.complete(0);
  for (std::thread &thread : threads)
    thread.join();
  std::multiset<uint64_t> expected;
  for (size_t i = 0; i < kCalls; ++i)
    expected.insert(10 * i);
  CHECK(starts == expected);
}

TEST_CASE_METHOD(Calls, "a long copy lets the commands of others in between, and the device never waits for the host") {
  const uint64_t bytes = (uint64_t(7) << 19) + 100;  // three chunks and a half, and some
  auto copy = start([&] { return driver.copyOnDevice(0x1000, 0x40000000, board::Region::linear(bytes)); });
  board.awaitTaken(taken = 2);  // one is carried out, one is next
  auto other = marker();
  board.complete(0);
  board.awaitTaken(4);
  board.complete(1);
  board.awaitTaken(5);
  board.complete(2);
  REQUIRE(returns(other));
  board.complete(3);
  REQUIRE(waits(copy));
  board.complete(4);
  const Completion done = copy.get();
  REQUIRE(done.start == 0);
  REQUIRE(done.end == 45);
  uint64_t offset = 0;
  for (size_t i : {0, 1, 3, 4}) {
    const abi::Descriptor d = board.descriptor(i);
    REQUIRE((d.src == 0x1000 + offset && d.dst == 0x40000000 + offset && d.width <= 1 << 20));
    offset += d.width;
  }
  REQUIRE(offset == bytes);
}

TEST_CASE_METHOD(Calls, "a copy goes on in a full ring, with the room that its own chunks leave") {
  std::vector<std::future<Completion>> others;
  constexpr size_t kRing = 64;
  while (others.size() < kRing - 1)
    others.push_back(marker());
  auto copy = started([&] { return driver.copyOnDevice(0, 1 << 30, board::Region::linear(3 << 20)); });
  for (size_t chunk = 0; chunk < 3; ++chunk) {
    REQUIRE(waits(copy));
    board.complete(kRing - 1 + chunk);
    if (chunk < 2)
      board.awaitTaken(++taken);
  }
  REQUIRE(returns(copy));
  for (size_t i = 0; i < others.size(); ++i)
    board.complete(i);
  for (auto &other : others)
    REQUIRE(returns(other));
}

TEST_CASE_METHOD(Calls, "the chunks of a copy are the copy, and the first that fails is the copy's status") {
  /// Where each byte range of a command comes from and goes to.
  using Rows = std::vector<std::array<uint64_t, 3>>;
  const auto rowsOf = [](const abi::Descriptor &d, Rows &rows) {
    for (uint64_t slice = 0; slice < d.slices; ++slice)
      for (uint64_t row = 0; row < d.rows; ++row)
        rows.push_back({d.src + slice * d.src_slice_pitch + row * d.src_row_pitch,
                        d.dst + slice * d.dst_slice_pitch + row * d.dst_row_pitch, d.width});
  };
  const board::Region boxes[] = {{100, 1000, 50, 128, 130000, 256, 300000},
                                 {3000, 1000, 3, 4096, 5000000, 3000, 3000000},
                                 {2 << 20, 3, 2, 3 << 20, 10 << 20, 4 << 20, 20 << 20},
                                 {1 << 20, 1, 1, 1 << 20, 1 << 20, 1 << 20, 1 << 20}};
  for (const board::Region &box : boxes) {
    const size_t first = taken;
    auto copy = start([&] { return driver.copyOnDevice(0x10000000, 0x80000000, box); });
    do {
      board.awaitTaken(++taken);
      const abi::Descriptor d = board.descriptor(taken - 1);
      REQUIRE(d.width * d.rows * d.slices <= 1 << 20);
      board.complete(taken - 1);
    } while (copy.wait_for(std::chrono::milliseconds(20)) == std::future_status::timeout);
    REQUIRE(copy.get().start == 10 * first);
    Rows got, merged, wanted;
    for (size_t i = first; i < taken; ++i)
      rowsOf(board.descriptor(i), got);
    for (const auto &row : got)  // parts of one row meet
      if (!merged.empty() && row[2] == 1 << 20 && box.width > row[2] && merged.back()[2] < box.width)
        merged.back()[2] += row[2];
      else
        merged.push_back(row);
    abi::Descriptor whole;
    whole.src = 0x10000000, whole.dst = 0x80000000, whole.width = box.width, whole.rows = box.rows;
    whole.slices = box.slices, whole.src_row_pitch = box.srcRowPitch, whole.src_slice_pitch = box.srcSlicePitch;
    whole.dst_row_pitch = box.dstRowPitch, whole.dst_slice_pitch = box.dstSlicePitch;
    rowsOf(whole, wanted);
    REQUIRE(merged == wanted);
  }
  auto fill = start([&] { return driver.fill(0x100, 8 << 20, std::vector<uint8_t>{1, 2}); });
  board.awaitTaken(taken += 2);
  CHECK(board.descriptor(taken - 1).src == board.descriptor(taken - 2).src);
  CHECK(board.descriptor(taken - 1).dst == 0x100 + (1 << 20));
  board.complete(taken - 2);
  board.awaitTaken(++taken);
  board.complete(taken - 2, abi::Status::DEVICE_BUS_ERROR);
  REQUIRE(waits(fill));  // for the chunk that the device had already
  board.complete(taken - 1, abi::Status::HOST_BUS_ERROR);
  REQUIRE(returns(fill));
  CHECK(fill.get().status == abi::Status::DEVICE_BUS_ERROR);
  CHECK(board.taken() == taken);
}

TEST_CASE_METHOD(Calls, "a device that fails fails all commands that wait, and those to come") {
  auto first = launch(1), second = marker();
  board.breakDown("smoke");
  REQUIRE(returns(first));
  REQUIRE(returns(second));
  CHECK_THROWS_WITH(first.get(), Catch::Contains("smoke"));
  CHECK_THROWS_WITH(second.get(), Catch::Contains("smoke"));
  CHECK_THROWS_WITH(driver.marker(), Catch::Contains("smoke"));
}

TEST_CASE_METHOD(Calls, "a device that is idle with a command in flight has failed") {
  auto first = marker(), second = marker();
  board.goIdle();
  CHECK_THROWS_WITH(first.get(), Catch::Contains("stopped answering"));
  CHECK_THROWS_WITH(second.get(), Catch::Contains("stopped answering"));
}
