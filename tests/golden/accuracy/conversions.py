#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Conversions from and to floating point in every rounding mode, saturating or not, as the compiler's canonical IR has them, run on this
machine against exact arithmetic: scalars and vectors, in buffers and as constants that the compiler folds.

    conversions.py --tool weft-hls [--board sim-card] --clang clang --directory build-directory
"""
import argparse
import ctypes
import math
import struct
import sys
from fractions import Fraction

import integers
from integers import MODES, RANDOM, TYPES, limits, saturate

# Digits of the significand, exponent of the last place of the smallest number, bits, how Python packs it.
FORMATS = {"half": (11, -24, 16, "e"), "float": (24, -149, 32, "f"), "double": (53, -1074, 64, "d")}
UNSIGNED = {16: ctypes.c_uint16, 32: ctypes.c_uint32, 64: ctypes.c_uint64}
NAN = "NaN"


def infinity(t):
    digits, _, bits, _ = FORMATS[t]
    return (1 << bits - 1) - (1 << digits - 1)


def decoded(t, code):
    """A number from an element of an array: an integer, or for floating point a Python float from its bits."""
    if t in TYPES:
        return code
    pack, bits = FORMATS[t][3], FORMATS[t][2]
    return struct.unpack(pack, struct.pack({16: "H", 32: "I", 64: "Q"}[bits], code))[0]


def encoded(t, x, mode):
    """The bits of a number in a format, rounded."""
    digits, least, bits, _ = FORMATS[t]
    if x != x:
        return NAN
    negative = math.copysign(1, x) < 0
    sign = negative << bits - 1
    if math.isinf(x) or x == 0:
        return sign | (infinity(t) if x else 0)
    magnitude = abs(Fraction(x))
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    exponent -= magnitude < Fraction(2) ** exponent
    place = max(exponent - digits + 1, least)
    units = magnitude / Fraction(2) ** place
    if mode in ("", "_rte"):
        rounded, largest = round(units), infinity(t)
    elif mode == "_rtp" and not negative or mode == "_rtn" and negative:
        rounded, largest = math.ceil(units), infinity(t)
    else:
        rounded, largest = math.floor(units), infinity(t) - 1
    return sign | min((place - least << digits - 1) + rounded, largest)


def integer(t, x, mode):
    """The integer next to a number, saturating: OpenCL leaves the rest to the implementation."""
    if isinstance(x, float) and not math.isfinite(x):
        return 0 if math.isnan(x) else limits(t)[x > 0]
    exact = Fraction(x)
    rounded = {"_rtp": math.ceil, "_rtn": math.floor, "_rte": round}.get(mode, math.trunc)(exact)
    return saturate(t, rounded)


def converted(source, to, mode, code):
    x = decoded(source, code)
    return integer(to, x, mode) if to in TYPES else encoded(to, x, mode)


def sample(t):
    """An element: random bits, ordinary and extreme numbers, and those in the middle between two of a narrower format."""
    if t in TYPES:
        return integers.sample(t) if RANDOM.randrange(3) else integers.wrap(t, (1 << RANDOM.randrange(64)) + RANDOM.randrange(-2, 3))
    _, _, bits, _ = FORMATS[t]
    choice = RANDOM.randrange(6)
    if choice == 0:
        return RANDOM.getrandbits(bits)
    if choice == 1:
        return encoded(t, RANDOM.choice([0.0, -0.0, math.inf, -math.inf, 65504.0, 65520.0, 3.4028235e38, 3.4028236e38, 2.0**63]), "")
    if choice == 2:
        return encoded(t, RANDOM.uniform(-300, 300), "")
    if choice == 3:
        return encoded(t, RANDOM.uniform(-1, 1) * 2.0 ** RANDOM.choice([-1040, -150, -140, -126, -24, -14, 16, 33, 64, 128]), "")
    if choice == 4:
        return infinity(t) | RANDOM.getrandbits(FORMATS[t][0] - 1) | RANDOM.getrandbits(1) << bits - 1
    narrow = RANDOM.choice([f for f in FORMATS if FORMATS[f][0] <= FORMATS[t][0]])
    code = RANDOM.randrange(infinity(narrow) - 1)
    middle = (Fraction(decoded(narrow, code)) + Fraction(decoded(narrow, code + 1))) / 2
    return encoded(t, float(middle) * RANDOM.choice([1, -1]), RANDOM.choice(["", "_rtp", "_rtn"])) + RANDOM.choice([-1, 0, 0, 1]) & (1 << bits) - 1


def literal(t, code):
    if t in TYPES:
        return integers.literal(t, code)
    bits = FORMATS[t][2]
    return f"as_{t}(({ {16: 'ushort', 32: 'uint', 64: 'ulong'}[bits]}){code}U{'L' if bits == 64 else ''})"


def array(t, count):
    kind = (integers.CTYPES[t] if t in TYPES else UNSIGNED[FORMATS[t][2]]) * count
    raw = ctypes.create_string_buffer(ctypes.sizeof(kind) + 128)
    return kind.from_buffer(raw, -ctypes.addressof(raw) % 128)


def agrees(t, got, want):
    return got & ~(1 << FORMATS[t][2] - 1) > infinity(t) if want == NAN else got == want


class Conversion:
    COUNT = 8  # constants

    def __init__(self, source, to, suffix, mode):
        self.source, self.to, self.suffix, self.mode = source, to, suffix, mode
        self.name = f"{source}_{to}{suffix}{mode}"
        self.constants = [integers.CTYPES[source](sample(source)).value if source in TYPES else sample(source) for _ in range(self.COUNT)]

    def kernels(self):
        function = f"convert_{self.to}#{self.suffix}{self.mode}"
        text = ""
        for lanes in (1, 4):
            width = "" if lanes == 1 else str(lanes)
            text += (f"kernel void {self.name}_x{lanes}(global {self.to}{width} *o, global {self.source}{width} *a) "
                     f"{{ o[0] = {function.replace('#', width)}(a[0]); }}\n")
        body = " ".join(f"o[{i}] = {function.replace('#', '')}({literal(self.source, c)});" for i, c in enumerate(self.constants))
        return text + f"kernel void {self.name}_constants(global {self.to} *o) {{ {body} }}\n"

    def check(self, code, got, where):
        want = converted(self.source, self.to, self.mode, code)
        if agrees(self.to, got, want):
            return True
        print(f"convert_{self.to}{self.suffix}{self.mode} of {self.source} {code:#x} ({decoded(self.source, code)}) {where}: got {got:#x}, want {want}")
        return False

    def run(self, library):
        for lanes in (1, 4):
            operands, results = array(self.source, lanes), array(self.to, lanes)
            function = getattr(library, f"{self.name}_x{lanes}")
            for _ in range(200 // lanes):
                for lane in range(lanes):
                    operands[lane] = sample(self.source)
                function(ctypes.byref(results), ctypes.byref(operands))
                if not all(self.check(operands[lane], results[lane], f"on {lanes} lanes") for lane in range(lanes)):
                    return False
        results = array(self.to, self.COUNT)
        getattr(library, f"{self.name}_constants")(ctypes.byref(results))
        return all(self.check(code, got, "as a constant") for code, got in zip(self.constants, results))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--board", default="sim-card", help="whose built-in functions: those for its address size")
    parser.add_argument("--clang", required=True)
    parser.add_argument("--directory", required=True)
    args = parser.parse_args()
    every = list(FORMATS) + list(TYPES)
    conversions = [Conversion(source, to, suffix, mode) for source in every for to in every if source in FORMATS or to in FORMATS
                   for suffix in (["", "_sat"] if to in TYPES else [""]) for mode in MODES]
    library = integers.build(args, "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" + "".join(c.kernels() for c in conversions))
    failures = sum(not conversion.run(library) for conversion in conversions)
    print(f"{len(conversions)} conversions, {failures} wrong")
    sys.exit(min(failures, 1))


if __name__ == "__main__":
    main()
