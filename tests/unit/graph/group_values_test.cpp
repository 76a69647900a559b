// SPDX-License-Identifier: Apache-2.0
// What the tokens of a group have in common.
#include <catch2/catch.hpp>

#include "graphs.h"
#include "hls/graph/group_values.h"

using namespace weft;
using namespace weft::graph;

namespace {

Kernel read(const std::string &nodes) {
  return test::parseOne(R"(
kernel @k {
  address_bits 32
  max_work_group_size 16
  slots 16
  group_slots 4
  argument value "n" type "" access "" qualifiers "" space "private" bytes 8 word 32
  entry [local_id_x, group_id_x]
  memory 0 private "kept" bytes 4 word 4
)" + nodes + "  node @exit exit\n}");
}

ValueId named(const Kernel &kernel, const std::string &name) {
  for (ValueId v = 0; v < kernel.values.size(); ++v)
    if (kernel.values[v].name == name)
      return v;
  FAIL("no value " << name);
  return kNone;
}

bool isCommon(const Kernel &kernel, const char *name) { return groupValues(kernel).common[named(kernel, name)]; }

bool together(const Kernel &kernel, const std::string &name) {
  for (NodeId n = 0; n < kernel.nodes.size(); ++n)
    if (kernel.nodes[n].name == name)
      return groupValues(kernel).together[n];
  FAIL("no node " << name);
  return false;
}

// A branch around @odd, by `condition`.
std::string branch(const char *condition) {
  return std::string(R"(
  node @entry pipeline (%x:32, %g:32) {
    %n:32 = arg word 32 lo 0
    %own:1 = trunc (%x)
    %all:1 = trunc (%n)
    %zero:32 = const 0x0
    goto %)") +
         condition + R"( ? @odd(%n, %x)
    goto @join(%n, %zero, %x)
  }
  node @odd pipeline (%m:32, %y:32) {
    %one:32 = const 0x1
    goto @join(%m, %one, %y)
  }
  node @join pipeline (%same:32, %which:32, %z:32) {
    %sum:32 = add (%same, %which)
    goto @exit()
  }
)";
}

// A loop that is left by `condition`, in a round of its own for each token or the same for all.
std::string loop(const char *condition) {
  return std::string(R"(
  node @entry pipeline (%x:32, %g:32) {
    %zero:32 = const 0x0
    %z:2 = const 0x0
    memwrite memory 0 (%z, %g)
    goto @loop(%zero, %x, %g)
  }
  node @loop pipeline (%i:32, %y:32, %invariant:32) loop {
    %n:32 = arg word 32 lo 0
    %one:32 = const 0x1
    %next:32 = add (%i, %one)
    %own:1 = icmp.ult (%next, %y)
    %all:1 = icmp.ult (%next, %n)
    goto %)") +
         condition + R"( ? @loop(%next, %y, %invariant)
    goto @behind(%next, %invariant)
  }
  node @behind pipeline (%rounds:32, %left:32) {
    %z.1:2 = const 0x0
    %read:32 = memread memory 0 (%z.1)
    goto @exit()
  }
)";
}

}  // namespace

TEST_CASE("where tokens meet again, what all bring is common") {
  const Kernel own = read(branch("own")), all = read(branch("all"));
  CHECK(isCommon(own, "n"));
  CHECK(isCommon(own, "g"));
  CHECK_FALSE(isCommon(own, "x"));
  CHECK(isCommon(own, "same"));
  CHECK_FALSE(isCommon(own, "which"));
  CHECK_FALSE(isCommon(own, "sum"));
  CHECK_FALSE(together(own, "odd"));
  CHECK(together(own, "join"));
  CHECK(isCommon(all, "which"));
  CHECK(isCommon(all, "sum"));
  CHECK_FALSE(isCommon(all, "z"));
  CHECK(together(all, "odd"));
}

TEST_CASE("tokens that leave a loop in different rounds have in common what it does not change") {
  const Kernel own = read(loop("own")), all = read(loop("all"));
  CHECK(isCommon(own, "i"));  // of the same round
  CHECK_FALSE(isCommon(own, "rounds"));
  CHECK(isCommon(own, "left"));
  CHECK(together(own, "behind"));
  CHECK(isCommon(all, "rounds"));
  CHECK(isCommon(all, "read"));
  CHECK(isCommon(own, "read"));
}

TEST_CASE("a variable that only some tokens write is not common") {
  std::string text = branch("own");
  text.insert(text.find("    %one:32"), "    %at:2 = const 0x0\n    memwrite memory 0 (%at, %m)\n");
  text.insert(text.find("    %sum:32"), "    %at.1:2 = const 0x0\n    %read:32 = memread memory 0 (%at.1)\n");
  CHECK_FALSE(isCommon(read(text), "read"));
  std::string same = text;
  same.replace(same.find("%own ?"), 4, "%all");
  CHECK(isCommon(read(same), "read"));
}

TEST_CASE("where a loop is never left nothing is said to be common") {
  CHECK_FALSE(isCommon(read(R"(
  node @entry pipeline (%x:32, %g:32) {
    %some:1 = trunc (%g)
    goto %some ? @exit()
    goto @loop(%g)
  }
  node @loop pipeline (%h:32) loop {
    goto @loop(%h)
  }
)"),
                       "h"));
}

TEST_CASE("local ids are whole") {
  const Kernel kernel = read(R"(
  node @entry pipeline (%x:32, %g:32) {
    %whole:4 = trunc (%x)
    %part:3 = trunc (%x)
    %again:9 = zext (%whole)
    %z:2 = const 0x0
    memwrite memory 0 (%z, %x)
    goto @next(%whole, %part)
  }
  node @next pipeline (%y:4, %p:3) {
    %z.1:2 = const 0x0
    %kept:32 = memread memory 0 (%z.1)
    goto @exit()
  }
)");
  const std::vector<bool> ids = localIds(kernel);
  for (const char *name : {"x", "whole", "again", "y", "kept"})
    CHECK(ids[named(kernel, name)]);
  for (const char *name : {"g", "part", "p"})
    CHECK_FALSE(ids[named(kernel, name)]);
}
