# SPDX-License-Identifier: Apache-2.0
"""lint.py RTL_DIR ABI_PACKAGE FOLDER: every module of RTL_DIR/FOLDER, with its default parameters, must pass
`verilator --lint-only -Wall` and go through the first steps of Yosys's synth_ecp5 to block RAMs, word-wide operators and flip-flops without a latch,
an asynchronous reset, a combinational loop or a multiplier that nobody asked for: a product with a constant, too, takes a block of an
FPGA, half a clock cycle away. Optimisation and gates say nothing about the RTL and take nine tenths of the time. variants.txt adds
parameters for Verilator. Technology wrappers: Verilator reads tech/generic, Yosys tech/ecp5 where it has the module. Packages (*_pkg.sv) are read first and are no tops."""
import pathlib
import subprocess
import sys
import tempfile


def verilate(arguments, instances):
    """One module instantiates all, so that the sources are read once. Its own warnings are of ports that are not connected."""
    lines = [f"  {name} #({', '.join('.{}({})'.format(*p.split('=')) for p in parameters)}) u_{i} ();"
             for i, (name, parameters) in enumerate(instances)]
    with tempfile.TemporaryDirectory() as directory:
        top = pathlib.Path(directory, "all_tops.sv")
        top.write_text("\n".join(["// verilator lint_off PINMISSING", "module all_tops;", *lines, "endmodule", ""]))
        result = subprocess.run(["verilator", "--lint-only", "-Wall", *arguments, str(top), "--top-module", "all_tops"], capture_output=True, text=True)
    return [f"verilator:\n{result.stderr}"] if result.returncode or result.stderr else []


def synthesise(packages, modules, tops):
    """One module instantiates every top, so that what several of them contain is synthesised once. The hierarchy stays until then;
    loops are looked for in every module, flattened."""
    instances = "".join(f"  {top} u_{top} ();\n" for top in tops)
    script = [f"read_verilog -sv {' '.join(packages)}", f"read_verilog -sv -defer {' '.join(map(str, modules))}", "read_verilog -sv tops.sv",
              "read_verilog -lib -specify +/ecp5/cells_sim.v +/ecp5/cells_bb.v", "hierarchy -check -top tops",
              "proc", "opt_expr", "opt_clean", "opt_dff", "wreduce", "memory -nomap",
              "techmap -map +/mul2dsp.v -map +/ecp5/dsp_map.v -D DSP_A_MAXWIDTH=18 -D DSP_B_MAXWIDTH=18 -D DSP_A_MINWIDTH=2 -D DSP_B_MINWIDTH=2 -D DSP_NAME=$__MUL18X18", "chtype -set $mul t:$__soft_mul",
              "memory_libmap -lib +/ecp5/lutrams.txt -lib +/ecp5/brams.txt", "techmap -map +/ecp5/lutrams_map.v -map +/ecp5/brams_map.v",
              "select -assert-none t:$*latch* t:$sr t:$ff t:$adff* t:$aldff* t:$dffsr*",
              "select -assert-none t:MULT18X18D *mul_unsigned*/* *mul_block*/* %u %d", "delete tops", "flatten", "check -assert"]
    with tempfile.TemporaryDirectory() as directory:
        for name, text in (("tops.sv", f"module tops;\n{instances}endmodule\n"), ("lint.ys", "\n".join(script) + "\n")):
            pathlib.Path(directory, name).write_text(text)
        result = subprocess.run(["yosys", "-T", "-s", "lint.ys"], capture_output=True, text=True, cwd=directory)
    # The warnings name the module that a loop is in.
    warnings = [line for line in result.stdout.splitlines() if line.startswith("Warning: found logic loop")]
    return ["\n".join(["yosys:", *warnings, result.stderr])] if result.returncode else []


def main():
    rtl, abi, folder = pathlib.Path(sys.argv[1]).resolve(), str(pathlib.Path(sys.argv[2]).resolve()), sys.argv[3]
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
    instances = [(top.stem, parameters) for top in tops
                 for parameters in [[], *(words[1:] for words in variants if words[0] == top.stem)]]
    failures += verilate([*libraries, str(waivers), *packages], instances)

    forms = {p.stem: p for folder in ("generic", "ecp5") for p in sorted(rtl.glob(f"tech/{folder}/*.sv"))}
    failures += synthesise(packages, [*modules, *forms.values()], [top.stem for top in tops])

    print("\n".join(failures))
    print(f"{len(tops)} modules of rtl/{folder}: {'failed' if failures else 'clean'}")
    sys.exit(1 if failures else 0)


main()
