// SPDX-License-Identifier: Apache-2.0
// Kernels whose packets take branches and loops as a whole compute what they did before.
#include <catch2/catch.hpp>

#include "graphs.h"
#include "hls/graph/print.h"
#include "hls/graph/shapes.h"
#include "hls/graph/transforms/linearise.h"
#include "hls/graph/verify.h"
#include "tests/common/random_kernel.h"

using namespace weft;
using namespace weft::graph;

namespace {

const uint64_t kSeeds = test::seeds(100);

/// Nothing where packets cannot take all edges as a whole.
std::optional<Kernel> linearised(const Kernel &before, unsigned lanes, std::string *why = nullptr) {
  Kernel kernel = before;
  orderSites(kernel);
  std::vector<ValueId> active = addActive(kernel);
  const LimitReason reason = linearise(kernel, lanes, active);
  if (why)
    *why = reason.what;
  if (!reason.what.empty())
    return std::nullopt;
  INFO(print(before) << print(kernel));
  REQUIRE(weft::hls::buildLog(verify(kernel)) == "");
  REQUIRE(active.size() == kernel.nodes.size());
  const std::vector<LaneShape> shapes = shapesOf(kernel, lanes);
  for (const Node &node : kernel.nodes)
    for (const Edge &edge : node.edges)
      REQUIRE((edge.condition == kNone || shapes[edge.condition].lanes == Lanes()));
  return kernel;
}

std::string whyNot(const std::string &nodes) {
  const Kernel kernel = test::parseOne(R"(
kernel @k {
  address_bits 32
  max_work_group_size 16
  slots 16
  group_slots 4
  argument value "n" type "" access "" qualifiers "" space "private" bytes 8 word 32
  entry [global_id_x, global_id_y]
)" + nodes + "  node @exit exit\n}");
  std::string why;
  linearised(kernel, 4, &why);
  return why;
}

}  // namespace

TEST_CASE("random kernels compute the same when packets take each edge as a whole") {
  size_t parted = 0, refused = 0;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Kernel before = test::randomKernel(seed);
    INFO("seed " << seed);
    const std::optional<Kernel> after = linearised(before, 4);
    refused += !after;
    if (!after)
      continue;
    parted += after->values.size() > before.values.size() + before.nodes.size();
    const test::RandomLaunch launch = test::randomLaunch(4);
    Kernel ordered = *after;
    orderMemory(ordered);
    const test::Ran expected = test::run(before, launch.launch, launch.memory);
    for (uint64_t adversary : {0, 1}) {
      const test::Ran found = test::run(ordered, launch.launch, launch.memory, nullptr, adversary);
      CHECK(found.memory == expected.memory);
      CHECK(found.faults == expected.faults);
    }
  }
  CHECK(parted > kSeeds / 4);
  CHECK(refused < kSeeds / 2);
}

TEST_CASE("what keeps packets from taking an edge as a whole is named") {
  // Barriers that all reach, as OpenCL C demands, though conditions differ: before the end, and before where ways meet.
  CHECK(whyNot(R"(
  node @entry pipeline (%x:32, %y:32) {
    %odd:1 = trunc (%x)
    goto %odd ? @wait()
    goto @end()
  }
  node @wait barrier () {
    goto @end()
  }
  node @end pipeline () {
    goto @exit()
  }
)")
            .empty());
  CHECK(whyNot(R"(
  node @entry pipeline (%x:32, %y:32) {
    %odd:1 = trunc (%x)
    goto %odd ? @wait(%y)
    goto @other(%x)
  }
  node @wait barrier (%v:32) {
    goto @end(%v)
  }
  node @other barrier (%w:32) {
    goto @end(%w)
  }
  node @end pipeline (%a:32) {
    %once:1 = trunc (%a)
    goto %once ? @last()
    goto @exit()
  }
  node @last barrier () {
    goto @exit()
  }
)")
            .empty());
  // The same for all, but for columns.
  CHECK(whyNot(R"(
  node @entry pipeline (%x:32, %y:32) {
    %odd:1 = trunc (%y)
    goto %odd ? @wait()
    goto @end()
  }
  node @wait barrier () {
    goto @end()
  }
  node @end pipeline () {
    goto @exit()
  }
)")
            .empty());
  // A loop straight behind a barrier, which some lanes leave before others.
  CHECK(whyNot(R"(
  node @entry pipeline (%x:32, %y:32) {
    goto @wait(%x)
  }
  node @wait barrier (%kept:32) {
    goto @loop(%kept)
  }
  node @loop pipeline (%i:32) loop {
    %one:32 = const 0x1
    %less:32 = sub (%i, %one)
    %odd:1 = slice (%less) lo 3
    goto %odd ? @loop(%less)
    goto @exit()
  }
)")
            .empty());
  // What lies behind a loop is for those too who have no round in it, but not for those whom a guard keeps out of both.
  CHECK(whyNot(R"(
  node @entry pipeline (%x:32, %y:32) {
    %kept:1 = trunc (%x)
    %once:1 = slice (%y) lo 3
    %round:1 = and (%kept, %once)
    goto %round ? @loop(%x)
    goto %kept ? @behind(%x)
    goto @exit()
  }
  node @loop pipeline (%i:32) loop {
    %one:32 = const 0x1
    %less:32 = sub (%i, %one)
    %odd:1 = slice (%less) lo 3
    goto %odd ? @loop(%less)
    goto @behind(%less)
  }
  node @behind pipeline (%last:32) {
    goto @exit()
  }
)")
            .empty());
  // Four ways, of which two and two meet: the first and the last, the second and the third.
  CHECK(whyNot(R"(
  node @entry pipeline (%x:32, %y:32) {
    %a:1 = trunc (%x)
    %b:1 = slice (%x) lo 1
    %c:1 = slice (%x) lo 2
    goto %a ? @outer(%x)
    goto %b ? @inner(%x)
    goto %c ? @loop(%x)
    goto @outer(%y)
  }
  node @loop pipeline (%i:32) loop {
    %one:32 = const 0x1
    %less:32 = sub (%i, %one)
    %odd:1 = slice (%less) lo 3
    goto %odd ? @loop(%less)
    goto @inner(%less)
  }
  node @inner pipeline (%u:32) {
    goto @exit()
  }
  node @outer pipeline (%v:32) {
    goto @exit()
  }
)")
            .empty());
  // What both ways of a branch hand on stays the same for all: here a counter, which says who reaches the barrier
  // again.
  CHECK(whyNot(R"(
  node @entry pipeline (%x:32, %y:32) {
    goto @loop(%y, %x)
  }
  node @loop pipeline (%i:32, %v:32) loop {
    %odd:1 = trunc (%v)
    goto %odd ? @first(%i, %v)
    goto @second(%v, %i)
  }
  node @first pipeline (%j:32, %u:32) {
    goto @wait(%u, %j)
  }
  node @second pipeline (%w:32, %k:32) {
    goto @wait(%w, %k)
  }
  node @wait barrier (%kept:32, %last:32) {
    goto @behind(%kept, %last)
  }
  node @behind pipeline (%q:32, %r:32) {
    %one:32 = const 0x1
    %less:32 = sub (%r, %one)
    %more:1 = slice (%less) lo 3
    goto %more ? @loop(%less, %q)
    goto @exit()
  }
)")
            .empty());
  // A loop that is left to two places.
  CHECK(whyNot(R"(
  node @entry pipeline (%x:32, %y:32) {
    goto @loop(%x)
  }
  node @loop pipeline (%i:32) loop {
    %one:32 = const 0x1
    %less:32 = sub (%i, %one)
    %odd:1 = slice (%less) lo 3
    %even:1 = slice (%less) lo 4
    goto %odd ? @here()
    goto %even ? @loop(%less)
    goto @there()
  }
  node @here pipeline () {
    goto @exit()
  }
  node @there pipeline () {
    goto @exit()
  }
)") == "neighbouring work-items take ways that do not meet again in one place");
}
