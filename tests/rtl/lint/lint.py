# SPDX-License-Identifier: Apache-2.0
"""lint.py RTL_DIR ABI_PACKAGE FOLDER: every module of RTL_DIR/FOLDER, with its default parameters, must pass
`verilator --lint-only -Wall` and be synthesised by Yosys (synth_ecp5), alone or within another module, to block RAMs, word-wide operators and flip-flops without a latch,
an asynchronous reset or a combinational loop. What gates these become says nothing about the RTL and takes four fifths of the time. variants.txt adds
parameters for Verilator. Technology wrappers: Verilator reads tech/generic, Yosys tech/ecp5. Packages (*_pkg.sv) are read first and are no tops."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def main():
    rtl, abi, folder = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    sources = sorted(rtl.glob("*/*.sv"))
    packages = [abi] + [str(p) for p in sources if p.stem.endswith("_pkg")]
    modules = [p for p in sources if not p.stem.endswith("_pkg")]
    tops = [p for p in (*modules, *rtl.glob("tech/generic/*.sv")) if str(p.parent.relative_to(rtl)) == folder]
    if not tops:
        sys.exit(f"no module in {rtl / folder}")
    failures = []

    # A package's constants need not all be used by one module.
    waivers = pathlib.Path(__file__).with_name("packages.vlt")
    libraries = [word for d in (*sorted({p.parent for p in modules}), rtl / "tech/generic") for word in ("-y", str(d))]
    variants = [line.split() for line in pathlib.Path(__file__).with_name("variants.txt").read_text().splitlines()
                if not line.startswith("#")]
    for top in tops:
        for parameters in [[], *(words[1:] for words in variants if words[0] == top.stem)]:
            command = ["verilator", "--lint-only", "-Wall", *libraries, "--top-module", top.stem,
                       *(f"-G{parameter}" for parameter in parameters), str(waivers), *packages, str(top)]
            result = subprocess.run(command, capture_output=True, text=True)
            if result.returncode or result.stderr:
                failures.append(f"verilator: {top.stem} {' '.join(parameters)}\n{result.stderr}")

    # A module within another is synthesised with that one.
    within = {name for p in modules for name in re.findall(r"^\s+(\w+) (?:#\(|u_\w+ \()", p.read_text(), re.M)}
    roots = [top for top in tops if top.stem not in within]
    blocks = sorted(rtl.glob("tech/ecp5/*.sv"))
    script = [f"read_verilog -sv {' '.join(packages)}", f"read_verilog -sv -defer {' '.join(map(str, [*modules, *blocks]))}", "design -save all"]
    for top in roots:
        script += ["design -load all", f"log module {top.stem}", f"synth_ecp5 -run begin:map_gates -top {top.stem}",
                   "select -assert-none t:$*latch* t:$sr t:$ff t:$adff* t:$aldff* t:$dffsr*", "check -assert"]
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "lint.ys")
        with open(path, "w") as file:
            file.write("\n".join(script) + "\n")
        result = subprocess.run(["yosys", "-T", "-s", path], capture_output=True, text=True)
    if result.returncode:
        reached = [line for line in result.stdout.splitlines() if line.startswith("module ")]
        failures.append(f"yosys: {reached[-1] if reached else 'reading the sources'}\n{result.stderr}")

    print("\n".join(failures))
    print(f"{len(tops)} modules of rtl/{folder}: {'failed' if failures else 'clean'}")
    sys.exit(1 if failures else 0)


main()
