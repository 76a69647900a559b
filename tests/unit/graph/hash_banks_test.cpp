// SPDX-License-Identifier: Apache-2.0
// Banks of hashed memories: which words meet, which memories are hashed, and that kernels compute what they did.
#include <catch2/catch.hpp>

#include <set>

#include "graphs.h"
#include "hls/graph/print.h"
#include "hls/graph/transforms/hash_banks.h"
#include "hls/graph/verify.h"

using namespace weft;
using namespace weft::graph;

namespace {

/// Work-item x writes to a word of a group's memory of 1 KiB and reads it behind a barrier; `address` defines %a:10,
/// the word's address, from %x:8.
Kernel kernelOf(const std::string &address) {
  return test::parseOne(R"(
kernel @k {
  address_bits 32
  max_work_group_size 256
  slots 256
  group_slots 1
  argument buffer "out" type "" access "" qualifiers "" space "global" bytes 8 word 32
  entry [local_id_x]
  site 0 store scatter bytes 4 args [0]
  memory 0 local "m" bytes 1024 word 4
  node @entry pipeline (%id:32) {
    %x:8 = trunc (%id)
    %seven:32 = const 0x7
    %value:32 = mul (%id, %seven)
)" + address + R"(
    memwrite memory 0 (%a, %value)
    goto @wait(%x, %a)
  }
  node @wait barrier (%x.1:8, %a.1:10) {
    goto @end(%x.1, %a.1)
  }
  node @end pipeline (%x.2:8, %a.2:10) {
    %read:32 = memread memory 0 (%a.2)
    %zero:2 = const 0x0
    %own:10 = concat (%zero, %x.2)
    %wide:32 = zext (%own)
    %out:32 = arg word 32 lo 0
    %to:32 = add (%out, %wide)
    store site 0 (%to, %read)
    goto @exit()
  }
  node @exit exit
})");
}

std::vector<uint8_t> resultOf(Kernel kernel) {
  orderSites(kernel);
  orderMemory(kernel);
  Launch launch;
  launch.globalSize = launch.localSize = {256, 1, 1};
  launch.argumentWords = {1024, 2048};
  const test::Ran ran = test::run(kernel, launch, std::vector<uint8_t>(2048));  // in order: the last write counts
  CHECK(ran.faults.empty());
  return ran.memory;
}

/// Whether the memory is hashed. The kernel computes the same then.
bool isHashed(const std::string &address, unsigned lanes = 16) {
  const Kernel before = kernelOf(address);
  Kernel after = before;
  after.lanes = lanes;
  hashBanks(after);
  after.lanes = 1;
  INFO(print(before) << print(after));
  REQUIRE(weft::hls::buildLog(verify(after)) == "");
  CHECK(resultOf(before) == resultOf(after));
  return !(after == before);
}

}  // namespace

TEST_CASE("words that differ in all but one of some bits beside each other lie in banks of their own") {
  for (unsigned bankBits = 1; bankBits <= 6; ++bankBits)
    for (unsigned lowest = 0; lowest < 12; ++lowest)
      for (unsigned hole = 0; hole <= bankBits; ++hole) {
        std::set<unsigned> banks;
        for (uint64_t lane = 0; lane < uint64_t(1) << bankBits; ++lane) {
          const uint64_t below = lane & ((uint64_t(1) << hole) - 1);
          banks.insert(bankOf(((lane - below) * 2 + below) << lowest | uint64_t(5) << 20, bankBits));
        }
        INFO(bankBits << " bits from " << lowest << " without " << hole);
        CHECK(banks.size() == size_t(1) << bankBits);
        CHECK(*banks.rbegin() < 1u << bankBits);
      }
}

TEST_CASE("memories are hashed where lanes would meet in few banks") {
  const auto times = [](const std::string &hex) {
    return "    %w:10 = zext (%x)\n    %f:10 = const 0x" + hex + "\n    %a:10 = mul (%w, %f)";
  };
  CHECK_FALSE(isHashed(times("4")));   // words beside each other
  CHECK_FALSE(isHashed(times("c")));   // at distances of 3
  CHECK_FALSE(isHashed(times("44")));  // of 17: a column of a padded tile
  CHECK(isHashed(times("8")));
  CHECK(isHashed(times("40")));
  CHECK(isHashed(times("40"), 2));
  CHECK(isHashed("    %z:2 = const 0x0\n    %p:8 = mul (%x, %x)\n    %a:10 = concat (%z, %p)"));  // not known
  // What is read may be anything.
  CHECK_FALSE(isHashed("    %z:2 = const 0x0\n    %w:10 = concat (%z, %x)\n    %d:32 = memread memory 0 (%w)\n"
                       "    %e:8 = trunc (%d)\n    %a:10 = concat (%z, %e)"));
}
