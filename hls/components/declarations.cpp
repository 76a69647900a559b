// SPDX-License-Identifier: Apache-2.0
// One entry per module. Names of streams and ports are checked when the table is built; that outputs depend on no other
// inputs than `paths` says is checked against the synthesised modules (tests/golden/components).
#include <initializer_list>
#include <set>
#include <string_view>

#include "hls/components/declaration.h"

namespace weft::components {
namespace {

// Distributed memory of one and of more rows, block memory of one and of several blocks' depth.
constexpr const char *kFifoBand = "Depth < 9 ? Head : Depth < 17 ? Head + 2 : Depth < 513 ? 4 : 5";
// Smaller ones are measured.
const MemoryDeclaration kFifoMemory = {
    .width = "Depth < 17 ? 0 : Width", .rows = "Depth < 33 ? 32 : Depth < 65 ? 64 : Depth", .restApart = true};

const std::vector<StreamDeclaration> kThrough = {{"in"}, {"out"}};

/// A stream of requests, and one of what answers them, as often as the parameter says.
struct Exchange {
  const char *request, *answer;
  const char *count = "1";
};

std::vector<StreamDeclaration> exchanges(std::initializer_list<Exchange> all) {
  std::vector<StreamDeclaration> streams;
  for (const Exchange &each : all) {
    streams.push_back({each.request, each.count, Half::Request});
    streams.push_back({each.answer, each.count, Half::Answer});
  }
  return streams;
}

const std::vector<Declaration> kFlow = {
    {.name = "barrier",
     .kind = Kind::Flow,
     .state = State::Cleared,
     .latency = 6,
     .streams = kThrough,
     .size = "Width",
     .memories = {{"Width", "NumSlots"}}},
    {.name = "partial_barrier",
     .kind = Kind::Flow,
     .state = State::Cleared,
     .latency = 7,
     .streams = kThrough,
     .size = "Width + 3 * GroupWidth",
     .memories = {{"Width", "NumSlots"}}},
    {.name = "credit_fifo",
     .kind = Kind::Flow,
     .state = State::Cleared,
     .latency = 1,
     .streams = {{""}},
     .size = "Width",
     .band = kFifoBand,
     .memories = {kFifoMemory}},
    {.name = "delay_memory", .kind = Kind::Flow, .state = State::Cleared, .latency = 3, .size = "Width"},
    {.name = "elements_in_turn",
     .kind = Kind::Flow,
     .state = State::Cleared,
     .latency = 1,
     .streams = exchanges({{"req", "rsp"}, {"unit_req", "unit_rsp"}}),
     .paths = {{"req_ready_o", {"unit_req_ready_i"}}, {"unit_rsp_ready_o", {"rsp_ready_i"}}},
     // An adder for each lane's address.
     .size = "Lanes * AddrBits",
     .band = "Masks",
     // Whether a request is taken, to all lanes.
     .pathSize = "$clog2(Lanes)"},
    {.name = "lanes_in_turn",
     .kind = Kind::Flow,
     .state = State::Cleared,
     .latency = 2,
     .streams = exchanges({{"req", "rsp"}, {"lane_req", "lane_rsp"}}),
     .paths = {{"lane_rsp_ready_o", {"rsp_ready_i"}}},
     // A multiplexer for each word of a row, and for each lane's answer.
     .size = "Lanes * (RequestW + AnswerW) * (RowWords + 1)",
     .pathSize = "RowWords"},
    {.name = "loop_gate", .kind = Kind::Flow, .state = State::Cleared, .latency = 1, .size = "NumExits"},
    {.name = "loop_pace", .kind = Kind::Flow, .state = State::Cleared, .latency = 1, .size = "$clog2(Window)"},
    {.name = "segment_ctrl",
     .kind = Kind::Flow,
     .state = State::Cleared,
     .paths = {{"in_ready_o", {"credit_i"}}, {"stage_valid_o", {"in_valid_i", "credit_i"}}},
     .size = "Latency"},
    {.name = "stream_branch",
     .kind = Kind::Flow,
     .streams = {{"in"}, {"out", "NumOutputs"}},
     .paths = {{"in_ready_o", {"in_select_i", "out_ready_i"}},
               {"out_valid_o", {"in_valid_i", "in_select_i"}},
               {"out_data_o", {"in_data_i"}}},
     .size = "NumOutputs"},
    {.name = "stream_deal",
     .kind = Kind::Flow,
     .state = State::Cleared,
     .latency = 1,
     .streams = {{"in"}, {"out", "NumOutputs"}},
     .size = "Width * NumOutputs",
     .band = "Run < 2"},
    {.name = "stream_fifo",
     .kind = Kind::Flow,
     .state = State::Cleared,
     .latency = 1,
     .streams = kThrough,
     .size = "Width",
     .band = kFifoBand,
     .memories = {kFifoMemory}},
    {.name = "stream_join",
     .kind = Kind::Flow,
     .state = State::Cleared,
     .latency = 1,
     .size = "NumInputs",
     .pathSize = "$clog2(NumInputs)"},
    {.name = "stream_merge",
     .kind = Kind::Flow,
     .state = State::Cleared,
     .streams = {{"in", "NumInputs"}, {"out"}},
     .paths = {{"in_ready_o", {"in_valid_i", "out_ready_i"}},
               {"out_valid_o", {"in_valid_i"}},
               {"out_data_o", {"in_valid_i", "in_data_i"}}},
     .size = "Width * NumInputs"},
    {.name = "stream_slice",
     .kind = Kind::Flow,
     .state = State::Cleared,
     .latency = 1,
     .streams = kThrough,
     .size = "Width",
     .band = "Paired"},
};

// Entries of a unit's Depth: lines (stream units) or requests (the others) under way, enough for full rate.
constexpr unsigned kLines = 32, kRequests = 64;

// The node's, and memory's.
const std::vector<StreamDeclaration> kLoadStreams = exchanges({{"req", "rsp"}, {"line_req", "line_rsp"}});
const std::vector<StreamDeclaration> kStoreStreams = exchanges({{"req", "ack"}, {"line_req", "line_ack"}});

const std::vector<Declaration> kAccessUnits = {
    {.name = "lsu_load_stream",
     .kind = Kind::AccessUnit,
     .state = State::Cleared,
     .latency = 3,
     .depth = kLines,
     .streams = kLoadStreams,
     .size = "LineBits"},
    {.name = "lsu_load_packet",
     .kind = Kind::AccessUnit,
     .state = State::Cleared,
     .latency = 6,
     .depth = kLines,
     .streams = kLoadStreams,
     .size = "LineBits + (Lanes + $clog2(Taps + 1) - 1) * Bytes * (Aligned ? 5 : 12)",
     .band = "Halved ? 3 : Taps > 1 ? 2 : Aligned"},
    {.name = "lsu_load_cached",
     .kind = Kind::AccessUnit,
     .state = State::Cleared,
     .latency = 8,
     .depth = kLines,
     .streams = kLoadStreams,
     // As line_cache; a crossbar, comparators, and what is put together of rounds.
     .size = "6 * (LineBits + Lanes * (Lanes * Bytes * 2 * (Reads + 1) + 104)) + Lines * (Lanes + 1) / 8",
     .pathSize = "Lanes",
     // Banks of the lines' words, which are no shorter than an element: a row for each line, up to 512 in any case;
     // tags for each lane, or way.
     .memories =
         {{"LineBits / Lanes > 8 * Bytes ? LineBits / Lanes : 8 * Bytes",
           "Own ? Lines : Lines < 513 ? Lines : LineBits / Lanes > 8 * Bytes ? Lines : Lines * LineBits / (8 * Bytes) "
           "/ Lanes > 512 ? Lines * LineBits / (8 * Bytes) / Lanes : 512",
           "Reads * Lanes"},
          {"AddrBits - $clog2(LineBits / 8) + 1 - (Own ? 0 : $clog2(Lines) + 1)", "Own ? Lines / Lanes : Lines",
           "Lanes"}}},
    {.name = "lsu_load_lanes",
     .kind = Kind::AccessUnit,
     .state = State::Cleared,
     .latency = 7,
     .depth = kLines,
     .streams = kLoadStreams,
     // A multiplexer over the line for each lane, and comparators.
     .size = "LineBits + Lanes * (LineBits / 5 + 104)",
     .band = "Lanes < 3"},
    {.name = "lsu_load_scatter",
     .kind = Kind::AccessUnit,
     .state = State::Cleared,
     .latency = 3,
     .depth = kRequests,
     .streams = kLoadStreams,
     .size = "LineBits"},
    {.name = "lsu_store_stream",
     .kind = Kind::AccessUnit,
     .state = State::Cleared,
     .latency = 5,
     .depth = kLines,
     .streams = kStoreStreams,
     .size = "LineBits"},
    {.name = "lsu_store_lanes",
     .kind = Kind::AccessUnit,
     .state = State::Cleared,
     .latency = 7,
     .depth = kRequests,
     .streams = kStoreStreams,
     .size = "Lanes * (LineBits + Bytes * 16 + Lanes * 28 + 280)"},
    {.name = "lsu_store_packet",
     .kind = Kind::AccessUnit,
     .state = State::Cleared,
     .latency = 7,
     .depth = kLines,
     .streams = kStoreStreams,
     .size = "LineBits + Lanes * Bytes * 8",
     .band = "Aligned"},
    {.name = "lsu_store_scatter",
     .kind = Kind::AccessUnit,
     .state = State::Cleared,
     .latency = 3,
     .depth = kRequests,
     .streams = kStoreStreams,
     .size = "LineBits"},
    {.name = "lsu_atomic",
     .kind = Kind::AccessUnit,
     .state = State::Cleared,
     .latency = 3,
     .depth = kRequests,
     .streams = {{"req", "1", Half::Request},
                 {"rsp", "1", Half::Answer},
                 {"line_req", "1", Half::Request},
                 {"line_rsp", "1", Half::Answer},
                 {"line_ack", "1", Half::Answer}},
     .size = "LineBits",
     .band = "Bytes < 5"},
};

constexpr unsigned kOnChipRequests = 8;  // of one port under way

const std::vector<Declaration> kMemories = {
    {.name = "local_mem",
     .kind = Kind::Memory,
     .state = State::Kept,
     .latency = 2,
     .size = "NumReads",
     .memories = {{"WordBits", "Words", "NumReads"}}},
    {.name = "rom", .kind = Kind::Memory, .state = State::Kept, .latency = 2, .size = "WordBits * Words * NumReads"},
    {.name = "local_accumulator",
     .kind = Kind::Memory,
     .state = State::Kept,
     .latency = 2,
     .depth = 2 * kOnChipRequests,
     .streams = exchanges({{"rd", "data", "NumReads"}, {"in", "ack", "NumWrites"}, {"at", "done", "NumUpdates"}}),
     .paths = {{"rd_ready_o", {"rd_valid_i", "in_valid_i", "at_valid_i"}},
               {"in_ready_o", {"in_valid_i", "at_valid_i"}},
               {"at_ready_o", {"in_valid_i", "at_valid_i"}}},
     // An operation for each lane's updates, and a tree of them for each word of a row that is read.
     .size = "Lanes * WordBits * (RowWords + 2)",
     .pathSize = "RowWords",
     .memories = {{"WordBits", "Words / RowWords", "Lanes * RowWords"}}},
    {.name = "local_atomic",
     .kind = Kind::Memory,
     .state = State::Kept,
     .latency = 2,
     .depth = kOnChipRequests,
     .streams = exchanges({{"in", "ack", "NumWrites"}, {"at", "rsp", "NumAtomics"}}),
     .paths = {{"in_ready_o", {"in_valid_i", "at_valid_i"}}, {"at_ready_o", {"in_valid_i", "at_valid_i"}}},
     .size = "NumWrites + NumAtomics",
     .band = "(AtomicBits < 33) + 2 * (Ops < 2)",
     .memories = {{"WordBits", "Words", "NumReads + 1"}}},
    {.name = "local_banks",
     .kind = Kind::Memory,
     .state = State::Kept,
     .latency = 2,
     .depth = kOnChipRequests,
     .streams =
         exchanges({{"in", "ack", "NumWrites"}, {"gather", "data", "NumGathers"}, {"scatter", "done", "NumScatters"}}),
     .paths = {{"in_ready_o", {"in_valid_i", "scatter_valid_i"}},
               {"scatter_ready_o", {"in_valid_i", "scatter_valid_i"}}},
     // Crossbars, one for all scatters to a half, and what stands before and behind them; a choice of what to write.
     .size = "Banks * (WordBits + 8) * ((NumGathers + (NumScatters > 0) * Halves) * (5 * Banks + 12) + 7 * Halves * "
             "(NumWrites + NumScatters))",
     .band = "Halves",
     .pathSize = "Banks",
     .memories = {{"WordBits", "Rows / Halves", "Halves * Banks * (NumReads + NumGathers)"}}},
    {.name = "local_write_arbiter",
     .kind = Kind::Memory,
     .state = State::Cleared,
     .depth = kOnChipRequests,
     .streams = exchanges({{"in", "ack", "NumPorts"}}),
     .paths = {{"in_ready_o", {"in_valid_i"}}},
     .size = "NumPorts"},
};

const std::vector<Declaration> kControl = {
    {.name = "kernel_config", .kind = Kind::Control, .state = State::Kept, .latency = 1, .size = "NumWords"},
    {.name = "ndrange_dispatcher",
     .kind = Kind::Control,
     .state = State::Cleared,
     .latency = 3,
     .streams = {{"out"}},
     .band = "MaxSize < 2 ? SlotUse + 3 : SlotUse"},
    {.name = "group_source",
     .kind = Kind::Control,
     .state = State::Cleared,
     .latency = 1,
     .streams = {{"next_group"}},
     .band = "MaxSize < 2"},
    {.name = "ndrange_issue",
     .kind = Kind::Control,
     .state = State::Cleared,
     .latency = 1,
     .streams = {{"next_group"}, {"out"}},
     .paths = {{"next_group_ready_o", {"out_ready_i"}}},
     .band = "MaxSize < 2 ? SlotUse + 3 : SlotUse"},
    {.name = "unit_faults", .kind = Kind::Control, .state = State::Cleared, .latency = 2, .size = "NumUnits"},
    {.name = "fault_collector",
     .kind = Kind::Control,
     .state = State::Cleared,
     .latency = 1,
     .size = "NumSites",
     .pathSize = "$clog2(NumSites)"},
    {.name = "hang_detector", .kind = Kind::Control, .state = State::Cleared, .latency = 2, .size = "NumBarriers"},
    {.name = "line_cache",
     .kind = Kind::Control,
     .state = State::Cleared,
     .latency = 6,
     .depth = kLines,
     .streams = exchanges({{"site_req", "site_rsp", "NumSites"}, {"line_req", "line_rsp"}}),
     .paths = {{"site_req_ready_o", {"site_req_valid_i"}}},
     // Look-up tables of lines, and of the bits that say which are there.
     .size = "6 * LineBits * NumPorts + Lines * (NumPorts + 1) / 8",
     .pathSize = "NumPorts",
     .memories = {{"LineBits", "Lines", "NumPorts"},
                  {"AddrBits - $clog2(LineBits / 8) - $clog2(Lines)", "Lines", "NumPorts"}}},
    {.name = "memory_crossbar",
     .kind = Kind::Control,
     .state = State::Cleared,
     .latency = 2,
     .streams = {{"unit_read_req", "NumUnits", Half::Request},
                 {"unit_read_rsp", "NumUnits", Half::Answer},
                 {"unit_write_req", "NumUnits", Half::Request},
                 {"unit_write_ack", "NumUnits", Half::Answer},
                 {"port_ar", "NumPorts", Half::Request},
                 {"port_r", "NumPorts", Half::Answer},
                 {"port_aw", "NumPorts", Half::Request},
                 {"port_w", "NumPorts", Half::Request},
                 {"port_b", "NumPorts", Half::Answer}},
     .paths = {{"unit_read_req_ready_o",
                {"unit_read_req_valid_i", "unit_read_req_addr_i", "unit_write_req_valid_i", "unit_write_req_atop_i"}},
               {"unit_write_req_ready_o",
                {"unit_write_req_valid_i", "unit_write_req_addr_i", "unit_write_req_atop_i"}}},
     .size = "NumUnits * NumPorts * LineBits"},
    {.name = "kernel_memory_port",
     .kind = Kind::Control,
     .state = State::Cleared,
     .latency = 1,
     .streams = {{"load_line_req", "NumLoads", Half::Request},
                 {"load_line_rsp", "NumLoads", Half::Answer},
                 {"store_line_req", "NumStores", Half::Request},
                 {"store_line_ack", "NumStores", Half::Answer},
                 {"atomic_line_req", "NumAtomics", Half::Request},
                 {"atomic_line_rsp", "NumAtomics", Half::Answer},
                 {"atomic_line_ack", "NumAtomics", Half::Answer}},
     .paths = {{"load_line_req_ready_o", {"load_line_req_valid_i", "m_axi_arready_i"}},
               {"store_line_req_ready_o",
                {"store_line_req_valid_i", "atomic_line_req_valid_i", "m_axi_awready_i", "m_axi_wready_i"}},
               {"atomic_line_req_ready_o",
                {"store_line_req_valid_i", "atomic_line_req_valid_i", "m_axi_awready_i", "m_axi_wready_i"}}},
     .size = "NumLoads + NumStores + NumAtomics",
     .band = "LineBits < 64 ? 0 : LineBits < 257 ? 1 : 2",
     .pathSize = "$clog2(NumLoads + NumStores + NumAtomics)"},
};

// The operators' modules: their latency is a parameter.
constexpr const char *kOperatorRows[] = {
#define WEFT_OPERATOR(family, opcode, minWidth, maxWidth, module, latency, ...) module,
#include "hls/operators.def"
};

}  // namespace

const std::vector<Declaration> &declarations() {
  static const std::vector<Declaration> all = [] {
    std::vector<Declaration> result;
    for (const auto *family : {&kFlow, &kAccessUnits, &kMemories, &kControl})
      result.insert(result.end(), family->begin(), family->end());
    std::set<std::string_view> known = {""};  // an expression
    for (const char *name : kOperatorRows)
      if (known.insert(name).second)
        result.push_back({.name = name, .kind = Kind::Operator});
    return result;
  }();
  return all;
}

}  // namespace weft::components
