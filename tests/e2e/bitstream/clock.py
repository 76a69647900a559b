# SPDX-License-Identifier: Apache-2.0
"""clock.py BUILD: with the real tools, a clock that the board's PLL makes is closed, and one beyond reach is refused with what would do."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

WEFT = pathlib.Path(sys.argv[1]).resolve() / "bin/weft"
KERNEL = "kernel void increment(global const uint *restrict in, global uint *restrict out) {\n  size_t i = get_global_id(0);\n  out[i] = in[i] + 1;\n}\n"


def main():
    with tempfile.TemporaryDirectory(prefix="weft-clock-") as name:
        folder = pathlib.Path(name)
        (folder / "inc.cl").write_text(KERNEL)

        def build(*words, board="hx8k-evn"):
            result = subprocess.run([WEFT, "build", "inc.cl", "--board", board, *words], cwd=folder, capture_output=True, text=True,
                                    env={**os.environ, "WEFT_CACHE_DIR": str(folder / "cache")})
            print(result.stderr)
            return result
        assert build("--clock", "48", "--dump-dir", "dump").returncode == 0
        manifest = json.loads(zipfile.ZipFile(folder / "inc.weft").read("manifest.json"))
        bitstream = manifest["bitstreams"][0]
        assert bitstream["clock_mhz"] == manifest["board"]["clock_mhz"] == 48 <= bitstream["routed_mhz"], bitstream
        routed = (folder / "dump/4-route/increment-1.log").read_text()
        assert re.search(r"ICESTORM_PLL:\s+1/", routed), routed[-2000:]
        before = (folder / "inc.weft").read_bytes()
        refused = build("--clock", "120")
        assert refused.returncode == 1
        reached = float(re.search(r"120 MHz are asked for .* routing reaches ([0-9.]+) MHz", refused.stderr)[1])
        proposed = int(re.search(r"--clock (\d+) sets the board's PLL", refused.stderr)[1])
        assert 48 <= proposed <= reached < 120 and proposed % 3 == 0
        assert (folder / "inc.weft").read_bytes() == before
        # ECP5: nextpnr derives the logic's clock from the PLL's dividers and the oscillator that the constraints tell.
        assert build("--clock", "48", "--dump-dir", "ecp5", board="ecp5-evn").returncode == 0
        routed = (folder / "ecp5/4-route/increment-1.log").read_text()
        assert re.search(r"Derived frequency constraint of 48\.0 MHz", routed), routed[-2000:]


main()
