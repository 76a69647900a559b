# SPDX-License-Identifier: Apache-2.0
"""Runs weft-bench and brings what it says of a kernel together."""
import json
import math
import os
import pathlib
import statistics
import subprocess
import tempfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = f"{ROOT}/build/bin/weft-bench"
OF_A_RUN = ("placement", "cycles", "simulated_khz", "build_seconds", "wrong")


class Failure(Exception):
    """A kernel that was not built or not run, or a wrong result."""


def runs(board, memory, options, cache=None):
    """A dictionary for each run, as soon as it is over."""
    environment = {**os.environ, "OCL_ICD_VENDORS": f"{ROOT}/build/weft.icd", "WEFT_SIM_MEMORY": memory,
                   "WEFT_DEVICE": f"sim:{board.removeprefix('sim-')}"}
    if cache:
        environment["WEFT_CACHE_DIR"] = cache
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen([PROGRAM, *options], env=environment, stdout=subprocess.PIPE, stderr=errors, text=True)
        with process:
            for line in process.stdout:
                run = json.loads(line)
                if run["wrong"]:
                    raise Failure(f"{run['kernel']}: wrong result at {memory} memory, placement {run['placement']}: {run['wrong']}")
                yield run
        if process.returncode:
            errors.seek(0)
            raise Failure(errors.read().strip() or f"weft-bench: exit status {process.returncode}")


def compiler_report(program, kernel):
    """What the compiler says of a kernel (docs/program-binaries.md)."""
    with zipfile.ZipFile(program) as members:
        return json.loads(members.read(f"kernels/{kernel}.json"))


class Bench:
    def __init__(self, board, quick, placements, cache, progress):
        self.board, self.placements, self.cache, self.progress = board, placements, cache, progress
        self.options = ["--quick"] if quick else []

    def kernels(self):
        return subprocess.run([PROGRAM, "--list"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()

    def runs(self, kernel, memory, *options):
        result = []
        self.progress(f"{kernel}: {memory} memory")
        for run in runs(self.board, memory, [*self.options, "--only", kernel, *options], self.cache):
            result.append(run)
            self.progress(f"{kernel}: {memory} memory, placement {len(result)}")
        return result

    def figures(self, kernel):
        with tempfile.TemporaryDirectory() as programs:
            ideal, = self.runs(kernel, "ideal", "--programs", programs)
            report = compiler_report(pathlib.Path(programs) / f"{kernel}.weft", kernel)
        ddr = self.runs(kernel, "ddr", "--placements", str(self.placements))
        own, *random = [run["cycles"] for run in ddr]
        result = {key: value for key, value in ideal.items() if key not in OF_A_RUN}
        result |= {"lanes": report["lanes"], "no_more_lanes": report.get("no_more_lanes"), "area": report["area"],
                   "simulated_khz": max(run["simulated_khz"] for run in [ideal, *ddr]), "build_seconds": ideal["build_seconds"],
                   "ideal": {"cycles": ideal["cycles"]},
                   "ddr": {"own": own, "median": statistics.median(random or [own]), "worst": max(random or [own]), "random": random}}
        add_rates(result)
        return result


def add_rates(figures):
    """Ratios of the bound to cycles, and use of port and lanes."""
    ideal, ddr = figures["ideal"], figures["ddr"]
    if "bound" in figures:
        bound = figures["bound"]["cycles"]
        ideal["ratio"] = bound / ideal["cycles"]
        ddr |= {f"ratio_{which}": bound / ddr[which] for which in ("own", "median", "worst")}
    for entry, cycles in ((ideal, ideal["cycles"]), (ddr, ddr["median"])):
        entry["operations_per_cycle"] = figures["operations"] / cycles
        entry["port_use"] = figures["bytes"] / figures["line_bytes"] / figures["ports"] / cycles


def geometric_means(kernels):
    bounded = [kernel for kernel in kernels if "bound" in kernel]
    if not bounded:
        return {}

    def mean(ratio):
        return math.exp(statistics.fmean(math.log(ratio(kernel)) for kernel in bounded))
    return {"ideal": mean(lambda kernel: kernel["ideal"]["ratio"]),
            **{f"DDR {which}": mean(lambda kernel, which=which: kernel["ddr"][f"ratio_{which}"]) for which in ("own", "median", "worst")}}
