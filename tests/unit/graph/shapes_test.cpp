// SPDX-License-Identifier: Apache-2.0
// What is known of the lanes of packets: rule by rule, and that it holds in random graphs.
#include "hls/graph/shapes.h"

#include <catch2/catch.hpp>

#include "graphs.h"
#include "hls/graph/print.h"
#include "hls/graph/verify.h"
#include "random_linear.h"
#include "tests/common/random_kernel.h"

using namespace weft::graph;
using test::LaneClaims;
using test::parseOne;
using test::replaced;
using test::run;

namespace {

constexpr unsigned kLanes = 4;

const uint64_t kSeeds = test::seeds(100);

const std::string kHeader = R"(
kernel @k {
  address_bits 32
  max_work_group_size 16
  slots 16
  group_slots 4
  argument buffer "p" type "" access "" qualifiers "" space "global" bytes 8 word 32
  argument value "n" type "" access "" qualifiers "" space "private" bytes 8 word 34
  entry [global_id_x, global_id_y]
)";

/// One node: n and m are arguments, c and d conditions, the same and not the same in all lanes.
Kernel kernelOf(const std::string &ops, const std::string &objects = "") {
  return parseOne(kHeader + objects + R"(
  node @entry pipeline (%x:32, %y:32) {
    %l:32 = mul (%x, %x)
    %p:32 = arg word 32 lo 0
    %n:32 = arg word 34 lo 0
    %m:32 = arg word 34 lo 32
    %c:1 = trunc (%n)
    %d:1 = trunc (%l)
    %one:32 = const 0x1
    %three:32 = const 0x3
    %sixteen:32 = const 0x10
    %minus:32 = const 0xffffffff
    %z:2 = const 0x0
    %x1:32 = add (%x, %one)
    %xn:32 = add (%x, %n)
)" + ops + R"(
    goto @exit()
  }
  node @exit exit
})");
}

LaneShape shapeOf(const Kernel &kernel, const std::string &name) {
  const std::vector<LaneShape> shapes = shapesOf(kernel, kLanes);
  for (ValueId v = 0; v < kernel.values.size(); ++v)
    if (kernel.values[v].name == name)
      return shapes[v];
  FAIL("no value " << name);
  return {};
}

std::string textOf(const Lanes &lanes) {
  switch (lanes.shape) {
  case Lanes::Shape::Uniform:
    return "uniform";
  case Lanes::Shape::Linear:
    return "linear " + std::to_string(lanes.step);
  default:
    return "varying";
  }
}

}  // namespace

TEST_CASE("how the result of an operation differs between lanes") {
  struct Rule {
    const char *ops, *shape;  // of %r
  };
  const Rule rules[] = {
      {"%r:32 = add (%x, %n)", "linear 1"},
      {"%r:32 = add (%x, %x)", "linear 2"},
      {"%r:32 = add (%x, %l)", "varying"},
      {"%r:32 = add (%n, %y)", "uniform"},
      {"%r:32 = sub (%n, %x)", "linear -1"},
      {"%r:32 = sub (%xn, %x1)", "uniform"},
      {"%r:32 = mul (%x, %three)", "linear 3"},
      {"%r:32 = mul (%minus, %x)", "linear -1"},
      {"%r:32 = mul (%x, %n)", "varying"},
      {"%r:32 = mul (%x, %x)", "varying"},
      {"%r:32 = mul (%n, %m)", "uniform"},
      {"%big:64 = const 0x10000000000\n %w:64 = zext (%x)\n %r:64 = mul (%w, %big)", "varying"},
      // Lower parts must not carry into what lies above them.
      {"%r:34 = concat (%z, %x)", "linear 4"},
      {"%r:34 = concat (%z, %xn)", "linear 4"},
      {"%r:64 = concat (%x, %n)", "linear 1"},
      {"%r:64 = concat (%x1, %n)", "varying"},
      {"%r:64 = concat (%xn, %n)", "varying"},
      {"%r:64 = concat (%n, %x)", "linear 4294967296"},
      {"%r:64 = concat (%n, %l)", "varying"},
      {"%r:64 = concat (%n, %m)", "uniform"},
      // Bits above all that differ, bits below, and bits among them.
      {"%r:30 = slice (%x) lo 2", "uniform"},
      {"%r:31 = slice (%x) lo 1", "varying"},
      {"%r:29 = slice (%x1) lo 3", "varying"},
      {"%w:34 = concat (%z, %xn)\n %r:32 = slice (%w) lo 2", "linear 1"},
      {"%r:8 = trunc (%xn)", "linear 1"},
      {"%r:8 = slice (%n) lo 7", "uniform"},
      {"%r:40 = zext (%x)", "linear 1"},
      {"%r:40 = sext (%x)", "linear 1"},
      {"%r:40 = zext (%x1)", "varying"},
      {"%r:40 = sext (%xn)", "varying"},
      {"%r:40 = zext (%n)", "uniform"},
      {"%r:32 = and (%x, %three)", "linear 1"},
      {"%r:32 = and (%x, %sixteen)", "uniform"},
      {"%r:32 = and (%one, %x)", "varying"},
      {"%r:32 = and (%x1, %three)", "varying"},
      {"%r:32 = and (%x, %n)", "varying"},
      {"%r:32 = and (%n, %m)", "uniform"},
      {"%r:32 = or (%x, %sixteen)", "linear 1"},
      {"%r:32 = xor (%sixteen, %x)", "linear 1"},
      {"%r:32 = or (%x, %one)", "varying"},
      {"%r:32 = or (%x1, %sixteen)", "varying"},
      {"%r:32 = xor (%x, %x)", "varying"},
      {"%r:32 = or (%n, %m)", "uniform"},
      {"%r:32 = select (%c, %x1, %xn)", "linear 1"},
      {"%r:32 = select (%c, %x, %n)", "varying"},
      {"%r:32 = select (%d, %x, %xn)", "varying"},
      {"%r:32 = select (%d, %n, %m)", "varying"},
      {"%r:32 = select (%c, %n, %m)", "uniform"},
      {"%r:1 = icmp.ult (%x, %n)", "varying"},
      {"%r:1 = icmp.ult (%y, %n)", "uniform"},
      {"%r:1 = any (%d)", "uniform"},
      {"%r:32 = udiv (%n, %m)", "uniform"},
      {"%r:1 = pick (%d, %d)", "uniform"},
      {"%r:4 = slot", "uniform"},
      {"%r:32 = poison", "uniform"},
      {"%r:32 = sub (%l, %one)", "varying"},
  };
  for (const Rule &rule : rules) {
    INFO(rule.ops);
    CHECK(textOf(shapeOf(kernelOf(rule.ops), "r").lanes) == rule.shape);
  }
}

TEST_CASE("low bits of lane 0 that are zero") {
  const auto zeros = [](const char *ops) { return shapeOf(kernelOf(ops), "r").zeros; };
  CHECK(shapeOf(kernelOf(""), "x").zeros == 2);
  CHECK(shapeOf(kernelOf(""), "p").zeros == 7);
  CHECK(zeros("%r:34 = concat (%z, %x)") == 4);
  CHECK(zeros("%w:34 = concat (%z, %x)\n %t:32 = trunc (%w)\n %r:32 = add (%p, %t)") == 4);
  CHECK(zeros("%r:32 = add (%x, %one)") == 0);
  CHECK(zeros("%r:32 = mul (%x, %sixteen)") == 6);
  CHECK(zeros("%r:32 = and (%x, %sixteen)") == 4);
  CHECK(zeros("%r:32 = select (%c, %p, %sixteen)") == 4);
  CHECK(onlyLowBits(shapeOf(kernelOf(""), "x"), kLanes));
  CHECK_FALSE(onlyLowBits(shapeOf(kernelOf(""), "x1"), kLanes));
}

TEST_CASE("packets of a group begin at local ids that are multiples of as many as they are") {
  const auto kernelOf = [](const std::string &ops, const char *size = "") {
    return parseOne(std::string(R"(
kernel @k {
  address_bits 32
  max_work_group_size 64
  slots 64
  group_slots 1
)") + size + R"(
  entry [global_id_x, local_id_x, local_id_y, group_id_x, linear_local_id]
  node @entry pipeline (%x:32, %l:32, %ly:32, %g:32, %i:32) {
    %z:2 = const 0x0
    %four:32 = const 0x4
    %l4:34 = concat (%z, %l)
    %x4:34 = concat (%z, %x)
    %x1:32 = add (%x, %four)
)" + ops + R"(
    goto @exit()
  }
  node @exit exit
})");
  };
  const auto shape = [&](const char *ops) { return textOf(shapeOf(kernelOf(ops), "r").lanes); };
  CHECK(shape("%r:32 = add (%x, %g)") == "linear 1");
  CHECK(shape("%r:32 = add (%ly, %g)") == "uniform");
  CHECK(shape("%r:32 = add (%x, %l)") == "linear 2");
  CHECK(shape("%r:40 = zext (%l4)") == "linear 4");
  CHECK(shape("%r:30 = slice (%l4) lo 4") == "uniform");
  // Ids do not wrap, sums may, and signed ones do in the middle.
  CHECK(shape("%r:40 = zext (%x)") == "linear 1");
  CHECK(shape("%r:40 = zext (%x4)") == "linear 4");
  CHECK(shape("%r:40 = sext (%x)") == "varying");
  CHECK(shape("%r:40 = zext (%x1)") == "varying");
  CHECK(shape("%s:31 = trunc (%x)\n %r:40 = zext (%s)") == "varying");
  CHECK(shape("%r:40 = concat (%x, %z, %z, %z, %z)") == "linear 1");
  // The linear id is one of 64.
  CHECK(shape("%s:6 = trunc (%i)\n %r:40 = zext (%s)") == "linear 1");
  CHECK(shape("%s:5 = trunc (%i)\n %r:40 = zext (%s)") == "varying");
  CHECK(shape("%r:26 = slice (%i) lo 6") == "uniform");
  CHECK(shape("%m:32 = const 0x40\n %r:32 = and (%i, %m)") == "uniform");
  CHECK(shape("%m:32 = const 0x3f\n %r:32 = and (%i, %m)") == "linear 1");
  CHECK(shape("%m:32 = const 0x1f\n %r:32 = and (%i, %m)") == "varying");
  CHECK(shape("%m:32 = const 0x40\n %r:32 = or (%i, %m)") == "linear 1");
  CHECK(shape("%m:32 = const 0x20\n %r:32 = or (%i, %m)") == "varying");
  CHECK(shape("%m:32 = const 0x40\n %s:32 = add (%i, %m)\n %t:8 = trunc (%s)\n %r:40 = zext (%t)") == "linear 1");
  const auto zeros = [&](const char *size) { return shapeOf(kernelOf("", size), "i").zeros; };
  CHECK(zeros("") == 0);
  CHECK(zeros("  required_size 6 1 1\n") == 0);
  CHECK(zeros("  required_size 8 2 1\n") == 2);
  CHECK(shapeOf(kernelOf(""), "l").zeros == 2);
  CHECK(shapeOf(kernelOf(""), "x").zeros == 0);
}

TEST_CASE("loads and variables") {
  const auto loaded = [](const char *address) {
    return textOf(shapeOf(kernelOf(std::string("%r:32 = load site 0 (") + address + ")",
                                   "  site 0 load scatter bytes 4 args [0]\n"),
                          "r")
                      .lanes);
  };
  CHECK(loaded("%n") == "uniform");
  CHECK(loaded("%x") == "varying");
  const auto read = [](const std::string &writes, const char *objects = "  memory 0 private \"v\" bytes 4 word 4\n") {
    return textOf(shapeOf(kernelOf(writes + "\n %r:32 = memread memory 0 (%z)", objects), "r").lanes);
  };
  CHECK(read("memwrite memory 0 (%z, %n)") == "uniform");
  CHECK(read("memwrite memory 0 (%z, %xn)") == "linear 1");
  CHECK(read("memwrite memory 0 (%z, %l)") == "varying");
  CHECK(read("memwrite memory 0 (%z, %xn)\n memwrite memory 0 (%z, %n)") == "varying");
  CHECK(read("memwrite memory 0 (%z, %n)\n memwrite memory 0 (%z, %m) if %c") == "uniform");
  // Lanes that do not write have what was there.
  CHECK(read("memwrite memory 0 (%z, %n)\n memwrite memory 0 (%z, %m) if %d") == "varying");
  // A part does not carry into the rest.
  CHECK(read("%b:8 = trunc (%xn)\n memwrite memory 0 (%z, %b)") == "varying");
  CHECK(read("%b:8 = trunc (%n)\n memwrite memory 0 (%z, %b)") == "uniform");
  CHECK(read("%b:8 = trunc (%n)\n memwrite memory 0 (%z, %xn)\n memwrite memory 0 (%z, %b)") == "varying");
  CHECK(read("memwrite memory 0 (%z, %n)", "  memory 0 private \"v\" bytes 8 word 4\n") == "varying");
  // All lanes see the same word, whoever wrote it.
  CHECK(read("memwrite memory 0 (%z, %l)", "  memory 0 local \"v\" bytes 4 word 4\n") == "uniform");
}

TEST_CASE("what loops carry") {
  const Kernel kernel = parseOne(kHeader + R"(
  node @entry pipeline (%x:32, %y:32) {
    %zero:32 = const 0x0
    %four:32 = const 0x4
    %x4:32 = add (%x, %four)
    goto @loop(%zero, %x, %x, %x, %zero, %x4)
  }
  node @loop pipeline (%i:32, %index:32, %twice:32, %mixed:32, %late:32, %kept:32) loop {
    %one:32 = const 0x1
    %n:32 = arg word 34 lo 0
    %more:1 = icmp.ult (%i, %n)
    %next:32 = add (%i, %one)
    %along:32 = add (%index, %n)
    %double:32 = add (%twice, %twice)
    %r:32 = mul (%kept, %n)
    goto %more ? @loop(%next, %along, %double, %i, %twice, %kept)
    goto @exit()
  }
  node @exit exit
})");
  CHECK(textOf(shapeOf(kernel, "i").lanes) == "uniform");
  CHECK(textOf(shapeOf(kernel, "more").lanes) == "uniform");
  CHECK(textOf(shapeOf(kernel, "index").lanes) == "linear 1");
  CHECK(shapeOf(kernel, "index").zeros == 0);
  CHECK(textOf(shapeOf(kernel, "twice").lanes) == "varying");
  CHECK(textOf(shapeOf(kernel, "mixed").lanes) == "varying");
  CHECK(textOf(shapeOf(kernel, "late").lanes) == "varying");
  CHECK(textOf(shapeOf(kernel, "kept").lanes) == "linear 1");
  CHECK(shapeOf(kernel, "kept").zeros == 2);
}

TEST_CASE("what is the same but where a linear value passes a multiple") {
  const auto crossing = [](const std::string &ops) {
    const LaneShape shape = shapeOf(kernelOf(ops), "r");
    CHECK(shape.lanes.shape == Lanes::Shape::Varying);
    return shape.crossing;
  };
  using Crossing = LaneShape::Crossing;
  CHECK(crossing("%r:3 = slice (%xn) lo 29") == Crossing{1, 29});
  CHECK(crossing("%s:3 = slice (%xn) lo 29\n %r:8 = sext (%s)") == Crossing{1, 29});
  CHECK(crossing("%s:3 = slice (%xn) lo 29\n %r:2 = slice (%s) lo 1") == Crossing{1, 29});
  CHECK(crossing("%s:3 = slice (%xn) lo 29\n %t:3 = const 0x5\n %r:1 = icmp.eq (%s, %t)") == Crossing{1, 29});
  CHECK(crossing("%s:3 = slice (%xn) lo 29\n %r:35 = concat (%n, %s)") == Crossing{1, 29});
  CHECK(crossing("%s:3 = slice (%xn) lo 29\n %r:35 = concat (%s, %x)").step == 0);
  CHECK(crossing("%s:3 = slice (%xn) lo 29\n %r:35 = concat (%s, %l)").step == 0);
  CHECK(crossing("%s:3 = slice (%xn) lo 29\n %t:3 = slice (%xn) lo 28\n %r:3 = or (%s, %t)").step == 0);
}

TEST_CASE("what is linear but where an index went from its highest value to its lowest") {
  const auto jump = [](const std::string &ops) {
    const LaneShape shape = shapeOf(kernelOf(ops), "r");
    CHECK(shape.lanes.shape == Lanes::Shape::Varying);
    return shape.jump;
  };
  using Jump = LaneShape::Jump;
  const std::string index = "%i:40 = sext (%xn)\n ";
  CHECK(jump("%r:40 = sext (%xn)") == Jump{1, 32});
  CHECK(jump(index + "%r:42 = concat (%z, %i)") == Jump{4, 34});
  CHECK(jump(index + "%r:36 = trunc (%i)") == Jump{1, 32});
  CHECK(textOf(shapeOf(kernelOf(index + "%r:32 = trunc (%i)"), "r").lanes) == "linear 1");
  // Only the begin of a buffer is near enough to what is out of bounds.
  CHECK(jump(index + "%q:40 = zext (%n)\n %r:40 = add (%q, %i)").step == 0);
  CHECK(jump(index + "%r:33 = slice (%i) lo 2").step == 0);
  CHECK(jump(index + "%r:42 = concat (%i, %z)").step == 0);
  // Above more bits than steps are counted in, as a vector's elements are.
  CHECK(jump(index + "%q:64 = const 0x0\n %r:104 = concat (%q, %i)").step == 0);
  // More than once in a packet.
  CHECK(jump("%s:2 = trunc (%xn)\n %r:8 = sext (%s)").step == 0);
  CHECK(jump("%r:40 = zext (%xn)").step == 0);
}

TEST_CASE("the elements of a packet follow each other where buffers are smaller than a jump") {
  const auto address = [](const std::string &header) {
    const std::string text = kHeader + "  site 0 load scatter bytes 4 args [0]\n" + R"(
  node @entry pipeline (%x:32, %y:32) {
    %p:40 = arg word 32 lo 0
    %n:32 = arg word 34 lo 0
    %xn:32 = add (%x, %n)
    %z:2 = const 0x0
    %i:38 = sext (%xn)
    %bytes:40 = concat (%z, %i)
    %a:40 = add (%p, %bytes)
    %v:32 = load site 0 (%a)
    goto @exit()
  }
  node @exit exit
})";
    const Kernel kernel = parseOne(replaced(text, "address_bits 32", header));
    const Node &node = kernel.nodes[0];
    return textOf(addressShape(kernel, node, node.ops.back(), shapesOf(kernel, kLanes)).lanes);
  };
  CHECK(address("address_bits 40\n  buffer_bits 30") == "linear 4");
  CHECK(address("address_bits 40\n  buffer_bits 33") == "linear 4");
  CHECK(address("address_bits 40\n  buffer_bits 34") == "varying");
  CHECK(address("address_bits 40") == "varying");
}

TEST_CASE("lane 0 says whether the index is one that addresses can hold") {
  const auto address = [](const std::string &ops) {
    const Kernel kernel = kernelOf(ops + "\n %a:33 = concat (%bytes, %beyond)\n %v:32 = load site 0 (%a)",
                                   "  site 0 load scatter bytes 4 args [0]\n");
    const Node &node = kernel.nodes[0];
    return textOf(addressShape(kernel, node, node.ops.back(), shapesOf(kernel, kLanes)).lanes);
  };
  const std::string bytes = "%i4:34 = concat (%z, %xn)\n %low:32 = trunc (%i4)\n %bytes:32 = add (%p, %low)\n ";
  CHECK(address(bytes + "%beyond:1 = trunc (%n)") == "linear 4");
  CHECK(address(bytes + "%top:3 = slice (%xn) lo 29\n %t:3 = const 0x0\n %beyond:1 = icmp.ne (%top, %t)") ==
        "linear 4");
  // A term may go a part of the way; nearer ones are no ends of what addresses hold, and there is nothing further.
  CHECK(address(bytes + "%top:6 = slice (%xn) lo 26\n %t:6 = const 0x0\n %beyond:1 = icmp.ne (%top, %t)") ==
        "linear 4");
  CHECK(address(bytes + "%top:7 = slice (%xn) lo 25\n %t:7 = const 0x0\n %beyond:1 = icmp.ne (%top, %t)") == "varying");
  CHECK(address(bytes + "%top:2 = slice (%xn) lo 30\n %t:2 = const 0x0\n %beyond:1 = icmp.ne (%top, %t)") == "varying");
  CHECK(address(bytes + "%beyond:1 = trunc (%l)") == "varying");
}

TEST_CASE("what is known of random values holds, wherever ids begin") {
  LaneClaims::Counts counts;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Kernel kernel = test::RandomLinear(seed).run();
    INFO("seed " << seed << print(kernel));
    REQUIRE(weft::hls::buildLog(verify(kernel)) == "");
    std::vector<LaneClaims> claims;
    for (unsigned lanes : {2, 4, 8, 16})
      claims.emplace_back(kernel, lanes);
    for (uint64_t offset : {0x0ull, 0xf3ull, 0x7ffffff0ull, 0xfffffff0ull}) {
      Launch launch;
      launch.globalSize = {32, 1, 1};
      launch.localSize = {16, 1, 1};
      launch.globalOffset = {offset, seed, 0};
      launch.argumentWords = {1024, 2048, seed * 0x9e3779b97f4a7c15};
      std::vector<uint8_t> memory(2048);
      InterpretOptions options;
      options.observer = [&](const Visit &visit) {
        for (LaneClaims &each : claims)
          each.observe(visit);
      };
      REQUIRE(interpret(kernel, launch, memory, options));
    }
    for (const LaneClaims &each : claims) {
      const LaneClaims::Counts now = each.check();
      counts.uniform += now.uniform;
      counts.linear += now.linear;
      counts.jumping += now.jumping;
    }
  }
  CHECK(counts.jumping > kSeeds * 5);
  CHECK(counts.uniform > kSeeds * 10000);
  CHECK(counts.linear > kSeeds * 1000);
}

TEST_CASE("what is known of random kernels holds as long as neighbours take one way") {
  size_t linear = 0;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Kernel kernel = test::randomKernel(seed);
    INFO("seed " << seed);
    for (unsigned lanes : {2, 4, 16}) {
      LaneClaims claims(kernel, lanes);
      const test::RandomLaunch launch = test::randomLaunch(4);
      run(kernel, launch.launch, launch.memory, &claims);
      linear += claims.check().linear;
    }
  }
  CHECK(linear > kSeeds * 50);
}
