# SPDX-License-Identifier: Apache-2.0
"""What bench/operators measures: a call for each operation and width band, with the numbers of stages worth having on each family.

expr(opcodes, text, bands)      a SystemVerilog expression of the generator. A band is (least width, greatest width[, width to
                                measure]); in the text W is the measured width, L the bits of a shift amount; of an index into the 8
                                or 16 elements of a vector E, and D those of an element. "inputs; result width; expression".
op(opcodes, module, band, parameters, ecp5=…, ice40up=…, ice40hx=…)
                                a module. Stages: "3-6 8"; "" where no number of stages is worth having, which is then refused.
                                Several sets of parameters, separated by "/", share rows, which hold the worst of them.
measured(name, module, width, parameters, …)
                                the same for what no opcode uses. Stages "iterative": the module itself states its latency and
                                initiation interval, as the localparams Cycles and Interval.
One measurement serves all opcodes of a call: they differ in an inverted operand or in which result is used."""
import math
import re
from dataclasses import dataclass

FAMILIES = ("ecp5", "ice40up", "ice40hx")
ITERATIVE = "iterative"
REFUSED = "too large for the family's parts"


@dataclass(frozen=True)
class Item:
    kind: str  # OPERATOR, MEASURED or WIRES
    names: tuple
    module: str
    low: int
    high: int
    variants: tuple  # of parameters: tuples of (name, value); of an expression: its text
    stages: dict  # by family: numbers of stages, or ITERATIVE


ITEMS = []


def parse_stages(text):
    stages = []
    for part in text.split():
        if part == ITERATIVE:
            stages.append(part)
            continue
        first, _, last = part.partition("-")
        stages += range(int(first), int(last or first) + 1)
    return tuple(stages)


def parse_parameters(text):
    return tuple(tuple(tuple(p.split("=")) for p in variant.split()) for variant in text.split("/"))


def expr(names, text, bands):
    for band in bands:
        low, high = band[:2]
        width = band[-1]
        values = {"W": width, "L": max(1, math.ceil(math.log2(width))), "E": 3 if width < 128 else 4, "D": width // (8 if width < 128 else 16)}
        concrete = re.sub(r"\b[WLED]\b", lambda m: str(values[m[0]]), text)
        ITEMS.append(Item("OPERATOR", tuple(names.split()), "", low, high, (concrete,), {f: (0,) for f in FAMILIES}))


def wires(names, low, high):
    ITEMS.append(Item("WIRES", tuple(names.split()), "", low, high, ("a 32; 32; a_i",), {f: (0,) for f in FAMILIES}))


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
expr("Shl LShr AShr", "a W, b L; W; $unsigned($signed(a_i) >>> b_i)", [(1, 8), (9, 16), (17, 32), (33, 64)])
for name, direction in (("Shl", 0), ("LShr", 1), ("AShr", 2)):
    op(name, "int_shift", (65, 128), f"Width=128 Direction={direction}", ecp5="1-2", ice40up="2", ice40hx="2")
wires("Zext Sext Trunc Slice Concat", 1, 65536)
expr("DynSlice", "a W, b E; D; a_i[b_i * D +: D]", [(1, 64), (65, 256), (257, 1024), (1025, 65536, 1024)])
expr("DynInsert", "a W, b E, c D; W; begin result_o = a_i; result_o[b_i * D +: D] = c_i; end", [(1, 64), (65, 256), (257, 1024), (1025, 65536, 1024)])
expr("Select", "a 1, b W, c W; W; a_i ? b_i : c_i", [(1, 64), (65, 65536, 512)])

# Integers
expr("Add Sub", "a W, b W; W; a_i - b_i", [(1, 8), (9, 16), (17, 32), (33, 64), (65, 128)])
expr("ICmp", "a W, b W; 1; (a_i ^ (W'd1 << (W-1))) < (b_i ^ (W'd1 << (W-1)))", [(1, 8), (9, 32), (33, 64), (65, 128)])
expr("UMin UMax SMin SMax", "a W, b W; W; (a_i ^ (W'd1 << (W-1))) < (b_i ^ (W'd1 << (W-1))) ? a_i : b_i", [(1, 8), (9, 32), (33, 64)])
for low, high, ecp5, up, hx in ((1, 8, "1-2", "1-2", "2-3"), (9, 16, "1-3", "2-3", "3-4"), (17, 18, "1-3", "3-4", "3-4"), (19, 32, "2-4", "3-4", "5-6"),
                                (33, 36, "2-4", "3-4", "5-6"), (37, 64, "4-7", "", "")):
    op("Mul", "int_mul", (low, high), f"Width={high}", ecp5=ecp5, ice40up=up, ice40hx=hx)
for low, high, ecp5, up, hx in ((1, 18, "2-3", "3", "4"), (19, 32, "3-4", "4-5", "6"), (33, 36, "3-4", "4-5", "6"), (37, 64, "5-7", "", "")):
    op("UMulHi SMulHi", "int_mul_hi", (low, high), f"Width={high} ResultW={2 * high} Signed=1", ecp5=ecp5, ice40up=up, ice40hx=hx)
for low, high in ((1, 32), (33, 64)):
    op("UAddSat SAddSat USubSat SSubSat", "int_add_sat", (low, high), f"Width={high} Signed=1 Subtract=1", ecp5="1-2", ice40up="1-2", ice40hx="1-2")
for low, high, ecp5, up, hx in ((1, 8, "4-6", "5 10", "5 10"), (9, 16, "9-11", "10 18", "10 18"), (17, 32, "18 36", "36", "36"), (33, 64, "68", "", "")):
    op("UDiv SDiv URem SRem", "int_div", (low, high), f"Width={high} Signed=1", ecp5=ecp5, ice40up=up, ice40hx=hx)
for name in ("Ctlz", "Cttz", "Ctpop"):
    for low, high in ((1, 32), (33, 64)):
        op(name, f"int_{name.lower()}", (low, high), f"Width={high}", ecp5="1-2", ice40up="1-2", ice40hx="1-2")

# Floating point: half, float, double
for w, f, ecp5, up, hx in ((16, HALF, "4-6", "6", "6"), (32, FLOAT, "4-7", "7", "7"), (64, DOUBLE, "10", "", "")):
    op("FAdd FSub", "fp_add", (w,), f, ecp5=ecp5, ice40up=up, ice40hx=hx)
for w, f, ecp5, up, hx in ((16, HALF, "3-4", "5", "6"), (32, FLOAT, "4-6", "7", "8"), (64, DOUBLE, "10", "", "")):
    op("FMul", "fp_mul", (w,), f, ecp5=ecp5, ice40up=up, ice40hx=hx)
for w, f, ecp5, up, hx in ((16, HALF, "7-8", "8", "8"), (32, FLOAT, "8-10", "9", "11"), (64, DOUBLE, "16", "", "")):
    op("FFma", "fp_fma", (w,), f, ecp5=ecp5, ice40up=up, ice40hx=hx)
for w, f, ecp5, up, hx in ((16, HALF, "9-11", "17", "17"), (32, FLOAT, "16-18", "30", "30"), (64, DOUBLE, "63", "", "")):
    op("FDiv", "fp_div", (w,), f, ecp5=ecp5, ice40up=up, ice40hx=hx)
op("FMulFlush", "fp_mul", (32,), f"{FLOAT} Subnormals=0", ecp5="3-5", ice40up="6", ice40hx="7")
op("FDivFlush", "fp_div", (32,), f"{FLOAT} Subnormals=0", ecp5="16-17", ice40up="30", ice40hx="30")
for w, f, ecp5, up, hx in ((16, HALF, "7-9", "15", "15"), (32, FLOAT, "14-16", "28", "28"), (64, DOUBLE, "48", "", "")):
    op("FSqrt", "fp_sqrt", (w,), f, ecp5=ecp5, ice40up=up, ice40hx=hx)
for w, f, round_stages, int_stages in ((16, HALF, "1-3", "1-3"), (32, FLOAT, "1-3", "1-3"), (64, DOUBLE, "3-4", "2-4")):
    op("FCmp", "fp_compare", (w,), f"{f} Predicate=4", ecp5="1-2", ice40up="2", ice40hx="2")
    op("FMin FMax", "fp_min_max", (w,), f, ecp5="1-3", ice40up="2", ice40hx="2")
    op("FRound", "fp_round_int", (w,), f, ecp5=round_stages, ice40up="3", ice40hx="3")
    op("FToSI FToUI", "fp_to_int", (w,), f"{f} IntW=64 Signed=1", ecp5=int_stages, ice40up="3", ice40hx="3")
for low, high, ecp5 in ((1, 16, "1-2"), (17, 32, "2-4"), (33, 64, "2-4")):
    op("SIToF UIToF", "fp_from_int", (low, high), f"{FLOAT} IntW={high} Signed=1 / {DOUBLE} IntW={high} Signed=1", ecp5=ecp5, ice40up="4", ice40hx="4")
HALF_FROM, FLOAT_FROM, DOUBLE_FROM = (f.replace("ExpW", "FromExpW").replace("SigW", "FromSigW") for f in (HALF, FLOAT, DOUBLE))
HALF_TO, FLOAT_TO, DOUBLE_TO = (f.replace("ExpW", "ToExpW").replace("SigW", "ToSigW") for f in (HALF, FLOAT, DOUBLE))
for w, parameters in ((16, f"{HALF_FROM} {FLOAT_TO} / {HALF_FROM} {DOUBLE_TO}"), (32, f"{FLOAT_FROM} {HALF_TO} / {FLOAT_FROM} {DOUBLE_TO}"),
                      (64, f"{DOUBLE_FROM} {HALF_TO} / {DOUBLE_FROM} {FLOAT_TO}")):
    op("FConvert", "fp_convert", (w,), parameters, ecp5="1-3", ice40up="3", ice40hx="3")

# Not used by an opcode: float rounded toward zero, and without subnormals
for name, module, ecp5 in (("FAdd", "fp_add", "6"), ("FMul", "fp_mul", "5"), ("FFma", "fp_fma", "9"), ("FDiv", "fp_div", "17"),
                           ("FSqrt", "fp_sqrt", "15")):
    measured(f"{name}TowardZero", module, 32, f"{FLOAT} Rounding=2", ecp5=ecp5)
    if name not in ("FMul", "FDiv"):
        measured(f"{name}NoSubnormals", module, 32, f"{FLOAT} Subnormals=0", ecp5=ecp5)
measured("FScale", "fp_scale", 32, FLOAT, ecp5="4-5")
measured("FSplit", "fp_split", 32, FLOAT, ecp5="1-2")
measured("FSign", "fp_sign", 32, f"{FLOAT} Operation=2", ecp5="1")
measured("FClassify", "fp_classify", 32, FLOAT, ecp5="1")
for width in (32, 64):
    measured("Mad", "int_mad", width, f"Width={width}", ecp5="4" if width == 32 else "6")
    measured("AShrPipelined", "int_shift", width, f"Width={width} Direction=2", ecp5="1", ice40up="1", ice40hx="1")
for width in (32, 64):
    measured("DivIterative", "int_div_iterative", width, f"Width={width} Signed=1", ecp5=ITERATIVE, ice40up=ITERATIVE, ice40hx=ITERATIVE)
for name in ("FMul", "FDiv", "FSqrt"):
    for width, f in ((32, FLOAT), (64, DOUBLE)):
        measured(f"{name}Iterative", f"fp_{name[1:].lower()}_iterative", width, f, ecp5=ITERATIVE, ice40up=ITERATIVE, ice40hx=ITERATIVE)
