// SPDX-License-Identifier: Apache-2.0
// Tokens that have nothing to do stay in barriers, and nobody misses them: the interpreter checks that.
#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

#include "hls/graph/group_values.h"
#include "hls/graph/parse.h"
#include "hls/graph/print.h"
#include "hls/graph/transforms/transforms.h"
#include "hls/graph/verify.h"
#include "opencl.h"

using namespace weft;
using namespace weft::graph;

namespace {

// Sums over groups of any size, upwards; then each step shares what is there with twice as many.
const char *const kTrees = R"(
kernel void k(global const uint *in, global uint *out, local uint *a) {
  uint id = get_local_id(0), size = get_local_size(0), own = 0;
  a[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = size; s > 1; s = (s + 1) / 2) {
    if (id < s / 2) {
      a[id] += a[id + (s + 1) / 2];
      own += s;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (uint s = 1; s < size; s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < s && id + s < size)
      a[id + s] = a[id] + s;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[id] * 1000 + own;
})";

std::vector<uint32_t> expected(const std::vector<uint32_t> &in, uint32_t size) {
  std::vector<uint32_t> out;
  for (size_t first = 0; first < in.size(); first += size) {
    std::vector<uint32_t> a(in.begin() + std::ptrdiff_t(first), in.begin() + std::ptrdiff_t(first + size)), own(size);
    for (uint32_t s = size; s > 1; s = (s + 1) / 2)
      for (uint32_t id = 0; id < s / 2; ++id) {
        a[id] += a[id + (s + 1) / 2];
        own[id] += s;
      }
    for (uint32_t s = 1; s < size; s *= 2)
      for (uint32_t id = 0; id < s && id + s < size; ++id)
        a[id + s] = a[id] + s;
    for (uint32_t id = 0; id < size; ++id)
      out.push_back(a[id] * 1000 + own[id]);
  }
  return out;
}

std::vector<NodeId> keeping(const Kernel &kernel) {
  std::vector<NodeId> found;
  for (NodeId n = 0; n < kernel.nodes.size(); ++n)
    if (kernel.nodes[n].last != kNone)
      found.push_back(n);
  return found;
}

Kernel trees(const char *lanes) { return test::compileOpenCl(kTrees, lanes).at("k"); }

/// The same value as what `node` gets as its last parameter, on all edges.
void setLast(Kernel &kernel, NodeId node, const char *digits) {
  for (Node &from : kernel.nodes)
    for (Edge &edge : from.edges) {
      if (edge.target != node)
        continue;
      Op op;
      op.constant = digits;
      op.result = ValueId(kernel.values.size());
      kernel.values.push_back({kernel.values[kernel.nodes[node].last].width, ""});
      edge.arguments.back() = op.result;
      from.ops.push_back(std::move(op));
    }
}

}  // namespace

TEST_CASE("tokens without work stay in barriers, and nobody misses them") {
  for (const char *lanes : {"-weft-lanes=1", "-weft-lanes=4", "-weft-lanes=16"}) {
    const Kernel kernel = trees(lanes);
    INFO(print(kernel));
    REQUIRE(keeping(kernel).size() == 2);
    for (uint32_t size : {1, 3, 16, 17, 50, 64, 100}) {
      std::vector<uint32_t> in(size * 3), out(in.size());
      std::iota(in.begin(), in.end(), 7);
      test::Run(kernel).buffer(in).buffer(out).local(size * 4)({in.size()}, {size});
      CHECK(out == expected(in, size));
    }
  }
}

TEST_CASE("a barrier with tokens that stay is printed and parsed") {
  const Kernel kernel = trees("-weft-lanes=4");
  const auto again = parse(print(kernel));
  REQUIRE(again);
  CHECK(print(again->front()) == print(kernel));
  CHECK(keeping(again->front()) == keeping(kernel));
}

TEST_CASE("the interpreter misses tokens that have something to do") {
  for (const char *lanes : {"-weft-lanes=1", "-weft-lanes=4"}) {
    Kernel kernel = trees(lanes);
    setLast(kernel, keeping(kernel)[0], "0");
    REQUIRE(weft::hls::buildLog(verify(kernel)) == "");
    Launch launch;
    launch.globalSize = launch.localSize = {32, 1, 1};
    launch.argumentWords = {1024, 1152, 2048, 2176, 0, 128};
    launch.poolBytes = 128;
    std::vector<uint8_t> memory(4096);
    const auto result = interpret(kernel, launch, memory);
    REQUIRE_FALSE(result);
    CHECK(weft::hls::format(result.error()).find("whose token stays in") != std::string::npos);
  }
}

TEST_CASE("what a group has in common must be common") {
  Kernel kernel = trees("-weft-lanes=4");
  Node &barrier = kernel.nodes[keeping(kernel)[0]];
  const std::vector<bool> common = groupValues(kernel).common;
  const auto own =
      std::find_if(barrier.parameters.begin(), barrier.parameters.end(), [&](ValueId v) { return !common[v]; });
  REQUIRE(own != barrier.parameters.end());
  barrier.ofGroup.push_back(*own);
  CHECK(weft::hls::buildLog(verify(kernel)).find("a value of the group differs within it") != std::string::npos);
  barrier.ofGroup.pop_back();
  std::swap(barrier.parameters.front(), barrier.parameters.back());
  CHECK(weft::hls::buildLog(verify(kernel)) != "");
}
