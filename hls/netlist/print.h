// SPDX-License-Identifier: Apache-2.0
// The text form of a netlist, for tests and for looking at what the compiler does.
//
//   module node_0_entry "what it is"
//     input in_valid_i 1
//     net sum 32 @0.3                       value of segment 0 at stage 3: sum_s0c3 in what follows
//     stream token_s1 valid token_s1_valid ready token_s1_ready slot=slot_out
//     port in input                         a stream of the module's interface
//     end token_s1 consumer                 logic is an end of the stream
//     segment 0 latency 3 valid valid_s0
//     access 0 read 2 port 1 stage 0 address m2_r1_addr_o data m2_r1_data_i
//     title "Segment 0: 3 cycles"
//     assign sum_s0c3 = add:32(a_s0c3, b_s0c0'3) in 0 "add, k.cl:4"      b's value three stages later
//     register q reset = add:32(q, 32'h1)
//     instance u credit_fifo { Width=32'h20 } { reserve_i = slice[0]:1(valid_s0) credit_o -> (c) "" => <token_s1> }
#pragma once
#include <string>

#include "hls/netlist/netlist.h"

namespace weft::netlist {

std::string print(const Design &design);

}  // namespace weft::netlist
