# SPDX-License-Identifier: Apache-2.0
"""top.py ROOT ABI_PACKAGE BOARD LUTS: the board's top.sv passes `verilator --lint-only -Wall`, and without its kernel, whose place a
black box takes, `synth_ice40` needs at most LUTS look-up tables and 1 block RAM more than the device memory."""
import json
import pathlib
import subprocess
import sys
import tempfile

BLOCK_RAM_BYTES = 512  # iCE40


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
    description = json.loads((board / "board.json").read_text())
    ports = json.loads((root / "abi/weft.json").read_text())["kernel_region"]["ports"]
    modules = [str(path) for path in sorted((root / "rtl/small_shell").glob("*.sv"))] + [str(root / "rtl/tech/generic/board_clock.sv")]
    with tempfile.TemporaryDirectory() as directory:
        pathlib.Path(directory, "kernel_region.sv").write_text(black_box(ports, description))
        waivers = pathlib.Path(directory, "waivers.vlt")
        waivers.write_text('`verilator_config\nlint_off -rule UNUSEDPARAM -file "*_pkg.sv"\nlint_off -file "*kernel_region.sv"\n')
        run(["verilator", "--lint-only", "-Wall", "-y", str(root / "rtl/small_shell"), "-y", str(root / "rtl/tech/generic"), "--top-module", "top", "waivers.vlt", str(package),
             "kernel_region.sv", str(board / "top.sv")], directory)
        run(["yosys", "-q", "-p", "; ".join([
            f"read_verilog -sv {package}", f"read_verilog -sv -defer {' '.join(modules)} {board / 'top.sv'}", "read_verilog -sv kernel_region.sv",
            "synth_ice40 -abc9 -device hx -top top", "tee -q -o stat.json stat -json"])], directory)
        text = pathlib.Path(directory, "stat.json").read_text()
        cells = json.loads(text[text.index("{"):])["design"]["num_cells_by_type"]
    luts, rams = cells["SB_LUT4"], cells["SB_RAM40_4K"]
    allowed = description["memory"]["bytes"] // BLOCK_RAM_BYTES + 1
    print(f"{sys.argv[3]} without its kernel: {luts} look-up tables (at most {limit}), {rams} block RAMs (at most {allowed})")
    sys.exit(luts > limit or rams > allowed)


main()
