// SPDX-License-Identifier: Apache-2.0
#include "hls/schedule/constraints.h"

#include <catch2/catch.hpp>

using weft::schedule::Constraints;

namespace {

/// Three variables, each two after the one before it.
struct Chain : Constraints {
  Chain() : Constraints(1) {
    for (int v = 0; v < 3; ++v)
      addVariable();
    add(0, 1, 2);
    add(1, 2, 2);
  }
};

}  // namespace

TEST_CASE("minimise gives a solution of least cost") {
  Chain chain;
  chain.add(2, 0, -7);
  SECTION("the first span costs more") {
    chain.addCost(0, 1, 3);
    chain.addCost(1, 2, 1);
    CHECK(chain.minimise() == std::vector<int>{0, 2, 4});
  }
  SECTION("a span that earns is as long as it may be") {
    chain.addCost(0, 1, -1);
    CHECK(chain.minimise() == std::vector<int>{0, 5, 7});
  }
}

TEST_CASE("minimise gives nothing where there is no least cost") {
  Chain chain;
  SECTION("the longer the cheaper") { chain.addCost(0, 2, -1); }
  SECTION("the constraints exclude each other") { chain.add(2, 0, -3); }
  CHECK_FALSE(chain.minimise());
}
