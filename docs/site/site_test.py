# SPDX-License-Identifier: Apache-2.0
"""Builds the guide's pages: site_test.py MKDOCS MKDOCS.YML. Links lead to what is there, nothing comes from the network, no page
needs a script, and what only tests read is not shown."""
import html.parser
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse

FROM_ELSEWHERE = re.compile(r"https?:|src=\"//|@import|url\(\s*['\"]?(?!#)|<script|<link|<iframe")


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.ids, self.text = [], set(), ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src"):
                self.links.append(value)
            elif name == "id":
                self.ids.add(value)

    def handle_data(self, data):
        self.text += data


def problems_of(folder):
    pages = {path.name: Page(path.read_text()) for path in folder.glob("*.html")}
    found = [] if len(pages) > 5 else [f"only {len(pages)} pages"]
    reached = set()
    for name, page in pages.items():
        text = (folder / name).read_text().replace("http://www.w3.org/2000/svg", "")
        found += [f"{name}: {part}" for part in FROM_ELSEWHERE.findall(text)]
        found += [f"{name}: shows {mark}" for mark in ("<!-- =", "<!-- run", "<!-- holds", "```") if mark in text]
        for link in page.links:
            target, _, part = urllib.parse.unquote(link).partition("#")
            target = target or name
            reached |= {target} if target != name else set()
            if not (folder / target).is_file():
                found.append(f"{name}: {link} leads nowhere")
            elif part and part not in pages[target].ids:
                found.append(f"{name}: {link}: there is no such part")
    found += [f"no link leads to {name}" for name in pages if name not in reached]
    for picture in folder.glob("*.svg"):
        found += [f"{picture.name}: {part}" for part in FROM_ELSEWHERE.findall(picture.read_text().replace("http://www.w3.org/2000/svg", ""))]
    return found


def main(mkdocs, configuration):
    with tempfile.TemporaryDirectory(prefix="weft-site-") as folder:
        subprocess.run([mkdocs, "build", "--quiet", "--config-file", configuration, "--site-dir", folder], check=True)
        sys.exit("\n".join(problems_of(pathlib.Path(folder))) or 0)


main(*sys.argv[1:])
