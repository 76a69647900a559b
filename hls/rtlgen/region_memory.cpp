// SPDX-License-Identifier: Apache-2.0
// On-chip memories, access units and the port to device memory.
#include "hls/rtlgen/region_emitter.h"

namespace weft::rtlgen {

using namespace graph;

void RegionEmitter::memory(uint32_t m) {
  static const char *const kinds[] = {"local", "local pool", "private", "constant"};
  const Memory &memory = kernel_.memories[m];
  const MemoryPlan &plan = plan_.memories[m];
  const auto &use = plan.use;
  if (use.reads.empty() && use.atomics.empty()) {
    // Written only: nobody can tell. The writes are taken and acknowledged all the same.
    if (use.writes.empty())
      return;
  }
  std::string name = identifier(memory.name, "memory");
  title(fmt::format("Memory {} '{}': {}, {} words of {} bits", m, name, kinds[size_t(memory.kind)], plan.words,
                    plan.wordBits));
  if (memory.kind == Memory::Kind::Rom)
    rom(m);
  else if (!use.atomics.empty())
    atomicMemory(m);
  else if (use.arbitrated())
    arbitratedMemory(m);
  else
    localMemory(m);
}

void RegionEmitter::rom(uint32_t m) {
  const Memory &memory = kernel_.memories[m];
  const MemoryPlan &plan = plan_.memories[m];
  std::string contents;
  for (size_t i = size_t(plan.words * memory.wordBytes); i-- > 0;)
    contents += fmt::format("{:02x}", i < memory.contents.size() ? memory.contents[i] : 0);
  size_t reads = plan.use.reads.size();
  line("logic [{}:0] m{}_rd_data;", reads * plan.wordBits - 1, m);
  line("rom #(.WordBits({}), .Words({}), .NumReads({}), .Contents({}'h{})) u_m{} (.clk_i,", plan.wordBits, plan.words,
       reads, plan.words * plan.wordBits, contents, m);
  line("    .rd_addr_i({}), .rd_data_o(m{}_rd_data));", list(fmt::format("m{}_r{{}}_addr", m), reads), m);
  for (size_t r = 0; r < reads; ++r)
    line("assign m{0}_r{1}_data = m{0}_rd_data[{2} +: {3}];", m, r, r * plan.wordBits, plan.wordBits);
}

void RegionEmitter::localMemory(uint32_t m) {
  const MemoryPlan &plan = plan_.memories[m];
  size_t reads = plan.use.reads.size();
  if (reads == 0)
    return;  // written only
  std::string write = ".wr_valid_i(1'b0), .wr_addr_i('0), .wr_data_i('0), .wr_strb_i('0)";
  if (plan.use.arbitrated())
    write = fmt::format(".wr_valid_i(m{0}_wr_valid), .wr_addr_i(m{0}_wr_addr), .wr_data_i(m{0}_wr_data), "
                        ".wr_strb_i(m{0}_wr_strb)",
                        m);
  else if (!plan.use.writes.empty())
    write = fmt::format(".wr_valid_i(m{0}_w0_valid), .wr_addr_i(m{0}_w0_addr), .wr_data_i(m{0}_w0_data), "
                        ".wr_strb_i(m{0}_w0_strb)",
                        m);
  line("logic [{}:0] m{}_rd_data;", reads * plan.wordBits - 1, m);
  line("local_mem #(.WordBits({}), .Words({}), .NumReads({})) u_m{} (.clk_i,", plan.wordBits, plan.words, reads, m);
  line("    .rd_addr_i({}), .rd_data_o(m{}_rd_data),", list(fmt::format("m{}_r{{}}_addr", m), reads), m);
  line("    {});", write);
  for (size_t r = 0; r < reads; ++r)
    line("assign m{0}_r{1}_data = m{0}_rd_data[{2} +: {3}];", m, r, r * plan.wordBits, plan.wordBits);
}

void RegionEmitter::arbitratedMemory(uint32_t m) {
  const MemoryPlan &plan = plan_.memories[m];
  size_t writes = plan.use.writes.size();
  auto all = [&](const char *suffix) { return list(fmt::format("m{}_w{{}}_{}", m, suffix), writes); };
  line("logic m{}_wr_valid;", m);
  line("logic {}m{}_wr_addr;", range(plan.addressBits), m);
  line("logic [{}:0] m{}_wr_data;", plan.wordBits - 1, m);
  line("logic {}m{}_wr_strb;", range(plan.wordBits / 8), m);
  line("local_write_arbiter #(.WordBits({}), .Words({}), .NumPorts({}), .Depth({})) u_m{}_writes (.clk_i, .rst_i,",
       plan.wordBits, plan.words, writes, Depths::kLocalUnit, m);
  line("    .in_valid_i({}), .in_ready_o({}), .in_addr_i({}),", all("req_valid"), all("req_ready"), all("addr"));
  line("    .in_data_i({}), .in_strb_i({}),", all("data"), all("strb"));
  line("    .ack_valid_o({}), .ack_ready_i({}),", all("ack_valid"), all("ack_ready"));
  line("    .wr_valid_o(m{0}_wr_valid), .wr_addr_o(m{0}_wr_addr), .wr_data_o(m{0}_wr_data), .wr_strb_o(m{0}_wr_strb));",
       m);
  localMemory(m);
}

void RegionEmitter::atomicMemory(uint32_t m) {
  const MemoryPlan &plan = plan_.memories[m];
  size_t reads = plan.use.reads.size(), writes = plan.use.writes.size(), atomics = plan.use.atomics.size();
  auto r = [&](const char *suffix) { return list(fmt::format("m{}_r{{}}_{}", m, suffix), reads, "'0"); };
  auto w = [&](const char *suffix, bool out = false) {
    return list(fmt::format("m{}_w{{}}_{}", m, suffix), writes, out ? "" : "'0");
  };
  auto a = [&](const char *suffix) { return list(fmt::format("m{}_a{{}}_{}", m, suffix), atomics); };
  line("logic [{}:0] m{}_rd_data;", std::max<size_t>(1, reads) * 32 - 1, m);
  line("local_atomic #(.Words({}), .NumReads({}), .NumWrites({}), .NumAtomics({}), .Depth({})) u_m{} (.clk_i, .rst_i,",
       plan.words, reads, writes, atomics, Depths::kLocalUnit, m);
  line("    .rd_addr_i({}), .rd_data_o(m{}_rd_data),", r("addr"), m);
  line("    .in_valid_i({}), .in_ready_o({}), .in_addr_i({}),", w("req_valid"), w("req_ready", true), w("addr"));
  line("    .in_data_i({}), .in_strb_i({}),", w("data"), w("strb"));
  line("    .ack_valid_o({}), .ack_ready_i({}),", w("ack_valid", true), w("ack_ready"));
  line("    .at_valid_i({}), .at_ready_o({}), .at_addr_i({}),", a("req_valid"), a("req_ready"), a("addr"));
  line("    .at_op_i({}), .at_data_i({}), .at_cmp_i({}),", a("op"), a("data"), a("cmp"));
  line("    .rsp_valid_o({}), .rsp_ready_i({}), .rsp_data_o({}));", a("rsp_valid"), a("rsp_ready"), a("rsp_data"));
  for (size_t i = 0; i < reads; ++i)
    line("assign m{0}_r{1}_data = m{0}_rd_data[{2} +: 32];", m, i, i * 32);
}

unsigned RegionEmitter::countSites(Site::Kind kind) const {
  unsigned count = 0;
  for (const Site &s : kernel_.sites)
    count += s.kind == kind;
  return count;
}

void RegionEmitter::sites() {
  unsigned address = plan_.board->memoryAddressBits, lineBits = plan_.board->portBits;
  if (kernel_.sites.empty())
    return;
  title("Access units");
  auto vector = [&](const char *group, const char *name, unsigned count, unsigned width) {
    line("logic [{}:0] {}_line_{};", std::max(1u, count) * width - 1, group, name);
  };
  unsigned loads = countSites(Site::Kind::Load), stores = countSites(Site::Kind::Store),
           atomics = countSites(Site::Kind::Atomic);
  line("logic [{}:0] line_rsp_data;", lineBits - 1);
  for (auto [group, count] : {std::pair{"load", loads}, {"store", stores}, {"atomic", atomics}}) {
    bool load = group[0] == 'l', isAtomic = group[0] == 'a';
    vector(group, "req_valid", count, 1);
    vector(group, "req_ready", count, 1);
    vector(group, "req_addr", count, address);
    if (!load) {
      vector(group, "req_data", count, lineBits);
      vector(group, "req_strb", count, lineBits / 8);
      vector(group, "ack_valid", count, 1);
    }
    if (load || isAtomic)
      vector(group, "rsp_valid", count, 1);
    if (isAtomic)
      vector(group, "req_atop", count, 6);
    if (count == 0) {
      line("assign {}_line_req_valid = '0;", group);
      line("assign {}_line_req_addr = '0;", group);
      if (!load) {
        line("assign {}_line_req_data = '0;", group);
        line("assign {}_line_req_strb = '0;", group);
      }
      if (isAtomic)
        line("assign {}_line_req_atop = '0;", group);
    }
  }
  for (uint32_t s = 0; s < kernel_.sites.size(); ++s)
    site(s);
}

void RegionEmitter::site(uint32_t s) {
  const Site &site = kernel_.sites[s];
  const SitePlan &plan = plan_.sites[s];
  unsigned address = plan_.board->memoryAddressBits, lineBits = plan_.board->portBits, i = plan.index;
  bool load = site.kind == Site::Kind::Load, store = site.kind == Site::Kind::Store;
  bool stream = site.unit == Site::Unit::Stream;
  const char *group = load ? "load" : store ? "store" : "atomic";
  std::string module = load    ? (stream ? "lsu_load_stream" : "lsu_load_scatter")
                       : store ? (stream ? "lsu_store_stream" : "lsu_store_scatter")
                               : "lsu_atomic";
  std::string bases, limits;
  for (uint32_t a : site.arguments) {
    uint32_t w = kernel_.arguments[a].word;
    bases = word(w, address) + (bases.empty() ? "" : ", ") + bases;
    limits = word(w + 1, address) + (limits.empty() ? "" : ", ") + limits;
  }
  if (site.location.line)
    line("// at {}:{}", site.location.file, site.location.line);
  line("logic s{0}_idle, s{0}_fault;", s);
  line("logic [{}:0] s{}_fault_addr;", address - 1, s);
  std::string bytes = site.kind == Site::Kind::Atomic ? "" : fmt::format(".Bytes({}), ", site.bytes);
  line("{} #({}.AddrBits({}), .LineBits({}), .NumRegions({}), .Depth({})) u_s{} (.clk_i, .rst_i,", module, bytes,
       address, lineBits, std::max<size_t>(1, site.arguments.size()),
       stream ? Depths::kStreamUnit : Depths::kScatterUnit, s);
  line("    .base_i({{{}}}), .limit_i({{{}}}),", bases.empty() ? literal(address, uint64_t(0)) : bases,
       limits.empty() ? literal(address, uint64_t(0)) : limits);
  line("    .fault_o(s{0}_fault), .fault_addr_o(s{0}_fault_addr), .idle_o(s{0}_idle),", s);
  if (load && stream) {
    std::string flush = "start";
    for (uint32_t w : plan.flushedBy) {
      bool fromStore = kernel_.sites[w].kind == Site::Kind::Store;
      flush += fmt::format(" | {}_line_ack_valid[{}]", fromStore ? "store" : "atomic", plan_.sites[w].index);
    }
    line("    .flush_i({}),", flush);
  }
  line("    .req_valid_i(s{0}_req_valid), .req_ready_o(s{0}_req_ready), .req_addr_i(s{0}_req_addr),", s);
  if (!load)
    line("    .req_data_i(s{}_req_data),", s);
  if (site.kind == Site::Kind::Atomic)
    line("    .req_op_i(s{0}_req_op), .req_cmp_i(s{0}_req_cmp),", s);
  if (store)
    line("    .ack_valid_o(s{0}_ack_valid), .ack_ready_i(s{0}_ack_ready),", s);
  else
    line("    .rsp_valid_o(s{0}_rsp_valid), .rsp_ready_i(s{0}_rsp_ready), .rsp_data_o(s{0}_rsp_data),", s);
  auto element = [&](const char *name, unsigned width) {
    return width == 1 ? fmt::format("{}_line_{}[{}]", group, name, i)
                      : fmt::format("{}_line_{}[{} +: {}]", group, name, i * width, width);
  };
  if (!load) {
    line("    .line_req_data_o({}), .line_req_strb_o({}),", element("req_data", lineBits),
         element("req_strb", lineBits / 8));
    line("    .line_ack_valid_i({}),", element("ack_valid", 1));
  }
  if (site.kind == Site::Kind::Atomic)
    line("    .line_req_atop_o({}),", element("req_atop", 6));
  if (!store)
    line("    .line_rsp_valid_i({}), .line_rsp_data_i(line_rsp_data),", element("rsp_valid", 1));
  line("    .line_req_valid_o({}), .line_req_ready_i({}), .line_req_addr_o({}));", element("req_valid", 1),
       element("req_ready", 1), element("req_addr", address));
}

void RegionEmitter::memoryPort() {
  title("Device memory");
  if (kernel_.sites.empty()) {
    for (const char *output : {"awvalid", "awid", "awaddr", "awlen", "awatop", "wvalid", "wdata", "wstrb", "wlast",
                               "bready", "arvalid", "arid", "araddr", "arlen", "rready"})
      line("assign m_axi_{}_o = '0;", output);
    return;
  }
  line("kernel_memory_port #(.NumLoads({}), .NumStores({}), .NumAtomics({}), .AddrBits({}), .LineBits({})) u_port (",
       countSites(Site::Kind::Load), countSites(Site::Kind::Store), countSites(Site::Kind::Atomic),
       plan_.board->memoryAddressBits, plan_.board->portBits);
  line("    .clk_i, .rst_i,");
  for (const char *group : {"load", "store", "atomic"}) {
    bool load = group[0] == 'l', store = group[0] == 's';
    line("    .{0}_line_req_valid_i({0}_line_req_valid), .{0}_line_req_ready_o({0}_line_req_ready),", group);
    line("    .{0}_line_req_addr_i({0}_line_req_addr),", group);
    if (!load)
      line("    .{0}_line_req_data_i({0}_line_req_data), .{0}_line_req_strb_i({0}_line_req_strb), "
           ".{0}_line_ack_valid_o({0}_line_ack_valid),",
           group);
    if (!store)
      line("    .{0}_line_rsp_valid_o({0}_line_rsp_valid),", group);
    if (!load && !store)
      line("    .{0}_line_req_atop_i({0}_line_req_atop),", group);
  }
  line("    .line_rsp_data_o(line_rsp_data),");
  line("    .m_axi_awvalid_o, .m_axi_awready_i, .m_axi_awid_o, .m_axi_awaddr_o, .m_axi_awlen_o, .m_axi_awatop_o,");
  line("    .m_axi_wvalid_o, .m_axi_wready_i, .m_axi_wdata_o, .m_axi_wstrb_o, .m_axi_wlast_o,");
  line("    .m_axi_bvalid_i, .m_axi_bready_o, .m_axi_bid_i, .m_axi_bresp_i,");
  line("    .m_axi_arvalid_o, .m_axi_arready_i, .m_axi_arid_o, .m_axi_araddr_o, .m_axi_arlen_o,");
  line("    .m_axi_rvalid_i, .m_axi_rready_o, .m_axi_rid_i, .m_axi_rdata_i, .m_axi_rresp_i, .m_axi_rlast_i);");
}

}  // namespace weft::rtlgen
