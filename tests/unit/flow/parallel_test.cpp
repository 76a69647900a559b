// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <atomic>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "flow/parallel.h"

using weft::flow::forEach;

TEST_CASE("each piece of work is done once, on no more threads than asked for") {
  for (const unsigned jobs : {0u, 1u, 2u, 5u, 100u}) {
    std::vector<std::atomic<int>> done(50);
    std::atomic<unsigned> running{0}, most{0};
    forEach(
        done.size(), jobs,
        [&](size_t i) {
          const unsigned now = ++running;
          for (unsigned seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
          }
          ++done[i];
          --running;
        },
        [] { FAIL("nothing failed"); });
    for (const std::atomic<int> &count : done)
      CHECK(count == 1);
    if (jobs)
      CHECK(most <= jobs);
  }
  forEach(0, 3, [](size_t) { FAIL("there is nothing to do"); }, [] {});
}

TEST_CASE("the first failure ends the others, once, and is thrown") {
  std::atomic<bool> cancelled{false};
  std::atomic<int> cancels{0}, begun{0};
  const auto work = [&](size_t i) {
    ++begun;
    if (i == 0)
      throw std::runtime_error("the first");
    while (!cancelled)
      std::this_thread::yield();
    throw std::runtime_error("cancelled");
  };
  CHECK_THROWS_WITH(forEach(1000, 2, work, [&] { cancelled = true, ++cancels; }), "the first");
  CHECK(cancels == 1);
  CHECK(begun <= 2);
}
