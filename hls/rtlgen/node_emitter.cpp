// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/node_emitter.h"

#include <algorithm>

namespace weft::rtlgen {

using namespace graph;

NodeEmitter::NodeEmitter(const Plan &plan, NodeId id)
    : kernelPlan_(plan), kernel_(*plan.kernel), id_(id), node_(plan.kernel->nodes[id]), plan_(plan.nodes[id]),
      lastCycles_(schedule::lastCycles(plan_.problem, plan_.schedule)),
      lastUse_(schedule::lastSegment(plan_.problem, plan_.schedule)), sharers_(node_.ops.size(), kNone) {
  for (OpId o = OpId(node_.ops.size()); o-- > 0;)
    if (const OpId twin = plan_.problem.tasks[o].twin;
        twin != kNone && plan_.schedule.places[o] == plan_.schedule.places[twin])
      sharers_[twin] = o;
  // Names the emitter uses itself; values get others.
  for (const char *name : {"slot", "group_slot", "valid", "select", "branch", "token", "join", "credit", "delay"})
    names_.unique(name);
}

void NodeEmitter::port(const std::string &name, const std::string &net, unsigned width, bool output) {
  if (portNames_.insert(name).second)
    module_.ports.push_back({name, net, width, output});
}

void NodeEmitter::ports() {
  port("clk_i", "clk_i", 1, false);
  port("rst_i", "rst_i", 1, false);
  std::string net = fmt::format("n{}_", id_);
  port("in_valid_i", net + "in_valid", 1, false);
  port("in_ready_o", net + "in_ready", 1, true);
  port("in_data_i", net + "in_data", plan_.inputWidth, false);
  for (size_t e = 0; e < node_.edges.size(); ++e) {
    std::string edge = fmt::format("e{}_", e);
    port(edge + "valid_o", net + edge + "valid", 1, true);
    port(edge + "ready_i", net + edge + "ready", 1, false);
    port(edge + "data_o", net + edge + "data", kernelPlan_.nodes[node_.edges[e].target].inputWidth, true);
  }
  for (const Op &op : node_.ops)
    if (op.opcode == Opcode::Arg)
      input(fmt::format("arg_w{}_{}_{}", op.index, op.lo, width(op.result)), width(op.result));
}

void NodeEmitter::uniformValues() {
  for (OpId o = 0; o < node_.ops.size(); ++o) {
    const Op &op = node_.ops[o];
    const schedule::Task &task = plan_.problem.tasks[o];
    if (task.treatment != Treatment::Uniform || kindOf(op.opcode) == OpKind::Source)
      continue;
    std::vector<Operand> in = operands(op, 0, 0, true);
    std::string result = base(op.result) + "_u";
    line("logic {}{};  // {}", range(width(op.result)), result, comment(op));
    if (task.latency) {
      body_ += "  " + instance(op, task.module, task.latency, width(op.result), result, in, "u_" + result);
    } else {
      line("logic {}{}_d;", range(width(op.result)), result);
      body_ += "  " + combinational(op, width(op.result), result + "_d", in);
      line("always_ff @(posedge clk_i) {0} <= {0}_d;", result);
    }
  }
}

void NodeEmitter::entry(unsigned s) {
  chains_[kNone] = {fmt::format("slot_s{}c", s), kernelPlan_.slotBits, 0};
  body_ += chainMark(kNone);
  unsigned low = 0;
  std::string data = s == 0 ? "in_data_i" : fmt::format("token_s{}", s);
  unsigned total = plan_.inputWidth;
  std::vector<ValueId> values = node_.parameters;
  if (s > 0) {
    values.clear();
    total = kernelPlan_.slotBits;
    for (ValueId v = 0; v < lastUse_.size(); ++v)
      if (lastUse_[v] >= int(s) && readyPlace(plan_.problem, plan_.schedule, v).segment < s &&
          !(plan_.problem.producer[v] != kNone &&
            plan_.problem.tasks[plan_.problem.producer[v]].treatment == Treatment::Token)) {
        values.push_back(v);
        total += width(v);
      }
  }
  line("assign {} = {};", slotAt(s, 0), bits(data, total, 0, kernelPlan_.slotBits));
  low = kernelPlan_.slotBits;
  for (ValueId v : values) {
    if (lastCycles_[s].count(v)) {
      declare(v, s, 0);
      line("assign {} = {};", stage(v, s, 0), bits(data, total, low, width(v)));
    }
    low += width(v);
  }
  if (s == 0)
    return;
  for (OpId o = 0; o < node_.ops.size(); ++o) {
    ValueId v = node_.ops[o].result;
    if (!plan_.problem.tasks[o].responds || plan_.schedule.places[o].segment + 1 != s || v == kNone ||
        !lastCycles_[s].count(v))
      continue;
    declare(v, s, 0);
    line("assign {} = {}_data_i;", stage(v, s, 0), answerPort(o));
  }
}

/// Credits of all FIFOs at the segment's end, and what it waits for at its start.
void NodeEmitter::control(unsigned s) {
  std::string credits = fmt::format("token_s{}_credit", s + 1);
  line("logic {};", credits);
  for (OpId o = 0; o < node_.ops.size(); ++o)
    if (plan_.problem.tasks[o].treatment == Treatment::Request && plan_.schedule.places[o].segment == s) {
      std::string credit = prefix(o) + "_credit";
      line("logic {};", credit);
      credits += " & " + credit;
    }
  std::string valid = s == 0 ? "in_valid_i" : fmt::format("token_s{}_valid", s);
  std::vector<std::pair<std::string, std::string>> answers;  // port, predicate
  if (s > 0)
    for (OpId o = 0; o < node_.ops.size(); ++o)
      if (plan_.problem.tasks[o].responds && plan_.schedule.places[o].segment + 1 == s) {
        ValueId predicate = plan_.problem.tasks[o].predicate;
        answers.push_back({answerPort(o), predicate == kNone ? "" : at(predicate, s, 0)});
        valid += answers.back().second.empty()
                     ? fmt::format(" & {}_valid_i", answers.back().first)
                     : fmt::format(" & ({}_valid_i | ~{})", answers.back().first, answers.back().second);
      }
  std::string ready = s == 0 ? "in_ready_o" : fmt::format("ready_s{}", s);
  if (s > 0)
    line("logic ready_s{};", s);
  line("logic [{}:0] valid_s{};", plan_.schedule.latency[s], s);
  line("segment_ctrl #(.Latency({})) u_ctrl_s{} (.clk_i, .rst_i, .in_valid_i({}), .in_ready_o({}),",
       plan_.schedule.latency[s], s, valid, ready);
  line("    .credit_i({}), .stage_valid_o(valid_s{}));", credits, s);
  if (s > 0)
    line("assign token_s{0}_ready = valid_s{0}[0];", s);
  for (const auto &[answer, predicate] : answers)
    line("assign {}_ready_o = valid_s{}[0]{};", answer, s, predicate.empty() ? "" : " & " + predicate);
}

void NodeEmitter::pure(OpId o) {
  const Op &op = node_.ops[o];
  const schedule::Task &task = plan_.problem.tasks[o];
  const schedule::Place place = plan_.schedule.places[o];
  bool parts = op.opcode == Opcode::Trunc || op.opcode == Opcode::Slice || op.opcode == Opcode::DynSlice ||
               op.opcode == Opcode::DynInsert || op.opcode == Opcode::Shl || op.opcode == Opcode::LShr ||
               op.opcode == Opcode::AShr;
  std::vector<Operand> in = operands(op, place.segment, place.cycle, parts);
  line("// {}", comment(op));
  declare(op.result, place.segment, place.cycle + task.latency);
  std::string result = stage(op.result, place.segment, place.cycle + task.latency);
  if (task.latency == 0) {
    body_ += "  " + combinational(op, width(op.result), result, in);
    return;
  }
  if (sharer(o) != kNone)
    return;  // whose instance gives both results
  std::string other;
  if (task.twin != kNone && sharer(task.twin) == o)
    other = stage(node_.ops[task.twin].result, place.segment, place.cycle + task.latency);
  body_ +=
      "  " + instance(op, task.module, task.latency, width(op.result), result, in, "u_op_" + base(op.result), other);
}

OpId NodeEmitter::sharer(OpId first) const { return sharers_[first]; }

void NodeEmitter::segment(unsigned s) {
  segment_ = s;
  registers_.clear();
  chains_.clear();
  usedCycles_.clear();
  segmentBegin_ = body_.size();
  body_ += fmt::format("\n  // ---- Segment {}: {} cycles\n", s, plan_.schedule.latency[s]);
  entry(s);
  control(s);
  for (OpId o = 0; o < node_.ops.size(); ++o) {
    const schedule::Task &task = plan_.problem.tasks[o];
    if ((task.treatment != Treatment::Fixed && task.treatment != Treatment::Request) ||
        plan_.schedule.places[o].segment != s)
      continue;
    if (kindOf(node_.ops[o].opcode) == OpKind::Memory)
      memoryOp(o);
    else
      pure(o);
  }
  if (s == last())
    exit();
  else
    tokenFifo(s);
  finishChains();
  if (!registers_.empty())
    body_ += "  always_ff @(posedge clk_i) begin\n" + registers_ + "  end\n";
}

/// Carries what later segments need round the memories that this segment asks.
void NodeEmitter::tokenFifo(unsigned s) {
  unsigned latency = plan_.schedule.latency[s], total = kernelPlan_.slotBits;
  std::string payload = slotAt(s, latency);
  for (ValueId v = 0; v < lastUse_.size(); ++v) {
    if (lastUse_[v] <= int(s) || readyPlace(plan_.problem, plan_.schedule, v).segment > s)
      continue;
    OpId op = plan_.problem.producer[v];
    if (op != kNone && plan_.problem.tasks[op].treatment == Treatment::Token)
      continue;
    payload = stage(v, s, latency) + ", " + payload;
    total += width(v);
  }
  bool global = false;
  for (OpId o = 0; o < node_.ops.size(); ++o) {
    Opcode opcode = node_.ops[o].opcode;
    global |= (opcode == Opcode::Load || opcode == Opcode::Store || opcode == Opcode::Atomic) &&
              plan_.problem.tasks[o].responds && plan_.schedule.places[o].segment == s;
  }
  unsigned depth = fullRateDepth(latency + (global ? Depths::kGlobalWait : Depths::kLocalWait));
  std::string name = fmt::format("token_s{}", s + 1);
  line("logic {}{};", range(total), name);
  line("logic {0}_valid, {0}_ready;", name);
  line("credit_fifo #(.Width({}), .Depth({})) u_{} (.clk_i, .rst_i, .credit_o({}_credit), .reserve_i(valid_s{}[0]),",
       total, depth, name, name, s);
  line("    .push_i(valid_s{}[{}]), .data_i({{{}}}), .release_i(1'b0),", s, latency, payload);
  line("    .valid_o({0}_valid), .ready_i({0}_ready), .data_o({0}));", name);
}

NodeModule NodeEmitter::run() {
  module_.name = fmt::format("node_{}_{}", id_, identifier(node_.name, "node"));
  ports();
  uniformValues();
  for (unsigned s = 0; s < plan_.schedule.segments(); ++s)
    segment(s);
  std::string text =
      fmt::format("// Node '{}': {} segment(s), {} register bits.\nmodule {} (\n", node_.name,
                  plan_.schedule.segments(), schedule::registerBits(plan_.problem, plan_.schedule), module_.name);
  for (size_t i = 0; i < module_.ports.size(); ++i) {
    const Port &p = module_.ports[i];
    text += fmt::format("    {} logic {}{}{}\n", p.output ? "output" : "input ", range(p.width), p.name,
                        i + 1 < module_.ports.size() ? "," : "");
  }
  module_.text = text + ");\n" + body_ + "endmodule\n";
  return std::move(module_);
}

NodeModule emitNode(const Plan &plan, NodeId node) { return NodeEmitter(plan, node).run(); }

}  // namespace weft::rtlgen
