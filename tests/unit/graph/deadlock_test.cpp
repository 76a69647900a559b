// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "hls/graph/deadlock.h"
#include "tests/common/random_kernel.h"

using namespace weft::graph;

namespace {

/// A graph of nodes "p" (pipeline), "b" (barrier), "x" (exit) and edges.
Kernel graphOf(const std::string &kinds, const std::vector<std::pair<unsigned, unsigned>> &edges) {
  Kernel kernel;
  for (size_t i = 0; i < kinds.size(); ++i) {
    Node node;
    node.name = std::to_string(i);
    node.kind = kinds[i] == 'b' ? NodeKind::Barrier : kinds[i] == 'x' ? NodeKind::Exit : NodeKind::Pipeline;
    kernel.nodes.push_back(node);
  }
  for (auto [from, to] : edges)
    kernel.nodes[from].edges.push_back({kNone, to, {}});
  return kernel;
}

}  // namespace

TEST_CASE("a loop's back edge needs a full FIFO, unless a barrier is on the way") {
  SECTION("no loop") {
    Kernel k = graphOf("ppx", {{0, 1}, {1, 2}});
    CHECK(chooseFullFifos(k).empty());
    CHECK_FALSE(checkDeadlockFree(k, {}));
  }
  SECTION("a loop of two nodes") {
    Kernel k = graphOf("pppx", {{0, 1}, {1, 2}, {2, 1}, {2, 3}});
    CHECK(chooseFullFifos(k) == std::vector<EdgeRef>{{2, 0}});
    CHECK(checkDeadlockFree(k, {}).value().message ==
          "cycle without a barrier or a FIFO of N_max entries: @1 -> @2 -> @1");
    CHECK_FALSE(checkDeadlockFree(k, {{2, 0}}));
    CHECK_FALSE(checkDeadlockFree(k, {{1, 0}}));  // any edge of the cycle will do
    CHECK(checkDeadlockFree(k, {{0, 0}, {2, 1}}));
  }
  SECTION("a barrier in the loop") {
    Kernel k = graphOf("ppbpx", {{0, 1}, {1, 2}, {2, 3}, {3, 1}, {3, 4}});
    CHECK(chooseFullFifos(k).empty());
    CHECK_FALSE(checkDeadlockFree(k, {}));
  }
  SECTION("a way past the barrier") {
    Kernel k = graphOf("ppbpx", {{0, 1}, {1, 2}, {2, 3}, {1, 3}, {3, 1}, {3, 4}});
    CHECK(chooseFullFifos(k) == std::vector<EdgeRef>{{3, 0}});
    CHECK(checkDeadlockFree(k, {}));
    CHECK_FALSE(checkDeadlockFree(k, {{3, 0}}));
  }
  SECTION("two back edges, one behind the barrier") {
    Kernel k = graphOf("ppbpx", {{0, 1}, {1, 1}, {1, 2}, {2, 3}, {3, 1}, {3, 4}});
    CHECK(chooseFullFifos(k) == std::vector<EdgeRef>{{1, 0}});
  }
  SECTION("an inner loop in a loop with a barrier") {
    Kernel k = graphOf("pppbpx", {{0, 1}, {1, 2}, {2, 2}, {2, 3}, {3, 4}, {4, 1}, {4, 5}});
    CHECK(chooseFullFifos(k) == std::vector<EdgeRef>{{2, 0}});
  }
  SECTION("nested loops") {
    Kernel k = graphOf("ppppx", {{0, 1}, {1, 2}, {2, 2}, {2, 3}, {3, 1}, {3, 4}});
    CHECK(chooseFullFifos(k) == std::vector<EdgeRef>{{2, 0}, {3, 0}});
    CHECK(checkDeadlockFree(k, {{2, 0}}));
    CHECK(checkDeadlockFree(k, {{3, 0}}));
  }
}

TEST_CASE("the choice passes the check, and none of it is left over") {
  unsigned loops = 0;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    Kernel k = test::randomKernel(seed);
    std::vector<EdgeRef> full = chooseFullFifos(k);
    INFO("seed " << seed);
    CHECK_FALSE(checkDeadlockFree(k, full));
    for (size_t i = 0; i < full.size(); ++i) {
      std::vector<EdgeRef> fewer = full;
      fewer.erase(fewer.begin() + long(i));
      CHECK(checkDeadlockFree(k, fewer));
      ++loops;
    }
  }
  CHECK(loops > 50);
}
