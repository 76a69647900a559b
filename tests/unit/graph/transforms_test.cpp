// SPDX-License-Identifier: Apache-2.0
// Transforms keep what a kernel computes: random kernels are run before and after.
#include <catch2/catch.hpp>

#include "graphs.h"
#include "hls/graph/deadlock.h"
#include "hls/graph/print.h"
#include "hls/graph/transforms/pipeline.h"
#include "hls/graph/verify.h"
#include "tests/common/random_kernel.h"

using namespace weft::graph;
using test::parseOne;
using test::randomKernel;
using test::runRandomKernel;

namespace {

const uint64_t kSeeds = test::seeds(200);

/// Runs `transform` on random kernels and compares. Returns how many kernels it changed.
template <typename Transform> unsigned check(Transform transform) {
  unsigned changed = 0;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Kernel kernel = randomKernel(seed);
    INFO("seed " << seed);
    REQUIRE(weft::hls::buildLog(verify(kernel)) == "");
    test::Outcome before = runRandomKernel(kernel, 0);
    REQUIRE(before.error == "");
    std::string text = print(kernel);
    transform(kernel);
    INFO(text);
    INFO("becomes\n" << print(kernel));
    REQUIRE(weft::hls::buildLog(verify(kernel)) == "");
    test::Outcome after = runRandomKernel(kernel, 0);
    REQUIRE(after.error == "");
    REQUIRE(after.memory == before.memory);
    changed += print(kernel) != text;
  }
  return changed;
}

size_t countOps(const Kernel &kernel, Opcode opcode) {
  size_t count = 0;
  for (const Node &node : kernel.nodes)
    for (const Op &op : node.ops)
      count += op.opcode == opcode;
  return count;
}

}  // namespace

TEST_CASE("each transform keeps the result of random kernels") {
  SECTION("clean edges") { check(cleanEdges); }
  SECTION("convert ifs") { CHECK(check(convertIfs) > kSeeds / 4); }
  SECTION("simplify") { CHECK(check(simplifyNodes) > kSeeds / 2); }
  SECTION("remove dead") { CHECK(check(removeDead) > kSeeds / 2); }
  SECTION("redundant parameters") { CHECK(check(removeRedundantParameters) > kSeeds / 2); }
  SECTION("narrow") { CHECK(check(narrow) > kSeeds / 2); }
  SECTION("constant arithmetic") {
    CHECK(check([](Kernel &kernel) { constantArithmetic(kernel, true); }) > kSeeds / 2);
  }
  SECTION("constant arithmetic without multipliers") {
    check([](Kernel &kernel) { constantArithmetic(kernel, false); });
  }
  SECTION("wide products") {
    check([](Kernel &kernel) {
      narrow(kernel);
      wideProducts(kernel);
    });
  }
  SECTION("narrow what is converted") {
    check([](Kernel &kernel) {
      convertIfs(kernel);
      removeRedundantParameters(kernel);
      narrow(kernel);
    });
  }
  SECTION("join stores") {
    check([](Kernel &kernel) {
      convertIfs(kernel);
      joinStores(kernel);
    });
  }
}

TEST_CASE("the pipeline keeps the result, whatever the hardware reorders") {
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Kernel kernel = randomKernel(seed);
    test::Outcome before = runRandomKernel(kernel, 0);
    std::string text = print(kernel);
    INFO("seed " << seed << "\n" << text);
    REQUIRE(weft::hls::buildLog(runTransforms(kernel)) == "");
    INFO("becomes\n" << print(kernel));
    CHECK_FALSE(checkDeadlockFree(kernel, chooseFullFifos(kernel)));
    for (uint64_t adversary : {0, 1, 2, 3}) {
      test::Outcome after = runRandomKernel(kernel, adversary);
      INFO("adversary " << adversary);
      REQUIRE(after.error == "");
      REQUIRE(after.memory == before.memory);
    }
  }
}

TEST_CASE("the adversary finds an order that is missing") {
  // Were `after` and `ack` not needed, the test above would prove nothing.
  unsigned different = 0;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Kernel kernel = randomKernel(seed);
    test::Outcome before = runRandomKernel(kernel, 0);
    runTransforms(kernel);
    for (Node &node : kernel.nodes)
      for (Op &op : node.ops) {
        op.after.clear();
        op.ackBeforeExit = false;
      }
    for (uint64_t adversary : {1, 2, 3})
      if (runRandomKernel(kernel, adversary).memory != before.memory) {
        ++different;
        break;
      }
  }
  CHECK(different > kSeeds / 10);
}

TEST_CASE("if-conversion merges arms and keeps loops apart") {
  Kernel kernel = parseOne(R"(
kernel @k {
  address_bits 32
  max_work_group_size 4
  slots 16
  group_slots 4
  argument buffer "out" type "" access "" qualifiers "" space "global" bytes 8 word 32
  entry [global_id_x]
  site 0 store scatter bytes 4 args [0]
  site 1 store scatter bytes 4 args [0]
  site 2 store scatter bytes 4 args [0]
  node @entry pipeline (%gid:32) {
    %four:32 = const 0x4
    %zero:32 = const 0x0
    %c:1 = icmp.ult (%gid, %four)
    goto %c ? @yes(%gid)
    goto @no(%gid)
  }
  node @yes pipeline (%a:32) {
    %base:32 = arg word 32 lo 0
    %one:32 = const 0x1
    store site 0 (%base, %one)
    %x:32 = add (%a, %one)
    goto @join(%x)
  }
  node @no pipeline (%b:32) {
    %base2:32 = arg word 32 lo 0
    %two:32 = const 0x2
    store site 1 (%base2, %two)
    %y:32 = mul (%b, %two)
    goto @join(%y)
  }
  node @join pipeline (%v:32) {
    goto @loop(%v)
  }
  node @loop pipeline (%i:32) loop {
    %uno:32 = const 0x1
    %next:32 = sub (%i, %uno)
    %nil:32 = const 0x0
    %done:1 = icmp.eq (%next, %nil)
    goto %done ? @behind(%next)
    goto @loop(%next)
  }
  node @behind pipeline (%z:32) {
    %base3:32 = arg word 32 lo 0
    store site 2 (%base3, %z)
    goto @exit()
  }
  node @exit exit
})");
  convertIfs(kernel);
  CHECK(weft::hls::buildLog(verify(kernel)) == "");
  REQUIRE(kernel.nodes.size() == 4);  // entry, loop, behind, exit
  CHECK(kernel.nodes[0].name == "entry");
  CHECK(kernel.nodes[1].loopHeader);
  CHECK(countOps(kernel, Opcode::Select) == 1);
  for (const Op &op : kernel.nodes[0].ops)
    if (op.opcode == Opcode::Store)
      CHECK(op.predicated);
  SECTION("exclusive stores to one address share a unit") {
    CHECK(countOps(kernel, Opcode::Store) == 3);
    joinStores(kernel);
    CHECK(weft::hls::buildLog(verify(kernel)) == "");
    CHECK(countOps(kernel, Opcode::Store) == 2);
    CHECK(kernel.sites.size() == 2);
    simplifyNodes(kernel);
    for (const Op &op : kernel.nodes[0].ops)
      if (op.opcode == Opcode::Store)
        CHECK(!op.predicated);  // c or not c
  }
}

TEST_CASE("narrowing bounds counters by their loop's condition") {
  Kernel kernel = parseOne(R"(
kernel @k {
  address_bits 32
  max_work_group_size 4
  slots 16
  group_slots 4
  argument buffer "out" type "" access "" qualifiers "" space "global" bytes 8 word 32
  entry [local_id_x]
  site 0 store scatter bytes 4 args [0]
  node @entry pipeline (%lid:32) {
    %zero:64 = const 0x0
    goto @loop(%zero, %lid)
  }
  node @loop pipeline (%i:64, %l:32) loop {
    %one:64 = const 0x1
    %next:64 = add (%i, %one)
    %base:32 = arg word 32 lo 0
    %low:32 = trunc (%i)
    %sum:32 = add (%low, %l)
    store site 0 (%base, %sum)
    %end:64 = const 0x14
    %more:1 = icmp.ult (%next, %end)
    goto %more ? @loop(%next, %l)
    goto @exit()
  }
  node @exit exit
})");
  narrow(kernel);
  REQUIRE(weft::hls::buildLog(verify(kernel)) == "");
  REQUIRE(kernel.nodes[1].parameters.size() == 2);
  CHECK(kernel.values[kernel.nodes[1].parameters[0]].width == 5);  // at most 19
  CHECK(kernel.values[kernel.nodes[1].parameters[1]].width == 2);  // a local id of a group of 4
}
