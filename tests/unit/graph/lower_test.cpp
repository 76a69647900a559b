// SPDX-License-Identifier: Apache-2.0
// Lowering of textual canonical IR: sites, memories, order, refusals, and every intrinsic on all small operands.
#include <catch2/catch.hpp>

#include "hls/graph/print.h"
#include "hls/graph/transforms/pipeline.h"
#include "hls/graph/verify.h"
#include "opencl.h"

using namespace weft::graph;
using test::lowerIr;

namespace {

Kernel finish(Kernel kernel) {
  REQUIRE(weft::hls::buildLog(runTransforms(kernel)) == "");
  return kernel;
}

std::string refusal(const std::string &text) {
  std::string error;
  CHECK(lowerIr(text, &error).empty());
  return error;
}

/// out[gid] = expression of %a and %b (i8 taken from the id) for all 65,536 operand pairs of 8 bits.
std::vector<uint8_t> tabulate(const std::string &declarations, const std::string &body) {
  std::vector<Kernel> kernels = lowerIr(declarations + R"(
define spir_kernel void @k(ptr addrspace(1) %out) {
  %id = call i64 @__weft_global_id(i32 0)
  %a = trunc i64 %id to i8
  %high = lshr i64 %id, 8
  %b = trunc i64 %high to i8
)" + body + R"(
  %p = getelementptr i8, ptr addrspace(1) %out, i64 %id
  store i8 %r, ptr addrspace(1) %p, align 1
  ret void
})");
  std::vector<uint8_t> direct(65536), transformed(65536);
  // In one launch without the adversary: operations, not order, are the question here.
  auto run = [](const Kernel &kernel, std::vector<uint8_t> &out) {
    Launch launch;
    launch.globalSize[0] = 65536;
    launch.argumentWords = {0, 65536};
    REQUIRE(interpret(kernel, launch, out));
  };
  run(kernels.at(0), direct);
  run(finish(kernels.at(0)), transformed);
  CHECK(direct == transformed);
  return direct;
}

template <typename F> void expect(const std::string &declarations, const std::string &body, F f) {
  std::vector<uint8_t> got = tabulate(declarations, body);
  for (unsigned i = 0; i < 65536; ++i) {
    int want = f(uint8_t(i), uint8_t(i >> 8));
    if (got[i] != uint8_t(want)) {
      INFO(body << " of " << (i & 255) << ", " << (i >> 8));
      REQUIRE(int(got[i]) == int(uint8_t(want)));
    }
  }
}

std::string binaryIntrinsic(const std::string &name) { return "declare i8 @llvm." + name + ".i8(i8, i8)\n"; }
std::string binaryCall(const std::string &name) { return "  %r = call i8 @llvm." + name + ".i8(i8 %a, i8 %b)\n"; }

int clampTo(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }

const Op &firstOf(const Kernel &kernel, Opcode opcode) {
  for (const Node &node : kernel.nodes)
    for (const Op &op : node.ops)
      if (op.opcode == opcode)
        return op;
  throw std::logic_error("no such op");
}

}  // namespace

TEST_CASE("intrinsics on all operands of 8 bits") {
  auto s = [](uint8_t v) { return int(int8_t(v)); };
  SECTION("sadd.sat") {
    expect(binaryIntrinsic("sadd.sat"), binaryCall("sadd.sat"),
           [&](uint8_t a, uint8_t b) { return clampTo(s(a) + s(b), -128, 127); });
  }
  SECTION("ssub.sat") {
    expect(binaryIntrinsic("ssub.sat"), binaryCall("ssub.sat"),
           [&](uint8_t a, uint8_t b) { return clampTo(s(a) - s(b), -128, 127); });
  }
  SECTION("uadd.sat") {
    expect(binaryIntrinsic("uadd.sat"), binaryCall("uadd.sat"),
           [&](uint8_t a, uint8_t b) { return clampTo(a + b, 0, 255); });
  }
  SECTION("usub.sat") {
    expect(binaryIntrinsic("usub.sat"), binaryCall("usub.sat"),
           [&](uint8_t a, uint8_t b) { return clampTo(a - b, 0, 255); });
  }
  SECTION("minima and maxima") {
    expect(binaryIntrinsic("smin"), binaryCall("smin"), [&](uint8_t a, uint8_t b) { return s(a) < s(b) ? a : b; });
    expect(binaryIntrinsic("umax"), binaryCall("umax"), [&](uint8_t a, uint8_t b) { return a > b ? a : b; });
  }
  SECTION("funnel shifts") {
    expect("declare i8 @llvm.fshl.i8(i8, i8, i8)\n", "  %r = call i8 @llvm.fshl.i8(i8 %a, i8 77, i8 %b)\n",
           [](uint8_t a, uint8_t b) { return ((a << 8 | 77) << (b & 7)) >> 8; });
    expect("declare i8 @llvm.fshr.i8(i8, i8, i8)\n", "  %r = call i8 @llvm.fshr.i8(i8 %a, i8 77, i8 %b)\n",
           [](uint8_t a, uint8_t b) { return (a << 8 | 77) >> (b & 7); });
    for (int by : {0, 3, 8, 13}) {
      expect("declare i8 @llvm.fshl.i8(i8, i8, i8)\n",
             "  %r = call i8 @llvm.fshl.i8(i8 %a, i8 %b, i8 " + std::to_string(by) + ")\n",
             [&](uint8_t a, uint8_t b) { return ((a << 8 | b) << (by & 7)) >> 8; });
      expect("declare i8 @llvm.fshr.i8(i8, i8, i8)\n",
             "  %r = call i8 @llvm.fshr.i8(i8 %a, i8 %b, i8 " + std::to_string(by) + ")\n",
             [&](uint8_t a, uint8_t b) { return (a << 8 | b) >> (by & 7); });
    }
  }
  SECTION("with.overflow") {
    struct {
      const char *name;
      bool isSigned;
      char op;
    } const cases[] = {{"sadd", true, '+'},  {"ssub", true, '-'},  {"smul", true, '*'},
                       {"uadd", false, '+'}, {"usub", false, '-'}, {"umul", false, '*'}};
    for (const auto &c : cases) {
      const std::string name = std::string(c.name) + ".with.overflow.i8";
      // The result, but 99 where it overflows.
      expect("declare {i8, i1} @llvm." + name + "(i8, i8)\n",
             "  %both = call {i8, i1} @llvm." + name +
                 "(i8 %a, i8 %b)\n  %v = extractvalue {i8, i1} %both, 0\n  %o = extractvalue {i8, i1} %both, 1\n"
                 "  %r = select i1 %o, i8 99, i8 %v\n",
             [&](uint8_t a, uint8_t b) {
               int x = c.isSigned ? s(a) : a, y = c.isSigned ? s(b) : b;
               int v = c.op == '+' ? x + y : c.op == '-' ? x - y : x * y;
               return v == (c.isSigned ? s(uint8_t(v)) : uint8_t(v)) ? v : 99;
             });
    }
  }
  SECTION("of one operand") {
    expect("declare i8 @llvm.abs.i8(i8, i1)\n", "  %r = call i8 @llvm.abs.i8(i8 %a, i1 false)\n",
           [&](uint8_t a, uint8_t) { return s(a) < 0 ? -s(a) : s(a); });
    expect("declare i8 @llvm.bitreverse.i8(i8)\n", "  %r = call i8 @llvm.bitreverse.i8(i8 %a)\n",
           [&](uint8_t a, uint8_t) { return __builtin_bitreverse8(a); });
    expect("declare i8 @llvm.ctlz.i8(i8, i1)\n", "  %r = call i8 @llvm.ctlz.i8(i8 %a, i1 false)\n",
           [&](uint8_t a, uint8_t) { return a ? __builtin_clz(a) - 24 : 8; });
    expect("declare i8 @llvm.cttz.i8(i8, i1)\n", "  %r = call i8 @llvm.cttz.i8(i8 %a, i1 false)\n",
           [&](uint8_t a, uint8_t) { return a ? __builtin_ctz(a) : 8; });
    expect("declare i16 @llvm.bswap.i16(i16)\n",
           "  %w = zext i8 %a to i16\n  %s = call i16 @llvm.bswap.i16(i16 %w)\n  %h = lshr i16 %s, 8\n"
           "  %r = trunc i16 %h to i8\n",
           [&](uint8_t a, uint8_t) { return a; });
  }
  SECTION("plain arithmetic narrows correctly") {
    expect("",
           "  %x = sext i8 %a to i64\n  %y = sext i8 %b to i64\n  %z = mul i64 %x, %y\n  %t = ashr i64 %z, 5\n"
           "  %r = trunc i64 %t to i8\n",
           [&](uint8_t a, uint8_t b) { return (s(a) * s(b)) >> 5; });
    expect("",
           "  %x = zext i8 %a to i32\n  %y = zext i8 %b to i32\n  %y1 = or i32 %y, 1\n  %q = sdiv i32 %x, %y1\n"
           "  %m = srem i32 %x, %y1\n  %z = sub i32 %q, %m\n  %c = icmp slt i32 %z, -3\n"
           "  %sel = select i1 %c, i32 %z, i32 %q\n  %r = trunc i32 %sel to i8\n",
           [&](uint8_t a, uint8_t b) {
             int q = a / (b | 1), z = q - a % (b | 1);
             return z < -3 ? z : q;
           });
    expect("",
           "  %x = zext i8 %a to i32\n  %c = lshr i32 %x, 3\n  %o = or i32 %c, 64\n  %m = and i32 %o, 85\n"
           "  %n = xor i32 %m, 3\n  %k = add i32 %n, 7\n  %r = trunc i32 %k to i8\n",
           [&](uint8_t a, uint8_t) { return (((a >> 3 | 64) & 85) ^ 3) + 7; });
  }
}

TEST_CASE("sites know the arguments an address may point into") {
  Kernel k = lowerIr(R"(
define spir_kernel void @k(ptr addrspace(1) %a, i32 %n, ptr addrspace(1) %b, ptr addrspace(1) noalias %c) {
entry:
  %id = call i64 @__weft_global_id(i32 0)
  %t = trunc i64 %id to i32
  %x = icmp ult i32 %t, %n
  %p = select i1 %x, ptr addrspace(1) %a, ptr addrspace(1) %b
  br label %loop
loop:
  %q = phi ptr addrspace(1) [%p, %entry], [%next, %loop]
  %i = phi i32 [0, %entry], [%i1, %loop]
  %v = load <4 x float>, ptr addrspace(1) %q, align 16
  %next = getelementptr <4 x float>, ptr addrspace(1) %q, i64 1
  %e = extractelement <4 x float> %v, i32 2
  %g = getelementptr float, ptr addrspace(1) %c, i64 %id
  store float %e, ptr addrspace(1) %g, align 4
  %i1 = add i32 %i, 1
  %again = icmp slt i32 %i1, %n
  br i1 %again, label %loop, label %end
end:
  ret void
})")
                 .at(0);
  REQUIRE(k.sites.size() == 2);
  CHECK(k.sites[0].arguments == std::vector<uint32_t>{0, 2});
  CHECK(k.sites[0].bytes == 16);
  CHECK(k.sites[1].arguments == std::vector<uint32_t>{3});
  CHECK(k.arguments[3].noAlias);
  CHECK(k.arguments[2].word == 35);  // two words for %a, one for %n
  k = finish(k);
  CHECK(!firstOf(k, Opcode::Store).ackBeforeExit);  // nothing may alias c
  CHECK(firstOf(k, Opcode::Store).after.empty());
  CHECK(k.sites[1].unit == Site::Unit::Packet);
}

TEST_CASE("accesses that may alias are ordered, others are not") {
  const std::string body = R"(
  %id = call i64 @__weft_global_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %id
  %q = getelementptr i32, ptr addrspace(1) %b, i64 %id
  %p1 = getelementptr i32, ptr addrspace(1) %p, i64 1
  %v = load i32, ptr addrspace(1) %q, align 4
  store i32 7, ptr addrspace(1) %p, align 4
  store i32 8, ptr addrspace(1) %p1, align 4
  %w = load i32, ptr addrspace(1) %q, align 4
  %s = add i32 %v, %w
  %g = getelementptr i32, ptr addrspace(1) %c, i64 %id
  store i32 %s, ptr addrspace(1) %g, align 4
  ret void
})";
  SECTION("plain pointers") {
    Kernel k = finish(lowerIr("define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, "
                              "ptr addrspace(1) noalias %c) {" +
                              body)
                          .at(0));
    std::string text = print(k);
    INFO(text);
    CHECK(text.find("store site 1 (") != std::string::npos);
    std::vector<const Op *> memory;
    for (const Op &op : k.nodes[0].ops)
      if (kindOf(op.opcode) == OpKind::Memory)
        memory.push_back(&op);
    REQUIRE(memory.size() == 5);
    auto number = [&](OpId id) {
      return std::find(memory.begin(), memory.end(), &k.nodes[0].ops[id]) - memory.begin();
    };
    auto after = [&](size_t i) {
      std::vector<long> result;
      for (OpId id : memory[i]->after)
        result.push_back(number(id));
      return result;
    };
    CHECK(after(1) == std::vector<long>{0});     // the store behind the load
    CHECK(after(2) == std::vector<long>{0});     // not behind the other store: four bytes further
    CHECK(after(3) == std::vector<long>{1, 2});  // the load behind both
    CHECK(after(4).empty());                     // c is restrict
    CHECK(k.sites[0].order.kind == SiteOrder::Kind::Free);
    const SiteOrder ifOverlap = {SiteOrder::Kind::IfOverlap, {{0, 1}}, {}};
    for (uint32_t site : {1, 2, 3})
      CHECK(k.sites[site].order == ifOverlap);
    CHECK(k.sites[4].order.kind == SiteOrder::Kind::Free);
    for (const Site &site : k.sites)
      CHECK(site.unit == Site::Unit::Packet);
  }
  SECTION("restrict") {
    Kernel k = finish(lowerIr("define spir_kernel void @k(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b, "
                              "ptr addrspace(1) noalias %c) {" +
                              body)
                          .at(0));
    for (const Op &op : k.nodes[0].ops)
      CHECK(op.after.empty());
    for (const Site &site : k.sites)
      CHECK(site.unit == Site::Unit::Packet);  // a stream of packets
  }
}

TEST_CASE("fences and barriers wait for stores") {
  const std::string head = R"(
define spir_kernel void @k(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b) {
entry:
  %id = call i64 @__weft_global_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %id
  store i32 7, ptr addrspace(1) %p, align 4
)";
  const std::string tail = R"(
  %q = getelementptr i32, ptr addrspace(1) %b, i64 %id
  store i32 8, ptr addrspace(1) %q, align 4
  ret void
})";
  SECTION("no fence") {
    Kernel k = finish(lowerIr(head + tail).at(0));
    CHECK(k.nodes[0].ops.back().after.empty());
  }
  SECTION("a fence in the block") {
    Kernel k = finish(lowerIr(head + "call void @__weft_fence(i32 2)\n" + tail).at(0));
    const Op &second = k.nodes[0].ops.back();
    REQUIRE(second.after.size() == 1);
    CHECK(k.nodes[0].ops[second.after[0]].opcode == Opcode::Store);
    CHECK_THROWS(firstOf(k, Opcode::Fence));  // resolved
  }
  SECTION("a barrier between") {
    Kernel k = finish(
        lowerIr(head + "br label %wait\nwait:\ncall void @__weft_barrier(i32 2)\nbr label %go\ngo:\n" + tail).at(0));
    CHECK(firstOf(k, Opcode::Store).ackBeforeExit);
    REQUIRE(k.nodes.size() == 4);
    CHECK(k.nodes[1].kind == NodeKind::Barrier);
    CHECK(!k.nodes[2].ops.back().ackBeforeExit);
  }
}

TEST_CASE("on-chip memories") {
  Kernel k = finish(lowerIr(R"(
@tile = internal addrspace(3) global [8 x [4 x i16]] undef, align 16
@table = internal addrspace(2) constant [4 x i16] [i16 1, i16 -2, i16 772, i16 4], align 2
define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(3) align 4 %share) {
  %own = alloca [3 x i64], align 8
  %id = call i64 @__weft_local_id(i32 0)
  %pt = getelementptr [8 x [4 x i16]], ptr addrspace(3) @tile, i64 0, i64 %id, i64 2
  store i16 5, ptr addrspace(3) %pt, align 2
  %wide = load <4 x i16>, ptr addrspace(3) @tile, align 8
  %pr = getelementptr i16, ptr addrspace(2) @table, i64 %id
  %r = load i16, ptr addrspace(2) %pr, align 2
  %po = getelementptr i64, ptr %own, i64 %id
  store i64 %id, ptr %po, align 8
  %o = load i64, ptr %own, align 8
  %ps = getelementptr i32, ptr addrspace(3) %share, i64 %id
  %old = atomicrmw add ptr addrspace(3) %ps, i32 3 monotonic
  %e = extractelement <4 x i16> %wide, i64 %id
  %s = add i16 %e, %r
  %t = trunc i64 %o to i16
  %u = add i16 %s, %t
  %z = trunc i32 %old to i16
  %y = add i16 %u, %z
  store i16 %y, ptr addrspace(1) %out, align 2
  ret void
})")
                        .at(0));
  REQUIRE(k.memories.size() == 4);
  CHECK(k.memories[0].kind == Memory::Kind::Local);
  CHECK(k.memories[0].bytes == 64);
  CHECK(k.memories[0].wordBytes == 8);  // the widest access
  CHECK(k.memories[1].kind == Memory::Kind::Rom);
  CHECK(k.memories[1].contents == std::vector<uint8_t>{1, 0, 0xfe, 0xff, 4, 3, 4, 0});
  CHECK(k.memories[2].kind == Memory::Kind::Private);
  CHECK(k.memories[2].bytes == 24);
  CHECK(k.memories[3].kind == Memory::Kind::Pool);
  CHECK(k.arguments[1].kind == Argument::Kind::Local);
  CHECK(firstOf(k, Opcode::MemAtomic).atomic == AtomicOp::Add);
  CHECK(k.values[firstOf(k, Opcode::MemWrite).operands[0]].width == 6);
}

TEST_CASE("what cannot be built is refused by name") {
  CHECK(refusal("define spir_kernel void @k(ptr addrspace(1) %a) {\n %v = load i64, ptr addrspace(1) %a, align 8\n"
                " %p = inttoptr i64 %v to ptr addrspace(1)\n store i32 0, ptr addrspace(1) %p, align 4\n ret void\n}")
            .find("an integer is used as a pointer") != std::string::npos);
  CHECK(refusal("declare i32 @mystery(i32)\ndefine spir_kernel void @k(ptr addrspace(1) %a) {\n"
                " %v = call i32 @mystery(i32 1)\n store i32 %v, ptr addrspace(1) %a, align 4\n ret void\n}")
            .find("function 'mystery' has no hardware") != std::string::npos);
  CHECK(
      refusal("define spir_kernel void @k(ptr addrspace(1) %a) {\n %v = atomicrmw fadd ptr addrspace(1) %a, float 1.0 "
              "monotonic\n ret void\n}")
          .find("atomic operation 'fadd'") != std::string::npos);
  CHECK(refusal("define spir_kernel void @k(ptr addrspace(1) %a) {\n %v = atomicrmw add ptr addrspace(1) %a, i16 1 "
                "monotonic\n ret void\n}")
            .find("an atomic operation on 16 bits") != std::string::npos);
  CHECK(refusal("define spir_kernel void @k(ptr addrspace(1) %a) !reqd_work_group_size !0 {\n ret void\n}\n"
                "!0 = !{i32 64, i32 64, i32 1}")
            .find(" allows 256 at most") != std::string::npos);
  CHECK(refusal("@x = internal addrspace(3) global i32 undef\n@y = internal addrspace(3) global i32 undef\n"
                "define spir_kernel void @k(i1 %c) {\n %p = select i1 %c, ptr addrspace(3) @x, ptr addrspace(3) @y\n"
                " store i32 0, ptr addrspace(3) %p, align 4\n ret void\n}")
            .find("'x' or in 'y'") != std::string::npos);
}

TEST_CASE("slots follow the work-group size") {
  auto sizes = [](const std::string &size) {
    Kernel k =
        lowerIr("define spir_kernel void @k() !reqd_work_group_size !0 {\n ret void\n}\n!0 = !{" + size + "}").at(0);
    return std::vector<unsigned>{k.maxWorkGroupSize, k.slots, k.groupSlots};
  };
  CHECK(sizes("i32 64, i32 1, i32 1") == std::vector<unsigned>{64, 1024, 16});
  CHECK(sizes("i32 5, i32 3, i32 1") == std::vector<unsigned>{15, 1024, 64});
  CHECK(sizes("i32 1, i32 1, i32 1") == std::vector<unsigned>{1, 1024, 256});
  Kernel k = lowerIr("define spir_kernel void @k() {\n ret void\n}").at(0);
  CHECK(k.slots == 1024);
  CHECK(k.groupSlots == 256);
}

TEST_CASE("the largest group is the board's or fewer") {
  auto largest = [](const std::string &most) {
    return lowerIr("define spir_kernel void @k() \"weft-max-work-group-size\"=\"" + most + "\" {\n ret void\n}")
        .at(0)
        .maxWorkGroupSize;
  };
  CHECK(largest("48") == 48);
  CHECK(largest("18446744073709551615") == test::cardBoard().maxWorkGroupSize);
  // Of bitcode that another has made.
  CHECK(largest("0") == test::cardBoard().maxWorkGroupSize);
  CHECK(largest("many") == test::cardBoard().maxWorkGroupSize);
}

TEST_CASE("addresses have the board's width") {
  weft::board::Description board = test::cardBoard();
  board.memoryAddressBits = 20;
  Kernel k = lowerIr(R"(
@table = internal addrspace(2) constant [4 x i32] [i32 10, i32 20, i32 30, i32 40], align 4
define spir_kernel void @k(ptr addrspace(1) %a, i32 %n) {
entry:
  %id = call i64 @__weft_global_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %id
  br label %loop
loop:
  %t = phi ptr addrspace(2) [null, %entry], [@table, %loop]
  %q = phi ptr addrspace(1) [null, %entry], [%p, %loop]
  %i = phi i32 [0, %entry], [%i1, %loop]
  %i1 = add i32 %i, 1
  %some = icmp ne ptr addrspace(1) %q, null
  br i1 %some, label %end, label %loop
end:
  %e = getelementptr i32, ptr addrspace(2) %t, i64 %id
  %v = load i32, ptr addrspace(2) %e, align 4
  store i32 %v, ptr addrspace(1) %q, align 4
  ret void
})",
                     nullptr, board)
                 .at(0);
  CHECK(k.addressBits == 20);
  k = finish(k);
  CHECK(k.values[firstOf(k, Opcode::Store).operands[0]].width == 20);
  CHECK(k.values[firstOf(k, Opcode::MemRead).operands[0]].width == 4);
  std::vector<int> out(4);
  test::Run(k).buffer(out).value(0)({4}, {2});
  CHECK(out == std::vector<int>{10, 20, 30, 40});
}
