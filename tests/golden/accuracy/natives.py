#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The native_ functions with errors of their own, and the half_ functions, compiled to canonical IR and run on this machine against
Python's functions of double: within what docs/toolchain.md states and within 8,192 units in the last place.

    natives.py --tool weft-hls [--board sim-card] --clang clang --directory build-directory
"""
import argparse
import ctypes
import math
import os
import random
import re
import subprocess
import sys

RANDOM = random.Random(1)
ROUNDS = 20000


def relative(bits):
    return lambda want: abs(want) * 2.0 ** -bits


def of_size(want):
    return 2.0 ** -20 + abs(want) * 2.0 ** -22


HALF = lambda want: abs(want) * 2.0 ** -10  # 8,192 units
# Name, reference, operands from and to (evenly, or by exponent), error allowed for a result.
UNARY = [
    ("native_exp", math.exp, -87, 88, False, relative(20)), ("native_exp2", lambda x: 2.0 ** x, -125, 127.9, False, relative(20)),
    ("native_exp10", lambda x: 10.0 ** x, -37, 38, False, relative(20)), ("native_log", math.log, -126, 127, True, of_size),
    ("native_log2", math.log2, -126, 127, True, of_size), ("native_log10", math.log10, -126, 127, True, of_size),
    ("native_sin", math.sin, -1023, 1023, False, lambda want: 2.0 ** -20), ("native_cos", math.cos, -1023, 1023, False, lambda want: 2.0 ** -20),
    ("native_tan", math.tan, -1023, 1023, False, lambda want: 2.0 ** -18 * (1 + want * want)),
    ("native_sqrt", math.sqrt, -126, 127.9, True, relative(20)), ("native_rsqrt", lambda x: 1 / math.sqrt(x), -126, 127.9, True, relative(20)),
    ("native_recip", lambda x: 1 / x, -125, 125, True, relative(20)), ("native_recip", lambda x: 1 / x, -4, 4, False, relative(20)),
    ("half_exp", math.exp, -87, 88, False, HALF), ("half_exp2", lambda x: 2.0 ** x, -125, 127.9, False, HALF),
    ("half_exp10", lambda x: 10.0 ** x, -37, 38, False, HALF), ("half_log", math.log, -126, 127, True, HALF),
    ("half_log2", math.log2, -126, 127, True, HALF), ("half_log10", math.log10, -126, 127, True, HALF),
    ("half_sin", math.sin, -65536, 65536, False, HALF), ("half_cos", math.cos, -65536, 65536, False, HALF), ("half_tan", math.tan, -65536, 65536, False, HALF),
]
EXACT = {"native_exp": {math.inf: math.inf, -math.inf: 0.0, 300.0: math.inf, -300.0: 0.0}, "native_log": {0.0: -math.inf, math.inf: math.inf},
         "native_exp2": {128.0: math.inf, -200.0: 0.0}, "native_sqrt": {0.0: 0.0, math.inf: math.inf}, "native_rsqrt": {0.0: math.inf, math.inf: 0.0},
         "native_recip": {0.0: math.inf, math.inf: 0.0, -math.inf: -0.0, 2.0 ** 127: 0.0},
         "half_exp": {math.inf: math.inf, -math.inf: 0.0}, "half_log": {0.0: -math.inf, math.inf: math.inf}}
BINARY = ["native_powr", "native_divide"]
QUOTIENTS = {(1.0, 0.0): math.inf, (-1.0, 0.0): -math.inf, (0.0, -3.0): -0.0, (math.inf, 2.0): math.inf, (2.0, -math.inf): -0.0,
             (2.0 ** 127, 0.25): math.inf, (2.0 ** -100, 2.0 ** 100): 0.0}


def build(args):
    os.makedirs(args.directory, exist_ok=True)
    path = os.path.join(args.directory, "natives.cl")
    with open(path, "w") as file:
        for name in dict.fromkeys(name for name, *_ in UNARY):
            file.write(f"kernel void k_{name}(global float *r, global const float *x) {{ *r = {name}(*x); }}\n")
        for name in BINARY:
            file.write(f"kernel void k_{name}(global float *r, global const float *x) {{ *r = {name}(x[0], x[1]); }}\n")
    ir = subprocess.run([args.tool, path, "--board", args.board, "--stop-after=canonical"], check=True, capture_output=True, text=True).stdout
    ir = re.sub(r"^target .*$", "", ir, flags=re.M).replace("spir_kernel ", "")
    with open(path + ".ll", "w") as file:
        file.write(ir)
    subprocess.run([args.clang, "-O1", "-Wno-override-module", "-fPIC", "-shared", path + ".ll", "-o", path + ".so"], check=True)
    return ctypes.CDLL(path + ".so")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--board", default="sim-card", help="whose address size")
    parser.add_argument("--clang", required=True)
    parser.add_argument("--directory", required=True)
    args = parser.parse_args()
    library = build(args)
    x, result = (ctypes.c_float * 64)(), (ctypes.c_float * 64)()
    failures = 0

    def check(name, operands, want, allowed):
        nonlocal failures
        x[:len(operands)] = operands
        getattr(library, "k_" + name)(ctypes.byref(result), ctypes.byref(x))
        wanted = want(*x[:len(operands)])
        same = result[0] == wanted and math.copysign(1, result[0]) == math.copysign(1, wanted)
        if not (same or abs(wanted) < math.inf and allowed(wanted) and abs(result[0] - wanted) <= allowed(wanted)):
            failures += 1
            if failures < 20:
                print(f"{name} of {', '.join(float.hex(v) for v in operands)}: got {result[0]}, want {wanted}, may differ by {allowed(wanted)}")

    for name, want, low, high, by_exponent, allowed in UNARY:
        for _ in range(ROUNDS):
            operand = RANDOM.uniform(low, high)
            check(name, [2.0 ** operand if by_exponent else operand], want, allowed)
        for exponent in range(math.ceil(low) + 1, math.floor(high)) if by_exponent else ():  # the ends of tables
            for mantissa in 1.0, 1.0 + 2.0 ** -23, 2.0 - 2.0 ** -23, 2.0 - 2.0 ** -22:
                check(name, [mantissa * 2.0 ** exponent], want, allowed)
        for operand, exactly in EXACT.get(name, {}).items():
            check(name, [operand], lambda v, exactly=exactly: exactly, lambda v: 0.0)
    for _ in range(ROUNDS):  # the logarithm's error, and the product's, times the exponent
        base = 2.0 ** RANDOM.uniform(-20, 20)
        check("native_powr", [base, RANDOM.uniform(-4, 4)], lambda a, b: a ** b, lambda v: abs(v) * 2.0 ** -13)
    for _ in range(ROUNDS):
        y = RANDOM.choice((-1, 1)) * 2.0 ** RANDOM.uniform(-126, 127.9)
        low, high = max(-126.0, math.log2(abs(y)) - 126), min(127.9, math.log2(abs(y)) + 128)
        check("native_divide", [2.0 ** RANDOM.uniform(low, high), y], lambda a, b: a / b if abs(a / b) < 2.0 ** 128 else math.inf, relative(20))
    for exponent in range(-60, 60):
        for mantissa in 1.0, 1.0 + 2.0 ** -23, 2.0 - 2.0 ** -23:
            check("native_divide", [RANDOM.uniform(1, 2), -mantissa * 2.0 ** exponent], lambda a, b: a / b, relative(20))
    for name in dict.fromkeys(name for name, *_ in UNARY if name.startswith("half_")):
        x[0] = math.nan
        getattr(library, "k_" + name)(ctypes.byref(result), ctypes.byref(x))
        if not math.isnan(result[0]):
            failures += 1
            print(f"{name} of nan: got {result[0]}")
    for operands, exactly in QUOTIENTS.items():
        check("native_divide", operands, lambda *v, exactly=exactly: exactly, lambda v: 0.0)
    print(f"{failures} outside their limits")
    sys.exit(min(failures, 1))


main()
