// SPDX-License-Identifier: Apache-2.0
// Graphs whose tokens become packets: they compute what they did, all that they claim of their lanes holds, and a false
// claim is found.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <functional>

#include "hls/graph/parse.h"
#include "hls/graph/print.h"
#include "hls/graph/transforms/transforms.h"
#include "hls/graph/verify.h"
#include "lane_claims.h"
#include "random_linear.h"

using namespace weft::graph;
using test::LaneClaims;

namespace {

constexpr uint64_t kIn = 1024, kOut = 8192, kEnd = 12288;
constexpr unsigned kItems = 64;

// An element for each work-item, in words from kIn and kOut on: n is what its id is counted from, m a limit.
const std::string kHeader = R"(
kernel @k {
  address_bits 32
  max_work_group_size 64
  slots 64
  group_slots 4
  argument buffer "in" type "" access "" qualifiers "" space "global" bytes 8 word 32
  argument buffer "out" type "" access "" qualifiers "" space "global" bytes 8 word 34 noalias
  argument value "n" type "" access "" qualifiers "" space "private" bytes 8 word 36
)";

const std::string kGuard = kHeader + R"(
  entry [global_id_x]
  site 0 load scatter bytes 4 args [0]
  site 1 store scatter bytes 4 args [1]
  node @entry pipeline (%x:32) {
    %in:32 = arg word 32 lo 0
    %out:32 = arg word 34 lo 0
    %n:32 = arg word 36 lo 0
    %m:32 = arg word 36 lo 32
    %i:32 = sub (%x, %n)
    %z:2 = const 0x0
    %scaled:34 = concat (%z, %i)
    %bytes:32 = trunc (%scaled)
    %from:32 = add (%in, %bytes)
    %to:32 = add (%out, %bytes)
    %inside:1 = icmp.ult (%i, %m)
    %v:32 = load site 0 (%from) if %inside
    %r:32 = mul (%v, %x)
    store site 1 (%to, %r) if %inside
    goto @exit()
  }
  node @exit exit
})";

// Rows are read by all lanes together, columns a lane each; `kept` waits in a variable that lanes share.
const std::string kLoop = kHeader + R"(
  entry [global_id_x, global_id_y]
  site 0 load scatter bytes 4 args [0]
  site 1 load scatter bytes 4 args [0]
  site 2 store scatter bytes 4 args [1]
  memory 0 private "kept" bytes 4 word 4
  node @entry pipeline (%x:32, %y:32) {
    %zero:32 = const 0x0
    %n:32 = arg word 36 lo 0
    %z:2 = const 0x0
    %i:32 = sub (%x, %n)
    memwrite memory 0 (%z, %i)
    goto @loop(%zero, %zero, %i, %y)
  }
  node @loop pipeline (%k:32, %sum:32, %i.1:32, %y.1:32) loop {
    %in:32 = arg word 32 lo 0
    %m:32 = arg word 36 lo 32
    %one:32 = const 0x1
    %five:32 = const 0x5
    %z.1:2 = const 0x0
    %row:32 = add (%k, %y.1)
    %low:30 = trunc (%row)
    %rowbytes:32 = concat (%z.1, %low)
    %a:32 = add (%in, %rowbytes)
    %left:32 = load site 0 (%a)
    %low.1:30 = trunc (%i.1)
    %columnbytes:32 = concat (%z.1, %low.1)
    %b:32 = add (%in, %columnbytes)
    %right:32 = load site 1 (%b)
    %product:32 = mul (%left, %right)
    %next:32 = add (%sum, %product)
    %along:32 = add (%i.1, %five)
    %k.1:32 = add (%k, %one)
    %more:1 = icmp.ult (%k.1, %m)
    goto %more ? @loop(%k.1, %next, %along, %y.1)
    goto @behind(%next)
  }
  node @behind pipeline (%result:32) {
    %z.2:2 = const 0x0
    %kept:32 = memread memory 0 (%z.2)
    %low.2:30 = trunc (%kept)
    %bytes:32 = concat (%z.2, %low.2)
    %out:32 = arg word 34 lo 0
    %to:32 = add (%out, %bytes)
    store site 2 (%to, %result)
    goto @exit()
  }
  node @exit exit
})";

// Only some lanes write a variable; bits above the lowest are the same in most packets, and carries run through others.
const std::string kMixed = kHeader + R"(
  entry [global_id_x]
  site 0 load scatter bytes 4 args [0]
  site 1 store scatter bytes 4 args [1]
  memory 0 private "chosen" bytes 4 word 4
  memory 1 private "first" bytes 8 word 8
  memory 2 private "which" bytes 4 word 4
  node @entry pipeline (%x:32) {
    %in:32 = arg word 32 lo 0
    %out:32 = arg word 34 lo 0
    %n:32 = arg word 36 lo 0
    %m:32 = arg word 36 lo 32
    %i:32 = sub (%x, %n)
    %z:2 = const 0x0
    %z3:3 = const 0x0
    %low:30 = trunc (%i)
    %bytes:32 = concat (%z, %low)
    %from:32 = add (%in, %bytes)
    %to:32 = add (%out, %bytes)
    %v:32 = load site 0 (%from)
    %odd:1 = slice (%v) lo 3
    memwrite memory 0 (%z, %n)
    memwrite memory 0 (%z, %v) if %odd
    %chosen:32 = memread memory 0 (%z)
    memwrite memory 2 (%z, %n)
    memwrite memory 2 (%z, %m) if %odd
    %which:32 = memread memory 2 (%z)
    %whichever:32 = add (%which, %n)
    %wide:64 = concat (%x, %m)
    memwrite memory 1 (%z3, %wide)
    %again:64 = memread memory 1 (%z3)
    %high:29 = slice (%x) lo 3
    %back:32 = sub (%n, %x)
    %carried:33 = sext (%back)
    %top:1 = slice (%carried) lo 32
    %far:32 = add (%x, %n)
    %farhigh:29 = slice (%far) lo 3
    %on:1 = trunc (%m)
    %even:32 = select (%on, %far, %back)
    %s0:29 = add (%high, %farhigh)
    %s1:32 = zext (%s0)
    %s2:32 = sext (%top)
    %s3:32 = trunc (%again)
    %r0:32 = add (%chosen, %s1)
    %r1:32 = xor (%r0, %s2)
    %r2:32 = add (%r1, %s3)
    %r3:32 = xor (%r2, %even)
    %r4:32 = xor (%r3, %whichever)
    store site 1 (%to, %r4)
    goto @exit()
  }
  node @exit exit
})";

// A group's words are read in rows, backwards and by all lanes together; one work-item stores for its group.
const std::string kGroup = kHeader + R"(
  entry [local_id_x, group_id_x, global_id_x]
  site 0 load scatter bytes 4 args [0]
  site 1 store scatter bytes 4 args [1]
  site 2 store scatter bytes 4 args [1]
  memory 0 local "tile" bytes 64 word 4
  check 0 load bytes 2 of "tile" size 64 args []
  node @entry pipeline (%l:32, %g:32, %x:32) {
    %in:32 = arg word 32 lo 0
    %n:32 = arg word 36 lo 0
    %z:2 = const 0x0
    %i:32 = sub (%x, %n)
    %i4:34 = concat (%z, %i)
    %bytes:32 = trunc (%i4)
    %from:32 = add (%in, %bytes)
    %v:32 = load site 0 (%from)
    %lane:4 = trunc (%l)
    %at:6 = concat (%z, %lane)
    memwrite memory 0 (%at, %v) ack
    goto @wait(%lane, %g, %bytes)
  }
  node @wait barrier (%lane.1:4, %g.1:32, %bytes.1:32) {
    goto @behind(%lane.1, %g.1, %bytes.1)
  }
  node @behind pipeline (%lane.2:4, %g.2:32, %bytes.2:32) {
    %out:32 = arg word 34 lo 0
    %m:32 = arg word 36 lo 32
    %z.2:2 = const 0x0
    %fifteen:4 = const 0xf
    %z4:4 = const 0x0
    %z6:6 = const 0x0
    %back:4 = sub (%fifteen, %lane.2)
    %backwards:6 = concat (%z.2, %back)
    %at.2:6 = concat (%z.2, %lane.2)
    %z1:1 = const 0x0
    %half:6 = concat (%z1, %back, %z1)
    %other:32 = memread memory 0 (%backwards)
    %short:16 = memread memory 0 (%half)
    %one:32 = memread memory 0 (%z6)
    %own:32 = memread memory 0 (%at.2)
    %odd:1 = trunc (%own)
    %offset:32 = zext (%half)
    report check 0 (%offset) if %odd
    %short32:32 = sext (%short)
    %sum:32 = add (%other, %one)
    %more:32 = mul (%sum, %own)
    %all:32 = add (%more, %short32)
    %to:32 = add (%out, %bytes.2)
    store site 1 (%to, %all)
    %first:1 = icmp.eq (%lane.2, %z4)
    %g4:34 = concat (%z.2, %g.2)
    %gbytes:32 = trunc (%g4)
    %behind:32 = add (%out, %gbytes)
    %past:32 = const 0x400
    %there:32 = add (%behind, %past)
    store site 2 (%there, %other) if %first
    goto @exit()
  }
  node @exit exit
})";

// Without accesses at distances that are not known, words stay where they are (ADR 47).
const std::string kRows = [] {
  const std::string unknown = "memread memory 0 (%half)";
  return std::string(kGroup).replace(kGroup.find(unknown), unknown.size(), "memread memory 0 (%backwards)");
}();

// Lanes read a table, and write and read an array, at places of their own; one word of the array is at the same place
// in all lanes, and only some lanes write another one.
const std::string kOwn = kHeader + R"(
  entry [global_id_x]
  site 0 load scatter bytes 4 args [0]
  site 1 store scatter bytes 4 args [1]
  memory 0 rom "table" bytes 16 word 4 contents 03010000050200000704000009080000
  memory 1 private "array" bytes 16 word 4
  node @entry pipeline (%x:32) {
    %in:32 = arg word 32 lo 0
    %out:32 = arg word 34 lo 0
    %n:32 = arg word 36 lo 0
    %i:32 = sub (%x, %n)
    %z:2 = const 0x0
    %z4:4 = const 0x0
    %one:1 = const 0x1
    %scaled:34 = concat (%z, %i)
    %bytes:32 = trunc (%scaled)
    %from:32 = add (%in, %bytes)
    %to:32 = add (%out, %bytes)
    %v:32 = load site 0 (%from)
    %which:2 = trunc (%v)
    %at:4 = concat (%z, %which)
    %z1:1 = const 0x0
    %upper:4 = concat (%z1, %one, %which)
    %found:32 = memread memory 0 (%at)
    %half:16 = memread memory 0 (%upper)
    memwrite memory 1 (%z4, %n)
    memwrite memory 1 (%at, %v)
    %odd:1 = slice (%v) lo 3
    %back:2 = not (%which)
    %there:4 = concat (%z, %back)
    memwrite memory 1 (%there, %found) if %odd
    %kept:32 = memread memory 1 (%at)
    %first:32 = memread memory 1 (%z4)
    %wide:32 = zext (%half)
    %r0:32 = add (%found, %wide)
    %r1:32 = xor (%r0, %kept)
    %r2:32 = add (%r1, %first)
    store site 1 (%to, %r2)
    goto @exit()
  }
  node @exit exit
})";

Kernel parseOne(const std::string &text) {
  const auto kernels = parse(text);
  REQUIRE(kernels);
  REQUIRE(weft::hls::buildLog(verify(kernels->front())) == "");
  return kernels->front();
}

/// With packets, if it can have them.
Kernel withLanes(Kernel kernel, unsigned lanes) {
  orderSites(kernel);
  chooseUnits(kernel, 64);
  LaneLimits limits;
  limits.wanted = lanes;
  chooseLanes(kernel, limits);
  orderMemory(kernel);
  INFO(print(kernel));
  REQUIRE(weft::hls::buildLog(verify(kernel)) == "");
  return kernel;
}

struct Outcome {
  std::vector<uint8_t> memory;
  std::vector<InterpretFault> faults;
};

Outcome run(const Kernel &kernel, uint64_t offset, uint64_t adversary = 0, LaneClaims *claims = nullptr,
            uint64_t groupSize = 16) {
  Launch launch;
  launch.globalSize = {kItems, 1, 1};
  launch.localSize = {groupSize, 1, 1};
  launch.globalOffset = {offset, 3, 0};
  launch.argumentWords = {kIn, kOut, kOut, kEnd, uint32_t(offset) | uint64_t(kItems - 13) << 32};
  Outcome outcome;
  for (uint64_t i = 0; i < kEnd; ++i)
    outcome.memory.push_back(uint8_t(i * 37 + i / 7));
  InterpretOptions options;
  options.seed = adversary;
  if (claims)
    options.observer = [&](const Visit &visit) { claims->observe(visit); };
  const auto result = interpret(kernel, launch, outcome.memory, options);
  REQUIRE(result);
  outcome.faults = result->faults;
  return outcome;
}

}  // namespace

TEST_CASE("packets compute what work-items do, and are what they claim") {
  const std::string &text = GENERATE_REF(kGuard, kLoop, kMixed, kOwn);
  const Kernel before = parseOne(text);
  for (unsigned lanes : {2, 4, 8, 16}) {
    const Kernel after = withLanes(before, lanes);
    INFO(print(after));
    REQUIRE(after.lanes == lanes);
    for (uint64_t offset : {0x0ull, 0x35ull, 0x7fffffe0ull, 0x7ffffff9ull, 0xffffffe0ull, 0xfffffff3ull}) {
      INFO("from id " << offset);
      LaneClaims claims(after);
      const Outcome expected = run(before, offset), found = run(after, offset, 0, &claims);
      CHECK(found.memory == expected.memory);
      CHECK(found.faults == expected.faults);
      const LaneClaims::Counts counts = claims.check();
      CHECK(counts.uniform > kItems);
      CHECK(counts.linear > kItems);
      for (uint64_t adversary : {1, 2})
        CHECK(run(after, offset, adversary).memory == expected.memory);
    }
  }
}

TEST_CASE("lanes have copies of tables and arrays") {
  const Kernel kernel = withLanes(parseOne(kOwn), 4);
  std::map<LaneAccess, unsigned> reads, writes;
  for (const Op &op : kernel.nodes[0].ops) {
    reads[op.laneAccess] += op.opcode == Opcode::MemRead;
    writes[op.laneAccess] += op.opcode == Opcode::MemWrite;
  }
  CHECK(kernel.memories[0].lanes == 1);
  CHECK(kernel.memories[1].lanes == 4);
  CHECK(reads == std::map<LaneAccess, unsigned>{{LaneAccess::Together, 1}, {LaneAccess::Own, 3}});
  CHECK(writes == std::map<LaneAccess, unsigned>{{LaneAccess::Together, 1}, {LaneAccess::Own, 2}});
}

TEST_CASE("packets of a group share its memory") {
  const bool hashed = GENERATE(true, false);
  const Kernel before = parseOne(hashed ? kGroup : kRows);
  for (unsigned lanes : {2, 4, 8, 16}) {
    const Kernel after = withLanes(before, lanes);
    INFO(print(after));
    REQUIRE(after.lanes == lanes);
    std::map<LaneAccess, unsigned> accesses;
    for (const Node &node : after.nodes)
      for (const Op &op : node.ops)
        accesses[op.laneAccess] += op.opcode == Opcode::MemRead;
    CHECK(accesses[LaneAccess::Together] == 1);
    const bool moved = hashed && lanes < 16;  // all 16 words are a row
    CHECK(accesses[LaneAccess::Row] == (moved ? 0 : 1));
    CHECK(accesses[LaneAccess::Each] == (moved ? 3 : 2));
    for (uint64_t offset : {0x0ull, 0x35ull, 0x7ffffff9ull}) {
      LaneClaims claims(after);
      const Outcome expected = run(before, offset), found = run(after, offset, 0, &claims);
      CHECK(found.memory == expected.memory);
      CHECK(found.faults == expected.faults);
      CHECK(claims.check().linear > kItems);
      CHECK(run(after, offset, 1).memory == expected.memory);
    }
  }
}

TEST_CASE("random graphs compute with packets what they do without, and are what they claim") {
  const char *many = std::getenv("RANDOM_KERNELS");
  const uint64_t seeds = many ? std::strtoull(many, nullptr, 10) : 100;
  const bool inGroups = GENERATE(false, true);
  size_t linear = 0, own = 0, shared = 0;
  for (uint64_t seed = 1; seed <= seeds; ++seed) {
    const Kernel before = test::RandomLinear(seed, true, inGroups).run();
    INFO("seed " << seed << print(before));
    REQUIRE(weft::hls::buildLog(verify(before)) == "");
    for (unsigned lanes : {2, 16}) {
      const Kernel after = withLanes(before, lanes);
      REQUIRE(after.lanes == lanes);
      LaneClaims claims(after);
      // Ids of a launch do not wrap; those that no group has a part in begin at a multiple.
      const uint64_t offset = seed % 2 == 0 ? seed : inGroups ? 0x7ffffff3 : 0xfffffff3;
      const uint64_t groupSize = inGroups && seed % 3 ? 8 : 16;
      const Outcome expected = run(before, offset, 0, nullptr, groupSize);
      const Outcome found = run(after, offset, 0, &claims, groupSize);
      CHECK(found.memory == expected.memory);
      CHECK(found.faults == expected.faults);
      CHECK(run(after, offset, 1, nullptr, groupSize).memory == expected.memory);
      linear += claims.check().linear;
      for (const Memory &memory : after.memories)
        ++(memory.lanes > 1 ? own : shared);
    }
  }
  CHECK(linear > seeds * 100);
  CHECK(own > seeds / 10);
  CHECK(shared > seeds / 10);
}

TEST_CASE("what makes packets impossible is named, and its place") {
  const auto changed = [](std::string text, const std::string &what, const std::string &with) {
    REQUIRE(text.find(what) != std::string::npos);
    return parseOne(text.replace(text.find(what), what.size(), with));
  };
  const auto refused = [](Kernel kernel) {
    orderSites(kernel);
    chooseUnits(kernel, 64);
    LaneLimits limits;
    limits.wanted = 4;
    CHECK_FALSE(chooseLanes(kernel, limits));
    CHECK(kernel.lanes == 1);
    CHECK(weft::hls::buildLog(verify(kernel)) == "");
    return kernel.lanesReason.what;
  };
  CHECK(refused(changed(kGuard, "store site 1 (%to, %r)", "fence ()\n    store site 1 (%to, %r)")) ==
        "a fence orders the accesses of one work-item");
}

namespace {

Op &find(Kernel &kernel, Opcode opcode, unsigned which = 0) {
  for (Node &node : kernel.nodes)
    for (Op &op : node.ops)
      if (op.opcode == opcode && which-- == 0)
        return op;
  throw std::logic_error("no such op");
}

Value &named(Kernel &kernel, const std::string &name) {
  for (Value &value : kernel.values)
    if (value.name == name)
      return value;
  throw std::logic_error("no such value");
}

}  // namespace

TEST_CASE("the verifier finds each false claim about lanes") {
  constexpr Lanes kFirst = {Lanes::Shape::First}, kUniform = {}, kLinear8 = {Lanes::Shape::Linear, 8};
  struct Defect {
    const std::string &text;
    const char *message;
    std::function<void(Kernel &)> plant;
  };
  const auto claim = [](const char *name, Lanes lanes) { return [=](Kernel &k) { named(k, name).lanes = lanes; }; };
  // The loop's parameters: k, sum, i.1, y.1, active.
  const auto parameter = [](const Kernel &k, size_t i) { return k.nodes[1].parameters[i]; };
  const Defect defects[] = {
      {kGuard, "lanes is no power of two", [](Kernel &k) { k.lanes = 3; }},
      {kGuard, "is not as its lanes say", [](Kernel &k) { k.lanes = 1; }},
      {kGuard, "is not as its lanes say", claim("bytes", kLinear8)},
      {kGuard, "is not as its lanes say", claim("bytes", kUniform)},
      {kGuard, "is not as its lanes say", claim("v", kUniform)},
      {kMixed, "is not as its lanes say", claim("chosen", kUniform)},
      {kMixed, "is not as its lanes say", claim("whichever", kUniform)},
      {kMixed, "is not as its lanes say", claim("high", kLinear8)},
      {kGuard, "accesses of packets have a mask, and no others",
       [](Kernel &k) { k.sites[0].unit = Site::Unit::Stream; }},
      {kLoop, "accesses of packets have a mask, and no others",
       [](Kernel &k) { k.sites[0].unit = Site::Unit::Packet; }},
      {kGuard, "accesses of packets have a mask, and no others",
       [](Kernel &k) {
         Op &load = find(k, Opcode::Load);
         load.masked = false;
         load.operands.erase(load.operands.begin() + 1);
       }},
      {kGuard, "a packet is not aligned", [](Kernel &k) { k.sites[0].aligned = true; }},
      {kGuard, "an access is not made by whole packets",
       [](Kernel &k) { find(k, Opcode::Load).operands[2] = find(k, Opcode::Load).operands[1]; }},
      {kGuard, "the mask is not made in all lanes",
       [=](Kernel &k) { k.values[find(k, Opcode::Load).operands[1]].lanes = kFirst; }},
      {kGuard, "and has an operand that is not made in all lanes", claim("inside", kFirst)},
      {kGuard, "what a packet loads is not each lane's own", claim("v", kFirst)},
      {kGuard, "what is stored is not made in all lanes", claim("r", kFirst)},
      {kLoop, "an edge is not taken by whole packets",
       [=](Kernel &k) { k.nodes[1].edges[0].condition = parameter(k, 4); }},
      {kLoop, "argument 1 of an edge is not made in all lanes", claim("next", kFirst)},
      {kLoop, "add has an operand that is not made in all lanes", claim("product", kFirst)},
      {kLoop, "lanes access different addresses",
       [=](Kernel &k) { find(k, Opcode::Load).operands[0] = parameter(k, 2); }},
      {kLoop, "the elements of a packet's lanes do not follow each other",
       [=](Kernel &k) { find(k, Opcode::Load, 1).operands[0] = parameter(k, 2); }},
      {kLoop, "a memory of groups has no rows of words", [](Kernel &k) { k.memories[0].kind = Memory::Kind::Local; }},
      {kLoop, "work-items exchange values",
       [](Kernel &k) {
         k.memories[0].kind = Memory::Kind::Exchange;
         k.memories[0].bytes = 64;
       }},
      {kLoop, "a work-item's variable is accessed as a group's",
       [](Kernel &k) { find(k, Opcode::MemRead).laneAccess = LaneAccess::Row; }},
      {kRows, "says how lanes access a memory on chip",
       [](Kernel &k) { find(k, Opcode::Load).laneAccess = LaneAccess::Each; }},
      {kRows, "lanes access different words of a memory",
       [](Kernel &k) { find(k, Opcode::MemRead).laneAccess = LaneAccess::Together; }},
      {kRows, "the words of a packet's lanes are no row",
       [](Kernel &k) { find(k, Opcode::MemRead).laneAccess = LaneAccess::Row; }},
      {kRows, "what lanes access together is not each lane's own", claim("other", kFirst)},
      {kRows, "an address is not made in all lanes", claim("backwards", kFirst)},
      {kRows, "lanes access different addresses, or store different values",
       [](Kernel &k) { find(k, Opcode::Store, 1).operands[1] = find(k, Opcode::Pick, 1).operands[0]; }},
      {kLoop, "a memory has some lanes", [](Kernel &k) { k.memories[0].lanes = 2; }},
      {kLoop, "what is read is not what the memory has of each lane", [](Kernel &k) { k.memories[0].lanes = 4; }},
      {kLoop, "what is written is not what the memory has of each lane", [](Kernel &k) { k.memories[0].lanes = 4; }},
      {kOwn, "lanes access different words of a memory",
       [](Kernel &k) { find(k, Opcode::MemRead).laneAccess = LaneAccess::Together; }},
      {kOwn, "an address is not made in all lanes", claim("at", kFirst)},
      {kOwn, "lanes write different words of what all share", [](Kernel &k) { k.memories[1].lanes = 1; }},
      {kRows, "lanes have no copies of a group's memory",
       [](Kernel &k) { find(k, Opcode::MemRead).laneAccess = LaneAccess::Own; }},
      {kMixed, "some lanes write what all share", [](Kernel &k) { k.memories[0].lanes = 1; }},
      {kMixed, "lanes access different words of a memory",
       [](Kernel &k) { find(k, Opcode::MemWrite).operands[0] = k.nodes[0].parameters[0]; }},
  };
  for (const Defect &defect : defects) {
    Kernel kernel = withLanes(parseOne(defect.text), 4);
    REQUIRE(kernel.lanes == 4);
    INFO(print(kernel));
    defect.plant(kernel);
    const std::string all = weft::hls::buildLog(verify(kernel));
    INFO("expected: " << defect.message << "\nfound: " << all);
    CHECK(all.find(defect.message) != std::string::npos);
  }
}
