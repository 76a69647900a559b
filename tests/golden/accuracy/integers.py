#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Integer functions and conversions between integers as the compiler's canonical IR has them, run on this machine against Python's integers:
scalars and vectors of four, random and extreme operands, in buffers and as constants that the compiler folds.

    integers.py --tool weft-hls [--board sim-card] --clang clang --directory build-directory
"""
import argparse
import ctypes
import os
import platform
import random
import re
import subprocess
import sys

TYPES = {"char": 8, "uchar": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32, "long": 64, "ulong": 64}
CTYPES = {"char": ctypes.c_int8, "uchar": ctypes.c_uint8, "short": ctypes.c_int16, "ushort": ctypes.c_uint16, "int": ctypes.c_int32,
          "uint": ctypes.c_uint32, "long": ctypes.c_int64, "ulong": ctypes.c_uint64}
MODES = ["", "_rte", "_rtz", "_rtp", "_rtn"]
RANDOM = random.Random(1)


def signed(t):
    return t[0] != "u"


def unsigned(t):
    return "u" + t if signed(t) else t


def limits(t):
    return (-(1 << TYPES[t] - 1), (1 << TYPES[t] - 1) - 1) if signed(t) else (0, (1 << TYPES[t]) - 1)


def bits(t, v):
    return v & (1 << TYPES[t]) - 1


def wrap(t, v):
    v = bits(t, v)
    return v - (1 << TYPES[t]) if v > limits(t)[1] else v


def saturate(t, v):
    low, high = limits(t)
    return max(low, min(high, v))


def rotate(t, a, b):
    width, b = TYPES[t], b % TYPES[t]
    return wrap(t, bits(t, a) << b | bits(t, a) >> width - b)


UNARY = {"clz": lambda t, a: TYPES[t] - bits(t, a).bit_length(), "popcount": lambda t, a: bin(bits(t, a)).count("1"),
         "abs": lambda t, a: abs(a)}
BINARY = {"add_sat": lambda t, a, b: saturate(t, a + b), "sub_sat": lambda t, a, b: saturate(t, a - b),
          "hadd": lambda t, a, b: a + b >> 1, "rhadd": lambda t, a, b: a + b + 1 >> 1, "mul_hi": lambda t, a, b: a * b >> TYPES[t],
          "rotate": rotate, "max": lambda t, a, b: max(a, b), "min": lambda t, a, b: min(a, b), "abs_diff": lambda t, a, b: abs(a - b)}
TERNARY = {"mad_hi": lambda t, a, b, c: wrap(t, (a * b >> TYPES[t]) + c), "mad_sat": lambda t, a, b, c: saturate(t, a * b + c),
           "clamp": lambda t, a, b, c: max(min(b, c), min(a, max(b, c))),
           "bitselect": lambda t, a, b, c: wrap(t, bits(t, a) & ~bits(t, c) | bits(t, b) & bits(t, c))}


class Test:
    def __init__(self, name, result, operands, expression, reference):
        self.name, self.result, self.operands, self.expression, self.reference = name, result, operands, expression, reference

    def kernel(self, lanes):
        suffix = "" if lanes == 1 else str(lanes)
        names = "abc"[:len(self.operands)]
        arguments = "".join(f", global {t}{suffix} *{n}" for t, n in zip(self.operands, names))
        expression = re.sub(r"\b([abc])\b", r"\1[0]", self.expression.replace("#", suffix))
        return f"kernel void {self.name}_x{lanes}(global {self.result}{suffix} *o{arguments}) {{ o[0] = {expression}; }}\n"

    def run(self, library, lanes):
        """Whether the function agrees with its reference."""
        function = getattr(library, f"{self.name}_x{lanes}")
        arrays = [aligned(t, lanes) for t in self.operands]
        result = aligned(self.result, lanes)
        for _ in range(150 // lanes):
            for array, t in zip(arrays, self.operands):
                for lane in range(lanes):
                    array[lane] = sample(t)
            function(ctypes.byref(result), *[ctypes.byref(array) for array in arrays])
            for lane in range(lanes):
                operands = [array[lane] for array in arrays]
                want = self.reference(*operands)
                if result[lane] != want:
                    print(f"{self.name} on {lanes} lanes, {operands}: got {result[lane]}, want {want}")
                    return False
        return True


class ConstantTest:
    """The same function of constants, and of constants that one arm of a selection has; the store must not be lost either."""

    COUNT = 3

    def __init__(self, test):
        self.test = test
        draws = [sample] * self.COUNT + [extreme] * self.COUNT
        self.cases = [[CTYPES[t](draw(t)).value for t in test.operands] for draw in draws]

    def expression(self, case, of):
        literals = {name: of(t, literal(t, value)) for name, t, value in zip("abc", self.test.operands, case)}
        return re.sub(r"\b([abc])\b", lambda match: literals[match[1]], self.test.expression.replace("#", ""))

    def kernel(self):
        lines = []
        for i, case in enumerate(self.cases):
            lines.append(f"o[{2 * i}] = {self.expression(case, lambda t, text: text)};")
            lines.append(f"o[{2 * i + 1}] = {self.expression(case, lambda t, text: f'(({t})(flag[0] ? {text} : ({t})flag[1]))')};")
        body = "\n  ".join(lines)
        return f"kernel void {self.test.name}_constants(global {self.test.result} *o, global int *flag) {{\n  {body}\n}}\n"

    def run(self, library):
        result, flag = aligned(self.test.result, 2 * len(self.cases)), aligned("int", 2)
        for i in range(len(result)):
            result[i] = 85
        flag[0] = 1
        getattr(library, f"{self.test.name}_constants")(ctypes.byref(result), ctypes.byref(flag))
        for i, case in enumerate(self.cases):
            want = self.test.reference(*case)
            for form in range(2):
                if result[2 * i + form] != want:
                    print(f"{self.test.name} of {'a selection of ' * form}constants {case}: got {result[2 * i + form]}, want {want}")
                    return False
        return True


def literal(t, v):
    suffix = "" if TYPES[t] < 32 else ("L" if TYPES[t] == 64 else "") + ("" if signed(t) else "U")
    return f"(({t})({v + 1}{suffix} - 1))" if v < 0 else f"(({t}){v}{suffix})"


def aligned(t, lanes):
    """An array that starts at a multiple of 128, as buffers do."""
    kind = CTYPES[t] * lanes
    raw = ctypes.create_string_buffer(ctypes.sizeof(kind) + 128)
    return kind.from_buffer(raw, -ctypes.addressof(raw) % 128)


def extreme(t):
    low, high = limits(t)
    return RANDOM.choice([low, high, 0, 1, max(low, -1)])


def sample(t):
    choice = RANDOM.randrange(4)
    low, high = limits(t)
    if choice == 0:
        return RANDOM.choice([low, high, 0, 1, low + 1, high - 1, max(low, -1)])
    if choice == 1:
        return saturate(t, RANDOM.randrange(-40, 200))
    if choice == 2:
        return wrap(t, RANDOM.getrandbits(RANDOM.randrange(1, 65)))
    return RANDOM.randrange(low, high + 1)


def all_tests():
    for t in TYPES:
        for name, f in UNARY.items():
            yield Test(f"{name}_{t}", unsigned(t) if name == "abs" else t, [t], f"{name}(a)", lambda a, f=f, t=t: f(t, a))
        for name, f in BINARY.items():
            yield Test(f"{name}_{t}", unsigned(t) if name == "abs_diff" else t, [t, t], f"{name}(a, b)",
                       lambda a, b, f=f, t=t: f(t, a, b))
        for name, f in TERNARY.items():
            operands = "a, min(b, c), max(b, c)" if name == "clamp" else "a, b, c"
            yield Test(f"{name}_{t}", t, [t, t, t], f"{name}({operands})", lambda a, b, c, f=f, t=t: f(t, a, b, c))
        for to in TYPES:
            yield Test(f"convert_{t}_{to}", to, [t], f"convert_{to}#(a)", lambda a, to=to: wrap(to, a))
            yield Test(f"convert_sat_{t}_{to}", to, [t], f"convert_{to}#_sat(a)", lambda a, to=to: saturate(to, a))
    for t in ("int", "uint"):
        yield Test(f"mul24_{t}", t, [t, t], "mul24(a >> 8, b >> 8)", lambda a, b, t=t: wrap(t, (a >> 8) * (b >> 8)))
        yield Test(f"mad24_{t}", t, [t, t, t], "mad24(a >> 8, b >> 8, c)", lambda a, b, c, t=t: wrap(t, (a >> 8) * (b >> 8) + c))
    for t, half in (("short", "char"), ("ushort", "uchar"), ("int", "short"), ("uint", "ushort"), ("long", "int"), ("ulong", "uint")):
        yield Test(f"upsample_{t}", t, [half, unsigned(half)], "upsample(a, b)", lambda a, b, t=t, h=half: wrap(t, a << TYPES[h] | b))


def build(args, source):
    """The kernels of `source` as a shared library."""
    os.makedirs(args.directory, exist_ok=True)
    path = os.path.join(args.directory, "integers.cl")
    with open(path, "w") as file:
        file.write(source)
    ir = subprocess.run([args.tool, path, "--board", args.board, "--stop-after=canonical"], check=True, capture_output=True, text=True).stdout
    ir = re.sub(r"^target .*$", "", ir, flags=re.M).replace("spir_kernel ", "")
    # The primitives, as the canonical IR's definition says.
    for primitive, extend in ("umul_hi", "zext"), ("smul_hi", "sext"):
        body = (f"define i64 @__weft_{primitive}(i64 %a, i64 %b) {{\n  %x = {extend} i64 %a to i128\n  %y = {extend} i64 %b to i128\n"
                "  %p = mul i128 %x, %y\n  %h = lshr i128 %p, 64\n  %r = trunc i128 %h to i64\n  ret i64 %r\n}")
        ir = re.sub(rf"^declare i64 @__weft_{primitive}\(.*$", body, ir, flags=re.M)
    with open(path + ".ll", "w") as file:
        file.write(ir)
    # LLVM 19 forgets NaN in fptosi.sat.i16.f16 where the machine computes in half.
    machine = ["-march=native"] + ["-mno-avx512fp16"] * (platform.machine() == "x86_64")
    subprocess.run([args.clang, "-O1", *machine, "-Wno-override-module", "-fPIC", "-shared", path + ".ll", "-lm", "-o",
                    path + ".so"], check=True)
    return ctypes.CDLL(path + ".so")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--board", default="sim-card", help="whose built-in functions: those for its address size")
    parser.add_argument("--clang", required=True)
    parser.add_argument("--directory", required=True)
    args = parser.parse_args()
    tests = list(all_tests())
    constants = [ConstantTest(test) for test in tests]
    library = build(args, "".join(test.kernel(lanes) for test in tests for lanes in (1, 4)) + "".join(test.kernel() for test in constants))
    failures = sum(not test.run(library, lanes) for test in tests for lanes in (1, 4)) + sum(not test.run(library) for test in constants)
    print(f"{3 * len(tests)} functions, {failures} wrong")
    sys.exit(min(failures, 1))


if __name__ == "__main__":
    main()
