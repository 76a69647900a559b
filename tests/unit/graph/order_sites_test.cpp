// SPDX-License-Identifier: Apache-2.0
// What accesses of a work-item wait for: always, in launches whose buffers overlap, or never.
#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

#include "hls/graph/build.h"
#include "hls/graph/conditions.h"
#include "hls/graph/print.h"
#include "opencl.h"

using namespace weft::graph;
using test::compileOpenCl;
using test::Run;
using Order = SiteOrder::Kind;
using Pairs = std::vector<ArgumentPair>;

namespace {

Kernel kernel(const std::string &source, const std::string &options = "") {
  return compileOpenCl(source, options).at("k");
}

/// Orders of the loads, or stores, in the order of sites.
std::vector<SiteOrder> ordersOf(const Kernel &k, Site::Kind kind) {
  std::vector<SiteOrder> orders;
  for (const Site &site : k.sites)
    if (site.kind == kind)
      orders.push_back(site.order);
  return orders;
}

bool allAre(const std::vector<SiteOrder> &orders, Order kind) {
  return !orders.empty() &&
         std::all_of(orders.begin(), orders.end(), [&](const SiteOrder &order) { return order.kind == kind; });
}

bool waits(const Kernel &k) {
  return std::any_of(k.nodes.begin(), k.nodes.end(), [](const Node &node) {
    return std::any_of(node.ops.begin(), node.ops.end(),
                       [](const Op &op) { return !op.after.empty() || op.ackBeforeExit; });
  });
}

const std::string kStride = R"(
kernel void k(global const int *QUALIFIER a, global const int *QUALIFIER b, global int *QUALIFIER c, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    c[i] = a[i] + 3 * b[i];
})";

}  // namespace

TEST_CASE("grid-stride loops wait in launches whose buffers overlap") {
  const Kernel k = kernel(kStride, "-DQUALIFIER=");
  INFO(print(k));
  CHECK(k.lanes > 1);
  for (const SiteOrder &order : ordersOf(k, Site::Kind::Load)) {
    CHECK(order.kind == Order::IfOverlap);
    CHECK(order.location.line == 4);
  }
  const std::vector<SiteOrder> stores = ordersOf(k, Site::Kind::Store);
  REQUIRE(stores.size() == 1);
  CHECK(stores[0].kind == Order::IfOverlap);
  CHECK(stores[0].pairs == Pairs{{0, 2}, {1, 2}});
  CHECK(waits(k));
  const Kernel restricted = kernel(kStride, "-DQUALIFIER=restrict");
  CHECK(allAre(ordersOf(restricted, Site::Kind::Load), Order::Free));
  CHECK(allAre(ordersOf(restricted, Site::Kind::Store), Order::Free));
  CHECK(!waits(restricted));
}

TEST_CASE("what buffers decide, the interpreter's adversary decides by them") {
  std::vector<int> a(64), b(64), c(64);
  std::iota(a.begin(), a.end(), 5);
  std::iota(b.begin(), b.end(), 900);
  for (const char *lanes : {"-weft-lanes=1", "-weft-lanes=8"}) {
    Run(kernel(kStride, std::string("-DQUALIFIER= ") + lanes)).buffer(a).buffer(b).buffer(c).value(64)({16}, {4});
    for (int i = 0; i < 64; ++i)
      REQUIRE(c[size_t(i)] == a[size_t(i)] + 3 * b[size_t(i)]);
  }
}

TEST_CASE("accesses through one argument, and those that a barrier or fence divides, always wait") {
  SECTION("one argument") {
    const Kernel k = kernel(R"(kernel void k(global int *a, global const int *b, int n) {
  size_t x = get_global_id(0);
  for (int i = 0; i < n; ++i) a[x + i] = a[x + n - i] + b[x + i];
})");
    INFO(print(k));
    const std::vector<SiteOrder> loads = ordersOf(k, Site::Kind::Load);
    REQUIRE(loads.size() == 2);
    CHECK((loads[0].kind == Order::Always) != (loads[1].kind == Order::Always));
    CHECK((loads[0].kind == Order::IfOverlap) != (loads[1].kind == Order::IfOverlap));
    CHECK(allAre(ordersOf(k, Site::Kind::Store), Order::Always));
  }
  SECTION("a barrier") {
    const Kernel k = kernel(R"(kernel void k(global int *a, global const int *b, global int *c) {
  size_t i = get_global_id(0);
  c[i] = b[i];
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[i] = b[i ^ 1];
})");
    const std::vector<SiteOrder> loads = ordersOf(k, Site::Kind::Load), stores = ordersOf(k, Site::Kind::Store);
    REQUIRE(loads.size() == 2);
    REQUIRE(stores.size() == 2);
    CHECK(loads[0].kind == Order::Free);
    CHECK(loads[1].kind == Order::IfOverlap);
    CHECK(stores[0].kind == Order::Always);
    CHECK(stores[1].kind == Order::Free);
  }
  SECTION("a fence") {
    const Kernel k = kernel(R"(kernel void k(global int *a, global const int *b, global int *c) {
  size_t i = get_global_id(0);
  c[i] = 1;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  a[i] = b[i];
})");
    CHECK(allAre(ordersOf(k, Site::Kind::Load), Order::Fence));
    CHECK(ordersOf(k, Site::Kind::Store)[0].kind == Order::Always);
  }
}

TEST_CASE("an access that another one waits for on the way to a third waits for itself") {
  // The load of a may go early in launches with buffers apart; that of c may not, and waits for the first store.
  const Kernel k = kernel(R"(kernel void k(global const int *a, global int *c, int n) {
  size_t i = get_global_id(0);
  c[i] = n;
  int from = a[i];
  c[(i & ~(size_t)63) + (from & 63)] += 1;
})");
  INFO(print(k));
  CHECK(allAre(ordersOf(k, Site::Kind::Store), Order::Free) == false);
  CHECK(ordersOf(k, Site::Kind::Store)[0].kind == Order::Always);
}

TEST_CASE("the two ways of a guard do not wait for each other") {
  const std::string source = R"(kernel void k(global const uchar *in, global uchar *out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) { GUARD return; }
  int gx = in[(y-1)*w+x+1] + 2*in[y*w+x+1] + in[(y+1)*w+x+1] - in[(y-1)*w+x-1] - 2*in[y*w+x-1] - in[(y+1)*w+x-1];
  int gy = in[(y+1)*w+x-1] + 2*in[(y+1)*w+x] + in[(y+1)*w+x+1] - in[(y-1)*w+x-1] - 2*in[(y-1)*w+x] - in[(y-1)*w+x+1];
  int m = abs(gx) + abs(gy);
  out[y*w+x] = m > 255 ? 255 : m;
})";
  for (const char *guard : {"-DGUARD=if(x<w&&y<h)out[y*w+x]=0;", "-DGUARD=out[y*w+x]=0;", "-DGUARD="})
    for (const char *lanes : {"-weft-lanes=1", "-weft-lanes=8"}) {
      const Kernel k = kernel(source, std::string(guard) + " " + lanes);
      INFO(guard << '\n' << print(k));
      CHECK(allAre(ordersOf(k, Site::Kind::Load), Order::Free));
      CHECK(!waits(k));
    }
}

TEST_CASE("conditions exclude each other through what they imply") {
  Kernel k;
  k.nodes.resize(1);
  Builder build(k, k.nodes[0]);
  const ValueId x = build.parameter(32, "x"), y = build.parameter(32, "y"), p = build.parameter(1, "p");
  const ValueId less = build.icmp(Predicate::Slt, x, y), equal = build.icmp(Predicate::Eq, x, y);
  const ValueId notLess = build.icmp(Predicate::Sge, x, y), greater = build.icmp(Predicate::Sgt, y, x);
  const ValueId either = build.bitOr(less, p), guarded = build.bitAnd(either, equal);
  const ValueId neither = build.bitAnd(notLess, build.bitNot(p)), justOne = build.pure(Opcode::Xor, 1, {less, p});
  const ValueId chosen = build.pure(Opcode::Select, 1, {p, less, equal});
  const ValueId both = build.bitAnd(p, notLess);
  const Conditions conditions(k, k.nodes[0]);
  CHECK(conditions.exclude(less, notLess));
  CHECK(conditions.exclude(notLess, greater));  // less with its operands exchanged
  CHECK(conditions.exclude(guarded, neither));
  CHECK(conditions.exclude(neither, either));
  CHECK(conditions.exclude(neither, justOne));
  CHECK(conditions.exclude(chosen, both));
  CHECK(conditions.exclude(both, chosen));
  CHECK(!conditions.exclude(guarded, justOne));
  CHECK(!conditions.exclude(either, both));
  CHECK(!conditions.exclude(chosen, less));
  CHECK(!conditions.exclude(p, equal));
}
