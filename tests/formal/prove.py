# SPDX-License-Identifier: Apache-2.0
"""prove.py RTL_FOLDER HARNESS [--also FOLDER_OR_FILE …] [--define NAME=VALUE …] [--set NAME=VALUE …] [--rows MEMORY:COUNT[:[HIGH:LOW]] …] [--bmc DEPTH]
[--induction K] [--keep DIR]: proves the assertions of HARNESS.sv. A bounded search through the first DEPTH cycles by ABC's bmc3, which takes a fiftieth
of an SMT solver's time, then K-induction by yosys-smtbmc and z3. What the search finds yosys-smtbmc shows as a trace. ABC refuses designs without registers, or with fewer states than DEPTH:
induction alone does for them. Harnesses reach registers of the module under proof through wires with the attribute `hierconn`, named `u_dut.<register>`; memories are registers here,
and row i of MEMORY drives the harness's wire gen_row[i].value, or some bits of it."""
import argparse
import pathlib
import subprocess
import sys
import tempfile


# To an and-inverter graph whose registers begin with what `initial` says, or with an input. What nothing drives is free in each cycle.
TO_GATES = ["setattr -unset keep", "delete -output", "setundef -undriven -anyseq", "opt_expr", "opt_clean", "techmap", "opt_expr", "opt_clean",
            "formalff -clk2ff", "simplemap", "abc -g AND -fast", "opt_clean"]
SMTBMC = ["yosys-smtbmc", "--unroll", "-s", "z3"]


def run(command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        print(" ".join(command) + "\n" + result.stdout[-4000:] + result.stderr[-2000:])
        sys.exit(1)
    return result.stdout


def search(folder, depth):
    """No assertion fails in the first `depth` cycles, and inputs exist that meet all assumptions until then."""
    checked = run(["yosys-abc", "-q", f"read_aiger {folder}/model.aig; fold; bmc3 -F {depth}"])
    if f"No output asserted in {depth} frames" not in checked:
        print(checked)
        run([*SMTBMC, "-t", str(depth), f"{folder}/model.smt2"])
        sys.exit("yosys-abc has not searched all cycles (above), and yosys-smtbmc finds nothing wrong in them: use --induction alone if the design has no registers")
    possible = run(["yosys-abc", "-q", f"read_aiger {folder}/always.aig; fold; bmc3 -S {depth - 1} -F {depth}"])
    if f"was asserted in frame {depth - 1}" not in possible:
        sys.exit(f"{possible}\nno inputs meet the assumptions for {depth} cycles")


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
        folder = pathlib.Path(arguments.keep or directory)
        parameters = " ".join(f"-set {n} {v}" for n, v in (s.split("=") for s in arguments.set))
        connections = []
        for rows in arguments.rows:
            memory, count, *bits = rows.split(":", 2)
            connections += [f"connect -set gen_row[{i}].value{''.join(bits)} u_dut.{memory}[{i}]" for i in range(int(count))]
        graphs = [*TO_GATES, f"write_aiger -zinit {folder}/model.aig", "chformal -remove -assert",
                  f"cd {top}", "add -wire never 1", "connect -set never 1'0", "add -assert never", "cd", f"write_aiger -zinit {folder}/always.aig"]
        run(["yosys", "-q", "-p", "; ".join([
            f"read_verilog -sv {' '.join(map(str, packages))}" if packages else "",
            f"read_verilog -sv -formal -DFORMAL {defines} {arguments.harness}",
            f"read_verilog -sv -formal -DFORMAL {defines} -defer {' '.join(map(str, modules))}",
            f"chparam {parameters} {top}" if parameters else "",
            f"hierarchy -check -top {top}", "proc", "memory_map", "flatten", f"cd {top}", *connections, "cd", "opt_expr", "opt_clean", "async2sync", "dffunmap", "opt_clean",
            f"write_smt2 -wires {folder}/model.smt2", *(graphs if arguments.bmc else [])])])
        if arguments.bmc:
            search(folder, arguments.bmc)
        if arguments.induction:
            run([*SMTBMC, "-i", "-t", str(arguments.induction), f"{folder}/model.smt2"])
    print(f"{top} {parameters}: proved")


main()
