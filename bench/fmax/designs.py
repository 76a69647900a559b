# SPDX-License-Identifier: Apache-2.0
"""The designs of bench/fmax: a kernel alone, the shell alone, the shell with a kernel, or a whole board, as sources and a top module."""
import json
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RTL = ROOT / "build" / "share" / "weft" / "rtl"
KERNELS = ROOT / "bench" / "fmax" / "kernels"
EXAMPLES = ROOT / "examples"

# Kernel, its source, the clock in MHz that shell and kernel together must reach, and the most LUT4 and block RAMs of the kernel alone.
TARGETS = {
    "empty": (KERNELS / "empty.cl", None, 600, None),
    "increment": (KERNELS / "increment.cl", None, None, None),
    "vecadd": (EXAMPLES / "vecadd" / "kernel.cl", 100, 1800, None),
    "saxpy": (KERNELS / "saxpy.cl", 100, None, None),
    "matmul": (EXAMPLES / "matmul" / "kernel.cl", 100, None, None),
    "conv3x3": (KERNELS / "conv3x3.cl", 100, None, None),
    "sobel": (EXAMPLES / "sobel" / "kernel.cl", 100, None, None),
    "gemm": (KERNELS / "gemm.cl", None, None, 64),
    "histogram": (EXAMPLES / "histogram" / "kernel.cl", 125, None, 16),
    "sha256": (EXAMPLES / "sha256" / "kernel.cl", 125, None, 40),
}
SHELL_LUTS = 6000  # without atomics

# Operator of FP32 (with as many stages as kernels get for 100 MHz), its module and parameters, operands, and the most LUT4 and
# multiplier blocks.
OPERATORS = {
    "fadd": ("fp_add", ".Latency(6)", "ab", 420, 0),
    "fmul": ("fp_mul", ".Latency(5)", "ab", None, 4),
    "fmul-flushed": ("fp_mul", ".Subnormals(1'b0), .Latency(5)", "ab", 120, 4),  # -cl-denorms-are-zero
    "ffma": ("fp_fma", ".Latency(9)", "abc", 700, 4),
}


class Failure(Exception):
    pass


@dataclass(frozen=True)
class Design:
    name: str
    top: str
    files: tuple  # (file name, text)
    part: tuple = ("--85k", "--package", "CABGA381", "--speed", "6", "--out-of-context")  # for nextpnr-ecp5
    constraints: str = ""  # .lpf
    clock: float = 0  # MHz of its PLL, which is then what is asked
    expected: float = 0  # MHz, by the compiler, of a kernel alone


@dataclass(frozen=True)
class Port:
    direction: str
    width: str  # "" or "[127:0]"
    name: str


def generated(name, board, *options):
    """SystemVerilog and report of an OpenCL C file's first kernel, as `weft build` makes them for the clock of the board or, if that is
    higher and the board has no flow of its own, of the kernel's target."""
    source, mhz = TARGETS[name][:2]
    description = json.loads((ROOT / "board" / board / "board.json").read_text())
    with tempfile.TemporaryDirectory() as directory:
        if "flow" not in description:
            description["clock_mhz"] = max(description["clock_mhz"], mhz or 0)
            board = Path(directory) / "board.json"
            board.write_text(json.dumps(description))
        done = subprocess.run([ROOT / "build" / "bin" / "weft", "build", source, "--board", board, "--stop-after", "generate", "--dump-dir", directory,
                               *options], capture_output=True, text=True, check=False)
        if done.returncode:
            raise Failure(f"{source}: {done.stderr[:2000]}")
        text = next(Path(directory).glob("*-generate/*.sv"))
        return text.read_text(), json.loads(text.with_suffix(".json").read_text())


def ports_of(module, text):
    """Ports of a module whose header is written one port a line."""
    header = re.search(rf"^module {module}\b.*?^\);", text, re.M | re.S)[0]
    return [Port(m[1], m[2] or "", m[3]) for m in re.finditer(r"^\s+(input|output)\s+logic\s+(\[.*?\])?\s*(\w+),?\s*(?://.*)?$", header, re.M)]


def library(words):
    """Files of the modules that the words name, and of all that those instantiate; packages first."""
    known = {f.stem: f for f in RTL.rglob("*.sv") if "tech" not in f.parts}
    known |= {f.stem: f for f in (RTL / "tech" / "ecp5").glob("*.sv")}
    todo, seen = [w for w in words if w in known], set()
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += [w for w in set(re.findall(r"\w+", re.sub(r"//.*", "", known[name].read_text()))) if w in known]
    packages = ["weft_abi_pkg"] + sorted(n for n in seen if n.endswith("_pkg") and n != "weft_abi_pkg")
    return tuple((f"{name}.sv", known[name].read_text()) for name in packages + sorted(seen - set(packages)))


def registered(module, ports, parameters=""):
    """A module `top` with a register at each pin of a module that has one clock, so that paths to pins do not count. What has no
    register of its own behind an input would be optimised away: pins are shifted in and folded out bit by bit."""
    ins = [p for p in ports if p.direction == "input" and not p.name.endswith("clk_i")]
    outs = [p for p in ports if p.direction == "output"]
    lines = ["module top (input logic clk_i, input logic rst_i, input logic sin_i, output logic sout_o);"]
    lines += [f"  logic {p.width} {p.name};" for p in ins + outs if p.name != "rst_i"]
    shifted = [p.name for p in ins if p.name != "rst_i"]
    lines.append(f"  always_ff @(posedge clk_i) {{{', '.join(shifted)}}} <= {{{', '.join(shifted)}, sin_i}};")
    connections = [f".{p.name}(clk_i)" for p in ports if p.name.endswith("clk_i")] + [f".{p.name}({p.name})" for p in ins + outs]
    lines.append(f"  {module} {parameters}u_design ({', '.join(connections)});")
    for p in outs:
        lines.append(f"  logic {p.width} {p.name}_q; always_ff @(posedge clk_i) {p.name}_q <= {p.name};")
    lines.append(f"  logic {', '.join(f'{p.name}_x' for p in outs)};")
    lines += [f"  always_ff @(posedge clk_i) {p.name}_x <= ^{p.name}_q;" for p in outs]
    lines.append(f"  always_ff @(posedge clk_i) sout_o <= ^{{{', '.join(f'{p.name}_x' for p in outs)}}};")
    return "\n".join(lines) + "\nendmodule\n"


def kernel_alone(name, board, *options):
    text, report = generated(name, board, *options)
    return Design(f"kernel {name}", "kernel_region", library(re.findall(r"\w+", text)) + (("kernel_region.sv", text),),
                  expected=report["expected_clock"]["mhz"])


def operator_alone(name):
    module, parameters, operands = OPERATORS[name][:3]
    ports = "".join(f"input logic [31:0] {o}_i, " for o in operands)
    connections = ", ".join(f".{o}_i" for o in operands)
    top = (f"module operator_alone (input logic clk_i, {ports}output logic [31:0] result_o);\n"
           f"  {module} #(.ExpW(8), .SigW(24), {parameters}) u_operator (.clk_i, {connections}, .result_o);\nendmodule\n")
    return Design(f"operator {name}", "operator_alone", library([module]) + (("operator_alone.sv", top),))


def shell_parameters(description, atomics):
    """A shell for kernels without atomics has nothing that performs them."""
    memory = description["memory"]
    slots = memory["atomic_slots"] if atomics else 0
    backlog = memory["timing"]["read_latency_cycles"] + 4 if "timing" in memory and memory.get("ports", 1) == 1 else 0  # board::Description::backlog
    return (f"#(.HostBits({description['host_link']['port_bits']}), .LineBits({memory['port_bits']}), .AddrBits({memory['address_bits']}), "
            f".NumRegions(1), .NumPorts({memory.get('ports', 1)}), .AtomicBits({memory['atomic_bits']}), .AtomicSlots({slots}), .Backlog({backlog})) ")


def fixed(ports, description):
    """Ports of the shell with the widths of a board instead of parameters; those that only simulators look at (quiet hints) are left open."""
    package = (RTL / "weft_abi_pkg.sv").read_text()
    numbers = {f"weft_abi_pkg::{m[1]}": int(m[2]) for m in re.finditer(r"localparam int unsigned (\w+) = (\d+);", package)}
    ids = numbers["weft_abi_pkg::AXI_ID_BITS"]  # the rest: weft_shell's localparams
    numbers |= {"HostBits": description["host_link"]["port_bits"], "LineBits": description["memory"]["port_bits"],
                "AddrBits": description["memory"]["address_bits"], "NumRegions": 1, "NumPorts": description["memory"].get("ports", 1), "HostIdW": 4, "KernelIdW": ids, "MemIdW": 2 + ids}

    def width(text):
        for key, value in numbers.items():
            text = re.sub(rf"\b{key}\b", str(value), text)
        high = re.match(r"\[(.*):0\]", text)
        return f"[{eval(high[1].replace('/', '//'))}:0]" if high else ""  # pylint: disable=eval-used
    return [Port(p.direction, width(p.width), p.name) for p in ports if not p.name.endswith("quiet_o")]


def with_shell(name, description, *options):
    """The shell and a kernel; the shell's outer ports are pins with registers."""
    region, _ = generated(name, description["name"], *options)
    shell = (RTL / "shell" / "weft_shell.sv").read_text()
    shell_ports = fixed(ports_of("weft_shell", shell), description)
    kernel_ports = {p.name for p in ports_of("kernel_region", region)}
    inner = [p for p in shell_ports if p.name.startswith(("k_", "kernel_rst"))]
    outer = [p for p in shell_ports if p not in inner]
    lines = ["module platform (" + ", ".join(f"{p.direction} logic {p.width} {p.name}" for p in outer) + ");"]
    lines += [f"  logic {p.width} {p.name};" for p in inner]

    def wire(port):
        """The shell's name of a port of the kernel."""
        if port in ("clk_i", "rst_i"):
            return {"clk_i": "clk_i", "rst_i": "kernel_rst_o"}[port]
        return "k_" + port[:-2].removeprefix("m_") + ("_o" if port.endswith("_i") else "_i")
    known = {p.name for p in inner}
    connections = [f".{p}({wire(p)})" for p in sorted(kernel_ports) if wire(p) in known or p == "clk_i"]
    lines.append(f"  kernel_region u_kernel ({', '.join(connections)});")
    parameters = shell_parameters(description, atomics="lsu_atomic" in region)
    lines.append(f"  weft_shell {parameters}u_shell ({', '.join(f'.{p.name}({p.name})' for p in outer + inner)});")
    platform = "\n".join(lines) + "\nendmodule\n"
    top = registered("platform", outer)
    words = re.findall(r"\w+", region + shell) + ["weft_shell"]
    return Design(f"shell + {name}", "top", library(words) + (("kernel_region.sv", region), ("platform.sv", platform), ("top.sv", top)))


def on_board(name, description, *options):
    """The board's own top with a kernel, at its pins. Register KERNEL does not tell which kernel it is: the bitstream is for measuring."""
    region, _ = generated(name, description["name"], *options)
    top = (ROOT / "board" / description["name"] / "top.sv").read_text()
    flow = description["flow"]
    part = (f"--{flow['device']}", "--package", flow["package"], "--speed", flow["speed"])
    constraints = (ROOT / "board" / description["name"] / flow["constraints"]).read_text()
    sources = library(re.findall(r"\w+", region + re.sub(r"//.*", "", top)))
    return Design(f"{description['name']} {name}", "top", sources + (("kernel_region.sv", region), ("top.sv", top)), part, constraints,
                  description["clock_mhz"])


def shell_alone(description):
    """The shell with every port live but for atomic operations, which no kernel asks for."""
    shell = (RTL / "shell" / "weft_shell.sv").read_text()
    ports = [p for p in fixed(ports_of("weft_shell", shell), description)]
    top = registered("weft_shell", ports, shell_parameters(description, atomics=False))
    top = top.replace(".k_axi_awatop_i(k_axi_awatop_i)", ".k_axi_awatop_i('0)")
    return Design("shell without atomics", "top", library(re.findall(r"\w+", shell) + ["weft_shell"]) + (("top.sv", top),))
