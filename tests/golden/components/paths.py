#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the combinational paths that hls/components declares with those of the synthesised modules.

usage: paths.py YOSYS RTL_DIRECTORY DECLARED
DECLARED is the output of list_components: a line `module parameter=value ... : output < input input ...` for each output.
Yosys flattens each module; a path is what leads from an input to an output through cells without a clock.
"""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

# What they give out does not depend on an input within the cycle.
CLOCKED = ("$dff", "$sdff", "$adff", "$dffe", "$sdffe", "$sdffce", "$aldff")


def read_declared(path):
    modules = collections.defaultdict(dict)
    for line in pathlib.Path(path).read_text().splitlines():
        head, paths = line.split(" : ")
        output, inputs = paths.split(" <")
        modules[head][output] = set(inputs.split())
    return modules


def synthesise(yosys, rtl, head, folder):
    module, *settings = head.split()
    files = [str(rtl / "weft_abi_pkg.sv"), str(rtl / "shell/shell_pkg.sv")]
    files += sorted(str(f) for d in ("flow", "fp", "int", "mem", "axi", "shell", "tech/generic")
                    for f in (rtl / d).glob("*.sv") if f.name != "shell_pkg.sv")
    values = " ".join(f"-set {name} {value}" for name, value in (s.split("=") for s in settings))
    chparam = f"chparam {values} {module}; " if settings else ""
    script = (f"read_verilog -sv -defer {' '.join(files)}; {chparam}hierarchy -top {module}; proc; flatten; opt_clean; "
              f"memory -nomap; opt_clean; write_json {folder}/out.json")
    subprocess.run([yosys, "-q", "-p", script], check=True, cwd=folder)
    netlist = json.loads((pathlib.Path(folder) / "out.json").read_text())
    return next(m for m in netlist["modules"].values() if m["attributes"].get("top"))


def sources_of(cell):
    """(inputs, outputs) of a cell that are joined within a cycle."""
    type_, connections, directions = cell["type"], cell["connections"], cell["port_directions"]
    if type_.startswith(CLOCKED):
        return [], []
    inputs = [bit for port, bits in connections.items() if directions[port] == "input" for bit in bits]
    outputs = [bit for port, bits in connections.items() if directions[port] == "output" for bit in bits]
    if type_.startswith("$mem"):
        clocked = cell["parameters"]["RD_CLK_ENABLE"]
        if "0" not in clocked:
            return [], []
        inputs = connections["RD_ADDR"]
    return inputs, outputs


def paths(module):
    """Output port → input ports."""
    drivers = {}
    for cell in module["cells"].values():
        inputs, outputs = sources_of(cell)
        for bit in outputs:
            drivers[bit] = inputs
    ports = module["ports"]
    names = {bit: name for name, port in ports.items() if port["direction"] == "input" for bit in port["bits"]}
    result = {}
    for name, port in ports.items():
        if port["direction"] != "output":
            continue
        seen, found, open_ = set(), set(), list(port["bits"])
        while open_:
            bit = open_.pop()
            if bit in seen or isinstance(bit, str):
                continue
            seen.add(bit)
            if bit in names:
                found.add(names[bit])
            open_ += drivers.get(bit, [])
        result[name] = found
    return result


def main():
    yosys, rtl, declared = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), read_declared(sys.argv[3])
    errors = 0
    real = collections.defaultdict(lambda: collections.defaultdict(set))
    for head in declared:
        with tempfile.TemporaryDirectory() as folder:
            for output, inputs in paths(synthesise(yosys, rtl, head, folder)).items():
                missing = inputs - declared[head][output]
                real[head.split()[0]][output] |= inputs
                if missing:
                    print(f"{head}: {output} depends within a cycle on {', '.join(sorted(missing))}, which is not declared")
                    errors += 1
    # What no set of parameters has need not be declared.
    for head in declared:
        for output, inputs in declared[head].items():
            if idle := inputs - real[head.split()[0]][output]:
                print(f"{head}: {output} does not depend on {', '.join(sorted(idle))}, which is declared")
                errors += 1
    sys.exit(errors != 0)


if __name__ == "__main__":
    main()
