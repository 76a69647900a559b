// SPDX-License-Identifier: Apache-2.0
#include "host/core/residency.h"

#include <catch2/catch.hpp>
#include <random>

using weft::core::Residency;
using Range = Residency::Range;

TEST_CASE("Residency: ranges are cut to what is asked for, equal neighbours are one") {
  Residency residency(100, 1);
  CHECK(residency.ranges() == std::vector<Range>{{0, 100, 1}});
  residency.set(10, 20, 2);
  CHECK(residency.ranges() == std::vector<Range>{{0, 10, 1}, {10, 20, 2}, {20, 100, 1}});
  CHECK(residency.ranges(15, 30) == std::vector<Range>{{15, 20, 2}, {20, 30, 1}});
  CHECK(residency.ranges(5, 5).empty());
  residency.set(20, 100, 2);
  CHECK(residency.ranges() == std::vector<Range>{{0, 10, 1}, {10, 100, 2}});
  residency.set(0, 10, 3);
  residency.remove(1);
  CHECK(residency.ranges() == std::vector<Range>{{0, 100, 2}});
}

TEST_CASE("Residency: agrees with a byte by byte model") {
  constexpr uint64_t kBytes = 300;
  std::mt19937 random(7);
  Residency residency(kBytes, 0);
  std::vector<Residency::Locations> model(kBytes, 0);
  for (int step = 0; step < 5000; ++step) {
    uint64_t begin = random() % (kBytes + 1), end = random() % (kBytes + 1);
    if (begin > end)
      std::swap(begin, end);
    const Residency::Locations locations = random() % 8;
    if (random() % 8) {
      residency.set(begin, end, locations);
      std::fill(model.begin() + long(begin), model.begin() + long(end), locations);
    } else {
      residency.remove(locations);
      for (auto &holders : model)
        holders &= ~locations;
    }
    uint64_t from = random() % kBytes;
    const uint64_t to = from + 1 + random() % (kBytes - from);
    const std::vector<Range> ranges = residency.ranges(from, to);
    for (size_t i = 0; i < ranges.size(); ++i) {
      REQUIRE(ranges[i].begin == from);
      REQUIRE(ranges[i].end > from);
      REQUIRE((i == 0 || ranges[i].locations != ranges[i - 1].locations));
      for (; from < ranges[i].end; ++from)
        REQUIRE(model[from] == ranges[i].locations);
    }
    REQUIRE(from == to);
  }
}
