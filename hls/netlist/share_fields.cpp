// SPDX-License-Identifier: Apache-2.0
#include "hls/netlist/share_fields.h"

#include <algorithm>

#include "hls/netlist/build.h"
#include "hls/netlist/widths.h"

namespace weft::netlist {
namespace {

using graph::Bits;

using Group = std::vector<size_t>;  // fields of a stream that share bits

class Sharing {
public:
  explicit Sharing(Builder &builder) : b_(builder), module_(builder.module()), moved_(module_.nets.size(), kNone) {}

  void run() {
    for (Item &item : module_.items)
      if (auto *instance = std::get_if<Instance>(&item.what); instance && instance->component)
        if (instance->component->name == "credit_fifo")
          share(*instance);
    for (Expr &expr : module_.exprs)
      if (expr.kind == Expr::Kind::Net && moved_[expr.net] != kNone)
        expr.net = moved_[expr.net];
  }

private:
  void share(Instance &fifo) {
    if (fifo.streams.size() != 1 || fifo.streams[0].streams.size() != 1)
      return;
    const StreamId out = fifo.streams[0].streams[0];
    const uint32_t port = fifo.component->portIndex("data_i");
    const auto in = std::find_if(fifo.connections.begin(), fifo.connections.end(),
                                 [&](const Connection &connection) { return connection.port == port; });
    if (module_.streams[out].select == kNone || in == fifo.connections.end())
      return;
    const std::vector<ExprId> written = partsOf(out, in->value);
    const std::vector<Group> groups = groupsOf(module_.streams[out]);
    if (written.empty() || groups.size() == written.size())
      return;
    in->value = merge(out, groups, written);
    for (Setting &setting : fifo.settings)
      if (setting.parameter == "Width")
        setting.value = Bits(32, b_.width(in->value));
  }

  /// What is written for each field; nothing if the fields are not written one by one.
  std::vector<ExprId> partsOf(StreamId out, ExprId value) const {
    const Expr &expr = module_.exprs[value];
    const std::vector<Stream::Field> &fields = module_.streams[out].fields;
    bool each = expr.opcode == graph::Opcode::Concat && expr.operands.size() == fields.size();
    for (size_t f = 0; each && f < fields.size(); ++f)
      each = b_.width(expr.operands[f]) == module_.nets[fields[f].net].bits();
    return each ? expr.operands : std::vector<ExprId>();
  }

  bool fits(const Stream &stream, const Group &group, size_t f) const {
    const Stream::Field &field = stream.fields[f];
    return std::all_of(group.begin(), group.end(), [&](size_t g) {
      const Stream::Field &other = stream.fields[g];
      const Net &a = module_.nets[field.net], &b = module_.nets[other.net];
      return other.conditional() && (other.when & field.when).isZero() && a.width == b.width && a.lanes == b.lanes &&
             a.port == kNone && b.port == kNone;
    });
  }

  /// Fields under most selects are placed first: the rest then fits round them. Those that always count come before.
  std::vector<Group> groupsOf(const Stream &stream) const {
    std::vector<Group> groups;
    std::vector<size_t> order;
    for (size_t f = 0; f < stream.fields.size(); ++f)
      if (stream.fields[f].conditional())
        order.push_back(f);
      else
        groups.push_back({f});
    const auto selects = [&](size_t f) { return stream.fields[f].when.countOnes(); };
    std::sort(order.begin(), order.end(),
              [&](size_t a, size_t b) { return selects(a) != selects(b) ? selects(a) > selects(b) : a < b; });
    for (size_t f : order) {
      const auto group = std::find_if(groups.begin(), groups.end(), [&](const Group &g) { return fits(stream, g, f); });
      if (group == groups.end())
        groups.push_back({f});
      else
        group->push_back(f);
    }
    return groups;
  }

  /// Leaves the stream with a field for each group. Returns what the FIFO then takes.
  ExprId merge(StreamId out, const std::vector<Group> &groups, const std::vector<ExprId> &written) {
    Stream &stream = module_.streams[out];
    const ExprId select = written[stream.select];
    std::vector<ExprId> values;
    std::vector<Stream::Field> fields;
    for (const Group &group : groups) {
      Stream::Field field = stream.fields[group[0]];
      ExprId value = written[group.back()];
      for (size_t k = group.size() - 1; k-- > 0;)
        value = b_.select(anyOf(select, stream.fields[group[k]].when), written[group[k]], value);
      for (size_t k = 1; k < group.size(); ++k) {
        field.when = field.when | stream.fields[group[k]].when;
        moved_[stream.fields[group[k]].net] = field.net;
      }
      values.push_back(value);
      fields.push_back(std::move(field));
    }
    stream.select = uint32_t(
        std::find_if(groups.begin(), groups.end(), [&](const Group &group) { return group[0] == stream.select; }) -
        groups.begin());
    stream.fields = std::move(fields);
    return b_.concat(values);
  }

  ExprId anyOf(ExprId select, const Bits &when) {
    std::vector<ExprId> terms;
    for (unsigned i = 0; i < when.width(); ++i)
      if (when.bit(i))
        terms.push_back(b_.slice(select, i, 1));
    return b_.disjunction(terms);
  }

  Builder &b_;
  Module &module_;
  std::vector<NetId> moved_;  // by net: the net of the field that it has become part of
};

}  // namespace

void shareFields(Module &module) {
  Builder builder(std::move(module));
  Sharing(builder).run();
  module = builder.take();
}

}  // namespace weft::netlist
