# SPDX-License-Identifier: Apache-2.0
"""hls/components/costs.def: what the modules that are no operators take of an ECP5 and of an iCE40, each at a few sets of parameters.

They are synthesised alone, without harness and without routing: the area is asked for, not the clock. Those of one module differ in one
number of its `size` or in its `band` (hls/components/declarations.cpp), and hls/components/cost.cpp interpolates between them."""
import collections
import json
import random
import re
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import measure
import table

FILE = table.ROOT / "hls" / "components" / "costs.def"
FAMILIES = {"ecp5": (128, 512), "ice40hx": (32, 128)}  # the width of a line on small boards of the family, and a greater one

LSU = "AddrBits=32 NumRegions=2"


def sets_of_parameters(lines):
    return {
        "barrier": ("Width=8 NumSlots=1024 MaxGroups=16", "Width=128 NumSlots=1024 MaxGroups=16"),
        "credit_fifo": tuple(f"Width={w} Depth={d}" for d in (8, 16, 128, 1024) for w in (8, 128)),
        "stream_fifo": tuple(f"Width={w} Depth={d}" for d in (8, 16, 128, 1024) for w in (8, 128)),
        "delay_memory": ("Width=16 Latency=64", "Width=64 Latency=64"),
        "segment_ctrl": ("Latency=2", "Latency=32"),
        "stream_branch": ("Width=1 NumOutputs=2", "Width=1 NumOutputs=4"),
        "stream_merge": ("Width=8 NumInputs=2", "Width=128 NumInputs=2"),
        "lsu_load_stream": tuple(f"Bytes=4 {LSU} LineBits={b} Depth=32" for b in lines),
        "lsu_load_scatter": tuple(f"Bytes=4 {LSU} LineBits={b} Depth=64" for b in lines),
        "lsu_store_stream": tuple(f"Bytes=4 {LSU} LineBits={b} Depth=32" for b in lines),
        "lsu_store_scatter": tuple(f"Bytes=4 {LSU} LineBits={b} Depth=64" for b in lines),
        "lsu_atomic": tuple(f"Bytes={w} {LSU} LineBits={b} Depth=64" for w in (4, 8) for b in (128, 512)),
        "local_mem": ("WordBits=32 Words=1024 NumReads=1", "WordBits=32 Words=1024 NumReads=4"),
        "rom": ("WordBits=32 Words=1024 NumReads=1", "WordBits=32 Words=1024 NumReads=4"),
        "local_atomic": tuple(f"WordBits={w} AtomicBits={w} Words=1024 NumReads=1 NumWrites={n} NumAtomics={n} Depth=8"
                              for w in (32, 64) for n in (1, 3)),
        "local_write_arbiter": ("WordBits=32 Words=1024 NumPorts=2 Depth=8", "WordBits=32 Words=1024 NumPorts=6 Depth=8"),
        "kernel_config": ("NumWords=32", "NumWords=128"),
        "ndrange_dispatcher": tuple(f"NumSlots={n} MaxGroups={g} MaxSize=256 SlotUse={u}" for n, g, u in ((512, 16, 0), (128, 1, 1), (128, 1, 2))),
        "fault_collector": ("NumSites=1 AddrBits=32 NumStallPoints=1", "NumSites=8 AddrBits=32 NumStallPoints=1"),
        "hang_detector": ("NumBarriers=1 CountW=11", "NumBarriers=4 CountW=11"),
        "kernel_memory_port": tuple(f"NumLoads={n} NumStores={n} NumAtomics=1 AddrBits=32 LineBits={b}" for b in lines for n in (1, 4)),
    }


PLAN = [(family, module, parameters) for family, lines in FAMILIES.items() for module, sets in sets_of_parameters(lines).items() for parameters in sets]

HEAD = """// SPDX-License-Identifier: Apache-2.0
// What the modules that are no operators take of an FPGA. Written by `bench/operators/run --components --write` from
// bench/operators/components.py: not to be edited by hand (the last line is a digest of the rows).
//
// WEFT_COST(Family, Module, Parameters, Lut, Ff, Bram, Dsp)
//   Lut   4-input look-up tables; on ECP5 two for each carry cell, six for each distributed memory of 16 x 4 bits
//   Ff    flip-flops;  Bram  block memories of 18 Kbit (iCE40: of 4 Kbit);  Dsp  multiplier blocks
"""

Row = collections.namedtuple("Row", "family module parameters lut ff bram dsp")


def line(row):
    return f'WEFT_COST({row.family}, {row.module}, "{row.parameters}", {row.lut}, {row.ff}, {row.bram}, {row.dsp})'


def files(module, family):
    """Files of a module and of all that it instantiates, packages first."""
    package = table.ROOT / "build" / "share" / "weft" / "rtl" / "weft_abi_pkg.sv"
    if not package.exists():
        raise measure.Failure(f"{package} is not there: build Weft first")
    known = {f.stem: f for f in [package, *measure.RTL.rglob("*.sv")] if "tech" not in f.parts}
    known |= {f.stem: f for f in (measure.RTL / "tech" / "generic").glob("*.sv")} | measure.sources(family)
    todo, seen = [module], set()
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += [word for word in measure.text_of(known[name])[1] if word in known]
    return [known[name] for name in sorted(seen, key=lambda name: (not name.endswith("_pkg"), name != "weft_abi_pkg", name))]


def area(cells):
    count = collections.Counter(cell["type"] for cell in cells)
    if any(name.startswith("SB_") for name in count):
        registers = sum(number for name, number in count.items() if name.startswith("SB_DFF"))
        return count["SB_LUT4"], registers, count["SB_RAM40_4K"], count["SB_MAC16"]
    return (count["LUT4"] + 2 * count["CCU2C"] + 6 * count["TRELLIS_DPR16X4"], count["TRELLIS_FF"], count["DP16KD"],
            count["MULT18X18D"])


def synthesise(name, module, parameters):
    family = measure.FAMILIES[name]
    directory = Path(tempfile.mkdtemp(prefix="weft-component-"))
    try:
        defines = " ".join(f"-D{d}" for d in family.defines)
        settings = " ".join(f"-set {key} {value}" for key, value in (p.split("=") for p in parameters.split()))
        if module == "rom":  # an empty one would be nothing
            values = dict(p.split("=") for p in parameters.split())
            bits = int(values["WordBits"]) * int(values["Words"])
            settings += f" -set Contents {bits}'h{random.Random(1).getrandbits(bits):x}"
        (directory / "synth.ys").write_text(
            f"read_verilog -sv -defer {defines} {' '.join(map(str, files(module, family)))}\nchparam {settings} {module}\nhierarchy -top {module}\n"
            f"{family.synth.removesuffix(' -top harness')} -top {module}\nwrite_json area.json\n")
        measure.call(["yosys", "-q", "-s", "synth.ys"], directory, f"synthesis of {module} {parameters}")
        modules = json.loads((directory / "area.json").read_text())["modules"]
        top = next(m for m in modules.values() if int(m["attributes"].get("top", "0"), 2))
        return Row(name, module, parameters, *area(top["cells"].values()))
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def render(rows):
    lines = [line(row) for row in rows]
    return HEAD + "\n".join(lines) + f"\n#undef WEFT_COST\n// Digest: {table.digest(lines)}\n"


def check(text):
    """An empty string, or what is wrong with the table's text."""
    rows = parse(text)
    if render(rows) != text:
        return "it is not as bench/operators/run --components wrote it: run it again with --write instead of editing by hand"
    if [row[:3] for row in rows] != PLAN:
        return "its rows are not those of bench/operators/components.py: run bench/operators/run --components --write"
    return ""


def run(options):
    """Measures all of the plan; the exit code."""
    with ThreadPoolExecutor(options.jobs) as pool:
        rows = list(pool.map(lambda entry: synthesise(*entry), PLAN))
    old = {row[:3]: row for row in parse(FILE.read_text())} if FILE.exists() else {}
    for row in rows:
        print(f"{row.family:8} {row.module:20} {row.parameters:62} {row.lut:6} LUT {row.ff:5} FF {row.bram:3} BRAM {row.dsp:3} DSP")
    wrong = [row for row in rows if old.get(row[:3]) != row] if options.compare else []
    for row in wrong:
        print(f"error: {row.family} {row.module} {row.parameters}: the table has {old.get(row[:3])}")
    if options.write:
        FILE.write_text(render(rows))
    return 1 if wrong else 0


def parse(text):
    return [Row(m[1], m[2], m[3], *(int(n) for n in m[4].split(", ")))
            for m in re.finditer(r'^WEFT_COST\((\w+), (\w+), "([^"]*)", ([\d, ]+)\)$', text, re.M)]
