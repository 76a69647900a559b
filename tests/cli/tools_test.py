# SPDX-License-Identifier: Apache-2.0
"""weft boards, info, cache, and what all commands have in common."""
import json
import os
import re
import time
import zipfile

from tool import DONE, INPUT_FAILED, ToolTest, main

KIB = 1024


class Tools(ToolTest):
    def test_boards(self):
        text = self.weft("boards").stdout.splitlines()
        self.assertEqual(text[0].split(), ["BOARD", "DEVICE", "FAMILY", "CLOCK", "MEMORY", "BITSTREAM", "DESCRIPTION"])
        card = [line for line in text if line.startswith("sim-card ")][0]
        self.assertRegex(card, r"^sim-card +sim:card +generic +200 MHz +4 GiB, 512 bit +- +virtual accelerator card")
        nano = [line for line in text if line.startswith("hx8k-evn ")][0]
        self.assertRegex(nano, r"^hx8k-evn +sim:hx8k-evn +ice40hx +12 MHz +4 KiB, 32 bit +hx8k +Lattice")
        self.assertTrue(any(re.match(r"icebreaker +sim:icebreaker +ice40up +12 MHz +128 KiB, 32 bit +up5k ", line) for line in text), text)
        for name in ("hx8k-evn", "sim:hx8k-evn"):
            self.write("inc.cl", "kernel void inc(global int *a) { a[get_global_id(0)] += 1; }\n")
            self.assertIn("a = [1, 2, 3]", self.weft("run", "inc.cl", "--board", name, "-g", "3", "a=range:3", "--print", "a").stdout)
        boards = json.loads(self.weft("boards", "--json").stdout)
        names = self.weft("boards", "--names").stdout.split()
        self.assertEqual([board["name"] for board in boards], names)
        self.assertEqual([line.split()[0] for line in text[1:]], names)
        card = [board for board in boards if board["name"] == "sim-card"][0]
        self.assertEqual((card["device"], card["memory"]["port_bits"]), ("sim:card", 512))
        self.refused("boards", "--json", "--names", says="--names")

    def test_info(self):
        self.write("two.cl", "__attribute__((reqd_work_group_size(8, 4, 1)))\n"
                   "kernel void first(global const uint *a, local float4 *b, constant int *c, short d) {\n"
                   "  local int shared[256];\n  shared[get_local_id(0)] = a[0] + c[0] + d;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
                   "  b[0].x = shared[0];\n}\nkernel void second(global int *a) { a[0] = 1; }\n")
        self.weft("build", "two.cl", "--board", "sim-soc", "-DX=1")
        text = self.weft("info", "two.weft").stdout
        for part in ("two.weft: executable for board sim-soc\n", "options:   -DX=1\n",
                     "kernel first(global const uint* a, local float4* b, constant int* c, short d)\n",
                     "  group:       8 x 4 x 1 work-items, as the kernel demands\n", "  local:       1 KiB\n",
                     "kernel second(global int* a)\n  group:       up to ", "program.bc ", "sources/two.cl"):
            self.assertIn(part, text)
        report = json.loads(zipfile.ZipFile(self.folder / "two.weft").read("kernels/second.json"))
        self.assertIn(f"about {report['area']['lut4']} LUT4, {report['area']['ff']} flip-flops", text)
        manifest = json.loads(self.weft("info", "two.weft", "--json").stdout)
        self.assertEqual([kernel["name"] for kernel in manifest["kernels"]], ["first", "second"])

    def test_info_of_damaged_files(self):
        self.weft("build", "vecadd.cl")
        whole = (self.folder / "vecadd.weft").read_bytes()
        for damaged, says in ((b"", "too short"), (whole[:-1], "not all of it"), (whole[:500], "not all of it"),
                            (whole[:900] + bytes([whole[900] ^ 1]) + whole[901:], "damaged")):
            (self.folder / "bad.weft").write_bytes(damaged)
            self.refused("info", "bad.weft", status=INPUT_FAILED, says=["bad.weft: ", says])
            if damaged:
                self.refused("run", "bad.weft", "-g", "1", status=INPUT_FAILED, says=["bad.weft: ", says])
        self.refused("info", "none.weft", status=INPUT_FAILED, says="cannot read none.weft")
        self.refused("info", says="FILE is required")

    def test_cache(self):
        def put(name, size, age):
            path = self.folder / "cache/models" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(bytes(size))
            os.utime(path, (time.time() - age,) * 2)
            return path
        self.assertIn("cache: 0 models, 0 bytes of at most 2 GiB", self.weft("cache").stdout)
        self.assertIn("nothing to remove", self.weft("cache", "--clear").stderr)
        self.assertFalse((self.folder / "cache").exists())  # looking makes nothing
        (self.folder / "cache/locks").mkdir(parents=True)
        models = [put(f"{i:032x}.so", 100 * KIB, 3600 * (10 - i)) for i in range(5)]
        other = put("notes.txt", 10, 0)
        self.assertIn("cache: 5 models, 500 KiB of at most 1 MiB\n", self.weft("cache", env={"WEFT_CACHE_SIZE": "1M"}).stdout)
        listed = self.weft("cache", "--list").stdout.splitlines()
        self.assertEqual([line.split()[0] for line in listed[1:6]], [model.name for model in models])  # the oldest first
        self.assertIn("10 h ago", listed[1])
        figures = json.loads(self.weft("cache", "--json").stdout)
        self.assertEqual((figures["bytes"], len(figures["models"])), (500 * KIB, 5))
        self.assertIn("removed 3 models, 300 KiB", self.weft("cache", "--limit", "250K").stderr)
        self.assertEqual([model.exists() for model in models], [False] * 3 + [True] * 2)
        self.assertIn("removed 2 models", self.weft("cache", "--clear").stderr)
        self.assertTrue(other.exists())
        for size in ("many", "5X", "", "-1", "20000000T", "5MB"):
            self.refused("cache", "--limit=" + size, says="is no size" if size else "--limit")
        self.refused("cache", "--clear", "--limit", "1", says="--clear")

    def test_a_model_is_kept_and_removed(self):
        quick = {"WEFT_SIM": "verilator", "WEFT_SIM_MODEL": "quick"}
        self.weft("run", "vecadd.cl", "-g", "4", "range:4", "range:4", "zeros:4", env=quick)
        self.assertRegex(self.weft("cache").stdout, r"cache: 1 model, ")
        self.weft("cache", "--clear")
        self.assertRegex(self.weft("cache").stdout, r"cache: 0 models, ")

    def test_commands(self):
        self.assertRegex(self.weft("--version").stdout, r"^weft \d+\.\d+\.\d+\ngenerator: weft \S+ [0-9a-f]{16}\n$")
        self.assertIn("Usage: weft COMMAND", self.weft("--help").stdout)
        self.assertIn("Usage: weft COMMAND", self.weft(status=2).stdout)
        self.refused("bild", says=["weft has no command bild", "did you mean build?"])
        self.refused("frobnicate", says="weft --help shows the commands")
        self.refused("--vershon", says=["error: weft has no option or argument --vershon", "did you mean --version?"])
        self.refused("--frobnicate", says="hint: weft --help shows what there is")
        self.refused("info", "a", "b", says="weft info has no option or argument b")

    def test_variables_that_are_wrong(self):
        self.refused("cache", says="WEFT_CACHE_SIZE=x", env={"WEFT_CACHE_SIZE": "x"}, status=3)
        text = self.weft("run", "vecadd.cl", "-g", "4", "range:4", "range:4", "zeros:4", env={"WEFT_CACHEDIR": "x"}).stderr
        self.assertEqual(text.count("WEFT_CACHEDIR is set and is no option of Weft; WEFT_CACHE_DIR is one"), 1, text)


main()
