# SPDX-License-Identifier: Apache-2.0
"""WEFT_ONLINE=build: programs from source on a real board are simulated until it has their bitstream. At the port nobody answers here; what
happens where the board has the kernel is tested in unit.sim, and that there is no compiler otherwise by e2e.bitstream.hx8k."""
import json
import os
import pathlib
import pty
import signal
import subprocess
import sys
import time
import zipfile

from fake_tools import FakeTools
from tool import WEFT_ICD, ToolTest, main

PROGRAM = """
import sys, numpy, pyopencl as cl
device = cl.get_platforms()[0].get_devices(cl.device_type.CUSTOM)[0]
assert device.compiler_available and device.linker_available
context = cl.Context([device])
program = cl.Program(context, "kernel void twice(global uint *a) { a[get_global_id(0)] *= 2; }").build(cache_dir=False)
print(program.get_build_info(device, cl.program_build_info.LOG))
data = numpy.arange(8, dtype=numpy.uint32)
buffer = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=data)
queue = cl.CommandQueue(context)
if len(sys.argv) < 2:
    program.twice(queue, data.shape, None, buffer)
    result = numpy.empty_like(data)
    cl.enqueue_copy(queue, result, buffer)
    assert (result == 2 * data).all(), result
"""
SECONDS = 60


class Online(ToolTest):
    def setUp(self):
        super().setUp()
        self.tools = FakeTools(self.folder / "tools")
        self.ends = pty.openpty()
        self.addCleanup(lambda: [os.close(end) for end in self.ends])
        self.cache = self.folder / "cache"
        self.env = {"OCL_ICD_VENDORS": WEFT_ICD, "WEFT_DEVICE": f"uart:hx8k-evn@{os.ttyname(self.ends[1])}", "WEFT_ONLINE": "build",
                    "WEFT_TOOLS": str(self.tools.folder), "WEFT_CACHE_DIR": str(self.cache), "WEFT_SIM_MODEL": "quick"}

    def program(self, *words):
        """What is said of the bitstream on stderr; the same is in the log."""
        result = subprocess.run([sys.executable, "-c", PROGRAM, *words], env={**os.environ, **self.env}, capture_output=True, text=True, check=False,
                                timeout=120)
        self.assertEqual(result.returncode, 0, result.stderr)
        told = result.stderr.split("a program is ")[1].splitlines()[0]
        self.assertIn(f"note: {told}", result.stdout)
        self.assertTrue(told.startswith("simulated, as board hx8k-evn does not have it: "), told)
        return told.split(": ", 1)[1]

    def until(self, holds):
        deadline = time.time() + SECONDS
        while not holds():
            self.assertLess(time.time(), deadline)
            time.sleep(0.05)

    def built(self):
        """The program's file, once nobody works on it."""
        path, = (self.cache / "online").glob("*.weft")
        self.until(lambda: not self.builders(path))
        return path, json.loads(zipfile.ZipFile(path).read("manifest.json")).get("bitstreams", [])

    @staticmethod
    def builders(path):
        """The processes whose command line names the file."""
        found = []
        for entry in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                if os.fsencode(path) in entry.read_bytes().split(b"\0"):
                    found.append(int(entry.parent.name))
            except OSError:
                pass
        return found

    def test_the_bitstream_is_built_behind_the_program(self):
        self.tools.write(seconds={"yosys": 20})
        self.assertIn("its bitstream is built in the background; what is said meanwhile is in ", self.program("only build"))
        # That host is gone; another one finds the build under way, and simulates.
        self.assertIn("its bitstream is being built; ", self.program())
        path, bitstreams = self.built()
        self.assertEqual([kernel["name"] for kernel in bitstreams[0]["kernels"]], ["twice"])
        self.assertEqual(self.tools.calls(), ["icepack", "nextpnr-ice40", "yosys"])
        self.assertEqual(self.program("only build"), f"its bitstream is ready: weft program {path}")
        self.weft("program", path, env=self.env)
        self.assertEqual(self.tools.calls(), ["openFPGALoader", "openFPGALoader"])
        self.assertIn("1 program, 1 log", self.weft("cache").stdout)
        self.weft("cache", "--clear")
        self.assertEqual([p for folder in ("online", "online-logs", "steps") for p in (self.cache / folder).glob("*") if p.name != "durations.json"], [])

    def test_a_program_that_cannot_have_one(self):
        self.tools.write(mhz={"1": 9.5})
        self.program("only build")
        self.assertEqual(self.built()[1], [])
        self.tools.log()
        told = self.program("only build")
        self.assertIn("no bitstream can be built: kernel twice misses the clock of board hx8k-evn", told)
        self.assertIn("weft cache --clear", told)
        self.assertEqual(self.tools.calls(), [])
        self.weft("cache", "--clear")
        self.tools.write(mhz={"1": 30})
        self.program("only build")
        self.assertEqual(len(self.built()[1]), 1)

    def test_a_build_that_is_killed_begins_again(self):
        self.tools.write(seconds={"nextpnr-ice40": 100})
        self.program("only build")
        path, = (self.cache / "online").glob("*.weft")
        self.until(lambda: "nextpnr-ice40" in self.tools.calls())
        for process in self.builders(path):
            os.kill(process, signal.SIGKILL)
        self.tools.write(seconds={})
        self.until(lambda: not self.builders(path))
        self.tools.log()
        self.until(lambda: "built in the background" in self.program("only build"))
        self.assertEqual(len(self.built()[1]), 1)
        self.assertEqual(self.tools.calls(), ["icepack", "nextpnr-ice40"])

    def test_nothing_is_built_without_a_cache(self):
        self.env["WEFT_CACHE_SIZE"] = "0"
        self.assertIn("no bitstream is built, as there is no cache", self.program("only build"))
        self.assertEqual(self.tools.calls(), [])


main()
