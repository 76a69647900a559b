#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles kernels.cl to canonical IR, that for this machine, links it with accuracy.cpp and runs it.

    run.py --tool weft-hls [--board sim-card] [--number float] --clang clang --directory build-directory
"""
import argparse
import os
import re
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--board", default="sim-card", help="whose built-in functions: those for its address size")
    parser.add_argument("--number", default="float", help="the type whose functions are checked")
    parser.add_argument("--clang", required=True)
    parser.add_argument("--directory", required=True)
    args = parser.parse_args()
    here = os.path.dirname(os.path.abspath(__file__))
    stored = "float" if args.number == "half" else args.number
    os.makedirs(args.directory, exist_ok=True)
    ir = subprocess.run([args.tool, os.path.join(here, "kernels.cl"), "--board", args.board, "--stop-after=canonical", "--options", f'-I "{here}" -DNUMBER={args.number} -DSTORED={stored}'],
                        check=True, capture_output=True, text=True).stdout
    # Address spaces and calling convention mean nothing here; the layout of scalars is the same.
    ir = re.sub(r"^target .*$", "", ir, flags=re.M).replace("spir_kernel ", "")
    path = os.path.join(args.directory, "kernels.ll")
    with open(path, "w") as file:
        file.write(ir)
    program = os.path.join(args.directory, "accuracy")
    # Clang's driver has C and IR as C++'s front end would not take them; fused multiply-add as the hardware has it.
    subprocess.run([args.clang, "-O1", "-march=native", "-ffp-contract=fast", "-Wno-override-module", "-c", path, "-o", path + ".o"],
                   check=True)
    subprocess.run([args.clang, "-O1", "-std=c++20", f"-DNUMBER={stored}", f"-DHALF={int(args.number == 'half')}", "-x", "c++", os.path.join(here, "accuracy.cpp"), "-x", "none", path + ".o",
                    "-lstdc++", "-lm", "-o", program], check=True)
    sys.exit(min(subprocess.run([program]).returncode, 1))


main()
