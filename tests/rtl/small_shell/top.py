# SPDX-License-Identifier: Apache-2.0
"""top.py ROOT ABI_PACKAGE BOARD LUTS [CONTROLLER]: the board's top.sv passes `verilator --lint-only -Wall`, and without its kernel, whose
place a black box takes, synthesis needs at most LUTS look-up tables and 1 block RAM more than a device memory of block RAM. CONTROLLER: the
memory controller that was made for the board."""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

# FPGA family: synthesis, look-up tables by cell, block RAM, its bytes.
FAMILIES = {"ice40hx": ("synth_ice40 -abc9 -device hx", {"SB_LUT4": 1}, "SB_RAM40_4K", 512),
            "ice40up": ("synth_ice40 -abc9 -device u", {"SB_LUT4": 1}, "SB_RAM40_4K", 512),
            "ecp5": ("synth_ecp5 -abc9", {"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 6}, "DP16KD", 2048)}
FOLDERS = ("small_shell", "sdram", "system")


def black_box(ports, description):
    widths = {"LineBits": description["memory"]["port_bits"], "AddrBits": description["memory"]["address_bits"]}
    widths["LineBits/8"] = widths["LineBits"] // 8
    lines = []
    for port in ports:
        width = port.get("width", 1)
        width = width if isinstance(width, int) else widths.get(width, f"weft_abi_pkg::{width}")
        direction = "output" if port["name"].endswith("_o") else "input"
        lines.append(f"  {direction} logic [{width}-1:0] {port['name']}")
    return "(* blackbox *)\nmodule kernel_region (\n" + ",\n".join(lines) + "\n);\nendmodule\n"


def run(command, directory):
    result = subprocess.run(command, capture_output=True, text=True, cwd=directory)
    if result.returncode or (command[0] == "verilator" and result.stderr):
        sys.exit(f"{' '.join(command)}\n{result.stdout}{result.stderr}")
    return result.stdout


def main():
    root, package = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    board, limit = root / "board" / sys.argv[3], int(sys.argv[4])
    controllers = [str(pathlib.Path(argument).resolve()) for argument in sys.argv[5:]]
    description = json.loads((board / "board.json").read_text())
    synthesis, weights, ram, ram_bytes = FAMILIES[description["family"]]
    ports = json.loads((root / "abi/weft.json").read_text())["kernel_region"]["ports"]
    folders = [root / "rtl" / folder for folder in FOLDERS]
    modules = [str(path) for folder in folders for path in sorted(folder.glob("*.sv"))] + controllers
    modules.append(str(root / "rtl/tech/generic/board_clock.sv"))
    libraries = [word for folder in [*folders, root / "rtl/tech/simulation", root / "rtl/tech/generic"] for word in ("-y", str(folder))]
    with tempfile.TemporaryDirectory() as directory:
        pathlib.Path(directory, "kernel_region.sv").write_text(black_box(ports, description))
        waived = "".join(f'lint_off -file "{file}"\n' for file in ["*kernel_region.sv", *controllers])
        # LiteX writes combinational logic so, and Verilator reads it as it is meant.
        waived += "".join(f'lint_off -rule COMBDLY -file "{file}"\n' for file in controllers)
        waivers = pathlib.Path(directory, "waivers.vlt")
        waivers.write_text('`verilator_config\nlint_off -rule UNUSEDPARAM -file "*_pkg.sv"\n'
                           'lint_off -file "*/tech/simulation/*"\n' + waived)
        for top in sorted(board.glob("*top.sv")):
            run(["verilator", "--lint-only", "-Wall", *libraries, "--top-module", top.stem, "waivers.vlt", str(package), "kernel_region.sv",
                 *controllers, *{str(top), str(board / "top.sv")}], directory)
        run(["yosys", "-q", "-p", "; ".join([
            f"read_verilog -sv {package}", f"read_verilog -sv -defer {' '.join(modules)} {board / 'top.sv'}", "read_verilog -sv kernel_region.sv",
            f"{synthesis} -top top", "tee -q -o stat.json stat -json"])], directory)
        text = pathlib.Path(directory, "stat.json").read_text()
        cells = collections.Counter(json.loads(text[text.index("{"):])["design"]["num_cells_by_type"])
    luts = sum(cells[cell] * weight for cell, weight in weights.items())
    memory = description["memory"]["bytes"]
    elsewhere = "sdram" in description or cells["SB_SPRAM256KA"] * 32768 == memory
    allowed = 1 if elsewhere else memory // ram_bytes + 1
    print(f"{sys.argv[3]} without its kernel: {luts} look-up tables (at most {limit}), {cells[ram]} block RAMs (at most {allowed})")
    sys.exit(luts > limit or cells[ram] > allowed)


main()
