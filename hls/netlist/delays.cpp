// SPDX-License-Identifier: Apache-2.0
#include "hls/netlist/delays.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "hls/netlist/build.h"

namespace weft::netlist {
namespace {

// From here on a block memory takes less of an FPGA than registers, and less of a simulation.
constexpr unsigned kMemoryStages = 32;
constexpr unsigned kMemoryBits = 1024;
// Values that are delayed together share a memory of the width that block memories have, and no simulated signal gets
// wider than a machine word.
constexpr unsigned kMemoryWidth = 64;

class Delays {
public:
  explicit Delays(Builder &builder)
      : b_(builder), module_(builder.module()), added_(builder.module().segments.size()) {}

  void run() {
    findUses();
    const size_t before = module_.exprs.size();
    for (const auto &[segment, spans] : spans_)
      for (const auto &[stages, values] : spans)
        delay(segment, stages.first, stages.second, values);
    for (ExprId e = 0; e < before; ++e)
      if (Expr &expr = module_.exprs[e]; expr.delay) {
        const auto stage = stages_.find({expr.net, module_.nets[expr.net].stage + expr.delay});
        if (stage != stages_.end())  // else nothing uses the expression
          expr.net = stage->second;
        expr.delay = 0;
      }
    insert();
  }

private:
  /// Delays of one length between the same stages can share a memory.
  void findUses() {
    const std::vector<bool> used = usedExprs(module_);
    std::map<NetId, std::set<unsigned>> uses;
    for (ExprId e = 0; e < module_.exprs.size(); ++e)
      if (const Expr &expr = module_.exprs[e]; used[e] && expr.delay)
        uses[expr.net].insert(module_.nets[expr.net].stage + expr.delay);
    for (const auto &[net, stages] : uses) {
      unsigned from = module_.nets[net].stage;
      for (unsigned to : stages) {
        spans_[module_.nets[net].segment][{from, to}].push_back(net);
        from = to;
      }
    }
  }

  NetId at(NetId value, unsigned stage) {
    if (module_.nets[value].stage == stage)
      return value;
    const auto [it, isNew] = stages_.try_emplace({value, stage}, NetId(module_.nets.size()));
    if (isNew) {
      Net net = module_.nets[value];
      net.stage = stage;
      net.port = kNone;
      module_.nets.push_back(net);
    }
    return it->second;
  }

  void delay(SegmentId segment, unsigned from, unsigned to, const std::vector<NetId> &values) {
    unsigned count = 0;
    for (size_t i = 0, next; i < values.size(); i = next) {
      unsigned bits = 0;
      for (next = i; next < values.size(); ++next) {
        const unsigned width = module_.nets[values[next]].bits();
        if (next != i && bits + width > kMemoryWidth)
          break;
        bits += width;
      }
      const std::vector<NetId> group(values.begin() + long(i), values.begin() + long(next));
      if (to - from >= kMemoryStages && bits * (to - from) >= kMemoryBits)
        memory(segment, from, to, group, bits, fmt::format("u_delay_s{}c{}c{}_{}", segment, from, to, count++));
      else
        for (NetId value : group)
          registers(segment, from, to, value);
    }
  }

  void registers(SegmentId segment, unsigned from, unsigned to, NetId value) {
    for (unsigned stage = from; stage < to; ++stage) {
      const ExprId before = b_.use(at(value, stage));
      added_[segment].registers.push_back({Register{at(value, stage + 1), before, false}, segment, {}});
    }
  }

  void memory(SegmentId segment, unsigned from, unsigned to, const std::vector<NetId> &values, unsigned bits,
              const std::string &name) {
    Instance instance;
    instance.name = name;
    instance.component = components::find("delay_memory");
    instance.settings = {{"Width", graph::Bits(32, bits)}, {"Latency", graph::Bits(32, to - from)}};
    Connection out{instance.component->portIndex("data_o"), kNone, {}};
    std::vector<ExprId> in;
    for (NetId value : values) {
      in.push_back(b_.reshape(b_.use(at(value, from)), 1));
      out.nets.push_back(at(value, to));
    }
    instance.connections = {{instance.component->portIndex("data_i"), b_.concat(in), {}},
                            out,
                            {instance.component->portIndex("clk_i"), b_.use(clockOf(module_)), {}},
                            {instance.component->portIndex("rst_i"), b_.use(resetOf(module_)), {}}};
    added_[segment].memories.push_back({std::move(instance), segment, {}});
  }

  /// Behind the last item of each segment, which is one stretch of the text.
  void insert() {
    std::vector<size_t> last(module_.segments.size(), 0);
    for (size_t i = 0; i < module_.items.size(); ++i)
      if (module_.items[i].segment != kNone)
        last[module_.items[i].segment] = i;
    std::vector<Item> items;
    for (size_t i = 0; i < module_.items.size(); ++i) {
      const SegmentId segment = module_.items[i].segment;
      items.push_back(std::move(module_.items[i]));
      if (segment == kNone || last[segment] != i)
        continue;
      for (auto *added : {&added_[segment].memories, &added_[segment].registers})
        items.insert(items.end(), std::make_move_iterator(added->begin()), std::make_move_iterator(added->end()));
    }
    module_.items = std::move(items);
  }

  struct Added {
    std::vector<Item> memories, registers;
  };
  using Span = std::pair<unsigned, unsigned>;  // from and to stage

  Builder &b_;
  Module &module_;
  std::map<SegmentId, std::map<Span, std::vector<NetId>>> spans_;
  std::map<std::pair<NetId, unsigned>, NetId> stages_;
  std::vector<Added> added_;
};

}  // namespace

void insertDelays(Module &module) {
  Builder builder(std::move(module));
  Delays(builder).run();
  module = builder.take();
}

}  // namespace weft::netlist
