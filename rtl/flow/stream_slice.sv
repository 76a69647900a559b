// SPDX-License-Identifier: Apache-2.0
// Register slice (skid buffer): cuts valid, data and ready. Latency 1, initiation interval 1.
// Registered: in_ready_o, out_valid_o, out_data_o but with Paired.
// The skid register takes each entry that comes, whether it is needed or not: its enable does not depend on out_ready_i.
// LoadIdle: both registers load when nothing comes as well, so in_valid_i is not part of their enables: for wide data whose
// readies or valids are late. out_data_o means nothing without out_valid_o then, and a simulator has more to copy.
// Paired: two registers hold entries in turn, and out_data_o is chosen from them, so out_ready_i reaches three flip-flops and no
// enable: for a ready that is late and comes from far away. As much area; the choice is part of the paths that begin here. LoadIdle
// makes no difference then.
module stream_slice #(
    parameter int unsigned Width = 8,
    parameter bit LoadIdle = 1'b0,
    parameter bit Paired = 1'b0
) (
    input  logic             clk_i,
    input  logic             rst_i,
    input  logic             in_valid_i,
    output logic             in_ready_o,
    input  logic [Width-1:0] in_data_i,
    output logic             out_valid_o,
    input  logic             out_ready_i,
    output logic [Width-1:0] out_data_o
);
  logic valid_q, ready_q;  // ready_q is low with two entries (and not in reset)

  assign in_ready_o = ready_q;
  assign out_valid_o = valid_q;

  // out_ready_i is late: valid and ready are functions of four bits, rather than of an enable.
  always_ff @(posedge clk_i) begin
    valid_q <= in_valid_i | ~ready_q | (valid_q & ~out_ready_i);
    ready_q <= ~valid_q | out_ready_i | (ready_q & ~in_valid_i);
    if (rst_i) begin
      valid_q <= 1'b0;
      ready_q <= 1'b1;
    end
  end

  if (Paired) begin : gen_pair
    logic write_second_q, read_second_q;  // what comes next goes to the second register, what leaves next lies there
    logic [Width-1:0] first_q, second_q;
    assign out_data_o = read_second_q ? second_q : first_q;
    always_ff @(posedge clk_i) begin
      if (ready_q && !write_second_q) first_q <= in_data_i;
      if (ready_q && write_second_q) second_q <= in_data_i;
      write_second_q <= !rst_i && write_second_q ^ (in_valid_i & ready_q);
      read_second_q <= !rst_i && read_second_q ^ (valid_q & out_ready_i);
    end
  end else begin : gen_skid
    logic [Width-1:0] data_q, skid_q;
    assign out_data_o = data_q;
    always_ff @(posedge clk_i) begin
      if (!valid_q || out_ready_i) begin
        if (!ready_q) data_q <= skid_q;
        else if (in_valid_i || LoadIdle) data_q <= in_data_i;
      end
      if (ready_q && (in_valid_i || LoadIdle)) skid_q <= in_data_i;
    end
  end
endmodule
