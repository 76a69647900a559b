#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""vload_half of every half and vstore_half of many floats in every rounding mode, as the canonical IR has them, run on this machine
against exact arithmetic.

    halves.py --tool weft-hls [--board sim-card] --clang clang --directory build-directory
"""
import argparse
import ctypes
import math
import os
import random
import re
import struct
import subprocess
import sys
from fractions import Fraction

MODES = ["", "_rte", "_rtz", "_rtp", "_rtn"]
COUNT = 20000


def half_bits(x, mode):
    """A float as the bits of a half; None: any NaN."""
    if math.isnan(x):
        return None
    sign = 0x8000 if math.copysign(1, x) < 0 else 0
    if math.isinf(x):
        return sign | 0x7C00
    up = mode == "_rtp" and not sign or mode == "_rtn" and sign
    magnitude = Fraction(abs(x))
    # The place of the last digit: 2^-24 for subnormal numbers.
    exponent = max(math.frexp(abs(x))[1] - 11, -24)
    digits = magnitude / Fraction(2) ** exponent
    if mode in ("", "_rte"):
        digits = round(digits)
    else:
        digits = math.ceil(digits) if up else math.floor(digits)
    value = digits * Fraction(2) ** exponent
    if value >= 65536:
        return sign | (0x7C00 if up or mode in ("", "_rte") else 0x7BFF)
    return sign | struct.unpack("H", struct.pack("e", float(value)))[0]


def samples():
    generator = random.Random(1)
    values = [0.0, -0.0, 65504.0, 65519.9, 65520.0, 65536.0, 2.0**-24, 2.0**-25, 2.0**-14, 1.0, math.inf, -math.inf, math.nan, 3e38]
    values += [-v for v in values]
    while len(values) < COUNT:
        values.append(generator.uniform(-1, 1) * 2.0 ** generator.randrange(-28, 18))
        # Just on, below and above the middle between two halves.
        h = struct.unpack("e", struct.pack("H", generator.randrange(0x7BFF)))[0]
        g = struct.unpack("e", struct.pack("H", struct.unpack("H", struct.pack("e", h))[0] + 1))[0]
        values.append((h + g) / 2 * generator.choice([1, 1 + 2.0**-22, 1 - 2.0**-22]))
    return [v if math.isinf(v) or math.isnan(v) else ctypes.c_float(v).value for v in values[:COUNT]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--board", default="sim-card", help="whose built-in functions: those for its address size")
    parser.add_argument("--clang", required=True)
    parser.add_argument("--directory", required=True)
    args = parser.parse_args()
    os.makedirs(args.directory, exist_ok=True)
    path = os.path.join(args.directory, "halves.cl")
    with open(path, "w") as file:
        file.write("kernel void load(global float *o, global half *h) { for (int i = 0; i < 65536; ++i) o[i] = vload_half(i, h); }\n")
        for mode in MODES:
            file.write(f"kernel void store{mode}(global half *h, global float *f) {{ for (int i = 0; i < {COUNT}; ++i) "
                       f"vstore_half{mode}(f[i], i, h); }}\n")
    ir = subprocess.run([args.tool, path, "--board", args.board, "--stop-after=canonical"], check=True, capture_output=True, text=True).stdout
    with open(path + ".ll", "w") as file:
        file.write(re.sub(r"^target .*$", "", ir, flags=re.M).replace("spir_kernel ", ""))
    subprocess.run([args.clang, "-O1", "-Wno-override-module", "-fPIC", "-shared", path + ".ll", "-lm", "-o", path + ".so"], check=True)
    library = ctypes.CDLL(path + ".so")
    failures = 0

    def aligned(kind, count):
        raw = ctypes.create_string_buffer(ctypes.sizeof(kind) * count + 128)
        return (kind * count).from_buffer(raw, -ctypes.addressof(raw) % 128)

    halves, floats = aligned(ctypes.c_uint16, 65536), aligned(ctypes.c_float, 65536)
    halves[:] = range(65536)
    library.load(floats, halves)
    for h in range(65536):
        want = struct.unpack("e", struct.pack("H", h))[0]
        same = math.isnan(floats[h]) if math.isnan(want) else struct.pack("f", floats[h]) == struct.pack("f", want)
        if not same:
            print(f"vload_half of {h:#06x}: got {floats[h]}, want {want}")
            failures += 1

    values, stored = aligned(ctypes.c_float, COUNT), aligned(ctypes.c_uint16, COUNT)
    values[:] = samples()
    for mode in MODES:
        getattr(library, "store" + mode)(stored, values)
        for i in range(COUNT):
            want = half_bits(values[i], mode)
            same = stored[i] & 0x7FFF > 0x7C00 if want is None else stored[i] == want
            if not same:
                print(f"vstore_half{mode} of {values[i].hex()}: got {stored[i]:#06x}, want {want:#06x}")
                failures += 1
                break
    print(f"{failures} wrong")
    sys.exit(min(failures, 1))


main()
