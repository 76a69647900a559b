# SPDX-License-Identifier: Apache-2.0
"""weft report: the page is whole, needs nothing from elsewhere, and has the numbers of the JSON."""
import html.parser
import json
import re

import numpy as np

from tool import INPUT_FAILED, MACHINE_FAILED, ToolTest, main

VOID = {"meta", "br", "hr", "img", "link", "input"}
SOURCE = """typedef float real;  // a < b && "c"
kernel void sum(global const real *restrict a, global const int *restrict where, global real *restrict out, int n) {
  local real part[64];
  real total = 0;
  for (int i = 0; i < n; ++i)
    total += a[where[i] + get_global_id(0)] * 3.0f;
  part[get_local_id(0)] = total;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 32; s > 0; s /= 2) {
    if (get_local_id(0) < s)
      part[get_local_id(0)] += part[get_local_id(0) + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = part[63 - get_local_id(0)];
}
kernel void count(global int *bins, global const uchar *restrict data) {
  atomic_inc(&bins[data[get_global_id(0)]]);
}
"""


REASONS = """
kernel void k(global const int *restrict a, global int *restrict b, volatile global const int *v, global int *c,
              global const int *d, int width) {
  int x = get_global_id(0);
  b[64 - x] = a[32 * x];
  b[x * width] = v[x];
  c[x] = d[a[a[x]]];
  b[x] = d[x];
  b[x + 64] = c[x + width];
  b[x ^ width] = 1;
}
"""
LAUNCHES = """kernel void copy(global const float *restrict a, global float *restrict b) { b[get_global_id(0)] = a[get_global_id(0)]; }
kernel void rows(global const float *restrict a, global float *restrict b, int n) {
  b[get_global_id(0) * n + get_global_id(1)] = a[get_global_id(0) * n + get_global_id(1)];
}
kernel void sums(global const int *restrict a, global int *restrict b, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i * get_global_size(0) + get_global_id(0)];
  b[get_global_id(0)] = s;
}
kernel void nested(global const int *restrict a, global int *restrict b, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8 + n; ++j)
      s = s * 31 + (i ^ j);
  b[get_global_id(0)] = s;
}
"""


PACKETS = """kernel void copy(global const float *restrict a, global float *restrict b) { b[get_global_id(0)] = a[get_global_id(0)]; }
kernel void apart(global const float *restrict a, global float *restrict b) { b[16 * get_global_id(0)] = a[get_global_id(0)]; }
kernel void count(global const uchar *restrict data, global uint *bins) { atomic_inc(&bins[data[get_global_id(0)]]); }
kernel void sums(global const int *restrict a, global int *restrict b, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i * get_global_size(0) + get_global_id(0)];
  b[get_global_id(0)] = s;
}
kernel void few(global const int *restrict a, global int *restrict b, int n) {
  int s = 1;
  for (int i = 0; i < n; ++i)
    s = s * 31 / (i + 1);
  b[get_global_id(0)] = s;
}
kernel void turns(global const uchar *data, global int *bins, local int *part, int n) {
  for (int k = get_local_id(0); k < 256; k += get_local_size(0))
    part[k] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    atomic_inc(&part[data[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = get_local_id(0); k < 256; k += get_local_size(0))
    if (part[k])
      atomic_add(&bins[k], part[k]);
}
kernel void tiles(global const float *restrict a, global float *restrict b, int h) {
  local float tile[8][9];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = a[get_global_id(1) * get_global_size(0) + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  b[(get_group_id(0) * 8 + y) * h + get_group_id(1) * 8 + x] = tile[x][y];
}
kernel void scatter(global const int *restrict where, global int *restrict b) { b[where[get_global_id(0)]] = get_global_id(0); }
"""


class Page(html.parser.HTMLParser):
    """Elements are closed in order; `tables` are those under each heading, as rows of texts."""

    def __init__(self, text):
        super().__init__()
        self.open, self.attributes, self.ids, self.links = [], [], set(), []
        self.heading, self.tables, self.text = "", {}, ""
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            assert attributes["id"] not in self.ids, attributes["id"]
            self.ids.add(attributes["id"])
        self.links += [value for name, value in attributes.items() if name in ("href", "src")]
        if tag not in VOID:
            self.open.append(tag)
        if tag in ("h2", "h3"):
            self.heading = self.heading.split("/")[0] + "/" if tag == "h3" else ""
        if tag == "tr":
            self.tables.setdefault(self.heading, []).append([])
        if tag in ("td", "th"):
            self.tables[self.heading][-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.text += data
        if "h2" in self.open or "h3" in self.open:
            self.heading += data
        if "td" in self.open or "th" in self.open:
            self.tables[self.heading][-1][-1] += data


class Report(ToolTest):
    def setUp(self):
        super().setUp()
        self.write("folder/sums.cl", SOURCE)
        self.weft("build", "folder/sums.cl", "-o", "sums.weft")

    def page(self, *words):
        self.weft("report", "sums.weft", *words)
        return Page((self.folder / "sums.html").read_text())

    def kernels(self):
        return {kernel["kernel"]: kernel for kernel in json.loads(self.weft("report", "sums.weft", "--json").stdout)["kernels"]}

    def test_page_needs_nothing_else(self):
        page = self.page()
        text = (self.folder / "sums.html").read_text()
        self.assertTrue(page.links)
        for link in page.links:
            self.assertTrue(link.startswith("#") and link[1:] in page.ids, link)
        self.assertNotRegex(text, r"https?:|@import|url\(|<script|<link|<img")
        for part in ("prefers-color-scheme: dark", 'name="viewport"', "color-scheme: light dark"):
            self.assertIn(part, text)
        self.assertIn("sum(global const real* a, global const int* where, global real* out, int n)", page.text)

    def test_nodes_are_named_by_the_source(self):
        self.write("nested.cl", """kernel void nested(global const int *restrict a, global int *restrict o, int n) {
  int i = get_global_id(0), s = 0;
  for (int j = 0; j < n; ++j)
    for (int q = 0; q < a[j]; ++q)
      s += a[s & 1023];
  barrier(CLK_GLOBAL_MEM_FENCE);
  o[i] = s;
}
""")
        self.weft("build", "nested.cl")
        kernel = json.loads(self.weft("report", "nested.weft", "--json").stdout)["kernels"][0]
        names = [node["name"] for node in kernel["nodes"]]
        for name in ("start of the kernel", "loop at nested.cl:3", "loop at nested.cl:4", "barrier at nested.cl:6",
                     "end of the kernel"):
            self.assertIn(name, names)
        self.assertEqual(len(set(names)), len(names))
        self.assertFalse([name for name in names if re.match(r"(for|if|while|barrier|entry|exit)\b(?! at)", name)], names)
        self.assertLessEqual({site["node"] for site in kernel["sites"]}, set(names))

    def test_numbers_are_those_of_the_json(self):
        page = self.page()
        for name, kernel in self.kernels().items():
            rows = page.tables[f"Kernel {name}/Pipelines, loops and barriers"][1:]
            self.assertEqual([row[0] for row in rows], [node["name"] for node in kernel["nodes"]])
            for row, node in zip(rows, kernel["nodes"]):
                if node["kind"] == "pipeline":
                    area = node["area"]
                    self.assertEqual(row[1:4] + row[6:7] + row[10:14], ["loop" if node["loop"] else "pipeline", node.get("location", ""),
                                     str(node["ii"]), str(node["latency"])] + [str(area[key]) for key in ("lut4", "ff", "bram", "dsp")])
            units = page.tables[f"Kernel {name}/Units"][1:]
            self.assertEqual({row[0]: row[1:3] for row in units[:-1]},
                             {unit["name"]: [str(unit["count"]), str(unit["area"]["lut4"])] for unit in kernel["units"]})
            for column, key in ((2, "lut4"), (3, "ff"), (4, "bram"), (5, "dsp")):
                total = sum(int(row[column]) for row in units)
                self.assertLessEqual(abs(total - kernel["area"][key]), len(units), key)  # each is rounded

    def test_source_lines(self):
        page = self.page()
        for name, kernel in self.kernels().items():
            rows = page.tables[f"Kernel {name}/Resources by source line"][1:]
            self.assertEqual([row[5] for row in rows], SOURCE.splitlines())
            self.assertEqual([row[4] for row in rows], [str(n + 1) for n in range(len(rows))])
            lines = {int(line["location"].split(":")[1]): line["area"] for line in kernel["lines"]}
            for number, row in enumerate(rows, 1):
                shown = [int(cell or 0) for cell in row[:4]]
                area = lines.get(number)
                self.assertEqual(shown, [area[key] for key in ("lut4", "ff", "bram", "dsp")] if area else [0] * 4)
            for key in ("lut4", "ff", "bram", "dsp"):
                self.assertLessEqual(sum(area[key] for area in lines.values()), kernel["area"][key] + len(lines))
        sums = {int(line["location"].split(":")[1]): line["area"] for line in self.kernels()["sum"]["lines"]}
        self.assertGreater(sums[6]["dsp"], 0)  # the product of floats
        self.assertEqual(max(sums, key=lambda line: sums[line]["lut4"]), 6)

    def test_accesses_and_memories(self):
        page, kernels = self.page(), self.kernels()
        sites = {(row[0], row[3]): row for row in page.tables["Kernel sum/Accesses to device memory"][1:]}
        self.assertEqual(sites["load", "a"][1], "folder/sums.cl:6")
        self.assertEqual((sites["load", "where"][5], sites["store", "out"][5]), ("coalescing", "packets"))
        self.assertEqual(sites["store", "out"][7], "16 neighbouring work-items write 64 bytes that follow each other: one access")
        self.assertEqual(sites["load", "where"][7], "all work-items read the same bytes: one line serves them")
        self.assertEqual(sites["load", "a"][7], "16 neighbouring work-items read 64 bytes that follow each other: one access")
        self.assertIn(sites["load", "a"][2], [node["name"] for node in kernels["sum"]["nodes"] if node["kind"] == "pipeline"])
        atomics = {row[3]: row for row in page.tables["Kernel count/Accesses to device memory"][1:]}
        self.assertEqual((atomics["bins"][0], atomics["bins"][5]), ("atomic", "atomic"))
        held = {row[0]: row[5] for row in page.tables["Kernel count/Pipelines, loops and barriers"][1:]}
        self.assertTrue(any("the memory port" in text for text in held.values()), held)
        memories = {row[0]: row for row in page.tables["Kernel sum/Memories on chip"][1:]}
        self.assertIn("a __local variable, with room for", memories["part"][8])
        barriers = [(row[2], row[5]) for row in page.tables["Kernel sum/Pipelines, loops and barriers"] if row[1] == "barrier"]
        self.assertEqual([place for place, _ in barriers], ["folder/sums.cl:8", "folder/sums.cl:12"])
        self.assertTrue(all("until all work-items of the group" in text for _, text in barriers))
        self.assertEqual(["those with nothing to do" in text for _, text in barriers], [False, True])
        self.assertEqual([node.get("keeps_idle", False) for node in kernels["sum"]["nodes"] if node["kind"] == "barrier"], [False, True])

    def launch(self, kernel, *words):
        """The launch in the report of a run, and the page of another one."""
        for report in ("run.json", "run.html"):
            self.weft("run", "launches.cl", "-k", kernel, *words, "--report", report)
        kernels = json.loads((self.folder / "run.json").read_text())["kernels"]
        self.assertEqual([other["kernel"] for other in kernels if "launch" in other["prediction"]], [kernel])
        return next(other for other in kernels if other["kernel"] == kernel)["prediction"], (self.folder / "run.html").read_text()

    def test_predicted_cycles_are_those_measured(self):
        self.write("launches.cl", LAUNCHES)
        for board in ("sim-card", "sim-soc"):
            for kernel, words, held_up_by in (
                    ("copy", ["-g", 4096, "a=zeros:4096", "b=zeros:4096"], "pipelines outside of loops"),
                    ("copy", ["-g", 3, "a=zeros:3", "b=zeros:3"], "pipelines outside of loops"),
                    ("rows", ["-g", "64,64", "a=zeros:4096", "b=zeros:4096", "n=64"], "the memory port"),
                    ("sums", ["-g", 512, "a=zeros:8192", "b=zeros:512", "n=16", "--passes", 16], "the loop"),
                    ("nested", ["-g", 512, "a=zeros:1", "b=zeros:512", "n=4", "--passes", "4,12"], "the loop")):
                prediction, page = self.launch(kernel, *words, "--board", board, "--compiler-option=-weft-lanes=1")
                launch = prediction["launch"]
                with self.subTest(board=board, kernel=kernel, prediction=prediction):
                    self.assertLess(abs(launch["predicted"] - launch["measured"]), 0.12 * launch["measured"])
                    self.assertEqual(launch["predicted_most"] > launch["predicted"], kernel == "sums")
                    self.assertEqual(launch["held_up_by"], held_up_by)
                    for value in (f"<b>{launch['predicted']:.0f}</b>", f"<b>{launch['measured']}</b>", "Resources by source line"):
                        self.assertIn(value, page)
        self.assertEqual(prediction["loops"], [{"name": loop["name"], "location": f"launches.cl:{line}"}
                                               for loop, line in zip(prediction["loops"], (13, 14))])

    def test_packets(self):
        """Predicted as measured, or between two numbers where addresses are known at run time only."""
        self.write("launches.cl", PACKETS)
        np.save(self.folder / "order.npy", np.random.default_rng(1).permutation(4096).astype(np.int32))
        for kernel, words, held_up_by, unit in (
                ("copy", ["-g", 8192, "a=zeros:8192", "b=zeros:8192"], "the memory port", ""),
                ("apart", ["-g", 4096, "a=zeros:4096", "b=zeros:65536"], "the memory port", ""),
                ("count", ["-g", 4096, "data=random:4096:1", "bins=zeros:256"], "the memory port", ""),
                ("sums", ["-g", 1024, "a=zeros:32768", "b=zeros:1024", "n=32", "--passes", 32], "the memory port", ""),
                ("few", ["-g", 16, "a=zeros:1", "b=zeros:16", "n=64", "--passes", 64], "latency, as too few are in flight", ""),
                ("turns", ["-g", 1024, "-l", 64, "data=random:16384:1", "bins=zeros:256", "part=local:int:256", "n=16384", "--passes", "4,16,4"],
                 "the __local arguments", ""),
                ("tiles", ["-g", "64,64", "-l", "8,8", "a=zeros:4096", "b=zeros:4096", "h=64"], "the memory port", ""),
                ("scatter", ["-g", 4096, "where=@order.npy", "b=zeros:4096"], "the memory port", "line by line")):
            prediction, page = self.launch(kernel, *words)
            launch = prediction["launch"]
            with self.subTest(kernel=kernel, prediction=prediction):
                self.assertLess(0.85 * launch["predicted"], launch["measured"])
                self.assertLess(launch["measured"], 1.15 * launch["predicted_most"])
                self.assertEqual(launch["predicted_most"] > launch["predicted"], unit != "")
                self.assertEqual(launch["held_up_by"], held_up_by)
                self.assertIn("cycles of each packet", page)
                tables = Page(page).tables
                sites = tables[f"Kernel {kernel}/Accesses to device memory"][1:]
                self.assertTrue(not unit or unit in [row[5] for row in sites], sites)
                self.assertNotIn("the same bytes", "".join(row[7] for row in sites))  # of no access here
                self.assertNotIn("work-item each", "".join(row[5] for row in tables[f"Kernel {kernel}/Pipelines, loops and barriers"]))

    def test_passes_are_known_or_not(self):
        self.write("launches.cl", LAUNCHES)
        prediction, _ = self.launch("sums", "-g", 8, "a=zeros:64", "b=zeros:8", "n=8")
        self.assertNotIn("predicted", prediction["launch"])
        self.assertEqual([bound["cycles"] for bound in prediction["bounds"] if bound["what"] == "the loop"], ["1 t1"])
        self.refused("run", "launches.cl", "-k", "sums", "-g", 8, "a=zeros:64", "b=zeros:8", "n=8", "--report", "r.html", "--passes", "1,2",
                     says=["--passes has 2 numbers, kernel sums has 1 loops", "the loop at launches.cl:7"])

    def test_reasons(self):
        self.write("reasons.cl", REASONS)
        self.weft("build", "reasons.cl", "-o", "sums.weft", "-q")
        page = self.page()
        rows = {(row[0], row[3], row[1]): row[7] for row in page.tables["Kernel k/Accesses to device memory"][1:]}
        for place, part in ((("load", "a", "reasons.cl:5"), "neighbouring work-items access bytes 128 apart, a line is 64"),
                            (("store", "b", "reasons.cl:6"), "the address depends on a product at reasons.cl:6"),
                            (("load", "v", "reasons.cl:6"), "it is volatile"),
                            (("load", "a", "reasons.cl:7"), "the address depends on what is loaded at reasons.cl:7"),
                            (("store", "b", "reasons.cl:10"), "the address depends on an exclusive or (^) at reasons.cl:10"),
                            (("load", "d", "reasons.cl:8"),
                             "waits for the write at reasons.cl:7 only in launches in which buffers overlap: c and d"),
                            (("load", "c", "reasons.cl:9"), "the store at reasons.cl:7 comes before and may write the same bytes"),
                            (("store", "b", "reasons.cl:5"), "neighbouring work-items write 4 bytes apart, downwards: 16 share a line")):
            self.assertIn(part, rows[place])

    def test_without_the_source(self):
        self.weft("build", "folder/sums.cl", "-o", "sums.weft", "--no-source", "-q")
        page = self.page()
        self.assertNotIn("Kernel sum/Resources by source line", page.tables)
        self.write("renamed.cl", SOURCE)
        page = self.page("--source", "renamed.cl")
        self.assertTrue(any(row[0] for row in page.tables["Kernel sum/Resources by source line"][1:]))

    def test_strange_names(self):
        name = self.folder / b"<b>\xff&.cl".decode(errors="surrogateescape")
        name.write_text(SOURCE)
        self.weft("build", name.name, "-o", "sums.weft", "-q")
        page = self.page()
        self.assertNotIn("b", page.open)
        self.assertIn("Kernel sum/Resources by source line", page.tables)

    def test_refused(self):
        self.refused("report", "folder/sums.cl", status=INPUT_FAILED, says=["folder/sums.cl: ", "weft build makes such files"])
        self.refused("report", "none.weft", status=INPUT_FAILED, says="cannot read none.weft")
        self.refused("report", "sums.weft", "-o", "/dev/full", status=MACHINE_FAILED, says="No space left on device")
        self.weft("report", "sums.weft", "--json", "-o", "numbers.json")
        self.assertEqual(json.loads((self.folder / "numbers.json").read_text())["board"], "sim-card")


main()
