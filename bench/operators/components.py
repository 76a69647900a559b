# SPDX-License-Identifier: Apache-2.0
"""hls/components/costs.def: what the modules that are no operators take of an ECP5 and of an iCE40, and the clock that they reach, each at a
few sets of parameters.

The area is that of the module alone. For its clock it is placed and routed between registers, as operators are (measure.py). Sets of one
module differ in one number of its `size` or in its `band` (hls/components/declarations.cpp), and hls/components/cost.cpp interpolates."""
import collections
import dataclasses
import json
import random
import re
import shutil
import statistics
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import measure
import table

FILE = table.ROOT / "hls" / "components" / "costs.def"
FAMILIES = {"ecp5": (128, 512), "ice40hx": (32, 128)}  # the width of a line on small boards of the family, and a greater one

LSU = "AddrBits=32 NumRegions=2"
DISPATCHERS = tuple(f"NumSlots={n} MaxGroups={g} MaxSize={m} SlotUse={u}" for n, g, m, u in
                    ((512, 16, 256, 0), (128, 1, 256, 1), (128, 1, 256, 2), (128, 1, 1, 1), (128, 1, 1, 2)))
FIFOS = tuple(f"Width={w} Depth={d}" for d in ("8", "8 Head=1", "16", "16 Head=1", "128", "1024") for w in (8, 128))


def packet(line):
    """The greatest packet of a line: of two lanes at least."""
    width = 4 if line > 32 else 2
    return f"Bytes={width} Lanes={line // (8 * width)} {LSU} LineBits={line}"


def sets_of_parameters(lines):
    return {
        "barrier": ("Width=8 NumSlots=1024 MaxGroups=16", "Width=128 NumSlots=1024 MaxGroups=16"),
        "partial_barrier": ("Width=8 GroupWidth=32 NumSlots=1024 MaxGroups=16", "Width=128 GroupWidth=32 NumSlots=1024 MaxGroups=16"),
        "credit_fifo": FIFOS,
        "stream_fifo": FIFOS,
        "delay_memory": ("Width=16 Latency=64", "Width=64 Latency=64"),
        "loop_gate": ("Limit=40 CountW=8 NumExits=1", "Limit=40 CountW=8 NumExits=4"),
        "loop_pace": ("Window=32",),
        "segment_ctrl": ("Latency=2", "Latency=32"),
        "stream_branch": ("Width=1 NumOutputs=2", "Width=1 NumOutputs=4"),
        "stream_deal": tuple(f"Width={w} NumOutputs=2 Run={r}" for r in (1, 16) for w in (64, 208)),
        "stream_join": ("NumInputs=2", "NumInputs=9"),
        "stream_slice": tuple(f"Width={w} {form}=1" for form in ("LoadIdle", "Paired") for w in (8, 128)),
        "stream_merge": ("Width=8 NumInputs=2", "Width=128 NumInputs=2"),
        "lsu_load_stream": tuple(f"Bytes=4 {LSU} LineBits={b} Depth=32" for b in lines),
        "lsu_load_packet": tuple(f"{packet(b)} Depth=32 Aligned={a}" for a in (0, 1) for b in lines) +
                           tuple(f"Bytes=4 Lanes={b // 64} {LSU} LineBits={b} Depth=32 Aligned=0 Taps=7" for b in lines if b > 64) +
                           tuple(f"Bytes=4 Lanes={b // 32} {LSU} LineBits={2 * b} Depth=16 Aligned=0 Taps=7 Halved=1" for b in lines if b > 64),
        # Each lane has comparators for bounds and for lines, and a multiplexer of its own.
        "lsu_load_lanes": tuple(f"Bytes=4 Lanes={n} {LSU} LineBits={b} Depth=32" for b in lines for n in (2, 4)),
        "lsu_load_cached": tuple(f"Bytes=4 Lanes={n} {LSU} LineBits={lines[0]} Depth=32 Lines=256" for n in (2, 4)),
        "line_cache": tuple(f"NumSites={n} NumPorts={n} AddrBits=32 LineBits={lines[0]} Depth=32 Lines=256" for n in (2, 4)),
        "lsu_load_scatter": tuple(f"Bytes=4 {LSU} LineBits={b} Depth=64" for b in lines),
        "lsu_store_stream": tuple(f"Bytes=4 {LSU} LineBits={b} Depth=32" for b in lines),
        "lsu_store_lanes": tuple(f"Bytes=4 Lanes={w} {LSU} LineBits={lines[0]} Depth=64" for w in (2, 4)),
        # Packets as long as a line.
        "lsu_store_packet": tuple(f"Bytes={w} Lanes={b // 8 // w} {LSU} LineBits={b} Depth=32 Aligned={a}" for b in lines
                                  for w in (min(4, b // 32),) for a in (0, 1)),
        "lsu_store_scatter": tuple(f"Bytes=4 {LSU} LineBits={b} Depth=64" for b in lines),
        "lsu_atomic": tuple(f"Bytes={w} {LSU} LineBits={b} Depth=64" for w in (4, 8) for b in (128, 512)),
        "local_mem": tuple(f"WordBits=32 Words=1024 NumReads={n} OldData=0" for n in (1, 4)),
        "rom": ("WordBits=32 Words=1024 NumReads=1", "WordBits=32 Words=1024 NumReads=4"),
        "local_banks": tuple(f"WordBits=32 Words=1024 Banks={b} NumReads=1 NumWrites=1 NumGathers=1 NumScatters=1 Depth=8 OldData=0" for b in (2, 4)) +
                       tuple(f"WordBits=32 Words=1024 Banks={b} NumReads=0 NumWrites=0 NumGathers=2 NumScatters=2 Depth=8 Halves=2 OldData=0"
                             for b in (2, 4)),
        "elements_in_turn": tuple(f"Bytes=4 Lanes={n} AddrBits=32 Elements={n} Taps={(1 << n) - 1}{masks}"
                                  for masks in ("", " Masks=1 Depth=32") for n in (2, 4)),
        "lanes_in_turn": ("RequestW=64 AnswerW=32 Lanes=4 Depth=8", "RequestW=44 AnswerW=1 Lanes=8 Depth=16 RowWords=4 AddrW=12"),
        "local_accumulator": tuple(f"WordBits=32 Words=1024 RowWords={r} Lanes={n} NumReads=1 NumWrites=1 NumUpdates=1 Depth=16"
                                   for n, r in ((2, 1), (4, 4))),
        "local_atomic": tuple(f"WordBits={w} AtomicBits={w} Words=1024 NumReads=1 NumWrites={n} NumAtomics={n} Depth=8{ops}"
                              for ops in ("", " Ops=1") for w in (32, 64) for n in (1, 3)),
        "local_write_arbiter": ("WordBits=32 Words=1024 NumPorts=2 Depth=8", "WordBits=32 Words=1024 NumPorts=6 Depth=8"),
        "kernel_config": ("NumWords=16", "NumWords=64"),
        "ndrange_dispatcher": DISPATCHERS,
        "group_source": ("MaxSize=256", "MaxSize=1"),
        "ndrange_issue": DISPATCHERS,
        "unit_faults": ("NumUnits=2", "NumUnits=4"),
        # The registers that the harness has for more than 34 sites are more than an HX8K's.
        "fault_collector": tuple(f"NumSites={n} AddrBits=32 NumStallPoints=1" for n in (1, 70 if 512 in lines else 34)),
        "hang_detector": ("NumBarriers=1 CountW=11", "NumBarriers=4 CountW=11"),
        # Many sites: as kernels have them, far more loads than stores.
        # Of few and narrow ones; the rest in proportion. Only boards with several memory ports have it.
        "memory_crossbar": ("NumUnits=2 NumPorts=2 AddrBits=32 LineBits=64 IdBits=2",
                            "NumUnits=2 NumPorts=2 AddrBits=32 LineBits=128 IdBits=2") if 128 in lines else (),
        "kernel_memory_port": tuple(f"NumLoads={n} NumStores={s} NumAtomics={a} AddrBits=32 LineBits={b}" for b in lines
                                    for n, s, a in ((1, 1, 1), (34, 2, 0))),
    }


PLAN = [(family, module, parameters) for family, lines in FAMILIES.items() for module, sets in sets_of_parameters(lines).items() for parameters in sets]

HEAD = """// SPDX-License-Identifier: Apache-2.0
// What the modules that are no operators take of an FPGA. Written by `bench/operators/run --components --write` from
// bench/operators/components.py: not to be edited by hand (the last line is a digest of the rows).
//
// WEFT_COST(Family, Module, Parameters, Lut, Ff, Bram, Dsp, Mhz)
//   Lut   4-input look-up tables; on ECP5 two for each carry cell, six for each distributed memory of 16 x 4 bits
//   Ff    flip-flops;  Bram  block memories of 18 Kbit (iCE40: of 4 Kbit);  Dsp  multiplier blocks
//   Mhz   reached between registers, alone on an LFE5U-85F-6 or HX8K, rounded down; 0: it does not fit with them
"""

NETLIST = table.ROOT / "build" / "bin" / "weft-netlist"  # what `weft build` does to Yosys's netlist before it is routed

Row = collections.namedtuple("Row", "family module parameters lut ff bram dsp mhz")


def line(row):
    return f'WEFT_COST({row.family}, {row.module}, "{row.parameters}", {row.lut}, {row.ff}, {row.bram}, {row.dsp}, {row.mhz})'


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


def settings_of(module, parameters):
    """The module's parameters for Yosys."""
    settings = " ".join(f"-set {key} {value}" for key, value in (p.split("=") for p in parameters.split()))
    if module == "rom":  # an empty one would be nothing
        values = dict(p.split("=") for p in parameters.split())
        bits = int(values["WordBits"]) * int(values["Words"])
        settings += f" -set Contents {bits}'h{random.Random(1).getrandbits(bits):x}"
    return settings


def yosys(family, module, parameters, directory, more, top, result):
    """Synthesises `top`, the module or what `more` has round it; the modules of `result`."""
    defines = " ".join(f"-D{d}" for d in family.defines)
    (directory / "synth.ys").write_text(
        f"read_verilog -sv -defer {defines} {' '.join(map(str, files(module, family)))}\nchparam {settings_of(module, parameters)} {module}\n"
        f"{more}hierarchy -top {top}\n{family.synth.removesuffix(' -top harness')} -top {top}\n"
        f"setattr -mod -unset keep_hierarchy *\nflatten\nopt_clean\nwrite_json {result}\n")
    measure.call(["yosys", "-q", "-s", "synth.ys"], directory, f"synthesis of {module} {parameters}")
    return json.loads((directory / result).read_text())["modules"]


def synthesise(name, module, parameters, directory):
    """Its area; leaves what is to be routed, in registers, in routed.json."""
    family = measure.FAMILIES[name]
    alone = yosys(family, module, parameters, directory, "", module, "area.json")
    top = next(m for m in alone.values() if int(m["attributes"].get("top", "0"), 2))
    (directory / "harness.sv").write_text(measure.harness(measure.Config(name, module), measure.ports_in(top), family.serial))
    yosys(family, module, parameters, directory, "read_verilog -sv harness.sv\n", "harness", "routed.json")
    routed = directory / "routed.json"
    if family.tech == "ice40":
        routed.write_text(json.dumps(measure.without_duplicate_inputs(json.loads(routed.read_text()))))
    measure.call([NETLIST, name, routed, routed], directory, f"netlist of {module} {parameters}")
    return dict(zip(("lut", "ff", "bram", "dsp"), area(top["cells"].values())))


def stamp(bench, name):
    """What a clock was routed with: the seeds, and what is done to the netlist before."""
    refinement = measure.call([NETLIST, name], None, "weft-netlist").strip()
    return ",".join(map(str, bench.seeds)) + ("" if refinement == "nothing" else f", {refinement}")


def clock(bench, name, directory):
    """MHz, 0 if it does not fit with the harness."""
    # Wires get no longer on the larger part, and the harness of wide modules has more registers than the one that operators take.
    family = measure.FAMILIES[name]
    family = dataclasses.replace(family, route=tuple("--85k" if word == "--25k" else word for word in family.route))
    try:
        return int(1e6 / statistics.median_low([bench.route(family, seed, directory)["slowest"] for seed in bench.seeds]))
    except measure.Failure as failure:
        if not measure.UNPLACED.search(str(failure)):
            raise
        return 0


def measured(bench, name, module, parameters):
    config = measure.Config(name, module, tuple(tuple(p.split("=")) for p in parameters.split()))
    sources = files(module, measure.FAMILIES[name])
    data = {} if bench.fresh else bench.load(config, sources)
    if data.get("routed") != stamp(bench, name):
        directory = Path(tempfile.mkdtemp(prefix="weft-component-"))
        try:
            data = synthesise(name, module, parameters, directory)
            data |= {"mhz": clock(bench, name, directory), "routed": stamp(bench, name)}
            bench.store(config, data, sources)
        finally:
            shutil.rmtree(directory, ignore_errors=True)
    return Row(name, module, parameters, *(data[what] for what in ("lut", "ff", "bram", "dsp", "mhz")))


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


def differs(row, old):
    """In area at all, in the clock by more than a third, as operators (run)."""
    return not old or row[:-1] != old[:-1] or (row.mhz == 0) != (old.mhz == 0) or (row.mhz and not 0.75 < row.mhz / old.mhz < 1.33)


def selection(options):
    """What of the plan is asked for; the rest of the table stays."""
    return [entry for entry in PLAN if (not options.family or entry[0] in options.family) and
            (not options.only or options.only.search(" ".join(entry)))]


def run(options, chosen, progress):
    """Measures what is chosen of the plan, which takes half an hour for all of it, and tells `progress`; the exit code."""
    bench = measure.Bench(options.cache, options.seeds, options.fresh)

    def one(entry):
        row = measured(bench, *entry)
        progress.show(" ".join(entry))
        return row

    with ThreadPoolExecutor(options.jobs) as pool:
        rows = list(pool.map(one, chosen))
    old = {row[:3]: row for row in parse(FILE.read_text())} if FILE.exists() else {}
    for row in rows:
        print(f"{row.family:8} {row.module:20} {row.parameters:62} {row.lut:6} LUT {row.ff:5} FF {row.bram:3} BRAM {row.dsp:3} DSP {row.mhz:4} MHz")
    wrong = [row for row in rows if differs(row, old.get(row[:3]))] if options.compare else []
    for row in wrong:
        print(f"error: {row.family} {row.module} {row.parameters}: the table has {old.get(row[:3])}")
    if options.write:
        known = old | {row[:3]: row for row in rows}
        missing = [" ".join(entry) for entry in PLAN if entry not in known]
        if missing:
            print(f"error: the table lacks other rows too; not written: {', '.join(missing)}")
            return 1
        FILE.write_text(render([known[entry] for entry in PLAN]))
    return 1 if wrong else 0


def parse(text):
    return [Row(m[1], m[2], m[3], *(int(n) for n in m[4].split(", ")))
            for m in re.finditer(r'^WEFT_COST\((\w+), (\w+), "([^"]*)", ([\d, ]+)\)$', text, re.M)]
