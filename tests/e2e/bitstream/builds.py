# SPDX-License-Identifier: Apache-2.0
"""builds.py ROOT BUILD: kernels of examples/ and bench/ built to bitstreams with the real tools, each a row of a table: what they take of
the FPGA, the clock that routing closes, CPU seconds. They must fit, close the board's clock and be done in the time allowed, and the
floor plan has all cells. (bench/fmax/run has the clocks of all designs.)"""
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import zipfile

ROOT, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
# kernel, board, CPU seconds allowed. saxpy is nearly all that fits an HX8K.
BUILDS = [("examples/vecadd/kernel.cl", "ulx3s-85f", 360), ("bench/fmax/kernels/saxpy.cl", "hx8k-evn", 240)]


def build(kernel, board, folder):
    """(bitstream's entry in the manifest, its bytes, CPU seconds)"""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run([BUILD / "bin/weft", "build", ROOT / kernel, "--board", board, "-o", "out.weft", "--dump-dir", "dumps"], cwd=folder,
                            capture_output=True, text=True, check=False, env={**os.environ, "WEFT_CACHE_DIR": str(folder / "cache")})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode:
        sys.exit(f"{kernel} for {board}\n{result.stderr}")
    archive = zipfile.ZipFile(folder / "out.weft")
    bitstream = json.loads(archive.read("manifest.json"))["bitstreams"][0]
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return bitstream, archive.read("bitstreams/" + bitstream["file"]), seconds


def check(bitstream, data, seconds, board, allowed):
    clock = json.loads((ROOT / "board" / board / "board.json").read_text())["clock_mhz"]
    assert len(data) > 10000, len(data)
    assert bitstream["clock_mhz"] == clock and bitstream["routed_mhz"] >= clock, bitstream["routed_mhz"]
    assert all(resource_["used"] <= resource_["available"] for resource_ in bitstream["resources"])
    assert seconds <= allowed, f"{seconds:.0f} CPU seconds of {allowed}"
    # All cells of the FPGA's logic are in the floor plan, and the critical path lies on it.
    plan = bitstream["floorplan"]
    kinds = {part["kind"] for part in plan["parts"]}
    assert {"node", "unit", "control", "shell"} <= kinds, kinds
    placed, used = sum(part["cells"] for part in plan["parts"]), sum(resource_["used"] for resource_ in bitstream["resources"])
    assert used <= placed <= 1.1 * used, (placed, used)
    for step in bitstream["critical_path"]:
        x, y = step["tile"]
        assert 0 <= x < plan["columns"] and 0 <= y < plan["rows"], step


def main():
    boards = re.findall(r'"name": "([^"]+)"', subprocess.run([BUILD / "bin/weft", "boards", "--json"], capture_output=True, text=True, check=True).stdout)
    print("| kernel | board | resources | clock | routing closes | CPU |\n|---|---|---|---|---|---|")
    for kernel, board, allowed in BUILDS:
        assert board in boards, board
        with tempfile.TemporaryDirectory(prefix="weft-builds-") as name:
            bitstream, data, seconds = build(kernel, board, pathlib.Path(name))
            used = ", ".join(f"{r['used']} of {r['available']} {r['name']}" for r in bitstream["resources"])
            print(f"| {bitstream['kernels'][0]['name']} | {board} | {used} | {bitstream['clock_mhz']:g} MHz | {bitstream['routed_mhz']:.1f} MHz | {seconds:.0f} s |", flush=True)
            check(bitstream, data, seconds, board, allowed)


main()
