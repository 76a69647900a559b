# SPDX-License-Identifier: Apache-2.0
"""weft report's page and the guide in headless Chromium: pages_test.py CHROMIUM GUIDE. At the widths of a phone and of a desk, light
and dark: nothing is wider than the window, text can be read on its ground, and no message comes from the page's console."""
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from fake_tools import FakeTools
from tool import ToolTest, main

GUIDE, CHROMIUM = pathlib.Path(sys.argv.pop()), sys.argv.pop()
SKIPPED = 77  # as CMakeLists.txt says
WIDTHS = {"phone": 390, "desk": 1280}
SCHEMES = {"dark": 0, "light": 1}  # as Chromium numbers them
LEAST_CONTRAST = 4.5  # of text, by WCAG 2 at level AA
SOURCE = """kernel void sum(global const float *restrict a, global const int *restrict where, global float *restrict out, int n) {
  local float part[64];
  float total = 0;
  for (int i = 0; i < n; ++i)
    total += a[where[i * get_global_size(0) + get_global_id(0)]] * 3.0f;
  part[get_local_id(0)] = total;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = part[63 - get_local_id(0)];
}
"""
# The page in a frame as wide as the device, as no window of Chromium is as narrow as a phone; and what is found in it.
PROBE = """<!DOCTYPE html><meta name="color-scheme" content="light dark"><body><iframe style="border:0;height:900px;width:WIDTHpx" srcdoc="PAGE"></iframe>
<script>
function luminance(colour) {
  const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map(c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function ground(element) {
  for (; element; element = element.parentElement) {
    const colour = getComputedStyle(element).backgroundColor;
    if (colour != "rgba(0, 0, 0, 0)") return colour;
  }
  return "rgb(255, 255, 255)";
}
window.onload = () => {
  const page = document.querySelector("iframe").contentDocument, root = page.documentElement;
  const found = {width: root.clientWidth, scroll: root.scrollWidth, ground: luminance(ground(page.body)), texts: 0, least: 99};
  for (const element of page.body.querySelectorAll("*")) {
    if (![...element.childNodes].some(node => node.nodeType == 3 && node.data.trim())) continue;
    const [a, b] = [luminance(getComputedStyle(element).color), luminance(ground(element))].sort((x, y) => y - x);
    ++found.texts;
    if ((a + 0.05) / (b + 0.05) < found.least) {
      found.least = (a + 0.05) / (b + 0.05);
      found.which = element.outerHTML.slice(0, 80).replace(/[<>&]/g, "?");
    }
  }
  found.broken = [...page.images].filter(image => !image.naturalWidth).length;
  document.body.textContent = JSON.stringify(found);
};
</script>"""


class Pages(ToolTest):
    def look(self, page, width, scheme):
        probed = page.with_name("probed.html")  # beside its pictures
        probed.write_text(PROBE.replace("WIDTH", str(width)).replace("PAGE", html.escape(page.read_text())))
        result = subprocess.run([CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--window-size=1400,1000", "--hide-scrollbars",
                                 f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}", f"--user-data-dir={self.folder}/profile", "--dump-dom",
                                 f"file://{probed}"], capture_output=True, text=True, timeout=120, env={**os.environ, "HOME": str(self.folder)})
        self.assertNotIn("CONSOLE", result.stderr)
        probed.unlink()
        body = re.search(r"<body[^>]*>(\{.*\})</body>", result.stdout)
        self.assertTrue(body, result.stdout[-2000:] + result.stderr[-2000:])
        return json.loads(body[1])

    def check(self, page):
        for name, width in WIDTHS.items():
            for scheme in SCHEMES:
                with self.subTest(page=page.name, width=name, scheme=scheme):
                    found = self.look(page, width, scheme)
                    self.assertEqual((found["width"], found["broken"]), (width, 0), found)
                    self.assertLessEqual(found["scroll"], width, found)
                    self.assertGreater(found["texts"], 20)
                    self.assertGreaterEqual(found["least"], LEAST_CONTRAST, found)
                    self.assertEqual(found["ground"] > 0.5, scheme == "light", found)

    def test_report(self):
        self.write("sum.cl", SOURCE)
        self.weft("run", "sum.cl", "-g", 128, "-l", 64, "a=zeros:128", "where=zeros:1024", "out=zeros:128", "n=8", "--passes", 8, "--report", "sum.html")
        self.check(self.folder / "sum.html")

    def test_report_of_a_bitstream(self):
        self.write("sum.cl", "kernel void sum(global int *restrict out, global const int *restrict in) { out[get_global_id(0)] = in[get_global_id(0)] + 1; }")
        tools = FakeTools(self.folder / "tools")
        self.weft("build", "sum.cl", "--board", "hx8k-evn", env={"WEFT_TOOLS": str(tools.folder)})
        self.weft("report", "sum.weft")
        self.assertIn('<svg class="floorplan"', (self.folder / "sum.html").read_text())
        self.check(self.folder / "sum.html")

    def test_guide(self):
        shutil.copytree(GUIDE, self.folder / "guide")
        pages = sorted((self.folder / "guide").glob("*.html"))
        self.assertGreater(len(pages), 5)
        for page in pages:
            self.check(page)


if not shutil.which(CHROMIUM):
    print("Chromium is not there; scripts/setup --browser installs it")
    sys.exit(SKIPPED)
main()
