// SPDX-License-Identifier: Apache-2.0
// What the order of a work-item's accesses asks of each site (docs/architecture.md, section 3), while nodes are the
// ways of one work-item: those of a packet lead through more.
#include <algorithm>
#include <iterator>

#include "hls/graph/alias.h"
#include "hls/graph/cfg.h"
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
    const auto before = [&](const Op &op) {
      return order.kind < OrderKind::Always && (op.opcode == Opcode::Fence || (isGlobalAccess(op) && isWrite(op)));
    };
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

  /// Sets `ackBeforeExit`, too.
  void orderStore(NodeId n, const NodeAliases &aliases, Op &store) {
    SiteOrder order = behindNode(n, store);
    store.ackBeforeExit = order.kind != OrderKind::Free;
    if (store.opcode != Opcode::Store)
      return;
    const std::vector<Op> &own = kernel_.nodes[n].ops;
    for (const Op *op = &store + 1; op != own.data() + own.size() && order.kind < OrderKind::Always; ++op)
      if (kindOf(op->opcode) == OpKind::Memory)
        meet(order, aliases.conflictOf(store, *op), *op);
    // What comes behind a store has a place of its own.
    kernel_.sites[store.index].order = {std::min(order.kind, OrderKind::Always), order.pairs, {}};
  }

  /// Of what must see the store and may come after its node.
  SiteOrder behindNode(NodeId n, const Op &store) const {
    SiteOrder order;
    const std::vector<Op> &own = kernel_.nodes[n].ops;
    for (const Op *op = &store + 1; op != own.data() + own.size(); ++op)
      if (op->opcode == Opcode::Fence)  // what follows in other nodes relies on it
        meet(order, {true, {}}, *op);
    for (NodeId other = 0; other < kernel_.nodes.size() && order.kind < OrderKind::Always; ++other) {
      if (!leads(n, other))
        continue;
      if (kernel_.nodes[other].kind == NodeKind::Barrier)
        meet(order, {true, {}}, store);
      for (const Op &op : kernel_.nodes[other].ops)
        if (kindOf(op.opcode) == OpKind::Memory && &op != &store)
          meet(order, conflictOf(kernel_, store, op), op);
    }
    return order;
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
