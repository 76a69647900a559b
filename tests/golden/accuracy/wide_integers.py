#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Integers of more than 64 bits in the canonical IR, which has none: in parts, run on this machine against Python's integers.
Arithmetic is written with _BitInt (an extension of Clang, which OpenCL C does not have); what the optimiser makes of overlapping accesses
of different width, with vectors and unions.

    wide_integers.py --tool weft-hls [--board sim-card] --clang clang --directory build-directory
"""
import argparse
import ctypes
import os
import random
import re
import subprocess
import sys

WIDTHS = [65, 72, 96, 100, 128]
ROUNDS = 60
RANDOM = random.Random(1)
HIGH = ("define i64 @__weft_umul_hi(i64 %a, i64 %b) {\n  %x = zext i64 %a to i128\n  %y = zext i64 %b to i128\n"
        "  %p = mul i128 %x, %y\n  %h = lshr i128 %p, 64\n  %r = trunc i128 %h to i64\n  ret i64 %r\n}")

# Of a, b (wide) and n (a shift); expression in C and in Python, where s() makes a number signed.
OPERATIONS = {
    "add": ("a + b", lambda a, b, n, s: a + b), "sub": ("a - b", lambda a, b, n, s: a - b), "mul": ("a * b", lambda a, b, n, s: a * b),
    "and": ("a & b", lambda a, b, n, s: a & b), "or": ("a | b", lambda a, b, n, s: a | b), "xor": ("a ^ ~b", lambda a, b, n, s: a ^ ~b),
    "shl": ("a << n", lambda a, b, n, s: a << n), "lshr": ("a >> n", lambda a, b, n, s: a >> n),
    "ashr": ("(T)((S)a >> n)", lambda a, b, n, s: s(a) >> n), "shl3": ("a << 3", lambda a, b, n, s: a << 3),
    "shl64": ("a << 64", lambda a, b, n, s: a << 64), "lshr61": ("a >> 61", lambda a, b, n, s: a >> 61),
    "ashr62": ("(T)((S)a >> 62)", lambda a, b, n, s: s(a) >> 62), "ult": ("(T)(a < b)", lambda a, b, n, s: a < b),
    "uge": ("(T)(a >= b)", lambda a, b, n, s: a >= b), "slt": ("(T)((S)a < (S)b)", lambda a, b, n, s: s(a) < s(b)),
    "sle": ("(T)((S)a <= (S)b)", lambda a, b, n, s: s(a) <= s(b)), "eq": ("(T)(a == b)", lambda a, b, n, s: a == b),
    "min": ("a < b ? a : b", lambda a, b, n, s: min(a, b)), "smax": ("(S)a > (S)b ? a : b", lambda a, b, n, s: max(a, b, key=s)),
    "rotate": ("(T)(a << 7 | b >> (W - 7))", lambda a, b, n, s: None),  # reference below: it needs the width
    "sext": ("(T)(S)(int)a", lambda a, b, n, s: (a & 0xffffffff) - ((a & 0x80000000) << 1)),
}
# Phis: a loop that keeps a wide number.
LOOP = "({ T x = a; for (uint i = 0; i < n; ++i) x = x * 3 + b; x; })"

MEMORY = """
kernel void narrow_after_wide(global const ulong *in, global ulong *o) {
  long4 a = vload4(0, (global const long *)in);
  ulong2 b = vload2(0, in);
  uint4 c = vload4(0, (global const uint *)in + 2);
  ushort8 d = vload8(0, (global const ushort *)in + 3);
  o[0] = a.s0 ^ b.s1;
  o[1] = upsample(c.s3, c.s1) + b.s0;
  o[2] = a.s3 + d.s5 + d.s0;
}
kernel void narrow_after_store(global ulong *in, global ulong *o) {
  ulong4 a = vload4(0, in);
  vstore4(a + 1UL, 0, o + 4);
  ulong2 b = vload2(0, o + 5);
  uint2 c = vload2(1, (global uint *)(o + 6));
  o[0] = b.s0; o[1] = b.s1; o[2] = c.s1;
}
typedef union { ulong l[3]; struct { uint a[3]; ushort b[3]; uchar c[6]; } s; uchar16 v; } Mixed;
kernel void joined_structure(global const Mixed *in, global ulong *o, uint n) {
  Mixed m = *in;
  if (n & 1) m.s.b[1] ^= 0x5a5a;
  m.s.a[2] += n;
  m.s.c[0] = m.s.c[5] + 1;
  Mixed copy = m;
  copy.s.a[1] -= copy.s.b[2];
  o[0] = copy.l[0]; o[1] = copy.l[1]; o[2] = copy.l[2];
}
kernel void series(global const ulong *in, global ulong *o) {
  ulong sum = 0, squares = 0; long negative = 0;
  for (ulong i = 0; i < in[0] % 1000; ++i) sum += i;
  for (ulong i = 0; i < in[1] % 1000; ++i) squares += i * i;
  for (long i = 0; i < (long)(in[2] % 1000); ++i) negative -= i * 5 - 3;
  o[0] = sum; o[1] = squares; o[2] = negative;
}
"""
M64 = (1 << 64) - 1


def words(data, size):
    return [int.from_bytes(data[i:i + size], "little") for i in range(0, len(data), size)]


def narrow_after_wide(data, n):
    l, c, d = words(data, 8), words(data[8:24], 4), words(data[6:22], 2)
    return [l[0] ^ l[1], (c[3] << 32 | c[1]) + l[0], l[3] + d[5] + d[0]]


def narrow_after_store(data, n):
    l = [w + 1 & M64 for w in words(data, 8)]
    return [l[1], l[2], l[3] >> 32]


def joined_structure(data, n):
    m = bytearray(data[:24])
    if n & 1:
        m[14] ^= 0x5A
        m[15] ^= 0x5A
    m[8:12] = (int.from_bytes(m[8:12], "little") + n & 0xFFFFFFFF).to_bytes(4, "little")
    m[18] = m[23] + 1 & 255
    m[4:8] = (int.from_bytes(m[4:8], "little") - int.from_bytes(m[16:18], "little") & 0xFFFFFFFF).to_bytes(4, "little")
    return words(bytes(m), 8)


def series(data, n):
    a, b, c = (w % 1000 for w in words(data, 8)[:3])
    return [sum(range(a)), sum(i * i for i in range(b)), -sum(i * 5 - 3 for i in range(c))]


def kernels():
    for width in WIDTHS:
        for name, (expression, _) in list(OPERATIONS.items()) + [("loop", (LOOP, None))]:
            yield (f"#define W {width}\ntypedef unsigned _BitInt({width}) T{width}; typedef _BitInt({width}) S{width};\n"
                   f"kernel void {name}_{width}(global const ulong *in, global ulong *o, uint n) {{\n"
                   f"  typedef T{width} T; typedef S{width} S;\n"
                   f"  T a = (T)in[0] | (T)in[1] << 64, b = (T)in[2] | (T)in[3] << 64;\n"
                   f"  T r = {expression};\n  o[0] = (ulong)r; o[1] = (ulong)(r >> 64);\n}}\n#undef W\n")
    yield MEMORY


def reference(name, width, a, b, n):
    mask = (1 << width) - 1
    a, b = a & mask, b & mask
    if name == "rotate":
        return (a << 7 | b >> width - 7) & mask
    if name == "loop":
        for _ in range(n):
            a = a * 3 + b & mask
        return a
    return int(OPERATIONS[name][1](a, b, n, lambda v: v - (v >> width - 1 << width))) & mask


def build(args):
    os.makedirs(args.directory, exist_ok=True)
    path = os.path.join(args.directory, "wide.cl")
    with open(path, "w") as file:
        file.write("".join(kernels()))
    ir = subprocess.run([args.tool, path, "--board", args.board, "--options", "-w -cl-std=CL3.0", "--stop-after=canonical"], check=True,
                        capture_output=True, text=True).stdout
    if found := re.search(r"(?<=[ <(])i(6[5-9]|[7-9]\d|\d{3,})\b", ir):
        sys.exit(f"the canonical IR has an {found.group(0)}")
    ir = re.sub(r"^target .*$", "", ir, flags=re.M).replace("spir_kernel ", "")
    ir = re.sub(r"^declare i64 @__weft_umul_hi\(.*$", HIGH, ir, flags=re.M)
    with open(path + ".ll", "w") as file:
        file.write(ir)
    subprocess.run([args.clang, "-O1", "-Wno-override-module", "-fPIC", "-shared", path + ".ll", "-o", path + ".so"], check=True)
    return ctypes.CDLL(path + ".so")


def aligned(count):
    raw = ctypes.create_string_buffer(8 * count + 128)
    return (ctypes.c_uint64 * count).from_buffer(raw, -ctypes.addressof(raw) % 128)


def sample():
    kind = RANDOM.randrange(4)
    if kind == 0:
        return RANDOM.choice([0, 1, M64, 1 << 63, M64 >> 1])
    return RANDOM.getrandbits(RANDOM.randrange(1, 65)) if kind == 1 else RANDOM.getrandbits(64)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--board", default="sim-card", help="whose address size")
    parser.add_argument("--clang", required=True)
    parser.add_argument("--directory", required=True)
    args = parser.parse_args()
    library = build(args)
    source, result = aligned(4), aligned(8)
    failures = 0

    def check(name, n, want):
        nonlocal failures
        getattr(library, name)(ctypes.byref(source), ctypes.byref(result), n)
        if list(result[:len(want)]) != [w & M64 for w in want]:
            print(f"{name}, n = {n}, {[hex(v) for v in source]}: got {[hex(v) for v in result[:len(want)]]}, want {[hex(w & M64) for w in want]}")
            failures += 1

    for _ in range(ROUNDS):
        source[:] = [sample() for _ in range(4)]
        if RANDOM.randrange(4) == 0:
            source[RANDOM.randrange(2) + 2] = source[RANDOM.randrange(2)]
        a, b = source[0] | source[1] << 64, source[2] | source[3] << 64
        for width in WIDTHS:
            n = RANDOM.randrange(width)
            for name in [*OPERATIONS, "loop"]:
                want = reference(name, width, a, b, n)
                check(f"{name}_{width}", n, [want, want >> 64])
        for function in narrow_after_wide, narrow_after_store, joined_structure, series:
            check(function.__name__, n, function(bytes(source), n))
    print(f"{failures} wrong")
    sys.exit(min(failures, 1))


main()
