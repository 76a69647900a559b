# SPDX-License-Identifier: Apache-2.0
"""Kernels that are too large for a board's FPGA are told so by weft build and in clBuildProgram's log, before any tool runs: with what is
needed of what there is, and what takes most. That the real tools say the same of them is in tests/e2e/bitstream."""
import functools
import json
import os
import pathlib
import re
import subprocess
import sys

from tool import INPUT_FAILED, WEFT_ICD, ToolTest, main

# Far more multiplications than an FPGA without multiplier blocks has look-up tables for.
MULTIPLIES = """kernel void many(global const uint *restrict in, global uint *restrict out) {
  size_t i = get_global_id(0);
  uint x = in[i];
  __attribute__((opencl_unroll_hint)) for (uint k = 0; k < 8; ++k)
    x = x * (x + in[i] * k) + (x >> 3) * x * x * x;
  out[i] = x * in[i] * (x + 3) * (x + 5);
}
"""
# A division in each iteration.
POWERS = """kernel void powers(global const uint *restrict x, global uint *restrict y, uint m) {
  uint v = x[get_global_id(0)], r = 1;
  for (int i = 0; i < 8; ++i)
    r = r * v % m;
  y[get_global_id(0)] = r;
}
"""
SHIFTS = """kernel void shifts(global const ulong *restrict in, global ulong *restrict out) {
  size_t i = get_global_id(0);
  ulong x = in[i];
  #pragma unroll
  for (ulong k = 0; k < 16; ++k)
    x = (x << (x & 63)) ^ (x >> (x >> 58)) ^ (k + x);
  out[i] = x;
}
"""
# Rounds of a cipher whose tables lie in local memory: a crossbar for each look-up of a packet.
LOOKUPS = "#define R(l, r) r ^= ((s[l >> 24] + s[256 + (l >> 16 & 255)]) ^ s[512 + (l >> 8 & 255)]) + s[768 + (l & 255)];\n" \
    """kernel __attribute__((reqd_work_group_size(8, 1, 1))) void lookups(global const uint *in, global uint *out) {
  local uint tables[8 * 1024];
  local uint *s = tables + 1024 * get_local_id(0);
  uint x = in[get_global_id(0)], y = 0;
  for (int i = 0; i < 1024; ++i)
    s[i] = in[i];
  for (int i = 0; i < 1024; ++i) {
""" + "    R(x, y) R(y, x)\n" * 50 + """    s[i] = x ^ y;
  }
  out[get_global_id(0)] = x ^ y;
}
"""
ARRAY = """__attribute__((num_simd_work_items(1))) kernel void scratch(global const uint *restrict in, global uint *restrict out) {
  size_t i = get_global_id(0);
  uint a[SIZE], v = in[i], x = 0;
  for (uint k = 0; k < SIZE; ++k)
    a[(v + k) % SIZE] = k * k;
  for (uint k = 0; k < SIZE; ++k)
    x += a[(v ^ k) % SIZE] * a[(v * k) % SIZE] + a[(v + 3 * k) % SIZE] * a[(x + k) % SIZE];
  out[i] = x;
}
"""
GROUPS = """kernel void groups(global const uint *restrict in, global uint *restrict out, local uint *shared) {
  size_t i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
  uint a[SIZE], v = in[i];
  for (uint k = 0; k < SIZE; ++k)
    a[(v + k) % SIZE] = k;
  for (uint k = 0; k < 5; ++k) {
    shared[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v += shared[(l + k) % n] + a[(v + k) % SIZE] * a[(v ^ k) % SIZE];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = v;
}
"""
INSIDE = """kernel void inside(global const uint *restrict a, global const uint *restrict b, global uint *restrict c) {
  size_t i = get_global_id(0);
  c[i] = a[i] * b[i];
}
"""
TILE = """kernel __attribute__((reqd_work_group_size(64, 1, 1))) void tile(global const float *restrict in, global float *restrict out, uint n) {
  local float t[SIZE];
  uint l = get_local_id(0), i = get_global_id(0);
  float sum = 0;
  for (uint k = 0; k < n; ++k) {
    t[(l * 5 + k * 64) % SIZE] = in[i + k];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += t[(l * 3 + k) % SIZE];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = sum;
}
"""
# A table in local memory, which each of its reads has a copy of.
TABLE = """kernel __attribute__((reqd_work_group_size(64, 1, 1))) void walk(global const uint *in, global uint *out) {
  local uint next[8192];
  uint l = get_local_id(0), x = l;
  for (uint i = l; i < 8192; i += 64)
    next[i] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
  for (uint i = 0; i < READS; ++i)
    x = next[x % 8192];
  out[get_global_id(0)] = x;
}
"""
# A loop that leaves memory idle, so packets are as wide as they can be.
ROUNDS = """kernel void rounds(global const float *restrict in, global float *restrict out, int n) {
  size_t i = get_global_id(0);
  float x = in[i], y = x;
  for (int k = 0; k < n; ++k)
    BODY
  out[i] = x;
}
"""
# An unrolled product of matrices, of which each copy has a load and an addition of its own.
COPIES = """kernel void product(global const float *restrict a, global const float *restrict b, global float *restrict c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float s = 0;
  #pragma unroll TIMES
  for (int k = 0; k < n; ++k)
    s += a[y * n + k] * b[k * n + x];
  c[y * n + x] = s;
}
"""
BUILD = """
import sys, pyopencl
platform, kinds = pyopencl.get_platforms()[0], pyopencl.device_type
device = (platform.get_devices(kinds.ALL) or platform.get_devices(kinds.CUSTOM))[0]
program = pyopencl.Program(pyopencl.Context([device]), open(sys.argv[1]).read())
status = 0
try:
    program.build(cache_dir=False)
except pyopencl.RuntimeError:
    status = 9
print(program.get_build_info(device, pyopencl.program_build_info.LOG))
sys.exit(status)
"""
NEED = re.compile(r"about (\d+) of (\d+) ([a-zA-Z -]+) \(at least (\d+)\)")


class Fit(ToolTest):
    def board(self, **changes):
        """A board of ecp5-evn's FPGA with other limits."""
        boards = json.loads(self.weft("boards", "--json").stdout)
        board = next(b for b in boards if b["name"] == "ecp5-evn")
        del board["device"]
        self.write("mine/board.json", json.dumps({**board, "name": "mine", "on_chip_memory_bytes": 1 << 22, **changes}))
        return "./mine/board.json"

    def generate(self, source, board, *words, **options):
        self.write("k.cl", source)
        return self.weft("build", "k.cl", "--board", board, *words, "--no-bitstream", "--stop-after", "generate", "--dump-dir", "d", **options).stderr

    def needs(self, text):
        """Resource → (likely, least, available) of the one kernel that is spoken of."""
        return {m[3]: (int(m[1]), int(m[4]), int(m[2])) for m in NEED.finditer(text)}

    def test_too_many_multiplications(self):
        text = self.generate(MULTIPLIES, "hx8k-evn", status=INPUT_FAILED)
        self.assertIn("k.cl:2:14: error: kernel 'many' does not fit board hx8k-evn (hx8k)", text)
        likely, least, available = self.needs(text)["look-up tables"]
        self.assertEqual(available, 7680)
        self.assertTrue(likely > least > available, text)
        self.assertRegex(text, r"largest parts of the kernel, in look-up tables, before synthesis:\n +\d+  \d+ x int_mul at k.cl:5\n +\d+  \d+ x int_mul at k.cl:6\n")
        self.assertIn("note: do less at once", text)
        self.assertFalse((self.folder / "d/2-generate").exists())
        # Where multiplications have blocks there is room.
        self.assertNotIn("fit board", self.generate(MULTIPLIES, "ecp5-evn"))

    def test_few_multiplier_blocks_and_memory_beside_the_block_rams(self):
        # Of icebreaker's 128 KiB of memory nothing is in its 30 block RAMs.
        text = self.generate(MULTIPLIES, "icebreaker", status=INPUT_FAILED)
        likely, least, available = self.needs(text)["multiplier blocks"]
        self.assertTrue(available == 8 < least <= likely, text)
        self.assertNotIn("block RAMs", text)
        unrolled = ARRAY.replace("SIZE", "8").replace("  for", "  __attribute__((opencl_unroll_hint)) for")
        text = self.generate(unrolled, "icebreaker", status=INPUT_FAILED)
        self.assertEqual(self.needs(text)["block RAMs"][2], 30)
        self.assertNotIn("fit board", self.generate(INSIDE, "icebreaker"))

    def test_too_many_look_up_tables(self):
        text = self.generate(SHIFTS, "hx8k-evn", status=INPUT_FAILED)
        self.assertGreater(self.needs(text)["look-up tables"][1], 7680)

    def test_too_many_block_rams(self):
        text = self.generate(ARRAY.replace("SIZE", "8"), "hx8k-evn", status=INPUT_FAILED)
        self.assertGreater(self.needs(text)["block RAMs"][1], 32)
        self.assertRegex(text, r"\n +\d+  memory 'a' at k.cl:3\n")

    def test_small_loops_stay_loops_where_they_do_not_fit_unrolled(self):
        text = self.generate(POWERS, "hx8k-evn")
        self.assertIn("k.cl:3:3: warning: the loop's 8 iterations are not unrolled: kernel 'powers' would not fit board hx8k-evn", text)
        self.assertNotIn("not unrolled", self.generate(POWERS, "ecp5-evn"))
        # The loop computes the same.
        shown = self.weft("run", "k.cl", "--board", "hx8k-evn", "-g", "16", "x=range:16", "y=zeros:16", "m=65521", "--print", "y").stdout
        expected = [functools.reduce(lambda r, _: (r * v & 0xffffffff) % 65521, range(8), 1) for v in range(16)]
        self.assertEqual([int(word) for word in re.search(r"y = \[(.*)\]", shown)[1].split(",")], expected)
        # Who asks for all copies is refused.
        asked = self.generate(POWERS.replace("  for", "  #pragma unroll\n  for"), "hx8k-evn", status=INPUT_FAILED)
        self.assertGreater(self.needs(asked)["look-up tables"][1], 7680)

    def test_too_many_multiplier_blocks(self):
        products = " + ".join(f"(ulong)(x ^ {n}) * (ulong)(x + {n})" for n in range(1, 60))
        text = self.generate(MULTIPLIES.replace("uint", "ulong").replace("x * in[i] *", f"({products}) *"), "ecp5-evn", status=INPUT_FAILED)
        self.assertGreater(self.needs(text)["multiplier blocks"][1], 156)
        self.assertEqual(self.needs(text)["multiplier blocks"][2], 156)

    def build_log(self, source, device, status=0):
        self.write("k.cl", source)
        result = subprocess.run([sys.executable, "-c", BUILD, "k.cl"], cwd=self.folder, capture_output=True, text=True, check=False,
                                env={**os.environ, "OCL_ICD_VENDORS": WEFT_ICD, "WEFT_DEVICE": device, "WEFT_SIM": "instant",
                                     "WEFT_CACHE_DIR": str(self.folder / "cache")})
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result.stdout

    def test_the_log_of_clBuildProgram(self):
        log = self.build_log(MULTIPLIES, "sim:hx8k-evn", status=9)
        self.assertIn("kernel 'many' does not fit board hx8k-evn (hx8k)", log)
        self.assertRegex(log, r"\d+ x int_mul at .*:5\n")
        self.assertNotIn("warning", self.build_log(INSIDE, "sim:hx8k-evn"))
        log = self.build_log(TABLE.replace("READS", "256"), "sim:soc")
        self.assertRegex(log, r":2:14: warning: kernel 'walk' is very large: it needs about \d+ block RAMs of 18 kbit; the largest FPGA of family ecp5 has 208\n")
        self.assertRegex(log, r":2:14: warning: kernel 'walk' is expected to reach \d+ MHz, limited by memory 'next' \(local_mem; reads: 256, writes: 1\); board sim-soc has 100 MHz\n")

    def test_close_to_it_is_a_warning(self):
        text = self.generate(GROUPS.replace("SIZE", "64"), self.board())
        likely, least, available = self.needs(text)["block RAMs"]
        self.assertTrue(least <= available and likely > 0.9 * available, text)
        self.assertIn("warning: kernel 'groups' may not fit board mine (um5g-85k)", text)
        self.assertTrue((self.folder / "d/2-generate/groups.json").exists())

    def test_fewer_work_items_in_flight_are_tried_first(self):
        text = self.generate(ARRAY.replace("SIZE", "256"), self.board())
        self.assertNotIn("built with", text)
        slots = json.loads((self.folder / "d/2-generate/scratch.json").read_text())["slots"]
        text = self.generate(ARRAY.replace("SIZE", "1024"), self.board())
        found = re.search(r"kernel 'scratch' would need (\d+) block RAMs of board mine, which has 208: it is built with (\d+) work-items in flight "
                          r"instead of (\d+)\n", text)
        self.assertGreater(int(found[1]), 208)
        self.assertLess(int(found[2]), slots)
        self.assertEqual(json.loads((self.folder / "d/2-generate/scratch.json").read_text())["slots"], int(found[2]))

    def test_then_smaller_groups(self):
        text = self.generate(GROUPS.replace("SIZE", "256"), self.board())
        self.assertRegex(text, r"its work-groups have at most (64|128) instead of 256 \(CL_KERNEL_WORK_GROUP_SIZE\)")
        # A size that the source asks for is not changed.
        fixed = GROUPS.replace("SIZE", "256").replace("kernel void", "kernel __attribute__((reqd_work_group_size(256, 1, 1))) void")
        text = self.generate(fixed, self.board(), status=INPUT_FAILED)
        self.assertIn("kernel 'groups' does not fit board mine", text)

    def test_kernels_that_compute_with_slots_keep_theirs(self):
        source = GROUPS.replace("SIZE", "512").replace("v += shared", "v += work_group_reduce_add(v) + work_group_scan_inclusive_max(v) + shared")
        text = self.generate(source, self.board(), "-cl-std=CL3.0", status=INPUT_FAILED)
        self.assertIn("kernel 'groups' does not fit board mine", text)

    def test_boards_that_name_no_fpga_refuse_nothing(self):
        for board in ("sim-card", "sim-soc"):
            said = self.generate(MULTIPLIES, board)
            self.assertNotIn("fit board", said)
            self.assertNotIn("warning", said)

    def table(self, reads, board, *words):
        """What is said of a kernel with a table, its report, and how many copies there are for groups."""
        said = self.generate(TABLE.replace("READS", str(reads)), board, *words)
        report = json.loads((self.folder / "d/2-generate/walk.json").read_text())
        memory = next(m for m in report["memories"] if m["kind"] == "local")
        return said, report, memory["words"] * report["lanes"] // 8192

    def test_boards_that_name_no_fpga_have_block_rams_of_a_card(self):
        said, report, few = self.table(2, "sim-card")
        self.assertNotIn("warning", said)
        self.assertNotIn("no_more_lanes", report)
        said, report, fewer = self.table(32, "sim-card")
        self.assertNotIn("warning", said)
        self.assertTrue(1 <= fewer < few, (fewer, few))
        self.assertLessEqual(report["area"]["bram"], (2 * 2688 + 8 * 1280) / 4)
        self.assertEqual(report["no_more_lanes"]["reason"], "the kernel would be very large (-weft-lanes)")
        # Lanes that are asked for stay; local memory for other groups does not.
        said, report, fewer = self.table(32, "sim-card", "--compiler-option=-weft-lanes=1")
        self.assertEqual((report["lanes"], fewer < few), (1, True))
        # The smallest is too large, and is built.
        said, report, copies = self.table(256, "sim-card", "--compiler-option=-weft-lanes=1")
        self.assertEqual(copies, 1)
        self.assertRegex(said, r"kernel 'walk' would need \d+ block RAMs of a quarter of a large card, which has 3904: it is built with 64 work-items in flight "
                               r"instead of \d+ and local memory for 1 work-group at a time instead of \d+\n")
        found = re.search(r"k.cl:2:14: warning: kernel 'walk' is very large: it needs about (\d+) block RAMs of 18 kbit; a quarter of a large card has 3904\n"
                          r"The largest parts of the kernel, in block RAMs, before synthesis:\n +(\d+)  memory 'next' at k.cl:2\n", said)
        self.assertAlmostEqual(int(found[1]), report["area"]["bram"], delta=1)
        self.assertTrue(3904 < int(found[2]) <= int(found[1]), said)
        self.assertIn("note: it is built for simulation all the same", said)

    def test_compute_units_share_the_block_rams_of_a_card(self):
        units = {}
        for reads in (2, 64):
            said, report, _ = self.table(reads, "sim-hbm", "--compiler-option=-weft-lanes=1")
            units[reads] = report.get("compute_units", 1)
            self.assertLessEqual(report["area"]["bram"], 2 * 2688 + 8 * 1280)
            self.assertNotIn("very large", said)
        self.assertTrue(units[64] < units[2] == 8, units)
        self.assertEqual(report["no_more_units"]["reason"], "more than a large card has would be taken (-weft-compute-units)")

    def test_what_gains_nothing_is_not_given_up(self):
        # Units of access take block RAMs, which work-items in flight have no part in.
        loads = "kernel void loads(global const ulong *a, global ulong *o, uint n) {\n  ulong x = get_global_id(0);\n"
        source = loads + "".join(f"  x += a[(x ^ {k}) % n];\n" for k in range(80)) + "  o[get_global_id(0)] = x;\n}\n"
        said = self.generate(source, "sim-soc")
        slots = json.loads((self.folder / "d/2-generate/loads.json").read_text())["slots"]
        self.assertIn("warning: kernel 'loads' is very large", said)
        self.assertNotIn("built with", said)
        self.assertGreater(slots, 16)

    def test_a_clock_far_below_the_boards_is_a_warning(self):
        warned = set()
        boards = {b["name"]: b for b in json.loads(self.weft("boards", "--json").stdout)}
        for name, least, reads in (("sim-soc", 0.85, 64), ("sim-card", 0.25, 512)):
            for mhz in (60, 120, 200):
                self.write("mine/board.json", json.dumps({**boards[name], "name": "mine", "clock_mhz": mhz}))
                said, report, _ = self.table(reads, "./mine/board.json", "--compiler-option=-weft-lanes=1")
                clock = report["expected_clock"]
                found = re.search(r"k.cl:(\d+):\d+: warning: kernel 'walk' is expected to reach (\d+) MHz, limited by (.*); board mine has (\d+) MHz\n", said)
                if 0.97 < clock["mhz"] / (least * mhz) < 1.03:  # reports have whole numbers
                    continue
                self.assertEqual(found is not None, clock["mhz"] < least * mhz, (name, mhz, clock, said))
                warned.add((name, found is not None))
                if found:
                    self.assertEqual((clock["location"], clock["mhz"], clock["limit"], mhz), (f"k.cl:{found[1]}", int(found[2]), found[3], int(found[4])))
                    self.assertIn(f"note: simulated times are those of {mhz} MHz all the same; do less at once", said)
        self.assertEqual(len(warned), 4, warned)
        # Fewer lanes may help where there are some.
        self.write("mine/board.json", json.dumps({**boards["sim-soc"], "name": "mine", "clock_mhz": 200}))
        said = self.generate(ROUNDS.replace("BODY", "x = as_float(as_int(x) ^ (k + as_int(y) >> 3));"), "./mine/board.json", "--compiler-option=-weft-lanes=16")
        self.assertIn("note: simulated times are those of 200 MHz all the same; try packets of fewer than 16 work-items (-weft-lanes), or do less at once", said)

    def rounds(self, body, board, *words):
        """The report of a kernel with a loop."""
        self.generate(ROUNDS.replace("BODY", body), board, *words)
        return json.loads((self.folder / "d/2-generate/rounds.json").read_text())

    def test_packets_are_as_wide_as_the_familys_largest_fpga_has_room(self):
        small, large = "x = x * y + 1.0f;", "x = x * y + 1.0f, y = y * x + x * 0.7f, x = fma(x, y, x * y) + y * y, y = fma(y, y, x) * x;"
        most = self.rounds(small, "sim-card")
        self.assertEqual(most["lanes"], 16)
        self.assertNotIn("no_more_lanes", most)
        self.assertEqual(self.rounds(large, "sim-card")["lanes"], 16)
        fewer = self.rounds(large, "sim-soc")
        self.assertTrue(1 < fewer["lanes"] < 16, fewer["lanes"])
        self.assertEqual(fewer["no_more_lanes"]["reason"], "over 67 % of the largest FPGA of family ecp5 would be taken (-weft-lanes)")
        self.assertLessEqual(fewer["area"]["dsp"], 156 * 2 / 3)
        self.assertEqual(self.rounds(large, "sim-soc", "--compiler-option=-weft-lanes=16")["lanes"], 16)
        # The board's own FPGA, likewise; what is asked for need only fit.
        known = self.rounds(large, "ulx3s-85f")
        self.assertEqual(known["no_more_lanes"]["reason"], "over 67 % of the FPGA would be taken (-weft-lanes)")
        self.assertLessEqual(known["area"]["dsp"], 156 * 2 / 3)
        asked = self.rounds(large, "ulx3s-85f", f"--compiler-option=-weft-lanes={2 * known['lanes']}")
        self.assertEqual(asked["lanes"], 2 * known["lanes"])
        self.assertTrue(156 * 2 / 3 < asked["area"]["dsp"] <= 156, asked["area"]["dsp"])

    def test_packets_that_cannot_have_room_are_not_built(self):
        self.generate(LOOKUPS, "sim-card")
        report = json.loads((self.folder / "d/2-generate/lookups.json").read_text())
        said = self.weft("build", "k.cl", "--board", "sim-card", "--stop-after", "generate", env={"WEFT_LOG": "info"}).stderr
        self.assertLess(report["lanes"], 4)
        self.assertEqual(report["no_more_lanes"]["reason"], "the kernel would be very large (-weft-lanes)")
        # The graph of each width tells how large it is at least: no hardware is made of two of them, which cannot have room.
        self.assertEqual(said.count("kernel lookups: graph begins") - said.count("kernel lookups: RTL begins"), 2, said)
        for lanes in (4, 8, 16):  # as they would be
            self.generate(LOOKUPS, "sim-card", f"--compiler-option=-weft-lanes={lanes}")
            wide = json.loads((self.folder / "d/2-generate/lookups.json").read_text())
            self.assertEqual(wide["lanes"], lanes)
            self.assertGreater(wide["area"]["lut4"], 400e3)

    def test_loops_have_fewer_copies_before_packets_are_narrower(self):
        def built(times, *words, board="sim-soc"):
            said = self.generate(COPIES.replace("TIMES", str(times)), board, *words)
            report = json.loads((self.folder / "d/2-generate/product.json").read_text())
            return said, report["lanes"], report.get("no_more_copies")
        said, lanes, limit = built(4)
        self.assertEqual((lanes, limit), (4, None))
        self.assertNotIn("unrolled", said)
        for times in (8, 16):
            said, fewer, limit = built(times)
            self.assertEqual(fewer, lanes)
            found = re.search(rf"k.cl:5:3: warning: the loop is unrolled 4 times instead of {times}: so kernel 'product' has packets of 4 work-items on board sim-soc, "
                              r"rather than (\d)\n", said)
            self.assertLess(int(found[1]), lanes, said)
            self.assertIn(f"note: -weft-lanes={found[1]} leaves it as it is", said)
            self.assertEqual(limit["reason"], f"with {times} copies of the loop packets have {found[1]} work-items (-weft-lanes)")
            self.assertTrue(limit["location"].startswith("k.cl:5"), limit)
            # Who asks for packets has the loop as it is written.
            said, asked, limit = built(times, f"--compiler-option=-weft-lanes={found[1]}")
            self.assertEqual((asked, limit), (int(found[1]), None))
            self.assertNotIn("unrolled", said)
        self.weft("build", "k.cl", "--board", "sim-soc", "--no-bitstream")
        self.weft("report", "k.weft")
        self.assertRegex((self.folder / "k.html").read_text(), "loops.*unrolled less.*no more: with 16 copies of the loop packets have")
        # All copies have room on a card, and a loop that is unrolled wholly is none.
        self.assertEqual(built(16, board="sim-card")[1:], (16, None))
        self.assertEqual(built("")[1:], built(8)[1:])

    def test_what_fits_with_fewer_copies_is_built(self):
        source = MULTIPLIES.replace("__attribute__((opencl_unroll_hint))", "#pragma unroll 8\n ").replace("k < 8", "k < in[0]").replace(" * x * x * x;", ";")
        one = self.generate(source.replace("unroll 8", "unroll 1"), "ecp5-evn")
        self.assertNotIn("unrolled", one)
        self.generate(source, "hx8k-evn", status=INPUT_FAILED)
        wide = source.replace("uint", "ulong").replace("unroll 8", "unroll 32")
        said = self.generate(wide, "ecp5-evn")
        self.assertRegex(said, r"k.cl:5:3: warning: the loop is unrolled \d+ times instead of 32: .*, and does not fit otherwise\n(.*\n)*.*note: unroll it less in the source, or build for a larger board\n")

    def test_compute_units_are_as_many_as_memory_ports_or_the_report_says_why_not(self):
        self.generate(GROUPS.replace("SIZE", "4"), "sim-hbm")
        most = json.loads((self.folder / "d/2-generate/groups.json").read_text())
        self.assertEqual(most["compute_units"], 8)
        self.assertNotIn("no_more_units", most)
        self.generate(GROUPS.replace("SIZE", "1024"), "sim-hbm")
        fewer = json.loads((self.folder / "d/2-generate/groups.json").read_text())
        units = fewer.get("compute_units", 1)
        self.assertLess(units, 8)
        self.assertRegex(fewer["no_more_units"]["reason"],
                         rf"^{2 * units} are refused: kernel 'groups' with {2 * units} compute units needs \d+ bytes of private memory, \d+ for each; board sim-hbm has \d+ on chip$")
        self.assertEqual(fewer["no_more_units"]["location"], "k.cl:2")
        self.weft("build", "k.cl", "--board", "sim-hbm", "--no-bitstream")
        self.weft("report", "k.weft")
        self.assertRegex((self.folder / "k.html").read_text(), rf"compute units.*{units}.*no more: {2 * units} are refused: ")

    def test_the_report_says_that_caches_limit_the_packets_in_flight(self):
        # Lanes walk along rows of their own, or go on to another line each round.
        for index, bound in (("i * n + k", True), ("i * n + k * 64", False)):
            self.generate("kernel void sums(global const float *restrict in, global float *restrict out, uint n) {\n  size_t i = get_global_id(0);\n"
                          f"  float sum = 0;\n  for (uint k = 0; k < n; ++k)\n    sum += in[{index}];\n  out[i] = sum;\n}}\n", "sim-card")
            report = json.loads((self.folder / "d/2-generate/sums.json").read_text())
            self.assertEqual("no_more_slots" in report, bound, report)
        self.assertIn("cached", [site["unit"] for site in report["sites"]])

    def test_local_memory_has_fewer_copies_before_packets_are_narrower(self):
        def built(size):
            self.generate(TILE.replace("SIZE", str(size)), "sim-soc")
            report = json.loads((self.folder / "d/2-generate/tile.json").read_text())
            memory = next(m for m in report["memories"] if m["kind"] == "local")
            return report["lanes"], memory["words"] * report["lanes"] // size, report["area"]["bram"]
        lanes, most, blocks = built(512)
        self.assertGreater(lanes, 1)
        large = built(4096)
        self.assertEqual(large[0], lanes)
        self.assertTrue(1 < large[1] < most, (most, large))
        # 16 KiB a copy, which a gather port reads: blocks of 9 x 2,048 bits, at least, in each of the banks.
        self.assertGreaterEqual(large[2], large[1] * 4096 * 36 / 18432)
        self.assertLess(blocks, large[2])
        # Where the program asks for packets it is told.
        asked = TILE.replace("SIZE", "8192").replace("void tile", "__attribute__((num_simd_work_items(2))) void tile")
        self.assertRegex(self.generate(asked, self.board(local_memory_bytes=65536)),
                         r"kernel 'tile' would need \d+ block RAMs of board mine, which has 208: it is built with local memory for 4 work-groups at a time instead of 8\n")

    def test_packets_are_as_wide_as_the_clock_allows(self):
        clocks = {}
        board = next(b for b in json.loads(self.weft("boards", "--json").stdout) if b["name"] == "sim-soc")
        for mhz in (20, 100, 120):
            self.write("mine/board.json", json.dumps({**board, "name": "mine", "clock_mhz": mhz}))
            report = self.rounds("x = as_float(as_int(x) ^ (k + as_int(y) >> 3));", "./mine/board.json")
            clocks[mhz] = report["lanes"], report["expected_clock"]["mhz"]
            if report["lanes"] < 16:
                self.assertEqual(report["no_more_lanes"]["reason"], f"{mhz} MHz would not be reached (-weft-lanes)")
        self.assertEqual(clocks[20][0], 16, clocks)
        self.assertLess(clocks[120][0], 16, clocks)
        for mhz, (lanes, expected) in clocks.items():
            self.assertTrue(expected >= mhz or lanes < 16, clocks)

    def test_halves_of_local_memory_give_way_before_packets(self):
        def built(size):
            twice = TILE.replace("    barrier", "    t[(l * 3 + k) % SIZE] = n;\n    barrier", 1).replace("SIZE", str(size))
            said = self.generate(twice.replace("void tile", "__attribute__((num_simd_work_items(2))) void tile"), self.board(local_memory_bytes=65536))
            report = json.loads((self.folder / "d/2-generate/tile.json").read_text())
            return said, report["lanes"], [m.get("halves", 1) for m in report["memories"] if m["kind"] == "local"]
        self.assertEqual(built(512)[1:], (2, [2]))
        said, *large = built(16384)
        self.assertEqual(large, [2, [1]])
        self.assertRegex(said, r"kernel 'tile' would need \d+ block RAMs of board mine, which has 208: it is built with local memory ")


if __name__ == "__main__":
    assert pathlib.Path(WEFT_ICD).exists()
    main()
