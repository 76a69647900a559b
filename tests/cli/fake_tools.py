# SPDX-License-Identifier: Apache-2.0
"""Stand-ins for the tools that make and load bitstreams, for WEFT_TOOLS: they take no time, say what they were asked for in a log, and
give what a test tells them to. What real ones make is tested in tests/e2e/bitstream."""
import json
import os
import pathlib
import sys

TOOL = f"#!{sys.executable}\n" + """import hashlib, json, os, pathlib, sys, time
folder = pathlib.Path(__file__).resolve().parent
name, words = pathlib.Path(__file__).name, sys.argv[1:]
plan = json.loads((folder / "plan.json").read_text())
def value(option, default=None):
    return words[words.index(option) + 1] if option in words else default
def log(*parts):
    with open(folder / "log.txt", "a") as file:
        file.write(json.dumps([name, *parts]) + "\\n")
if words and words[0] in ("-V", "--version", "--Version"):
    print("Fake", name, plan["version"])
    sys.exit()
log(words)
time.sleep(plan["seconds"].get(name, 0))
if name in plan["fails"]:
    print(plan["fails"][name])
    sys.exit(1)
"""

NEXTPNR = """
seed, text = value("--seed"), pathlib.Path(value("--json")).read_text()
assert pathlib.Path(value(CONSTRAINTS)).read_text().count(PIN) >= 3
# As the real one does: the wires' length goes down, and what the placement ends with is what counts.
wires = plan["wires"].get(value("--placer", "heap"), 100)
print(f"Info:   at iteration #1: temp = 0.0, timing cost = 9, wirelen = {9 * wires}")
print(f"Info:   at iteration #5: temp = 0.0, timing cost = 7, wirelen = {wires}\\nInfo: Routing..", flush=True)
time.sleep(plan["seconds"].get("routing", 0))
end = lambda cell: {"cell": cell, "loc": [1, 1], "port": "O"}
step = lambda kind, ns, a, b: {"type": kind, "delay": ns, "from": end(a), "to": end(b)}
mhz = plan["mhz"][seed]
pathlib.Path(value("--report")).write_text(json.dumps({
    "fmax": {"clk": {"achieved": mhz, "constraint": float(value("--freq"))}},
    "utilization": USED,
    "critical_paths": [{"from": "posedge clk", "to": "posedge clk", "path": [
        step("clk-to-q", 0.5, "u_shell.x", "u_kernel.u_s0.a_q_SB_DFF_Q"), step("routing", 1000 / mhz - 0.5, "u_shell.x", "u_shell.y")]}]}))
pathlib.Path(value("--write")).write_text(json.dumps({"modules": {"top": {"cells": {
    "u_kernel.u_s0.a_q_SB_DFF_Q": {"type": "ICESTORM_LC", "attributes": {"NEXTPNR_BEL": "X3/Y4/lc5"}},
    "u_shell.x": {"type": "ICESTORM_LC", "attributes": {"NEXTPNR_BEL": "X1/Y1/lc0"}},
    "u_shell.y": {"type": "ICESTORM_RAM", "attributes": {"NEXTPNR_BEL": "X8/Y3/ram"}}}}}}))
pathlib.Path(value(CONFIGURATION)).write_text(f"seed {seed} of {hashlib.sha256(text.encode()).hexdigest()}\\n")
"""

BODIES = {
    "yosys": """
sources = "".join(f.read_text() for f in sorted(pathlib.Path().glob("*.*")))
pathlib.Path("netlist.json").write_text(json.dumps({"hash": hashlib.sha256(sources.encode()).hexdigest(),
    "script": pathlib.Path("synthesis.ys").read_text(),
    "clock": pathlib.Path("board_clock.sv").read_text() if pathlib.Path("board_clock.sv").exists() else "", **plan.get("netlist", {})}))
""",
    "nextpnr-ice40": """CONSTRAINTS, PIN, CONFIGURATION = "--pcf", "set_io", "--asc"
USED = {"ICESTORM_LC": {"used": 3000, "available": 7680}, "ICESTORM_RAM": {"used": 17, "available": 32}}
""" + NEXTPNR,
    "nextpnr-ecp5": """CONSTRAINTS, PIN, CONFIGURATION = "--lpf", "LOCATE", "--textcfg"
USED = {"TRELLIS_COMB": {"used": 3000, "available": 83640}}
""" + NEXTPNR,
    "icepack": """
pathlib.Path(words[1]).write_bytes(b"bits of " + pathlib.Path(words[0]).read_bytes())
""",
    "icepll": """
made = plan["pll"].get(value("-o"), value("-o"))
print(f"F_PLLOUT:   {float(made):.3f} MHz (achieved)")
pathlib.Path(value("-f")).write_text("module board_clock(input clock_in, output clock_out, output locked);\\n"
    + plan.get("pll_cell", "SB_PLL40_CORE uut (.REFERENCECLK(clock_in), .PLLOUTCORE(clock_out), .LOCK(locked));") + "\\nendmodule\\n")
""",
    "ecppack": """
pathlib.Path(words[-1]).write_bytes(b"bits of " + pathlib.Path(words[-2]).read_bytes())
""",
    "ecppll": "",
    "openFPGALoader": """
log("bytes", pathlib.Path(words[-1]).read_bytes().decode("latin-1"))
print("Loading: [====] 100.00%")
""",
}


class FakeTools:
    """`folder` for WEFT_TOOLS; `plan` changes what the tools do after write()."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir()
        self.plan = {"version": "1", "seconds": {}, "fails": {}, "mhz": {str(seed): 70 + seed for seed in range(1, 9)}, "pll": {}, "wires": {}}
        self.write()
        for name, body in BODIES.items():
            path = self.folder / name
            path.write_text(TOOL + body)
            path.chmod(0o755)

    def write(self, **changes):
        self.plan |= changes
        temporary = self.folder / "plan.new"
        temporary.write_text(json.dumps(self.plan))
        os.replace(temporary, self.folder / "plan.json")

    def log(self):
        """What the tools were asked for since the last call: (name, arguments or more)."""
        path = self.folder / "log.txt"
        lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
        path.unlink(missing_ok=True)
        return lines

    def calls(self):
        """Their names, in alphabetical order."""
        return sorted(line[0] for line in self.log())
