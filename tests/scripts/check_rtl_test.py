#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/check_rtl on lines with one fault each: check_rtl_test.py SCRIPT"""
import pathlib
import subprocess
import sys
import tempfile

RIGHT = ["assign y = -(W'(x));", "assign y = a - W'(x);", "assign y = a[1]-3'(x);", "assign y = {a} - W'(x);", "assign y = (a) -W'(x);",
         "assign y = W'(-x);", "assign y = -x;  // = -W'(x)", "assign y = ~(W'(x));", "assign y = '{1, 2};"]
WRONG = ["assign y = -W'(x);", "y <= rst ? -W'(x) : z;", "assign y = a + -16'(x);", "assign y = ~W'(x);", "assign y = (-W'(x));",
         "if (!1'(x)) y = z;"]


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
