#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""prove.py on harnesses that hold and that do not: prove_test.py PROVE"""
import pathlib
import subprocess
import sys
import tempfile

# A counter that stops at 5, and a register that begins with any value.
DUT = """module counter (input logic clk_i, input logic on_i, output logic [3:0] count_o);
  logic [3:0] count_q = 0;
  logic free_q;
  always_ff @(posedge clk_i) if (on_i && count_q != 4'd5) count_q <= count_q + 1'b1;
  always_ff @(posedge clk_i) free_q <= free_q;
  assign count_o = count_q;
endmodule
"""
HARNESS = """module counter_formal (input logic clk_i, input logic on_i);
  logic [3:0] count, cycle = 0;
  (* hierconn *) logic \\u_dut.free_q ;
  counter u_dut (.clk_i, .on_i, .count_o(count));
  always_ff @(posedge clk_i) if (cycle != 4'd15) cycle <= cycle + 1'b1;
  always_comb {property}
endmodule
"""
CASES = [  # what is stated, how it is proved, and whether that succeeds
    ("assert (count <= 4'd5);", ["--bmc", "12"], True),
    ("assert (count <= 4'd5);", ["--induction", "2"], True),
    ("assert (count <= 4'd4);", ["--bmc", "5"], True),  # the sixth cycle is the first that shows it
    ("assert (count <= 4'd4);", ["--bmc", "6"], False),
    ("assert (count != 4'd7);", ["--induction", "1"], False),  # holds, but not by induction: 6 comes before
    ("begin assume (!on_i || cycle < 4'd2); assert (count <= 4'd2); end", ["--bmc", "6"], True),
    ("begin assume (cycle != 4'd3); assert (count <= 4'd4); end", ["--bmc", "3"], True),
    ("begin assume (cycle != 4'd3); assert (count <= 4'd4); end", ["--bmc", "6"], False),  # nothing is shown behind what is assumed
    ("assert (\\u_dut.free_q == 1'b0);", ["--bmc", "1"], False),  # what does not say how it begins may begin with anything
]


def main():
    failures = []
    with tempfile.TemporaryDirectory() as directory:
        folder = pathlib.Path(directory)
        (folder / "counter.sv").write_text(DUT)
        for stated, how, succeeds in CASES:
            harness = folder / "counter_formal.sv"
            harness.write_text(HARNESS.replace("{property}", stated))
            result = subprocess.run([sys.executable, sys.argv[1], str(folder / "counter.sv"), str(harness), *how], capture_output=True, text=True)
            if (result.returncode == 0) != succeeds:
                failures.append(f"{stated} {' '.join(how)}: {'fails' if succeeds else 'succeeds'}\n{result.stdout}{result.stderr}")
    print("\n".join(failures) if failures else f"{len(CASES)} harnesses: as expected")
    sys.exit(1 if failures else 0)


main()
