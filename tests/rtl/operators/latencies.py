#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes operators.def's latencies as a SystemVerilog package: one function per opcode, from operand width to cycles.

usage: latencies.py operators.def output.sv
"""
import re
import sys

rows = {}
for line in open(sys.argv[1]):
    match = re.match(r'WEFT_OPERATOR\((\w+),\s*(\d+),\s*(\d+),\s*"(\w*)",\s*(\d+),\s*(\d+)\)', line)
    if match:
        opcode, low, high, _, latency, _ = match.groups()
        rows.setdefault(opcode, []).append((int(low), int(high), int(latency)))

with open(sys.argv[2], "w") as out:
    out.write("package operator_latencies;\n")
    for opcode, ranges in rows.items():
        out.write(f"  function automatic int unsigned {opcode}(input int unsigned width);\n")
        for low, high, latency in ranges:
            out.write(f"    if (width >= {low} && width <= {high}) return {latency};\n")
        out.write("    return 0;\n  endfunction\n")
    out.write("endpackage\n")
