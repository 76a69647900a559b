#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes operators.def's latencies as a SystemVerilog package. For each opcode, from operand width:
  <opcode>(width)      cycles of the row that the simulated card takes (100 MHz on ECP5)
  <opcode>_all(width)  256 bits: bit L is set if a row of any family has latency L

usage: latencies.py operators.def output.sv
"""
import re
import sys

chosen, every = {}, {}
for line in open(sys.argv[1]):
    match = re.match(r'WEFT_OPERATOR\((\w+), (\w+), (\d+), (\d+), "\w*", +(\d+), \d+, ([\d.]+),', line)
    if not match:
        continue
    family, opcode = match[1], match[2]
    low, high, latency = int(match[3]), int(match[4]), int(match[5])
    chosen.setdefault(opcode, {})
    every.setdefault(opcode, []).append((low, high, latency))
    if family == "ecp5" and float(match[6]) >= 100:
        chosen[opcode][low, high] = min(latency, chosen[opcode].get((low, high), latency))

with open(sys.argv[2], "w") as out:
    out.write("package operator_latencies;\n")
    for opcode, bands in chosen.items():
        out.write(f"  function automatic int unsigned {opcode}(input int unsigned width);\n")
        for (low, high), latency in sorted(bands.items()):
            out.write(f"    if (width >= {low} && width <= {high}) return {latency};\n")
        out.write("    return 0;\n  endfunction\n")
        out.write(f"  function automatic logic [255:0] {opcode}_all(input int unsigned width);\n")
        out.write(f"    {opcode}_all = '0;\n")
        for low, high, latency in sorted(set(every[opcode])):
            out.write(f"    if (width >= {low} && width <= {high}) {opcode}_all[{latency}] = 1'b1;\n")
        out.write("  endfunction\n")
    out.write("endpackage\n")
