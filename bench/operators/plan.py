# SPDX-License-Identifier: Apache-2.0
"""What bench/operators measures: a call for each operation and width band, with the numbers of stages worth having on each family.

expr(opcodes, text, bands)      a SystemVerilog expression of the generator. A band is (least width, greatest width[, width to
                                measure]); in the text W is the measured width, L the bits of a shift amount, E those of the index
                                of an element of 8 bits. "inputs; result width; expression".
op(opcodes, module, band, parameters, ecp5=…, ice40up=…, ice40hx=…)
                                a module. Stages: "3-6 8"; "" where no number of stages is worth having, which is then refused.
                                Several sets of parameters, separated by "/", share rows, which hold the worst of them.
measured(name, module, width, parameters, …)
                                the same for what no opcode uses; "35:36" is a latency with the initiation interval of an
                                iterative form.
One measurement serves all opcodes of a call: they differ in an inverted operand or in which result is used."""
import math
import re
from dataclasses import dataclass

FAMILIES = ("ecp5", "ice40up", "ice40hx")
REFUSED = "too large for the family's parts"


@dataclass(frozen=True)
class Item:
    kind: str  # OPERATOR, MEASURED or WIRES
    names: tuple
    module: str
    low: int
    high: int
    variants: tuple  # of parameters: tuples of (name, value); of an expression: its text
    stages: dict  # by family: ((latency, interval), …)


ITEMS = []


def parse_stages(text):
    stages = []
    for part in text.split():
        latency, _, interval = part.partition(":")
        first, _, last = latency.partition("-")
        stages += [(n, int(interval or 1)) for n in range(int(first), int(last or first) + 1)]
    return tuple(stages)


def parse_parameters(text):
    return tuple(tuple(tuple(p.split("=")) for p in variant.split()) for variant in text.split("/"))


def expr(names, text, bands):
    for band in bands:
        low, high = band[:2]
        width = band[-1]
        values = {"W": width, "L": max(1, math.ceil(math.log2(width))), "E": max(1, math.ceil(math.log2(max(2, width // 8))))}
        concrete = re.sub(r"\b[WLE]\b", lambda m: str(values[m[0]]), text)
        ITEMS.append(Item("OPERATOR", tuple(names.split()), "", low, high, (concrete,), {f: ((0, 1),) for f in FAMILIES}))


def wires(names, low, high):
    ITEMS.append(Item("WIRES", tuple(names.split()), "", low, high, ("a 32; 32; a_i",), {f: ((0, 1),) for f in FAMILIES}))


def add(kind, names, module, low, high, parameters, stages):
    ITEMS.append(Item(kind, tuple(names.split()), module, low, high, parse_parameters(parameters),
                      {f: parse_stages(stages.get(f, "")) for f in FAMILIES}))


def op(names, module, band, parameters, **stages):
    add("OPERATOR", names, module, band[0], band[-1], parameters, stages)


def measured(name, module, width, parameters, **stages):
    add("MEASURED", name, module, width, width, parameters, stages)


HALF, FLOAT, DOUBLE = "ExpW=5 SigW=11", "ExpW=8 SigW=24", "ExpW=11 SigW=53"

# Bits
expr("And Or Xor", "a W, b W; W; a_i & b_i", [(1, 8), (9, 65536, 64)])
expr("Not", "a W; W; ~a_i", [(1, 65536, 64)])
expr("Shl LShr AShr", "a W, b L; W; $unsigned($signed(a_i) >>> b_i)", [(1, 8), (9, 16), (17, 32), (33, 64), (65, 256), (257, 65536, 1024)])
wires("Zext Sext Trunc Slice Concat", 1, 65536)
expr("DynSlice", "a W, b E; 8; a_i[{b_i, 3'b0} +: 8]", [(1, 64), (65, 256), (257, 1024), (1025, 65536, 2048)])
expr("DynInsert", "a W, b E, c 8; W; begin result_o = a_i; result_o[{b_i, 3'b0} +: 8] = c_i; end", [(1, 64), (65, 256), (257, 1024), (1025, 65536, 2048)])
expr("Select", "a 1, b W, c W; W; a_i ? b_i : c_i", [(1, 64), (65, 65536, 512)])

# Integers
expr("Add Sub", "a W, b W; W; a_i - b_i", [(1, 8), (9, 16), (17, 32), (33, 64), (65, 128)])
expr("ICmp", "a W, b W; 1; $signed(a_i) < $signed(b_i)", [(1, 8), (9, 32), (33, 64), (65, 128)])
expr("UMin UMax SMin SMax", "a W, b W; W; $signed(a_i) < $signed(b_i) ? a_i : b_i", [(1, 8), (9, 32), (33, 64)])
for low, high, ecp5, up, hx in ((1, 8, "1-2", "1-2", "2-4"), (9, 16, "1-3", "1-3", "2-6"), (17, 18, "1-3", "2-4", ""), (19, 32, "1-5", "2-6", "4-6 8"),
                                (33, 36, "1-5", "3-6", ""), (37, 64, "3-8", "", "")):
    if high == 18:
        hx = "2-6"
    if high == 36:
        hx = "5-6 8"
    op("Mul", "int_mul", (low, high), f"Width={high}", ecp5=ecp5, ice40up=up, ice40hx=hx)
for low, high, ecp5, up, hx in ((1, 8, "2 3 4 6", "3 6", "3 6"), (9, 16, "5 6 8 10", "10", "6 10"), (17, 32, "12 15 18 34", "18 34", "18 34"),
                                (33, 64, "36 50 66", "", "")):
    op("UDiv SDiv URem SRem", "int_div", (low, high), f"Width={high} Signed=1", ecp5=ecp5, ice40up=up, ice40hx=hx)
for name in ("Ctlz", "Cttz", "Ctpop"):
    for low, high in ((1, 32), (33, 64)):
        op(name, f"int_{name.lower()}", (low, high), f"Width={high}", ecp5="1-2", ice40up="1-3", ice40hx="1-3")

# Floating point
for w, f, ecp5, up, hx in ((16, HALF, "3-5", "3 5 7", "3 5 7"), (32, FLOAT, "4-7", "5 7 9", "5 7 9"), (64, DOUBLE, "6-9", "9", "7 9")):
    op("FAdd FSub", "fp_add", (w,), f, ecp5=ecp5, ice40up=up, ice40hx=hx)
for w, f, ecp5, up, hx in ((16, HALF, "2-4", "3 5", "4 6"), (32, FLOAT, "3-6", "5 7", "5 7"), (64, DOUBLE, "6-9", "", "")):
    op("FMul", "fp_mul", (w,), f, ecp5=ecp5, ice40up=up, ice40hx=hx)
for w, f, ecp5, up, hx in ((16, HALF, "5-7", "7 9", "7 9"), (32, FLOAT, "7-10", "9 11", "9 11"), (64, DOUBLE, "10-13", "", "")):
    op("FFma", "fp_fma", (w,), f, ecp5=ecp5, ice40up=up, ice40hx=hx)
for w, f, ecp5, up, hx in ((16, HALF, "11 13 17", "11 17", "11 17"), (32, FLOAT, "18 24 27 30", "", "30"), (64, DOUBLE, "55 59", "", "")):
    op("FDiv", "fp_div", (w,), f, ecp5=ecp5, ice40up=up, ice40hx=hx)
for w, f, ecp5, up, hx in ((16, HALF, "11 13 15", "15", "11 15"), (32, FLOAT, "18 24 28", "28", "24 28"), (64, DOUBLE, "55 57 59", "", "")):
    op("FSqrt", "fp_sqrt", (w,), f, ecp5=ecp5, ice40up=up, ice40hx=hx)
for w, f in ((16, HALF), (32, FLOAT), (64, DOUBLE)):
    op("FCmp", "fp_compare", (w,), f"{f} Predicate=4", ecp5="1-2", ice40up="1-3", ice40hx="1-3")
    op("FMin FMax", "fp_min_max", (w,), f, ecp5="1-2", ice40up="1-3", ice40hx="1-3")
    op("FRound", "fp_round_int", (w,), f, ecp5="1-4", ice40up="2 4 5", ice40hx="2 4 5")
    op("FToSI FToUI", "fp_to_int", (w,), f"{f} IntW=64 Signed=1", ecp5="2-4", ice40up="3 5", ice40hx="3 5")
for low, high in ((1, 16), (17, 32), (33, 64)):
    op("SIToF UIToF", "fp_from_int", (low, high), f"{FLOAT} IntW={high} Signed=1 / {DOUBLE} IntW={high} Signed=1", ecp5="2-5", ice40up="3 5", ice40hx="3 5")
HALF_FROM, FLOAT_FROM, DOUBLE_FROM = (f.replace("ExpW", "FromExpW").replace("SigW", "FromSigW") for f in (HALF, FLOAT, DOUBLE))
HALF_TO, FLOAT_TO, DOUBLE_TO = (f.replace("ExpW", "ToExpW").replace("SigW", "ToSigW") for f in (HALF, FLOAT, DOUBLE))
op("FConvert", "fp_convert", (16,), f"{HALF_FROM} {FLOAT_TO} / {HALF_FROM} {DOUBLE_TO}", ecp5="1-3", ice40up="2-3", ice40hx="2-3")
op("FConvert", "fp_convert", (32,), f"{FLOAT_FROM} {HALF_TO} / {FLOAT_FROM} {DOUBLE_TO}", ecp5="1-4", ice40up="3-4", ice40hx="3-4")
op("FConvert", "fp_convert", (64,), f"{DOUBLE_FROM} {HALF_TO} / {DOUBLE_FROM} {FLOAT_TO}", ecp5="1-4", ice40up="3-4", ice40hx="3-4")
