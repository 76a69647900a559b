// SPDX-License-Identifier: Apache-2.0
// Driver: commands of several threads in flight, completed in any order; its limits and failures.
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

}  // namespace

TEST_CASE("commands of two threads are in flight together and complete in any order") {
  ScriptedBoard board(2);
  Driver driver(board);
  const std::vector<uint64_t> words(33);
  auto launch = start([&] { return driver.launch(0, nullptr, words); });
  board.awaitTaken(1);
  auto marker = start([&] { return driver.marker(); });
  board.awaitTaken(2);
  board.complete(1);
  REQUIRE(returns(marker));
  REQUIRE(marker.get().start == 10);
  REQUIRE(waits(launch));
  board.complete(0, abi::Status::KERNEL_FAULT);
  REQUIRE(returns(launch));
  REQUIRE(launch.get().status == abi::Status::KERNEL_FAULT);
}

TEST_CASE("who waited for the interrupt hands that over when its own command is done") {
  ScriptedBoard board(1);
  Driver driver(board);
  std::vector<std::future<Completion>> calls;
  for (size_t i = 0; i < 5; ++i) {
    calls.push_back(start([&] { return driver.marker(); }));
    board.awaitTaken(i + 1);
  }
  // The first is the one that waits; whoever is complete leaves, the others must still be served.
  for (size_t i : {0, 2, 1, 4, 3}) {
    board.complete(i);
    REQUIRE(returns(calls[i]));
    REQUIRE(calls[i].get().start == 10 * i);
  }
}

TEST_CASE("one interrupt may stand for several records") {
  ScriptedBoard board(1);
  Driver driver(board);
  auto first = start([&] { return driver.marker(); });
  board.awaitTaken(1);
  auto second = start([&] { return driver.marker(); });
  board.awaitTaken(2);
  board.complete(1, abi::Status::OK, false);
  REQUIRE(waits(second));
  board.complete(0);
  REQUIRE(returns(first));
  REQUIRE(returns(second));
}

TEST_CASE("a launch names its region and waits for the launch before it there") {
  ScriptedBoard board(2);
  Driver driver(board);
  const std::vector<uint64_t> words(33);
  auto one = start([&] { return driver.launch(1, nullptr, words); });
  board.awaitTaken(1);
  auto again = start([&] { return driver.launch(1, nullptr, words); });
  REQUIRE(waits(again));
  REQUIRE(board.taken() == 1);
  REQUIRE(board.activations(1) == 1);
  auto other = start([&] { return driver.launch(0, nullptr, words); });
  board.awaitTaken(2);
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

TEST_CASE("a full ring blocks until a command is complete, and every record is one's own") {
  ScriptedBoard board(1);
  Driver driver(board);
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

TEST_CASE("a device that fails fails all commands that wait, and those to come") {
  ScriptedBoard board(2);
  Driver driver(board);
  const std::vector<uint64_t> words(33);
  auto launch = start([&] { return driver.launch(1, nullptr, words); });
  board.awaitTaken(1);
  auto marker = start([&] { return driver.marker(); });
  board.awaitTaken(2);
  board.breakDown("smoke");
  REQUIRE(returns(launch));
  REQUIRE(returns(marker));
  CHECK_THROWS_WITH(launch.get(), Catch::Contains("smoke"));
  CHECK_THROWS_WITH(marker.get(), Catch::Contains("smoke"));
  CHECK_THROWS_WITH(driver.marker(), Catch::Contains("smoke"));
}

TEST_CASE("a device that is idle with a command in flight has failed") {
  ScriptedBoard board(1);
  Driver driver(board);
  auto first = start([&] { return driver.marker(); });
  board.awaitTaken(1);
  auto second = start([&] { return driver.marker(); });
  board.awaitTaken(2);
  board.goIdle();
  CHECK_THROWS_WITH(first.get(), Catch::Contains("stopped answering"));
  CHECK_THROWS_WITH(second.get(), Catch::Contains("stopped answering"));
}
