// SPDX-License-Identifier: Apache-2.0
// What the order of a work-item's accesses asks of each site (docs/architecture.md, section 3), while nodes are the
// ways of one work-item: those of a packet lead through more.
#include <algorithm>
#include <iterator>

#include "hls/graph/cfg.h"
#include "hls/graph/transforms/alias.h"
#include "hls/graph/transforms/transforms.h"

namespace weft::graph {
namespace {

using OrderKind = SiteOrder::Kind;

/// Another access that the site is ordered with; `other` is the one before a load.
void meet(SiteOrder &order, const Conflict &conflict, const Op &other) {
  if (!conflict || order.kind >= OrderKind::Always)
    return;
  if (conflict.always) {
    order = {other.opcode == Opcode::Fence ? OrderKind::Fence : OrderKind::Always, {}, other.location};
    return;
  }
  std::vector<ArgumentPair> pairs;
  std::set_union(order.pairs.begin(), order.pairs.end(), conflict.pairs.begin(), conflict.pairs.end(),
                 std::back_inserter(pairs));
  order = {OrderKind::IfOverlap, std::move(pairs), order.kind == OrderKind::Free ? other.location : order.location};
}

bool isStore(const Op &op) { return op.opcode == Opcode::Store || op.opcode == Opcode::MemWrite; }

class SiteOrders {
public:
  explicit SiteOrders(Kernel &kernel) : kernel_(kernel), reachable_(reachability(kernel)) {}

  void run() {
    for (Site &site : kernel_.sites)
      site.order = {};
    for (NodeId n = 0; n < kernel_.nodes.size(); ++n) {
      const NodeAliases aliases(kernel_, kernel_.nodes[n]);
      for (Op &op : kernel_.nodes[n].ops)
        if (op.opcode == Opcode::Load)
          orderLoad(n, aliases, op);
        else if (isStore(op))
          orderStore(n, aliases, op);
    }
  }

private:
  bool leads(NodeId from, NodeId to) const { return reachable_[from * kernel_.nodes.size() + to]; }

  void orderLoad(NodeId n, const NodeAliases &aliases, const Op &load) {
    SiteOrder &order = kernel_.sites[load.index].order;
    const auto before = [&](const Op &op) { return op.opcode == Opcode::Fence || (isGlobalAccess(op) && isWrite(op)); };
    for (NodeId other = 0; other < kernel_.nodes.size(); ++other)
      if (leads(other, n))
        for (const Op &op : kernel_.nodes[other].ops)
          if (before(op))
            meet(order, conflictOf(kernel_, op, load), op);
    for (const Op &op : kernel_.nodes[n].ops) {
      if (&op == &load)
        break;  // what stands behind it in its node comes later
      if (before(op))
        meet(order, aliases.conflictOf(op, load), op);
    }
  }

  /// Sets `ackBeforeExit`, too: whether something that must see the store may come after its node.
  void orderStore(NodeId n, const NodeAliases &aliases, Op &store) {
    SiteOrder order, outside;
    const std::vector<Op> &own = kernel_.nodes[n].ops;
    for (const Op *op = &store + 1; op != own.data() + own.size(); ++op)
      if (op->opcode == Opcode::Fence)  // what follows in other nodes relies on it
        meet(outside, {true, {}}, *op);
      else if (kindOf(op->opcode) == OpKind::Memory)
        meet(order, aliases.conflictOf(store, *op), *op);
    for (NodeId other = 0; other < kernel_.nodes.size(); ++other) {
      if (!leads(n, other))
        continue;
      if (kernel_.nodes[other].kind == NodeKind::Barrier)
        meet(outside, {true, {}}, store);
      for (const Op &op : kernel_.nodes[other].ops)
        if (kindOf(op.opcode) == OpKind::Memory && &op != &store)
          meet(outside, conflictOf(kernel_, store, op), op);
    }
    store.ackBeforeExit = outside.kind != OrderKind::Free;
    if (store.opcode != Opcode::Store)
      return;
    if (outside.kind == OrderKind::IfOverlap)
      meet(order, {false, outside.pairs}, store);
    else if (outside.kind != OrderKind::Free)
      meet(order, {true, {}}, store);
    // What comes behind a store has a place of its own.
    kernel_.sites[store.index].order = {
        order.kind == OrderKind::Fence ? OrderKind::Always : order.kind, order.pairs, {}};
  }

  Kernel &kernel_;
  const std::vector<bool> reachable_;
};

}  // namespace

bool orderSites(Kernel &kernel) {
  SiteOrders(kernel).run();
  return true;
}

}  // namespace weft::graph
