// SPDX-License-Identifier: Apache-2.0
// One entry per module. Names of streams and ports are checked when the table is built; that outputs depend on no other
// inputs than `paths` says is checked against the synthesised modules (tests/golden/components).
#include <set>
#include <string_view>

#include "hls/components/declaration.h"

namespace weft::components {
namespace {

// Distributed memory of one and of more rows, block memory of one and of several blocks' depth.
constexpr const char *kFifoBand = "Depth < 9 ? Head : Depth < 17 ? Head + 2 : Depth < 513 ? 4 : 5";

const std::vector<Declaration> kFlow = {
    {.name = "barrier",
     .kind = Kind::Flow,
     .state = State::Cleared,
     .latency = 6,
     .streams = {{"in"}, {"out"}},
     .size = "Width"},
    {.name = "credit_fifo",
     .kind = Kind::Flow,
     .state = State::Cleared,
     .latency = 1,
     .streams = {{""}},
     .size = "Width",
     .band = kFifoBand},
    {.name = "delay_memory", .kind = Kind::Flow, .state = State::Cleared, .latency = 3, .size = "Width"},
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
    {.name = "stream_fifo",
     .kind = Kind::Flow,
     .state = State::Cleared,
     .latency = 1,
     .streams = {{"in"}, {"out"}},
     .size = "Width",
     .band = kFifoBand},
    {.name = "stream_join", .kind = Kind::Flow, .state = State::Cleared, .latency = 1, .size = "NumInputs"},
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
     .streams = {{"in"}, {"out"}},
     .size = "Width",
     .band = "Paired"},
};

// Entries of a unit's Depth: lines (stream units) or requests (the others) under way, enough for full rate.
constexpr unsigned kLines = 32, kRequests = 64;

const std::vector<Declaration> kAccessUnits = {
    {.name = "lsu_load_stream",
     .kind = Kind::AccessUnit,
     .state = State::Cleared,
     .latency = 3,
     .depth = kLines,
     .streams = {{"req", "1", Half::Request},
                 {"rsp", "1", Half::Answer},
                 {"line_req", "1", Half::Request},
                 {"line_rsp", "1", Half::Answer}},
     .size = "LineBits"},
    {.name = "lsu_load_packet",
     .kind = Kind::AccessUnit,
     .state = State::Cleared,
     .latency = 6,
     .depth = kLines,
     .streams = {{"req", "1", Half::Request},
                 {"rsp", "1", Half::Answer},
                 {"line_req", "1", Half::Request},
                 {"line_rsp", "1", Half::Answer}},
     .size = "LineBits + (Lanes + $clog2(Taps + 1) - 1) * Bytes * (Aligned ? 5 : 12)",
     .band = "Aligned"},
    {.name = "lsu_load_cached",
     .kind = Kind::AccessUnit,
     .state = State::Cleared,
     .latency = 8,
     .depth = kLines,
     .streams = {{"req", "1", Half::Request},
                 {"rsp", "1", Half::Answer},
                 {"line_req", "1", Half::Request},
                 {"line_rsp", "1", Half::Answer}},
     .size = "LineBits + Lanes * (Lanes * Bytes * 4 + 104 + Lines)",
     .band = "Lanes < 3"},
    {.name = "lsu_load_lanes",
     .kind = Kind::AccessUnit,
     .state = State::Cleared,
     .latency = 7,
     .depth = kLines,
     .streams = {{"req", "1", Half::Request},
                 {"rsp", "1", Half::Answer},
                 {"line_req", "1", Half::Request},
                 {"line_rsp", "1", Half::Answer}},
     // A multiplexer over the line for each lane, and comparators.
     .size = "LineBits + Lanes * (LineBits / 5 + 104)",
     .band = "Lanes < 3"},
    {.name = "lsu_load_scatter",
     .kind = Kind::AccessUnit,
     .state = State::Cleared,
     .latency = 3,
     .depth = kRequests,
     .streams = {{"req", "1", Half::Request},
                 {"rsp", "1", Half::Answer},
                 {"line_req", "1", Half::Request},
                 {"line_rsp", "1", Half::Answer}},
     .size = "LineBits"},
    {.name = "lsu_store_stream",
     .kind = Kind::AccessUnit,
     .state = State::Cleared,
     .latency = 5,
     .depth = kLines,
     .streams = {{"req", "1", Half::Request},
                 {"ack", "1", Half::Answer},
                 {"line_req", "1", Half::Request},
                 {"line_ack", "1", Half::Answer}},
     .size = "LineBits"},
    {.name = "lsu_store_lanes",
     .kind = Kind::AccessUnit,
     .state = State::Cleared,
     .latency = 7,
     .depth = kRequests,
     .streams = {{"req", "1", Half::Request},
                 {"ack", "1", Half::Answer},
                 {"line_req", "1", Half::Request},
                 {"line_ack", "1", Half::Answer}},
     .size = "Lanes * (LineBits + Bytes * 16 + Lanes * 28 + 280)"},
    {.name = "lsu_store_packet",
     .kind = Kind::AccessUnit,
     .state = State::Cleared,
     .latency = 7,
     .depth = kLines,
     .streams = {{"req", "1", Half::Request},
                 {"ack", "1", Half::Answer},
                 {"line_req", "1", Half::Request},
                 {"line_ack", "1", Half::Answer}},
     .size = "LineBits + Lanes * Bytes * 8",
     .band = "Aligned"},
    {.name = "lsu_store_scatter",
     .kind = Kind::AccessUnit,
     .state = State::Cleared,
     .latency = 3,
     .depth = kRequests,
     .streams = {{"req", "1", Half::Request},
                 {"ack", "1", Half::Answer},
                 {"line_req", "1", Half::Request},
                 {"line_ack", "1", Half::Answer}},
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
     .size = "WordBits * Words * NumReads"},
    {.name = "rom", .kind = Kind::Memory, .state = State::Kept, .latency = 2, .size = "WordBits * Words * NumReads"},
    {.name = "local_atomic",
     .kind = Kind::Memory,
     .state = State::Kept,
     .latency = 2,
     .depth = kOnChipRequests,
     .streams = {{"in", "NumWrites", Half::Request},
                 {"ack", "NumWrites", Half::Answer},
                 {"at", "NumAtomics", Half::Request},
                 {"rsp", "NumAtomics", Half::Answer}},
     .paths = {{"in_ready_o", {"in_valid_i", "at_valid_i"}}, {"at_ready_o", {"in_valid_i", "at_valid_i"}}},
     .size = "NumWrites + NumAtomics",
     .band = "(AtomicBits < 33) + 2 * (Ops < 2)"},
    {.name = "local_banks",
     .kind = Kind::Memory,
     .state = State::Kept,
     .latency = 2,
     .depth = kOnChipRequests,
     .streams = {{"in", "NumWrites", Half::Request},
                 {"ack", "NumWrites", Half::Answer},
                 {"gather", "NumGathers", Half::Request},
                 {"data", "NumGathers", Half::Answer},
                 {"scatter", "NumScatters", Half::Request},
                 {"done", "NumScatters", Half::Answer}},
     .paths = {{"in_ready_o", {"in_valid_i", "scatter_valid_i"}},
               {"scatter_ready_o", {"in_valid_i", "scatter_valid_i"}}},
     // Crossbars, and what stands before and behind them.
     .size = "Banks * (WordBits + 8) * (NumGathers + NumScatters) * (5 * Banks + 12)"},
    {.name = "local_write_arbiter",
     .kind = Kind::Memory,
     .state = State::Cleared,
     .depth = kOnChipRequests,
     .streams = {{"in", "NumPorts", Half::Request}, {"ack", "NumPorts", Half::Answer}},
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
    {.name = "fault_collector", .kind = Kind::Control, .state = State::Cleared, .latency = 1, .size = "NumSites"},
    {.name = "hang_detector", .kind = Kind::Control, .state = State::Cleared, .latency = 2, .size = "NumBarriers"},
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
     .band = "LineBits < 64 ? 0 : LineBits < 257 ? 1 : 2"},
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
