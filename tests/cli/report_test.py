# SPDX-License-Identifier: Apache-2.0
"""weft report: the page is whole, needs nothing from elsewhere, and has the numbers of the JSON."""
import html.parser
import json
import re

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
  out[get_global_id(0)] = part[63 - get_local_id(0)];
}
kernel void count(global int *bins, global const uchar *restrict data) {
  atomic_inc(&bins[data[get_global_id(0)]]);
}
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

    def test_numbers_are_those_of_the_json(self):
        page = self.page()
        for name, kernel in self.kernels().items():
            rows = page.tables[f"Kernel {name}/Pipelines, loops and barriers"][1:]
            self.assertEqual([row[0] for row in rows], [node["name"] for node in kernel["nodes"]])
            for row, node in zip(rows, kernel["nodes"]):
                if node["kind"] == "pipeline":
                    area = node["area"]
                    self.assertEqual(row[1:5] + row[8:12], ["loop" if node["loop"] else "pipeline", node.get("location", ""),
                                     str(node["ii"]), str(node["latency"])] + [str(area[key]) for key in ("lut4", "ff", "bram_18kbit", "dsp_18x18")])
            units = page.tables[f"Kernel {name}/Units"][1:]
            self.assertEqual({row[0]: row[1:3] for row in units[:-1]},
                             {unit["name"]: [str(unit["count"]), str(unit["area"]["lut4"])] for unit in kernel["units"]})
            for column, key in ((2, "lut4"), (3, "ff"), (4, "bram_18kbit"), (5, "dsp_18x18")):
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
                self.assertEqual(shown, [area[key] for key in ("lut4", "ff", "bram_18kbit", "dsp_18x18")] if area else [0] * 4)
            for key in ("lut4", "ff", "bram_18kbit", "dsp_18x18"):
                self.assertLessEqual(sum(area[key] for area in lines.values()), kernel["area"][key] + len(lines))
        sums = {int(line["location"].split(":")[1]): line["area"] for line in self.kernels()["sum"]["lines"]}
        self.assertGreater(sums[6]["dsp_18x18"], 0)  # the product of floats
        self.assertEqual(max(sums, key=lambda line: sums[line]["lut4"]), 6)

    def test_accesses_and_memories(self):
        page, kernels = self.page(), self.kernels()
        sites = {(row[0], row[3]): row for row in page.tables["Kernel sum/Accesses to device memory"][1:]}
        self.assertEqual(sites["load", "a"][1], "folder/sums.cl:6")
        self.assertEqual((sites["load", "where"][5], sites["store", "out"][5]), ("coalescing", "coalescing"))
        self.assertIn("neighbouring work-items write neighbouring bytes", sites["store", "out"][6])
        self.assertIn(sites["load", "a"][2], [node["name"] for node in kernels["sum"]["nodes"] if node["kind"] == "pipeline"])
        atomics = {row[3]: row for row in page.tables["Kernel count/Accesses to device memory"][1:]}
        self.assertEqual((atomics["bins"][0], atomics["bins"][5]), ("atomic", "atomic"))
        held = {row[0]: row[-1] for row in page.tables["Kernel count/Pipelines, loops and barriers"][1:]}
        self.assertTrue(any("the memory port" in text for text in held.values()), held)
        memories = {row[0]: row for row in page.tables["Kernel sum/Memories on chip"][1:]}
        self.assertIn("a __local variable, with room for", memories["part"][8])
        barrier = [row for row in page.tables["Kernel sum/Pipelines, loops and barriers"] if row[1] == "barrier"][0]
        self.assertEqual((barrier[2], "until all work-items of the group" in barrier[-1]), ("folder/sums.cl:8", True))

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
