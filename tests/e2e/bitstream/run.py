# SPDX-License-Identifier: Apache-2.0
"""run.py ROOT BUILD BOARD KERNEL…: the bitstream that `weft build` makes is the hardware that was simulated.

Builds the kernels, the first of them increment, in one bitstream for the board with the real tools, takes the netlist, and puts it, beside
the RTL, at the end of a pseudo-terminal (line.cpp). There `weft run` and a PyOpenCL program find it as they find the real board. Results
must be those of NumPy, and what netlist and RTL send must be the same in every cycle. Then one bit of a look-up table is changed: that must
be found.

iCE40: the netlist is recovered from the bytes of the bitstream (iceunpack, icebox_vlog). UltraPlus, whose large memories and multipliers
icebox_vlog does not know, and ECP5: it is the one that nextpnr has routed (ice40_netlist.py, ecp5_netlist.py), and iceunpack or ecpunpack must
find in the bytes of the bitstream what nextpnr has configured."""
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import zipfile

import numpy as np

import ecp5_netlist
import ice40_netlist

ROOT, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
NAME, KERNEL_NAMES = sys.argv[3], sys.argv[4:]
HERE = pathlib.Path(__file__).resolve().parent
WEFT = BUILD / "bin/weft"
BOARD = ROOT / "board" / NAME
DESCRIPTION = json.loads((BOARD / "board.json").read_text())
KERNELS = {"increment": """kernel void increment(global const uint *restrict in, global uint *restrict out) {
  size_t i = get_global_id(0);
  out[i] = in[i] + 1;
}
""", "ramp": """kernel void ramp(global uint *restrict out, uint first) {
  size_t i = get_global_id(0);
  out[i] = (uint)i ^ first;
}
"""}
OPENCL = """
import sys, numpy, pyopencl as cl
device = cl.get_platforms()[0].get_devices(cl.device_type.CUSTOM)[0]
print(device.name, device.max_clock_frequency)
context = cl.Context([device])
queue = cl.CommandQueue(context, properties=cl.command_queue_properties.PROFILING_ENABLE)
program = cl.Program(context, [device], [open(sys.argv[1], "rb").read()]).build()
data = numpy.random.default_rng(1).integers(0, 2**32, 128, dtype=numpy.uint32)
source = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=data)
target = cl.Buffer(context, 0, data.nbytes)
event = program.increment(queue, data.shape, (32,), source, target)
result = numpy.empty_like(data)
cl.enqueue_copy(queue, result, target)
assert (result == data + numpy.uint32(1)).all(), result - data
print("nanoseconds", event.profile.end - event.profile.start)
# A bitstream takes no other kernels.
assert not device.compiler_available and not device.linker_available
other = cl.Program(context, "kernel void other(global uint *p) { *p = 1; }")
try:
    other.build(cache_dir=False)
    sys.exit("a board without a compiler has built a program")
except cl.RuntimeError as error:
    assert error.code == cl.status_code.COMPILER_NOT_AVAILABLE, error
assert "WEFT_ONLINE=build" in other.get_build_info(device, cl.program_build_info.LOG)
"""
# Launches of two kernels in turn.
ALTERNATE = """
increment, ramp = program.increment, program.ramp
for first in map(numpy.uint32, (0, 0x12345678, 0xffffffff)):
    ramp(queue, data.shape, (32,), source, first)
    increment(queue, data.shape, (32,), source, target)
    ramp(queue, (32,), None, target, first)
    cl.enqueue_copy(queue, result, target)
    expected = (numpy.arange(data.size, dtype=numpy.uint32) ^ first) + numpy.uint32(1)
    expected[:32] -= numpy.uint32(1)
    assert (result == expected).all(), result ^ expected
"""


def call(*command, folder, **options):
    result = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True, **options)
    if result.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result.stdout


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def build(folder):
    """(number of the first kernel, bytes of the bitstream)"""
    (folder / "k.cl").write_text("".join(KERNELS[name] for name in KERNEL_NAMES))
    result = subprocess.run([WEFT, "build", "k.cl", "--board", NAME, "--dump-dir", "dumps"], cwd=folder, capture_output=True, text=True,
                            env={**os.environ, "WEFT_CACHE_DIR": str(folder / "cache")})
    print(result.stderr, f"weft build: {cpu_seconds():.1f} CPU seconds", sep="")
    if result.returncode:
        sys.exit(1)
    archive = zipfile.ZipFile(folder / "k.weft")
    bitstream, = json.loads(archive.read("manifest.json"))["bitstreams"]
    assert [kernel["name"] for kernel in bitstream["kernels"]] == KERNEL_NAMES, bitstream["kernels"]
    if len(KERNEL_NAMES) == 1:  # of several, what they are called in the bitstream is among the dumps
        (folder / "kernel_region.sv").write_bytes(archive.read(f"kernels/{KERNEL_NAMES[0]}.sv"))
    return bitstream["kernels"][0]["number"], archive.read("bitstreams/" + bitstream["file"])


def dumped(folder, stage, pattern):
    return sorted(next((folder / "dumps").glob(f"*-{stage}")).glob(pattern))


class Ice40:
    """The netlist is that of the bitstream's bytes. `cells` are files with the models of its cells, `defines` words for Verilator; `folders`
    of rtl/ have what the board's top is made of besides."""
    cells, defines, folders = ["/usr/share/yosys/ice40/cells_sim.v"], ["-DNO_ICE40_DEFAULT_ASSIGNMENTS"], []

    def __init__(self, folder, bits):
        self.folder, self.bits = folder, bits
        self.text = recovered(bits, folder, "chip")

    def write_flipped(self):
        recovered(with_flipped_bit(self.bits, self.text, self.folder), self.folder, "flipped")


class UltraPlus:
    """The netlist is nextpnr's; that the bytes are those of its configuration is looked at apart."""
    cells, defines, folders = Ice40.cells, Ice40.defines, []

    def __init__(self, folder, bits):
        self.folder = folder
        netlist, configuration = (dumped(folder, "route", f"*-1{ending}")[0] for ending in ("-netlist.json", ".txt"))
        self.netlist = json.loads(netlist.read_text())
        (folder / "chip.v").write_text(ice40_netlist.to_verilog(self.netlist))
        (folder / "chip.bin").write_bytes(bits)
        call("iceunpack", "chip.bin", "chip.asc", folder=folder)
        asked, found = (set_bits(path.read_text()) for path in (configuration, folder / "chip.asc"))
        print(f"bitstream: {len(found)} bits are set, {len(asked ^ found)} of them not as in the routed design")
        assert len(asked) > 10000 and asked == found, sorted(asked ^ found)[:20]

    def write_flipped(self):
        (self.folder / "flipped.v").write_text(ice40_netlist.to_verilog(ice40_netlist.with_flipped_bit(self.netlist, "uart_tx_o")))


def set_bits(text):
    """(tile, row, column) of each bit of an iCE40's tiles that is set. Contents of block memories are not looked at."""
    result, tile, row = set(), "", 0
    for line in text.splitlines():
        if line.startswith("."):
            tile, row = line, 0
        elif "_tile" in tile and line:
            result.update((tile, row, column) for column, value in enumerate(line) if value == "1")
            row += 1
    return result


class Ecp5:
    """The netlist is nextpnr's; that the bytes are those of its configuration is looked at apart."""
    cells, defines, folders = [HERE / "ecp5_cells.v"], [], ["tech/simulation"]

    def __init__(self, folder, bits):
        self.folder = folder
        netlist, configuration = (dumped(folder, "route", f"*-1{ending}")[0] for ending in ("-netlist.json", ".txt"))
        self.netlist = json.loads(netlist.read_text())
        (folder / "chip.v").write_text(ecp5_netlist.to_verilog(self.netlist))
        (folder / "chip.bit").write_bytes(bits)
        call(ROOT / ".venv/bin/yowasp-ecpunpack", "chip.bit", "chip.txt", folder=folder)
        asked, found = (configured(path.read_text()) for path in (configuration, folder / "chip.txt"))
        print(f"bitstream: {len(found)} look-up tables and connections, {len(asked ^ found)} of them not as in the routed design")
        assert len(asked) > 10000 and asked == found, sorted(asked ^ found)[:20]

    def write_flipped(self):
        (self.folder / "flipped.v").write_text(ecp5_netlist.to_verilog(ecp5_netlist.with_flipped_bit(self.netlist, "uart_tx_o")))


def configured(text):
    """Contents of look-up tables, and routing, of the tiles of logic in a textual configuration of an ECP5. Left out is what has several names
    (ways into a slice) or needs none (a table of ones)."""
    settings, tile = set(), ""
    for line in text.splitlines():
        if line.startswith("."):
            tile = line
        words = line.split()
        if tile.endswith(":PLC2") and words and (words[0] == "word:" and len(set(words[2])) > 1 or words[0] == "arc:" and not line.endswith("_SLICE")):
            settings.add((tile, line))
    return settings


def recovered(bits, folder, name):
    """The netlist of a bitstream, in Verilog: module chip. icebox_vlog declares its ports a second time inside."""
    (folder / f"{name}.bin").write_bytes(bits)
    call("iceunpack", f"{name}.bin", f"{name}.asc", folder=folder)
    text = call("icebox_vlog", "-s", "-p", BOARD / "top.pcf", f"{name}.asc", folder=folder)
    header = re.search(r"module chip \((.*?)\);", text)
    ports = [port.split() for port in header[1].split(",")]
    declarations = "".join(f"{direction} {port};\n" for direction, port in ports)
    text = text.replace(header[0], f"module chip ({', '.join(port for _, port in ports)});\n{declarations}")
    (folder / f"{name}.v").write_text(text)
    return text


def model(folder, name, number, chip):
    """The program line.cpp round the RTL and the netlist NAME.v. The top's parameters are taken from the description here, not by Weft."""
    memory = DESCRIPTION["memory"]
    divisor = round(DESCRIPTION["clock_mhz"] * 1e6 / DESCRIPTION["uart"]["baud"])
    parameters = {"LineBits": memory["port_bits"], "AddrBits": memory["address_bits"], "Bytes": memory["bytes"],
                  "Divisor": divisor, "ClockKhz": DESCRIPTION["clock_mhz"] * 1000, "KernelId": number}
    kernels = dumped(folder, "synthesise", "kernel_*.sv") or [folder / "kernel_region.sv"]
    rtl = [word for folder_ in ("flow", "int", "fp", "mem", "axi", "shell", "small_shell", "system", "tech/generic", *chip.folders) for word in ("-y", ROOT / "rtl" / folder_)]
    call("verilator", "--cc", "-O3", "--x-assign", "fast", "--x-initial", "fast", "--noassert", "-Wno-fatal", "-Wno-lint", "-Wno-style",
         "-Wno-TIMESCALEMOD", "--prefix", "Vpair", "--Mdir", name, "--top-module", "pair", *chip.defines,
         *[f"-G{key}={value}" for key, value in parameters.items()], *rtl, BUILD / "share/weft/rtl/weft_abi_pkg.sv",
         *kernels, BOARD / "top.sv", f"{name}.v", HERE / "pair.sv", *chip.cells, folder=folder)
    include = pathlib.Path(call("verilator", "--getenv", "VERILATOR_ROOT", folder=folder).strip()) / "include"
    sources = [*sorted((folder / name).glob("*.cpp")), include / "verilated.cpp", include / "verilated_threads.cpp", HERE / "line.cpp"]
    (folder / name / "all.cxx").write_text("".join(f'#include "{source}"\n' for source in sources))
    call("clang++-19", "-std=c++20", "-O1", "-w", "-I", name, "-isystem", include, "-isystem", include / "vltstd", f"{name}/all.cxx",
         "-o", f"{name}/line", "-lpthread", folder=folder)
    return [folder / name / "line", divisor, folder / "record.txt"]


def run_programs(line, folder):
    """(cycles, cycles in which they differed) of a few programs on the board at the pseudo-terminal."""
    environment = {**os.environ, "OCL_ICD_VENDORS": str(BUILD / "weft.icd"), "PYOPENCL_NO_CACHE": "1"}
    with subprocess.Popen(list(map(str, line)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        device = f"uart:{NAME}@" + process.stdout.readline().strip()
        data = np.random.default_rng(7).integers(0, 2**32, 96, dtype=np.uint32)
        data[:3] = 0, 2**32 - 1, 0x00ffffff
        np.save(folder / "in.npy", data)
        print(call(WEFT, "run", "k.weft", "-k", "increment", "--board", device, "-g", 96, "in=@in.npy", "out=>out.npy", "--repeat", 2, folder=folder,
                   env=environment), end="")
        np.testing.assert_array_equal(np.load(folder / "out.npy"), data + np.uint32(1))
        text = call(sys.executable, "-c", OPENCL + (ALTERNATE if "ramp" in KERNEL_NAMES else ""), "k.weft", folder=folder, env={**environment, "WEFT_DEVICE": device})
        print(text, end="")
        assert text.startswith(f"{NAME} {DESCRIPTION['clock_mhz']}\n"), text
        # An access outside a buffer is reported by the bitstream as by the simulation.
        wrong = subprocess.run([WEFT, "run", "k.weft", "-k", "increment", "--board", device, "-g", "8", "in=range:4", "out=zeros:8"],
                               cwd=folder, env=environment, capture_output=True, text=True)
        assert wrong.returncode and "k.cl:3" in wrong.stderr, wrong.stderr
        process.stdin.close()
        return tuple(map(int, process.stdout.readline().split()))


def with_flipped_bit(bits, netlist, folder):
    """The bitstream with another value in the row of a look-up table where all of its inputs are 0: of the one that makes what is sent."""
    net = "uart_tx_o"
    while through := re.search(rf"assign {net}\s+= (?:/\* LUT [^*]*\*/ )?(\w+);", netlist):  # a table that only passes on
        net = through[1]
    x, y, cell = map(int, re.search(rf"/\* FF\s+(\d+)\s+(\d+)\s+(\d+) \*/ always @\(posedge clk_i\).* {net} <= ", netlist).groups())
    lines = (folder / "chip.asc").read_text().splitlines()
    row = lines.index(f".logic_tile {x} {y}") + 1 + 2 * cell
    column = 36 + 4  # icebox.get_lutff_lut_bits: row 0 of the table is bit 4 of the cell
    lines[row] = lines[row][:column] + "10"[int(lines[row][column])] + lines[row][column + 1:]
    (folder / "flipped.asc").write_text("\n".join(lines) + "\n")
    call("icepack", "flipped.asc", "flipped.bin", folder=folder)
    flipped = (folder / "flipped.bin").read_bytes()
    assert len(flipped) == len(bits) and flipped != bits
    return flipped


def main():
    with tempfile.TemporaryDirectory(prefix="weft-bitstream-") as name:
        folder = pathlib.Path(name)
        number, bits = build(folder)  # of several kernels, each has its own in kernel_set.sv
        chip = {"ice40hx": Ice40, "ice40up": UltraPlus, "ecp5": Ecp5}[DESCRIPTION["family"]](folder, bits)
        line = model(folder, "chip", number, chip)
        cycles, differing = run_programs(line, folder)
        print(f"bitstream and RTL: {cycles} cycles, {differing} of them with different levels on the line")
        replayed = call(*line, "replay", folder=folder).split()
        chip.write_flipped()
        flipped = call(*model(folder, "flipped", number, chip), "replay", folder=folder).split()
        print(f"replayed: {replayed[1]} of {replayed[0]} differ; with one bit of a look-up table changed: {flipped[1]} of {flipped[0]}")
        print(f"{cpu_seconds():.1f} CPU seconds in all")
        assert cycles > 10000 and differing == 0 and replayed[1] == "0"
        assert int(flipped[1]) > 0


main()
