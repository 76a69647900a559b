// SPDX-License-Identifier: Apache-2.0
// Atomic operations in packets: how a memory's lanes update it, and which loops may wait for a neighbour.
#include <catch2/catch.hpp>

#include <cctype>

#include "graphs.h"
#include "hls/graph/parse.h"
#include "hls/graph/print.h"
#include "hls/graph/waiting.h"

using namespace weft::graph;
using test::checkFinds;
using test::Defect;
using test::find;
using test::parseOne;
using test::patterned;
using test::replaced;
using test::run;
using test::withLanes;

namespace {

constexpr uint64_t kIn = 1024, kOut = 2048, kEnd = 4096;
constexpr unsigned kItems = 64;

std::string header(unsigned bytes) {
  return R"(
kernel @k {
  address_bits 32
  max_work_group_size 64
  slots 64
  group_slots 4
  argument buffer "in" type "" access "" qualifiers "" space "global" bytes 8 word 32 noalias
  argument buffer "out" type "" access "" qualifiers "" space "global" bytes 8 word 34 noalias
  entry [global_id_x, local_id_x]
  site 0 load scatter bytes 4 args [0]
  site 1 store scatter bytes 4 args [1]
  site 2 atomic scatter bytes 4 args [1]
  memory 0 local "counts" bytes )" +
         std::to_string(bytes) + " word 4\n";
}

const std::string kAddresses = R"(
    %in:32 = arg word 32 lo 0
    %out:32 = arg word 34 lo 0
    %z:2 = const 0x0
    %scaled:34 = concat (%z, %x)
    %bytes:32 = trunc (%scaled)
    %from:32 = add (%in, %bytes)
    %to:32 = add (%out, %bytes)
    %lane:6 = trunc (%l)
    %own:8 = concat (%z, %lane)
    %zero:32 = const 0x0
)";

/// Each work-item clears a word, counts at what it loads, and stores what became of a word.
std::string counting(const std::string &update, const std::string &stored = "%sum", unsigned bytes = 256) {
  return header(bytes) + "  node @entry pipeline (%x:32, %l:32) {" + kAddresses + R"(
    memwrite memory 0 (%own, %zero)
    goto @cleared(%x, %l)
  }
  node @cleared barrier (%cx:32, %cl:32) {
    goto @count(%cx, %cl)
  }
  node @count pipeline (%x:32, %l:32) {)" +
         kAddresses + R"(
    %v:32 = load site 0 (%from)
    %bin:6 = trunc (%v)
    %at:8 = concat (%z, %bin)
    %even:1 = trunc (%v)
)" + update +
         R"(
    goto @counted(%x, %l)
  }
  node @counted barrier (%dx:32, %dl:32) {
    goto @give(%dx, %dl)
  }
  node @give pipeline (%x:32, %l:32) {)" +
         kAddresses + R"(
    %sum:32 = memread memory 0 (%own)
    store site 1 (%to, )" +
         stored + R"()
    %total:32 = add (%out, %far)
    %before:32 = atomic.umax site 2 (%total, %sum)
    goto @exit()
  }
  node @exit exit
})";
}

/// Values of each node get names of their own.
std::string ownNames(const std::string &text) {
  std::string result;
  unsigned node = 0;
  for (size_t i = 0; i < text.size();) {
    node += text.compare(i, 6, "node @") == 0;
    size_t end = i + 1;
    while (text[i] == '%' && (std::isalnum(text[end]) || text[end] == '_'))
      ++end;
    result += text.substr(i, end - i);
    if (text[i] == '%' && node > 1)
      result += "." + std::to_string(node - 1);
    i = end;
  }
  return result;
}

Kernel parseNodes(std::string text) {
  const std::string give = "%total:32 = add (%out, %far)";
  if (const size_t at = text.find(give); at != std::string::npos)
    text.insert(at, "%far:32 = const 0x400\n    ");
  return parseOne(ownNames(text));
}

std::vector<uint8_t> resultOf(const Kernel &kernel, uint64_t adversary) {
  Launch launch;
  launch.globalSize = {kItems, 1, 1};
  launch.localSize = {16, 1, 1};
  launch.argumentWords = {kIn, kIn + 256, kOut, kEnd};
  std::vector<uint8_t> memory = patterned(kOut);
  memory.resize(kEnd);
  return run(kernel, launch, std::move(memory), nullptr, adversary).memory;
}

const char *const kAdd = "%old:32 = mematomic.add memory 0 (%at, %v)";

}  // namespace

TEST_CASE("lanes accumulate in replicas where nobody can tell, and else take turns") {
  using Updates = Memory::Updates;
  struct Example {
    std::string update, stored;
    unsigned bytes;
    Updates expected;
  };
  const std::string second = "\n    %other:32 = mematomic.";
  const Example examples[] = {{kAdd, "%sum", 256, Updates::Replicas},
                              {kAdd + std::string(" if %even"), "%sum", 256, Updates::Replicas},
                              {kAdd + second + "add memory 0 (%own, %x)", "%sum", 256, Updates::Replicas},
                              {"%old:32 = mematomic.umin memory 0 (%at, %v)", "%sum", 256, Updates::Replicas},
                              {kAdd + second + "or memory 0 (%own, %x)", "%sum", 256, Updates::InTurn},
                              {"%old:32 = mematomic.xchg memory 0 (%at, %zero)", "%sum", 256, Updates::InTurn},
                              {"%old:32 = mematomic.cmpxchg memory 0 (%at, %v, %zero)", "%sum", 256, Updates::InTurn},
                              {kAdd + std::string("\n    %half:16 = trunc (%old)\n    memwrite memory 0 (%at, %half)"),
                               "%sum", 256, Updates::InTurn},
                              {kAdd, "%sum", 65536, Updates::InTurn}};
  for (const Example &example : examples)
    for (const unsigned lanes : {2u, 16u}) {
      INFO(example.update << ", lanes " << lanes);
      const Kernel before = parseNodes(counting(example.update, example.stored, example.bytes));
      const Kernel after = withLanes(before, lanes);
      CHECK(after.lanes == lanes);
      CHECK(after.memories[0].updates == example.expected);
      CHECK(after.memories[0].lanes == 1);
      CHECK(after.sites[2].unit == Site::Unit::Lanes);
      CHECK(resultOf(after, 0) == resultOf(before, 0));
      CHECK(print(parse(print(after))->front()) == print(after));
    }
}

TEST_CASE("results are the same whatever the order") {
  const Kernel before = parseNodes(counting(kAdd)), after = withLanes(before, 8);
  for (const uint64_t adversary : {1, 2, 3})
    CHECK(resultOf(after, adversary) == resultOf(before, 0));
}

namespace {

/// A loop round `body`, which gives %go.
Kernel looping(const std::string &body, const std::string &carried = "%k") {
  return parseNodes(header(256) + "  node @entry pipeline (%x:32, %l:32) {" + kAddresses + R"(
    goto @loop(%x, %l, %zero)
  }
  node @loop pipeline (%x:32, %l:32, %k:32) loop {)" +
                    kAddresses + body + R"(
    goto %go ? @loop(%x, %l, )" +
                    carried + R"()
    goto @exit()
  }
  node @exit exit
})");
}

}  // namespace

TEST_CASE("a loop whose way depends on what others may write keeps work-items apart") {
  const char *const plain = "    %v:32 = load site 0 (%from)\n    %go:1 = trunc (%v)\n"
                            "    %old:32 = mematomic.add memory 0 (%own, %v)\n";
  const char *const counted = "    %old:32 = mematomic.add memory 0 (%own, %x)\n    %one:32 = const 0x1\n"
                              "    %next:32 = add (%k, %one)\n    %go:1 = icmp.ult (%next, %l)\n";
  const char *const lock = "    %old:32 = mematomic.xchg memory 0 (%own, %x)\n    %go:1 = trunc (%old)\n";
  const char *const global = "    %old:32 = atomic.add site 2 (%out, %zero)\n    %go:1 = trunc (%old)\n";
  const char *const flag = "    %old:32 = mematomic.xchg memory 0 (%own, %x)\n    %v:32 = memread memory 0 (%own)\n"
                           "    %go:1 = trunc (%v)\n";
  const char *const later = "    %old:32 = atomic.add site 2 (%out, %zero)\n    %go:1 = trunc (%k)\n";
  CHECK_FALSE(waitsForLanes(looping(plain)));
  CHECK_FALSE(waitsForLanes(looping(counted, "%next")));
  for (const char *const body : {lock, global, flag})
    CHECK(waitsForLanes(looping(body)));
  CHECK_FALSE(waitsForLanes(looping(later)));
  // Without anything in the loop that orders accesses, others may not write what it reads.
  const char *const unordered = "    %v:32 = memread memory 0 (%own)\n    memwrite memory 0 (%own, %x)\n"
                                "    %go:1 = trunc (%v)\n";
  CHECK_FALSE(waitsForLanes(looping(unordered)));
  CHECK(waitsForLanes(looping(later, "%old")));  // a round later

  const Kernel apart = withLanes(looping(lock), 4);
  CHECK(apart.lanes == 1);
  CHECK(apart.lanesReason.what == "work-items may wait for their neighbours");
  CHECK(withLanes(looping(counted, "%next"), 4).lanes == 4);
}

TEST_CASE("reads that no atomic operation of the memory can make keep work-items apart") {
  std::string text = counting(kAdd);
  text = replaced(text, "word 4\n", "word 8\n");
  const std::string wide = "%wide:64 = memread memory 0 (%aligned)\n    %sum:32 = trunc (%wide)";
  const std::string narrow = "%sum:32 = memread memory 0 (%own)";
  text = replaced(text, narrow,
                  "%z3:3 = const 0x0\n    %five:5 = trunc (%lane)\n    %aligned:8 = concat (%z3, %five)\n    " + wide);
  const Kernel kernel = withLanes(parseNodes(text), 4);
  CHECK(kernel.lanes == 1);
  CHECK(kernel.lanesReason.what == "it is wider than the atomic operations on the same memory");
}

TEST_CASE("the verifier finds atomic operations that packets cannot make") {
  const Defect defects[] = {
      {"accesses of packets have a mask, and no others", [](Kernel &k) { k.sites[2].unit = Site::Unit::Scatter; }},
      {"atomics are not streams", [](Kernel &k) { k.sites[2].unit = Site::Unit::Packet; }},
      {"packets update a memory that is made for none",
       [](Kernel &k) { k.memories[0].updates = Memory::Updates::None; }},
      {"lanes that take turns at a memory have rows of words", [](Kernel &k) { k.memories[0].lanes = k.lanes; }},
      {"lanes that take turns at a memory access a row",
       [](Kernel &k) { find(k, Opcode::MemRead).laneAccess = LaneAccess::Row; }},
      {"an atomic operation is not made in each lane",
       [](Kernel &k) { find(k, Opcode::MemAtomic).laneAccess = LaneAccess::Together; }},
      {"an atomic operation is not made in each lane",
       [](Kernel &k) { k.values[find(k, Opcode::Atomic).result].lanes = {Lanes::Shape::First}; }},
      {"an operation does not accumulate in replicas",
       [](Kernel &k) { find(k, Opcode::MemAtomic).atomic = AtomicOp::Xchg; }}};
  for (const Defect &defect : defects) {
    const Kernel kernel = withLanes(parseNodes(counting(kAdd)), 4);
    REQUIRE(kernel.lanes == 4);
    checkFinds(kernel, defect);
  }
}
