# SPDX-License-Identifier: Apache-2.0
"""prove.py RTL_FOLDER HARNESS [--also FOLDER_OR_FILE …] [--define NAME=VALUE …] [--set NAME=VALUE …] [--rows MEMORY:COUNT[:[HIGH:LOW]] …] [--bmc DEPTH]
[--induction K] [--keep DIR]: proves the assertions of HARNESS.sv with yosys-smtbmc and z3. Bounded search to DEPTH cycles after reset, then K-induction. Harnesses reach registers
of the module under proof through wires with the attribute `hierconn`, named `u_dut.<register>`; memories are registers here,
and row i of MEMORY drives the harness's wire gen_row[i].value, or some bits of it."""
import argparse
import pathlib
import subprocess
import sys
import tempfile


def run(command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        print(" ".join(command) + "\n" + result.stdout[-4000:] + result.stderr[-2000:])
        sys.exit(1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rtl", type=pathlib.Path)
    parser.add_argument("harness", type=pathlib.Path)
    parser.add_argument("--also", action="append", default=[], type=pathlib.Path)
    parser.add_argument("--define", action="append", default=[])
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--rows", action="append", default=[])
    parser.add_argument("--bmc", type=int, default=0)
    parser.add_argument("--induction", type=int, default=0)
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    top = arguments.harness.stem
    sources = []
    for place in [arguments.rtl, *arguments.also]:
        sources += sorted(place.glob("*.sv")) if place.is_dir() else [place]
    packages = [source for source in sources if source.stem.endswith("_pkg")]
    modules = [source for source in sources if source not in packages]
    defines = " ".join(f"-D{define}" for define in arguments.define)
    with tempfile.TemporaryDirectory() as directory:
        smt = pathlib.Path(arguments.keep or directory) / "model.smt2"
        parameters = " ".join(f"-set {n} {v}" for n, v in (s.split("=") for s in arguments.set))
        connections = []
        for rows in arguments.rows:
            memory, count, *bits = rows.split(":", 2)
            connections += [f"connect -set gen_row[{i}].value{''.join(bits)} u_dut.{memory}[{i}]" for i in range(int(count))]
        run(["yosys", "-q", "-p", "; ".join([
            f"read_verilog -sv {' '.join(map(str, packages))}" if packages else "",
            f"read_verilog -sv -formal -DFORMAL {defines} {arguments.harness}",
            f"read_verilog -sv -formal -DFORMAL {defines} -defer {' '.join(map(str, modules))}",
            f"chparam {parameters} {top}" if parameters else "",
            f"hierarchy -check -top {top}", "proc", "memory_map", "flatten", f"cd {top}", *connections, "cd", "opt_expr", "opt_clean", "async2sync", "dffunmap", "opt_clean", f"write_smt2 -wires {smt}"])])
        solver = ["yosys-smtbmc", "--unroll", "-s", "z3", "--presat"]
        if arguments.bmc:
            run([*solver, "-t", str(arguments.bmc), str(smt)])
        if arguments.induction:
            run([*solver[:-1], "-i", "-t", str(arguments.induction), str(smt)])
    print(f"{top} {parameters}: proved")


main()
