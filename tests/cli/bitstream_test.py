# SPDX-License-Identifier: Apache-2.0
"""weft build for a board with a flow, and weft program: stages, seeds, the clock as a promise, what is kept and done again. The tools
are stand-ins (fake_tools.py); tests/e2e/bitstream builds with the real ones."""
import hashlib
import json
import os
import re
import signal
import subprocess
import time
import xml.etree.ElementTree
import zipfile

from fake_tools import FakeTools
from tool import INPUT_FAILED, MACHINE_FAILED, TOOL, WRONG_USAGE, ToolTest, main

KERNEL = """kernel void increment(global const uint *restrict in, global uint *restrict out) {
  size_t i = get_global_id(0);
  out[i] = in[i] + 1;
}
"""
ALL = ["icepack", "nextpnr-ice40", "yosys"]


class Bitstream(ToolTest):
    def setUp(self):
        super().setUp()
        self.write("inc.cl", KERNEL)
        self.tools = FakeTools(self.folder / "tools")
        self.env = {"WEFT_TOOLS": str(self.tools.folder)}

    def build(self, *words, **options):
        return self.weft("build", "inc.cl", "--board", "hx8k-evn", *words, env=self.env, **options)

    def manifest(self, name="inc.weft"):
        return json.loads(zipfile.ZipFile(self.folder / name).read("manifest.json"))

    def test_stages(self):
        text = self.build("--dump-dir", "d").stderr
        self.assertEqual([line.split()[0] for line in text.splitlines()],
                         ["compile", "generate", "synthesise", "route", "time", "bitstream", "pack", "wrote"])
        self.assertIn("increment: 12 MHz, routing closes 71.00 MHz; 3000 of 7680 logic cells, 17 of 32 block RAMs\n", text)
        self.assertEqual(sorted(p.name for p in (self.folder / "d").iterdir()),
                         ["1-compile", "2-generate", "3-synthesise", "4-route", "5-time", "6-bitstream", "7-pack"])
        bits = zipfile.ZipFile(self.folder / "inc.weft").read("bitstreams/increment.bin")
        self.assertEqual(bits, (self.folder / "d/6-bitstream/increment.bin").read_bytes())
        self.assertTrue(bits.startswith(b"bits of seed 1 of "))
        bitstream = self.manifest()["bitstreams"][0]
        self.assertEqual([bitstream["kernels"][0]["name"]] + [bitstream[key] for key in ("file", "part", "clock_mhz", "routed_mhz", "seed")],
                         ["increment", "increment.bin", "hx8k ct256", 12.0, 71.0, 1])
        self.assertEqual(bitstream["tools"], ["Fake yosys 1", "Fake nextpnr-ice40 1", bitstream["tools"][2]])
        self.assertIn("inc.cl:3", [step["location"] for step in bitstream["critical_path"]])
        calls = {line[0]: line[1] for line in self.tools.log()}
        self.assertEqual([calls["nextpnr-ice40"][i] for i in (0, 1, 2)], ["--hx8k", "--package", "ct256"])
        self.assertIn("chparam -set KernelId %d top" % bitstream["kernels"][0]["number"],
                      json.loads((self.folder / "d/3-synthesise/increment.json").read_text())["script"])
        self.assertIn("clock:       12 MHz; placement and routing close 71.00 MHz (seed 1)", self.weft("info", "inc.weft").stdout)
        self.weft("report", "inc.weft")
        self.assertIn("routing closes 71.00 MHz", (self.folder / "inc.html").read_text())

    def test_floor_plan(self):
        self.build()
        plan = self.manifest()["bitstreams"][0]["floorplan"]
        self.assertEqual((plan["columns"], plan["rows"]), (34, 34))
        self.assertEqual([(part["kind"], part["cells"], part["tiles"]) for part in plan["parts"]],
                         [("unit", 1, [[3, 4, 1]]), ("shell", 2, [[1, 1, 1], [8, 3, 1]])])
        self.assertEqual(plan["parts"][0]["location"], "inc.cl:3")
        self.weft("report", "inc.weft")
        text = (self.folder / "inc.html").read_text()
        svg = xml.etree.ElementTree.fromstring(re.search(r"<svg.*?</svg>", text, re.S)[0])
        self.assertEqual(svg.get("viewBox"), "0 0 34 34")
        self.assertEqual({path.get("class"): path.get("d") for path in svg.iter("path")},
                         {"part unit": "M3 4h1v1h-1z", "part shell": "M1 1h1v1h-1zM8 3h1v1h-1z"})
        self.assertRegex(next(svg.iter("title")).text, r"^unit lsu_\w+, inc.cl:3: 1 cells$")
        # The path that limits the clock, from tile to tile; the stand-in has all of it in one.
        self.assertEqual([line.get("points") for line in svg.iter("polyline")], ["1.5,1.5"])
        self.assertEqual(len(list(svg.iter("circle"))), 2)
        self.assertEqual(json.loads(self.weft("report", "inc.weft", "--json").stdout)["bitstreams"][0]["floorplan"], plan)

    def test_stops_and_other_boards(self):
        self.build("--stop-after", "synthesise")
        self.assertEqual(self.tools.calls(), ["yosys"])
        self.build("--no-bitstream")
        self.assertNotIn("bitstreams", self.manifest())
        self.weft("build", "inc.cl", "--board", "sim-soc", env=self.env)
        self.assertEqual(self.tools.calls(), [])
        self.refused("build", "inc.cl", "--stop-after", "route", says="no bitstream is made for board sim-card", env=self.env)
        self.refused("build", "inc.cl", "--clock", "50", says=["--clock 50", "sim-card, whose clock is 200 MHz"], env=self.env)

    def test_what_is_kept(self):
        self.build()
        self.tools.log()
        first = (self.folder / "inc.weft").read_bytes()
        text = self.build().stderr
        self.assertEqual((self.tools.calls(), text.count("kept from an earlier build")), ([], 2))
        self.assertEqual((self.folder / "inc.weft").read_bytes(), first)
        self.assertRegex(self.weft("cache").stdout, r"0 models, 3 steps, ")
        # Another tool, another kernel: done again. Another seed: from routing on.
        self.build("--seeds", "2")
        self.assertEqual(self.tools.calls(), ["icepack", "nextpnr-ice40"])
        self.tools.write(version="2")
        self.build()
        self.assertEqual(self.tools.calls(), ALL[1:])  # icepack tells no version
        self.write("inc.cl", KERNEL.replace("+ 1", "+ 2"))
        self.build()
        self.assertEqual(self.tools.calls(), ALL)
        self.weft("cache", "--clear")
        self.build()
        self.assertEqual(self.tools.calls(), ALL)

    def test_damaged_steps_are_done_again(self):
        self.build()
        self.tools.log()
        for step in (self.folder / "cache/steps").glob("*.step"):
            data = bytearray(step.read_bytes())
            data[len(data) // 2] ^= 1
            step.write_bytes(data)
        text = self.build().stderr
        self.assertEqual((self.tools.calls(), text.count("is damaged: the step is done again")), (ALL, 3))
        self.build()
        self.assertEqual(self.tools.calls(), [])
        for step in (self.folder / "cache/steps").glob("*.step"):
            step.write_bytes(step.read_bytes()[:40])
        self.build()
        self.assertEqual(self.tools.calls(), ALL)

    def test_a_killed_build_goes_on(self):
        self.tools.write(seconds={"nextpnr-ice40": 60})
        with subprocess.Popen([TOOL, "build", "inc.cl", "--board", "hx8k-evn"], cwd=self.folder, stderr=subprocess.DEVNULL,
                              env={**os.environ, **self.env, "WEFT_CACHE_DIR": str(self.folder / "cache")}) as process:
            deadline = time.time() + 60
            while "nextpnr" not in str(self.tools.folder.joinpath("log.txt").read_text() if (self.tools.folder / "log.txt").exists() else ""):
                self.assertLess(time.time(), deadline)
                time.sleep(0.05)
            process.send_signal(signal.SIGKILL)
        self.assertEqual(self.tools.calls(), ["nextpnr-ice40", "yosys"])
        self.assertFalse((self.folder / "inc.weft").exists())
        self.tools.write(seconds={})
        text = self.build().stderr
        self.assertEqual(self.tools.calls(), ["icepack", "nextpnr-ice40"])
        self.assertIn("netlist for hx8k (kept from an earlier build)", text)
        self.assertEqual(list((self.folder / "cache/work").iterdir()), [])

    def test_builds_at_the_same_time_share_their_steps(self):
        self.tools.write(seconds={"yosys": 1, "nextpnr-ice40": 1})
        builds = [subprocess.Popen([TOOL, "build", "inc.cl", "--board", "hx8k-evn", "-o", f"{name}.weft"], cwd=self.folder,
                                   stderr=subprocess.DEVNULL, env={**os.environ, **self.env, "WEFT_CACHE_DIR": str(self.folder / "cache")})
                  for name in "ab"]
        self.assertEqual([build.wait(60) for build in builds], [0, 0])
        self.assertEqual(self.tools.calls(), ALL)
        self.assertEqual((self.folder / "a.weft").read_bytes(), (self.folder / "b.weft").read_bytes())
        self.assertEqual([path.name for path in (self.folder / "cache/locks").iterdir()], ["evict.lock"])

    def test_a_program_gets_its_bitstream(self):
        self.build()
        expected = zipfile.ZipFile(self.folder / "inc.weft").read("bitstreams/increment.bin")
        self.build("--no-bitstream", "-o", "without.weft")
        self.assertNotIn("bitstreams", self.manifest("without.weft"))
        self.tools.log()
        text = self.weft("build", "without.weft", "--board", "hx8k-evn", env=self.env).stderr
        self.assertEqual([line.split()[0] for line in text.splitlines()], ["synthesise", "route", "time", "bitstream", "pack", "wrote"])
        self.assertEqual(self.tools.calls(), [])  # all steps are kept
        archive = zipfile.ZipFile(self.folder / "without.weft")
        self.assertEqual(archive.read("bitstreams/increment.bin"), expected)
        self.assertEqual(archive.read("sources/inc.cl").decode(), KERNEL)
        # One that it has is replaced; one of another clock keeps that.
        self.build("--clock", "24", "-o", "fast.weft")
        self.weft("build", "fast.weft", "--board", "hx8k-evn", env=self.env)
        self.assertEqual([b["clock_mhz"] for b in self.manifest("fast.weft")["bitstreams"]], [24])
        for words, says in ((["--board", "icebreaker"], ["is for board hx8k-evn", "--board hx8k-evn"]),
                            (["--board", "hx8k-evn", "-DN=1"], "is compiled already, and options change nothing: -DN=1"),
                            (["--board", "hx8k-evn", "--no-bitstream"], ["is built already, and no bitstream is made", "leave out --no-bitstream"])):
            self.refused("build", "without.weft", *words, env=self.env, says=says)

    def test_the_best_seed_counts(self):
        self.tools.write(mhz={"1": 30.0, "2": 45.5, "3": 41.0})
        text = self.build("--seeds", "3", "--jobs", "2").stderr
        self.assertIn("seed 1 reaches 30.00 MHz, seed 2 reaches 45.50 MHz, seed 3 reaches 41.00 MHz", text)
        bitstream = self.manifest()["bitstreams"][0]
        self.assertEqual((bitstream["seed"], bitstream["routed_mhz"]), (2, 45.5))
        self.assertEqual(self.tools.calls(), ["icepack"] + 3 * ["nextpnr-ice40"] + ["yosys"])

    def test_wires_that_cannot_be_routed(self):
        def calls():
            return [line[1][line[1].index("--placer") + 1] if "--placer" in line[1] else "heap" for line in self.tools.log() if "nextpnr" in line[0]]
        def refused():
            self.refused("build", "inc.cl", "--board", "ecp5-evn", status=INPUT_FAILED, env=self.env,
                         says=["kernel increment cannot be routed on board ecp5-evn: wires of 600000 tiles would be needed, and of more than 460020 a",
                               "hint: --compiler-option=-weft-lanes=N makes packets of fewer work-items"])
        self.tools.write(wires={"heap": 400000, "static": 400000})
        text = self.weft("build", "inc.cl", "--board", "ecp5-evn", env=self.env).stderr
        self.assertIn("seed 1 (placer static) reaches 71.00 MHz", text)
        self.assertEqual(calls(), ["heap", "static"])
        text = self.weft("build", "inc.cl", "--board", "ecp5-evn", env=self.env).stderr
        self.assertEqual((calls(), text.count("kept from an earlier build")), ([], 2))
        # What would never end is ended, and so much is kept.
        self.tools.write(wires={"heap": 400000, "static": 600000}, seconds={"routing": 600}, version="2")
        refused()
        self.assertEqual(calls(), ["heap", "static"])
        refused()
        self.assertEqual(calls(), [])
        self.assertFalse(any((self.folder / "cache/work").iterdir()))
        self.tools.write(wires={"heap": 350000}, seconds={}, version="3")
        self.assertIn("seed 1 reaches", self.weft("build", "inc.cl", "--board", "ecp5-evn", env=self.env).stderr)
        self.assertEqual(calls(), ["heap"])

    def test_a_missed_clock_is_refused(self):
        self.tools.write(mhz={"1": 31.25, "2": 33.5})
        text = self.refused("build", "inc.cl", "--board", "hx8k-evn", "--clock", "48", "--seeds", "2", status=INPUT_FAILED, env=self.env,
                            says=["kernel increment misses the clock of board hx8k-evn: 48 MHz are asked for (20.83 ns), and routing reaches "
                                  "33.50 MHz (29.85 ns) with seed 2. Source lines on its way: inc.cl:3.",
                                  "0.50 ns  clk-to-q in u_kernel.u_s0.a_q_SB_DFF_Q  (inc.cl:3)", "hint: --clock 33 sets the board's PLL"])
        self.assertFalse((self.folder / "inc.weft").exists())
        self.assertNotIn("wrote", text)
        self.build("--clock", "33", "--seeds", "2")
        self.assertEqual(self.manifest()["bitstreams"][0]["clock_mhz"], 33.0)

    def test_another_clock(self):
        self.tools.write(pll={"24": "24.250", "40": "20", "33": "none"})
        text = self.build("--clock", "24", "--dump-dir", "d").stderr
        self.assertIn("increment: 24.25 MHz, routing closes 71.00 MHz", text)
        script = json.loads((self.folder / "d/3-synthesise/increment.json").read_text())["script"]
        self.assertIn("chparam -set ClockKhz 24250 top", script)
        self.assertIn("chparam -set Divisor 8 top", script)
        self.assertEqual(self.manifest()["board"]["clock_mhz"], 24.25)
        self.assertIn("clock:     24.25 MHz\n", self.weft("info", "inc.weft").stdout)
        self.refused("build", "inc.cl", "--board", "hx8k-evn", "--clock", "25", env=self.env,
                     says=["of 25 MHz the serial port of board hx8k-evn makes 3125000 baud (a bit of 8 cycles) instead of 3000000: 4.2 % off",
                           "near it are 24 MHz and 27 MHz"])
        self.refused("build", "inc.cl", "--board", "hx8k-evn", "--clock", "40", env=self.env,
                     says="makes 20 MHz at the nearest of its 12 MHz, and 40 MHz was asked for")
        said = self.refused("build", "inc.cl", "--board", "hx8k-evn", "--clock", "33", env=self.env, says=["icepll cannot make 33 MHz", "ask for another clock"])
        self.assertNotIn("\n\n", said)
        self.refused("build", "inc.cl", "--board", "hx8k-evn", "--clock", "9", env=self.env, says="cannot run at 3000000 baud")
        for wrong in ("0", "-3", "fast"):
            self.refused("build", "inc.cl", "--board", "hx8k-evn", "--clock=" + wrong, env=self.env, says="--clock")

    def test_a_pll_that_takes_the_pin(self):
        def clock_module(board):
            self.weft("build", "inc.cl", "--board", board, "--clock", "24", "--dump-dir", board, env=self.env)
            return json.loads((self.folder / board / "3-synthesise/increment.json").read_text())["clock"]
        self.assertIn("SB_PLL40_CORE uut (.REFERENCECLK(clock_in), ", clock_module("hx8k-evn"))
        self.assertIn("SB_PLL40_PAD uut (.PACKAGEPIN(clock_in), ", clock_module("icebreaker"))
        self.tools.write(pll_cell="OTHER uut ();")
        self.refused("build", "inc.cl", "--board", "icebreaker", "--clock", "21", status=MACHINE_FAILED, env=self.env,
                     says="the PLL that icepll has written has no SB_PLL40_CORE")

    def test_a_pll_with_dividers(self):
        def parameters(board, *words):
            self.weft("build", "inc.cl", "--board", board, "--dump-dir", "d", *words, env=self.env)
            script = json.loads((self.folder / "d/3-synthesise/increment.json").read_text())["script"]
            values = dict(line.split()[2:4] for line in script.splitlines() if line.startswith("chparam"))
            return [int(values[name]) for name in ("PllInputDiv", "PllFeedbackDiv", "PllOutputDiv", "ClockKhz", "Divisor")]
        self.assertEqual(parameters("ecp5-evn"), [1, 5, 8, 60000, 20])
        self.assertEqual(parameters("ecp5-evn", "--clock", "48"), [1, 4, 12, 48000, 16])
        self.assertEqual(self.manifest()["board"]["clock_mhz"], 48)
        self.assertEqual(parameters("ulx3s-85f"), [1, 2, 12, 50000, 17])
        # The nearest to 42 MHz that can be made of 25 MHz.
        self.assertEqual(parameters("ulx3s-85f", "--clock", "42"), [3, 5, 16, 41667, 14])
        for board, clock, says in (("ulx3s-85f", "60", "ulx3s-85f runs at 50 MHz at most, and 60 MHz was asked for: the times of its SDRAM"),
                                   ("ulx3s-85f", "12.5", ["refreshed every 98 cycles", "ask for at least 13 MHz"]),
                                   ("ulx3s-85f", "40", "of 40 MHz the serial port of board ulx3s-85f"),
                                   ("ecp5-evn", "500", "makes 200 MHz at the nearest of its 12 MHz, and 500 MHz was asked for")):
            self.refused("build", "inc.cl", "--board", board, "--clock", clock, env=self.env, says=says)

    def test_registers_move_into_block_memories(self):
        def cell(kind, parameters, inputs, outputs):
            return {"type": kind, "parameters": parameters, "connections": {pin: [bit] for pin, bit in (inputs | outputs).items()},
                    "port_directions": dict.fromkeys(inputs, "input") | dict.fromkeys(outputs, "output")}
        cells = {"mem": cell("DP16KD", {"REGMODE_B": "NOREG"}, {"CLKB": 2, "OCEB": "1", "RSTB": "0"}, {"DOB0": 3}),
                 "q": cell("TRELLIS_FF", {"CEMUX": "1 ", "GSR": "DISABLED"}, {"CLK": 2, "DI": 3}, {"Q": 4})}
        self.tools.write(netlist={"modules": {"top": {"ports": {}, "cells": cells, "netnames": {}}}})
        self.weft("build", "inc.cl", "--board", "ecp5-evn", "--dump-dir", "d", env=self.env)
        text = (self.folder / "d/3-synthesise/increment.json").read_text()
        mem = json.loads(text)["modules"]["top"]["cells"]
        self.assertEqual((list(mem), mem["mem"]["parameters"], mem["mem"]["connections"]["DOB0"]), (["mem"], {"REGMODE_B": "OUTREG"}, [4]))
        self.assertIn("output registers of block memories: 1 in use, instead of 1 flip-flops\n", (self.folder / "d/3-synthesise/increment.log").read_text())
        # That is what is routed, and what is kept.
        bits = zipfile.ZipFile(self.folder / "inc.weft").read("bitstreams/increment.bit").decode()
        self.assertIn(hashlib.sha256(text.encode()).hexdigest(), bits)
        self.tools.log()
        self.weft("build", "inc.cl", "--board", "ecp5-evn", "--dump-dir", "kept", env=self.env)
        self.assertEqual(self.tools.calls(), [])
        self.assertEqual((self.folder / "kept/3-synthesise/increment.json").read_text(), text)
        # Not of another family.
        self.build("--dump-dir", "other")
        self.assertEqual(json.loads((self.folder / "other/3-synthesise/increment.json").read_text())["modules"]["top"]["cells"], cells)
        self.tools.write(netlist={"modules": {"top": {}}}, version="2")
        self.refused("build", "inc.cl", "--board", "ecp5-evn", status=MACHINE_FAILED, env=self.env, says="synthesise of increment failed: block registers and late tables: ")

    def test_boards_without_a_pll(self):
        source = json.loads(self.weft("boards", "--json").stdout)
        board = next(board for board in source if board["name"] == "hx8k-evn")
        del board["device"]
        board["name"] = "mine"
        board["flow"] |= {"constraints": "my.pcf"}
        del board["flow"]["programmer"]
        self.write("mine/board.json", json.dumps(board))
        self.refused("build", "inc.cl", "--board", "./mine/board.json", env=self.env, status=MACHINE_FAILED, says="mine/top.sv")
        self.write("mine/top.sv", "module top #(parameter logic [31:0] KernelId = 0, parameter int Divisor = 4) (input a);\nendmodule\n")
        self.refused("build", "inc.cl", "--board", "./mine/board.json", env=self.env, status=MACHINE_FAILED, says="mine/my.pcf")
        self.write("mine/my.pcf", "set_io a 1\nset_io b 2\nset_io c 3\n")
        self.weft("build", "inc.cl", "--board", "./mine/board.json", "--dump-dir", "d", env=self.env)
        script = json.loads((self.folder / "d/3-synthesise/increment.json").read_text())["script"]
        self.assertEqual([line.split()[2] for line in script.splitlines() if line.startswith("chparam")], ["KernelId", "Divisor"])
        self.write("two.cl", KERNEL + KERNEL.replace("increment", "other").replace("+ 1", "+ 7"))
        self.refused("build", "two.cl", "--board", "./mine/board.json", env=self.env, status=INPUT_FAILED,
                     says=["kernels increment, other in one bitstream: the top.sv of board mine has no place for several", "--kernels-apart"])
        self.refused("build", "inc.cl", "--board", "./mine/board.json", "--clock", "48", env=self.env,
                     says=["runs at 12 MHz only: its top.sv has no place for a PLL"])
        self.refused("program", "inc.weft", "--board", "./mine/board.json", env=self.env, status=INPUT_FAILED,
                     says=["how board mine is programmed", "flow.programmer"])
        for field, value, says in (("package", None, '"package" is missing'), ("constraints", "../x.pcf", "constraints must name"),
                                   ("device", 8, '"device"'), ("oscillator_mhz", 0, "oscillator_mhz must be more")):
            flow = {**board["flow"], field: value}
            self.write("mine/board.json", json.dumps({**board, "flow": {k: v for k, v in flow.items() if v is not None}}))
            self.refused("build", "inc.cl", "--board", "./mine/board.json", env=self.env, status=INPUT_FAILED, says=says)

    def test_tools_that_fail(self):
        self.tools.write(fails={"yosys": "reading\nERROR: syntax error, unexpected TOK_ID\nbye"})
        text = self.build(status=MACHINE_FAILED).stderr
        self.assertIn("synthesise of increment failed: yosys: exit code 1\n  ERROR: syntax error, unexpected TOK_ID\n", text)
        self.assertNotIn("reading", text)
        self.tools.write(fails={"nextpnr-ice40": "Info:   ICESTORM_LC:  9000/ 7680   117%\nInfo:  ICESTORM_RAM:    17/   32    53%\n"
                                                 "ERROR: Unable to place cell 'x', no BELs remaining"})
        text = self.build(status=INPUT_FAILED).stderr
        self.assertIn("kernel increment does not fit board hx8k-evn: it needs 9000 of 7680 logic cells\n", text)
        self.assertRegex(text, r"largest modules.*\n +\d+  1 x (lsu_|ndrange_)\w+\n")
        self.assertRegex(text, r"largest source lines:\n +\d+  inc.cl:3\n")
        self.assertFalse((self.folder / "inc.weft").exists())

    def test_missing_tools(self):
        for name in ("icepack", "openFPGALoader"):
            (self.tools.folder / name).unlink()
        env = {**self.env, "PATH": "/nonexistent"}
        text = self.weft("build", "inc.cl", "--board", "hx8k-evn", env=env, status=MACHINE_FAILED).stderr
        self.assertIn("icepack (bitstreams for iCE40) is neither in PATH nor in the folders of WEFT_TOOLS\n", text)
        self.assertIn("hint: sudo apt install fpga-icestorm", text)
        self.assertNotIn("compile", text)  # said before anything is done
        found = {f["subject"]: f for f in json.loads(self.weft("doctor", "--json", env=env, status=None).stdout)}
        self.assertEqual((found["icepack"]["level"], found["icepack"]["advice"]), ("warning", "sudo apt install fpga-icestorm"))
        self.assertEqual(found["yosys"]["text"], f"{self.tools.folder}/yosys: Fake yosys 1")
        self.tools = FakeTools(self.folder / "others")
        self.env = {"WEFT_TOOLS": str(self.tools.folder)}
        self.build()
        (self.tools.folder / "openFPGALoader").unlink()
        text = self.weft("program", "inc.weft", env={"WEFT_TOOLS": str(self.tools.folder), "PATH": "/nonexistent"}, status=MACHINE_FAILED).stderr
        self.assertIn("openFPGALoader (programming) is neither in PATH", text)
        self.assertIn("sudo apt install openfpgaloader", text)

    def test_program(self):
        self.build()
        self.tools.log()
        self.assertEqual(self.weft("program", "inc.weft", "--dry-run", env=self.env).stdout,
                         "openFPGALoader -b ice40_generic increment.bin\n")
        self.refused("program", "inc.weft", "--board", "icebreaker", env=self.env, says="inc.weft is for board hx8k-evn, not for icebreaker")
        self.assertEqual(self.tools.log(), [])
        text = self.weft("program", "inc.weft", env=self.env).stderr
        self.assertIn("programmed  hx8k-evn with kernel increment at 12 MHz", text)
        bits = zipfile.ZipFile(self.folder / "inc.weft").read("bitstreams/increment.bin").decode("latin-1")
        self.assertEqual(self.tools.log(), [["openFPGALoader", ["-b", "ice40_generic", "increment.bin"]], ["openFPGALoader", "bytes", bits]])
        self.weft("program", "inc.weft", "--flash", env=self.env)
        self.assertEqual(self.tools.log()[0][1], ["-b", "ice40_generic", "--write-flash", "increment.bin"])
        self.tools.write(fails={"openFPGALoader": "unable to open ftdi device: -3 (device not found)"})
        text = self.weft("program", "inc.weft", env=self.env, status=MACHINE_FAILED).stderr
        for part in ("unable to open ftdi device: -3", "openFPGALoader did not program board hx8k-evn: exit code 1", "--scan-usb"):
            self.assertIn(part, text)

    def test_several_kernels(self):
        self.write("two.cl", KERNEL + KERNEL.replace("increment", "other").replace("+ 1", "+ 7"))
        build = ("build", "two.cl", "--board", "hx8k-evn")
        text = self.weft(*build, "--dump-dir", "d", env=self.env).stderr
        self.assertIn("kernels: 12 MHz, routing closes 71.00 MHz;", text)
        self.assertEqual(self.tools.calls(), ALL)
        bitstream, = self.manifest("two.weft")["bitstreams"]
        self.assertEqual([kernel["name"] for kernel in bitstream["kernels"]], ["increment", "other"])
        self.assertEqual(bitstream["file"], "kernels.bin")
        numbers = [kernel["number"] for kernel in bitstream["kernels"]]
        text = (self.folder / "d/3-synthesise/kernel_set.sv").read_text()
        self.assertIn("{32'h%08x, 32'h%08x}" % tuple(reversed(numbers)), text)
        # Each has the number that it has alone, by which a host looks for it.
        self.weft(*build, "--kernels-apart", "-o", "apart.weft", env=self.env)
        apart = self.manifest("apart.weft")["bitstreams"]
        self.assertEqual([[k["number"] for k in b["kernels"]] for b in apart], [[number] for number in numbers])
        self.assertEqual([b["file"] for b in apart], ["increment.bin", "other.bin"])
        self.assertIn("bitstream kernels.bin of kernels increment, other, for hx8k ct256", self.weft("info", "two.weft").stdout)
        self.weft("report", "two.weft")
        self.assertEqual((self.folder / "two.html").read_text().count("It has kernels increment, other and the board's shell."), 2)
        for choice in ((), ("-k", "other")):
            self.assertIn("-b ice40_generic kernels.bin", self.weft("program", "two.weft", "-n", *choice, env=self.env).stdout)
        self.assertIn("hx8k-evn with kernels increment, other at 12 MHz", self.weft("program", "two.weft", env=self.env).stderr)
        self.refused("program", "two.weft", "-k", "none", env=self.env, says=["no bitstream of a kernel none", "there are increment, other"])

    def test_several_kernels_that_do_not_fit(self):
        self.write("two.cl", KERNEL + KERNEL.replace("increment", "other").replace("+ 1", "+ 7"))
        self.tools.write(mhz={"1": 31.25})
        self.refused("build", "two.cl", "--board", "hx8k-evn", "--clock", "48", status=INPUT_FAILED, env=self.env,
                     says=["kernels increment, other miss the clock of board hx8k-evn: 48 MHz", "--kernels-apart"])
        self.tools.write(fails={"nextpnr-ice40": "Info:   ICESTORM_LC:  9000/ 7680   117%\nERROR: no BELs remaining"})
        self.refused("build", "two.cl", "--board", "hx8k-evn", status=INPUT_FAILED, env=self.env,
                     says=["kernels increment, other do not fit board hx8k-evn together: they need 9000 of 7680 logic cells\n",
                           "hint: --kernels-apart makes a bitstream of each kernel"])

    def test_program_chooses_a_kernel(self):
        self.write("two.cl", KERNEL + KERNEL.replace("increment", "other").replace("+ 1", "+ 7"))
        self.weft("build", "two.cl", "--board", "hx8k-evn", "--kernels-apart", env=self.env)
        self.refused("program", "two.weft", env=self.env, says=["several bitstreams", "--kernel NAME: there are increment, other"])
        self.refused("program", "two.weft", "-k", "none", env=self.env, says="no bitstream of a kernel none")
        self.assertIn("other.bin", self.weft("program", "two.weft", "-k", "other", "-n", env=self.env).stdout)
        self.build("--no-bitstream")
        self.refused("program", "inc.weft", env=self.env, status=INPUT_FAILED, says=["inc.weft has no bitstream", "--no-bitstream"])


main()
