#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/check_rtl on lines with one fault each: check_rtl_test.py SCRIPT"""
import pathlib
import subprocess
import sys
import tempfile

RIGHT = ["assign y = -(W'(x));", "assign y = a - W'(x);", "assign y = a[1]-3'(x);", "assign y = {a} - W'(x);", "assign y = (a) -W'(x);",
         "assign y = W'(-x);", "assign y = -x;  // = -W'(x)", "assign y = ~(W'(x));", "assign y = '{1, 2};",
         "assign y = c ? a : '1;", "localparam logic [W-1:0] P = {W{1'b1}} >> 1;", "localparam int unsigned N = 1; assign y = '1;"]
WRONG = ["assign y = -W'(x);", "y <= rst ? -W'(x) : z;", "assign y = a + -16'(x);", "assign y = ~W'(x);", "assign y = (-W'(x));",
         "if (!1'(x)) y = z;", "localparam logic [W-1:0] P = '1;", "localparam logic [W-1:0] P = Q ? R :\n  S ? '1 >> 1 : '0;",
         "parameter logic [3:0] P = '1,"]


def passes(line):
    with tempfile.TemporaryDirectory() as directory:
        (pathlib.Path(directory) / "a.sv").write_text(line + "\n")
        subprocess.run(["git", "-C", directory, "init", "-q"], check=True)
        result = subprocess.run([sys.executable, sys.argv[1], directory], capture_output=True, text=True)
        return result.returncode == 0


def main():
    wrong = [line for line in RIGHT if not passes(line)] + [line for line in WRONG if passes(line)]
    if wrong:
        sys.exit("\n".join(wrong))


main()
