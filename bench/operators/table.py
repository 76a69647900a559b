# SPDX-License-Identifier: Apache-2.0
"""hls/operators.def: reading, writing, and its digest."""
import hashlib
import math
import re
from dataclasses import astuple, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "hls" / "operators.def"

HEAD = """// SPDX-License-Identifier: Apache-2.0
// How each operation is built on each FPGA family, as measured on placed and routed designs. Written by `bench/operators/run --write`
// from bench/operators/plan.py: not to be edited by hand (the last line is a digest of the rows).
//
// WEFT_OPERATOR(Family, Opcode, MinWidth, MaxWidth, Module, Latency, Interval, Mhz, InPs, OutPs, Lut, Ff, Dsp)
//   Family    ecp5 (speed grade 6), ice40up (UP5K), ice40hx (HX8K, no DSP blocks)
//   Widths    of the operation's widest operand (not result: SIToF goes by its integer, FConvert by its source); measured at MaxWidth,
//             or at the width that the plan names where a row is for very wide values
//   Module    rtl module, or "" for a SystemVerilog expression
//   Latency   clock cycles from operands to result; 0: combinational
//   Interval  clock cycles from one operation to the next
//   Mhz       reached between operand and result registers, median of three seeds, rounded down
//   InPs      from an operand's register (without its own delay) to the first register inside; combinational: through
//   OutPs     from the last register to the result, beyond what a flip-flop and a wire take
//   Lut       4-input look-up tables, two for each carry cell of ECP5;  Ff flip-flops;  Dsp multiplier blocks
// The scheduler takes, of the rows that hold the width and reach the board's clock, the one of least latency, in multiplier blocks one
// that leaves time for long wires to them (hls/schedule/operators.h).
// WEFT_REFUSED(Family, Opcode, MinWidth, MaxWidth, Reason): no row, and why.
// WEFT_MEASURED(Family, Name, Width, Module, Parameters, Latency, Interval, Mhz, InPs, OutPs, Lut, Ff, Dsp): measured, used by no opcode.
#ifndef WEFT_OPERATOR
#define WEFT_OPERATOR(...)
#endif
#ifndef WEFT_REFUSED
#define WEFT_REFUSED(...)
#endif
#ifndef WEFT_MEASURED
#define WEFT_MEASURED(...)
#endif
"""
TAIL = """#undef WEFT_OPERATOR
#undef WEFT_REFUSED
#undef WEFT_MEASURED
"""


@dataclass(frozen=True)
class Row:
    """A line of the table. kind: OPERATOR, REFUSED (reason) or MEASURED (opcode is its name, parameters)."""
    kind: str
    family: str
    opcode: str
    low: int
    high: int
    module: str = ""
    parameters: str = ""
    latency: int = 0
    interval: int = 1
    mhz: float = 0
    in_ps: int = 0
    out_ps: int = 0
    lut: int = 0
    ff: int = 0
    dsp: int = 0
    reason: str = ""

    def line(self):
        numbers = f"{self.latency:2}, {self.interval}, {math.floor(10 * self.mhz) / 10:.1f}, {self.in_ps}, {self.out_ps}, " \
                  f"{self.lut}, {self.ff}, {self.dsp}"
        if self.kind == "OPERATOR":
            return f'WEFT_OPERATOR({self.family}, {self.opcode}, {self.low}, {self.high}, "{self.module}", {numbers})'
        if self.kind == "REFUSED":
            return f'WEFT_REFUSED({self.family}, {self.opcode}, {self.low}, {self.high}, "{self.reason}")'
        return f'WEFT_MEASURED({self.family}, {self.opcode}, {self.high}, "{self.module}", "{self.parameters}", {numbers})'


def parse(text):
    """Rows of the table's text, in its order."""
    rows = []
    for line in text.splitlines():
        match = re.fullmatch(r"WEFT_(OPERATOR|REFUSED|MEASURED)\((.*)\)", line)
        if not match:
            continue
        kind = match[1]
        fields = [f.strip().strip('"') for f in re.findall(r'\s*("[^"]*"|[^,]+)', match[2])]
        if kind == "REFUSED":
            family, opcode, low, high, reason = fields
            rows.append(Row(kind, family, opcode, int(low), int(high), reason=reason))
            continue
        family, opcode, low, high, module = fields[:5]
        parameters = ""
        if kind == "MEASURED":
            family, opcode, high, module, parameters = fields[:5]
            low = high
        latency, interval, mhz, *rest = fields[5:]
        rows.append(Row(kind, family, opcode, int(low), int(high), module, parameters, int(latency), int(interval), float(mhz),
                        *map(int, rest)))
    return rows


def digest(lines):
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32]


def render(rows, families, opcodes):
    """The table's whole text. `opcodes`: the order of opcodes, then of names."""

    def key(row):
        return (row.kind == "MEASURED", families.index(row.family), opcodes.index(row.opcode), row.low, row.high, row.parameters,
                row.latency, astuple(row))

    lines = [row.line() for row in sorted(rows, key=key)]
    return HEAD + "\n".join(lines) + "\n" + TAIL + f"// Digest: {digest(lines)}\n"


def check(text):
    """An empty string, or what is wrong with the table's text."""
    lines = [line for line in text.splitlines() if re.match(r"WEFT_\w+\(", line)]
    match = re.search(r"^// Digest: (\w+)$", text, re.M)
    if not match:
        return "it has no digest"
    if match[1] != digest(lines):
        return "its rows are not those that bench/operators/run wrote: run it again with --write instead of editing by hand"
    if [row.line() for row in parse(text)] != lines:
        return "it has rows that cannot be read"
    return ""
