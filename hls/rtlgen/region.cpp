// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "hls/rtlgen/region_emitter.h"
#include "weft_abi.h"

namespace weft::rtlgen {

using namespace graph;

std::string RegionEmitter::list(const std::string &format, size_t count, const std::string &ifNone) {
  if (count == 0)
    return ifNone;
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    std::string item = fmt::format(fmt::runtime(format), i);
    text = text.empty() ? item : item + ", " + text;
  }
  return count == 1 ? text : "{" + text + "}";
}

void RegionEmitter::header() {
  unsigned address = plan_.board->memoryAddressBits, lineBits = plan_.board->portBits;
  const auto ports = abi::kernelRegionPorts(lineBits, address);
  body_ += fmt::format("module {} (\n", abi::kKernelRegionModule);
  for (const abi::Port &port : ports)
    body_ += fmt::format("    {} logic {}{}{}\n", port.output ? "output" : "input ", range(port.width), port.name,
                         &port == &ports.back() ? "" : ",");
  body_ += ");\n";
}

void RegionEmitter::configuration() {
  title("Configuration words");
  line("logic [{}:0] words;", plan_.configWords * 64 - 1);
  line("kernel_config #(.NumWords({})) u_config (.clk_i, .rst_i, .cfg_valid_i, .cfg_addr_i, .cfg_data_i, "
       ".words_o(words));",
       plan_.configWords);
  line("logic [31:0] group_shift, pool_shift, group_size;");
  line("assign group_shift = {};", word(abi::word::GROUP_SHIFT, 32));
  line("assign pool_shift = {};", word(abi::word::POOL_SHIFT, 32));
  line("assign group_size = {};", word(abi::word::GROUP_SIZE, 32));
  line("logic start;");
  if (plan_.startDelay < 2) {  // the first token is later than that anyway
    line("assign start = start_i;");
    return;
  }
  line("// Values that depend on arguments only are computed before the first work-item starts.");
  line("logic [{}:0] start_q;", plan_.startDelay - 1);
  line("always_ff @(posedge clk_i) start_q <= rst_i ? '0 : {{start_q[{}:0], start_i}};", plan_.startDelay - 2);
  line("assign start = start_q[{}];", plan_.startDelay - 1);
}

void RegionEmitter::dispatcher() {
  title("Work-items");
  static const char *const values[] = {"global_id_x", "global_id_y", "global_id_z", "local_id_x", "local_id_y",
                                       "local_id_z",  "group_id_x",  "group_id_y",  "group_id_z", "linear_local_id"};
  unsigned slotBits = plan_.slotBits;
  line("logic dispatch_valid, dispatch_ready, retire_valid, admitting, all_done;");
  line("logic {}dispatch_slot, retire_slot;", range(slotBits));
  line("logic [{}:0] in_flight;", slotBits);
  for (const char *v : values)
    line("logic [31:0] {};", v);
  line("ndrange_dispatcher #(.NumSlots({}), .MaxGroups({})) u_dispatcher (.clk_i, .rst_i,", slots(),
       kernel_.groupSlots);
  const std::pair<const char *, uint32_t> words[] = {
      {"global_offset_x", abi::word::GLOBAL_OFFSET_X}, {"global_offset_y", abi::word::GLOBAL_OFFSET_Y},
      {"global_offset_z", abi::word::GLOBAL_OFFSET_Z}, {"local_size_x", abi::word::LOCAL_SIZE_X},
      {"local_size_y", abi::word::LOCAL_SIZE_Y},       {"local_size_z", abi::word::LOCAL_SIZE_Z},
      {"num_groups_x", abi::word::NUM_GROUPS_X},       {"num_groups_y", abi::word::NUM_GROUPS_Y},
      {"num_groups_z", abi::word::NUM_GROUPS_Z},       {"group_size", abi::word::GROUP_SIZE},
      {"group_shift", abi::word::GROUP_SHIFT},         {"groups_max", abi::word::GROUPS_MAX}};
  for (auto [name, index] : words)
    line("    .{}_i({}),", name, word(index, 32));
  for (const char *v : values)
    line("    .out_{0}_o({0}),", v);
  line("    .start_i(start), .out_valid_o(dispatch_valid), .out_ready_i(dispatch_ready), .out_slot_o(dispatch_slot),");
  line("    .retire_valid_i(retire_valid), .retire_slot_i(retire_slot), .in_flight_o(in_flight),");
  line("    .admitting_o(admitting), .all_done_o(all_done));");
  std::string data = "dispatch_slot";
  for (EntryValue v : kernel_.entryValues)
    data = std::string(values[size_t(v)]) + ", " + data;
  line("assign n0_in_valid = dispatch_valid;");
  line("assign dispatch_ready = n0_in_ready;");
  line("assign n0_in_data = {{{}}};", data);
}

void RegionEmitter::nets() {
  title("Nets between the modules");
  std::map<std::string, unsigned> declared;  // sorted: deterministic
  for (const NodeModule &module : modules_)
    for (const Port &p : module.ports)
      if (p.net != p.name && p.net != "group_shift" && p.net != "pool_shift")
        declared[p.net] = p.width;
  for (NodeId n = 0; n < kernel_.nodes.size(); ++n) {
    if (kernel_.nodes[n].kind == NodeKind::Pipeline)
      continue;
    std::string prefix = fmt::format("n{}_", n);
    declared[prefix + "in_valid"] = declared[prefix + "in_ready"] = 1;
    declared[prefix + "in_data"] = plan_.nodes[n].inputWidth;
    if (kernel_.nodes[n].kind == NodeKind::Barrier) {
      declared[prefix + "e0_valid"] = declared[prefix + "e0_ready"] = 1;
      declared[prefix + "e0_data"] = plan_.nodes[n].inputWidth;
      declared[prefix + "parked"] = plan_.slotBits + 1;
    }
  }
  for (const auto &[name, width] : declared)
    line("logic {}{};", range(width), name);
  // Arguments.
  std::map<std::string, std::string> arguments;
  for (const Node &node : kernel_.nodes)
    for (const Op &op : node.ops)
      if (op.opcode == Opcode::Arg) {
        unsigned width = kernel_.values[op.result].width;
        arguments[fmt::format("arg_w{}_{}_{}", op.index, op.lo, width)] = word(op.index, width, op.lo);
      }
  for (const auto &[name, value] : arguments)
    line("assign {} = {};", name, value);
}

void RegionEmitter::channels() {
  for (NodeId n = 0; n < kernel_.nodes.size(); ++n) {
    const Node &node = kernel_.nodes[n];
    title(fmt::format("Node {} '{}'", n, node.name));
    const auto &edges = plan_.incoming[n];
    std::vector<std::string> sources;
    for (EdgeRef edge : edges) {
      std::string source = fmt::format("n{}_e{}", edge.from, edge.edge);
      if (plan_.nodes[edge.from].edgeFifo[edge.edge]) {
        // Room for every work-item in flight: what keeps the loop free of deadlock.
        unsigned width = plan_.nodes[n].inputWidth;
        line("logic {0}f_valid, {0}f_ready;", source);
        line("logic {}{}f_data;", range(width), source);
        line("stream_fifo #(.Width({0}), .Depth({1})) u_{2} (.clk_i, .rst_i, .in_valid_i({2}_valid), "
             ".in_ready_o({2}_ready), .in_data_i({2}_data),",
             width, slots(), source);
        line("    .out_valid_o({0}f_valid), .out_ready_i({0}f_ready), .out_data_o({0}f_data));", source);
        source += "f";
      }
      sources.push_back(source);
    }
    std::string in = fmt::format("n{}_in", n);
    if (sources.size() == 1) {
      line("assign {}_valid = {}_valid;", in, sources[0]);
      line("assign {}_ready = {}_ready;", sources[0], in);
      line("assign {}_data = {}_data;", in, sources[0]);
    } else if (sources.size() > 1) {
      std::string valid, ready, data;
      for (const std::string &s : sources) {
        valid = s + "_valid" + (valid.empty() ? "" : ", ") + valid;
        ready = s + "_ready" + (ready.empty() ? "" : ", ") + ready;
        data = s + "_data" + (data.empty() ? "" : ", ") + data;
      }
      line("stream_merge #(.Width({}), .NumInputs({}), .RoundRobin({})) u_{} (.clk_i, .rst_i,",
           plan_.nodes[n].inputWidth, sources.size(), node.loopHeader ? 0 : 1, in);
      line("    .in_valid_i({{{}}}), .in_ready_o({{{}}}), .in_data_i({{{}}}),", valid, ready, data);
      line("    .out_valid_o({0}_valid), .out_ready_i({0}_ready), .out_data_o({0}_data));", in);
    }
    if (node.kind == NodeKind::Barrier) {
      barrier(n);
    } else if (node.kind == NodeKind::Exit) {
      line("assign n{}_in_ready = 1'b1;", n);
      line("assign retire_valid = n{}_in_valid;", n);
      line("assign retire_slot = n{}_in_data;", n);
    } else {
      std::string connections;
      for (const Port &p : modules_[n].ports)
        connections += fmt::format("{}\n      {}", connections.empty() ? "" : ",",
                                   p.name == p.net ? "." + p.name : fmt::format(".{}({})", p.name, p.net));
      line("{} u_n{} ({});", modules_[n].name, n, connections);
    }
  }
}

void RegionEmitter::barrier(NodeId n) {
  unsigned width = plan_.nodes[n].inputWidth, slotBits = plan_.slotBits, values = width - slotBits;
  std::string in = fmt::format("n{}_in", n), out = fmt::format("n{}_e0", n);
  line("barrier #(.Width({}), .NumSlots({}), .MaxGroups({})) u_n{} (.clk_i, .rst_i,", std::max(1u, values), slots(),
       kernel_.groupSlots, n);
  line("    .group_shift_i(group_shift), .group_size_i(group_size), .in_valid_i({0}_valid), .in_ready_o({0}_ready),",
       in);
  line("    .in_slot_i({}), .in_data_i({}),", bits(in + "_data", width, 0, slotBits),
       values ? bits(in + "_data", width, slotBits, values) : "1'b0");
  line("    .out_valid_o({0}_valid), .out_ready_i({0}_ready), .out_slot_o({1}), .out_data_o({2}), "
       ".parked_o(n{3}_parked));",
       out, bits(out + "_data", width, 0, slotBits), values ? bits(out + "_data", width, slotBits, values) : "", n);
}

/// Sites, and behind them the checks of accesses on chip.
void RegionEmitter::faultCollector() {
  const size_t count = kernel_.sites.size() + kernel_.checks.size();
  const unsigned address = plan_.board->memoryAddressBits, width = std::max(address, kernel_.checks.empty() ? 0 : 32u);
  std::string faults, writes, addresses;
  auto source = [&](const std::string &fault, Site::Kind kind, const std::string &where, unsigned bits) {
    const char *comma = faults.empty() ? "" : ", ";
    faults = fault + comma + faults;
    writes = (kind == Site::Kind::Load ? "0" : "1") + writes;
    addresses = (bits < width ? fmt::format("{}'b0, ", width - bits) : "") + where + comma + addresses;
  };
  for (size_t s = 0; s < kernel_.sites.size(); ++s)
    source(fmt::format("s{}_fault", s), kernel_.sites[s].kind, fmt::format("s{}_fault_addr", s), address);
  for (size_t c = 0; c < kernel_.checks.size(); ++c)
    source(fmt::format("check{}_fault", c), kernel_.checks[c].kind, fmt::format("check{}_offset", c), 32);
  // Where work-items are when a launch is ended.
  const std::vector<NodeId> watched = stallPoints(kernel_);
  std::string busy;
  for (NodeId n : watched)
    busy = fmt::format("n{}_{}{}{}", n, kernel_.nodes[n].kind == NodeKind::Barrier ? "parked != '0" : "in_valid",
                       busy.empty() ? "" : ", ", busy);
  const size_t numPlaces = std::max<size_t>(1, watched.size());
  line("logic {}places;", range(unsigned(numPlaces)));
  line("assign places = {};", busy.empty() ? "1'b0" : "{" + busy + "}");
  line("fault_collector #(.NumSites({}), .AddrBits({}), .NumPlaces({})) u_faults (.clk_i, .rst_i,", count, width,
       numPlaces);
  line("    .site_fault_i({}), .site_write_i({}'b{}),", count ? "{" + faults + "}" : "1'b0", std::max<size_t>(1, count),
       count ? writes : "0");
  line("    .watch_i, .in_flight_i(16'(in_flight)), .place_i(places),");
  line("    .site_addr_i({}), .hang_i(hang), .start_i,", count ? "{" + addresses + "}" : "'0");
  line("    .fault_valid_o, .fault_code_o, .fault_site_o, .fault_addr_o);");
}

void RegionEmitter::control() {
  title("Faults and the end of a launch");
  std::vector<NodeId> barriers;
  for (NodeId n = 0; n < kernel_.nodes.size(); ++n)
    if (kernel_.nodes[n].kind == NodeKind::Barrier)
      barriers.push_back(n);
  line("logic hang;");
  if (barriers.empty()) {
    line("assign hang = 1'b0;");
  } else {
    std::string parked;
    for (NodeId n : barriers)
      parked = fmt::format("n{}_parked{}{}", n, parked.empty() ? "" : ", ", parked);
    line("hang_detector #(.NumBarriers({}), .CountW({})) u_hang (.clk_i, .rst_i, .in_flight_i(in_flight),",
         barriers.size(), plan_.slotBits + 1);
    line("    .admitting_i(admitting), .parked_i({{{}}}), .hang_o(hang));", parked);
  }
  const size_t count = kernel_.sites.size();
  faultCollector();
  // Requests pass FIFOs on their way to the units.
  std::string quiet = "all_done";
  for (uint32_t s = 0; s < count; ++s)
    quiet += fmt::format(" & s{0}_idle & ~s{0}_req_valid", s);
  line("logic running_q, quiet;");
  line("logic [3:0] quiet_q;");
  line("assign quiet = {};", quiet);
  body_ += R"(  // A request may be out of sight for a few cycles inside a FIFO, so all must be quiet for eight.
  always_ff @(posedge clk_i) begin
    quiet_q <= !quiet || start ? 4'd0 : quiet_q + {3'd0, !quiet_q[3]};
    done_o  <= running_q && (quiet_q[3] || (hang && fault_valid_o)) && !done_o;
    if (start) running_q <= 1'b1;
    else if (done_o) running_q <= 1'b0;
    if (rst_i) begin
      quiet_q   <= 4'd0;
      running_q <= 1'b0;
      done_o    <= 1'b0;
    end
  end
)";
}

std::string RegionEmitter::run() {
  header();
  configuration();
  nets();
  dispatcher();
  channels();
  for (uint32_t m = 0; m < kernel_.memories.size(); ++m)
    memory(m);
  sites();
  memoryPort();
  control();
  return body_ + "endmodule\n";
}

std::string emitRegion(const Plan &plan, const std::vector<NodeModule> &modules) {
  return RegionEmitter(plan, modules).run();
}

}  // namespace weft::rtlgen
