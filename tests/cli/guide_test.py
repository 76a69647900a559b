# SPDX-License-Identifier: Apache-2.0
"""Runs a chapter of the guide: guide_test.py [--write] CHAPTER.md

A block headed by a file's name is that file. In a block `console`, lines after "$ " are commands and those below what they
print, stdout and stderr together. Times and figures of the hardware count as equal; everything else must be as it stands.
Comments, which readers do not see, tie the text to what was measured:
  <!-- run A B -->         A and B are the cycles of the runs of `weft run` in the next block
  <!-- holds A > 2 * B --> this must be true
  1.9<!-- = A / B -->      the number before it is that, within a tenth; --write renews it
--write puts today's output and numbers in place of what is there."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TOOL = pathlib.Path(os.environ["WEFT_TOOL"])
BUILD = TOOL.parent.parent
BLOCK = r"^```(?P<kind>\w+)(?: (?P<name>\S+))?\n(?P<body>.*?)^```$"
COMMENT = r"<!-- run (?P<run>[\w ]+) -->|<!-- holds (?P<holds>.*?) -->|(?P<number>[\d,.]+)<!-- = (?P<is>.*?) -->"
PIECE = re.compile(f"{BLOCK}|{COMMENT}", re.M | re.S)
# Lines and parts of lines in which numbers may differ.
FIGURES = re.compile(r"(^(?:cycles|buffers|cycles of each packet):.*$|^  (?:hardware|in flight): .*$|^ +(?:compile|generate|pack) .*$|"
                     r"device address 0x[0-9a-f]+|ended after \d+ cycles|\b[0-9a-f]{16}\b)", re.M)
FOUND = re.compile(r"^(ok +[\w+ ]+?)  +.*$", re.M)  # on this machine, by weft doctor
BLANKS = re.compile(r"  +")  # columns are as wide as what stands in them
CYCLES = re.compile(r"^cycles: +(\d+)", re.M)
SOME = 0.1  # of a number


def without_figures(text):
    text = FIGURES.sub(lambda part: re.sub(r"0x[0-9a-f]+|\b[0-9a-f]{16}\b|\d+(\.\d+)?", "#", part[0]), text)
    return BLANKS.sub("  ", FOUND.sub(r"\1", text))


class Chapter:
    """A chapter being run in a folder of its own; the reader's home is in it, with Weft's sources as ~/weft, built in ~/weft/build."""

    def __init__(self, path, folder):
        self.path, self.folder = path, pathlib.Path(folder)
        self.home = self.folder / ".home"
        (self.home / "weft").mkdir(parents=True)
        (self.home / "weft" / "build").symlink_to(BUILD)
        (self.home / "weft" / "board").symlink_to(path.resolve().parents[2] / "board")
        self.values, self.names, self.errors, self.ran = {}, [], [], 0

    def run(self, command):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("WEFT_") and name != "OCL_ICD_VENDORS"}
        environment["PATH"] = f"{TOOL.parent}:/usr/bin:{environment['PATH']}"  # Debian's Python has NumPy
        environment["HOME"] = str(self.home)
        environment.pop("XDG_CACHE_HOME", None)
        # Tools from PyPI are translated to machine code when they first run, which takes a minute: not for each reader's home.
        environment.setdefault("YOWASP_CACHE_DIR", str(pathlib.Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "YoWASP"))
        result = subprocess.run(["bash", "-c", command], cwd=self.folder, env=environment, text=True, timeout=600,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        text = result.stdout
        for place, name in ((BUILD, "~/weft/build"), (self.path.resolve().parents[2], "~/weft"), (self.home, "~")):
            text = text.replace(str(place), name)
        return text + ("" if not text or text.endswith("\n") else "\n")

    def console(self, body):
        """The block with today's output."""
        self.ran += 1
        outputs = [(command, self.run(command)) for command in re.findall(r"^\$ (.*)$", body, re.M)]
        cycles = [int(count) for _, output in outputs for count in CYCLES.findall(output)]
        if self.names and len(self.names) != len(cycles):
            self.errors.append(f"{self.names} name the cycles of {len(cycles)} runs")
        self.values.update(zip(self.names, cycles))
        self.names = []
        today = "".join(f"$ {command}\n{output}" for command, output in outputs)
        if without_figures(today) != without_figures(body):
            self.errors.append(f"what is printed is not what stands there:\n{today}")
        return f"```console\n{today}```"

    def value(self, expression):
        try:
            return eval(expression, {}, self.values)  # of the guide's own
        except NameError as error:
            self.errors.append(f"{expression}: {error}")
            return 0

    def number(self, text, expression):
        value = self.value(expression)
        decimals = len(text.split(".")[1]) if "." in text else 0
        if abs(float(text.replace(",", "")) - value) > SOME * abs(value) + 0.5 * 10 ** -decimals:
            self.errors.append(f"{text} is not {expression}, which is {value:.4g}")
        return f"{value:,.{decimals}f}<!-- = {expression} -->"

    def replace(self, piece):
        if piece["run"]:
            self.names = piece["run"].split()
        elif piece["name"]:
            file = self.folder / piece["name"]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(piece["body"])
        elif piece["kind"] == "console":
            return self.console(piece["body"])
        elif piece["kind"]:
            self.errors.append(f"a block is neither a file nor a console: {piece['body']}")
        return piece[0]

    def measure(self, piece):
        """After all runs: what they must show, and numbers, which may stand before them."""
        if piece["is"]:
            return self.number(piece["number"], piece["is"])
        if piece["holds"] and not self.value(piece["holds"]):
            self.errors.append(f"{piece['holds']} does not hold: {self.values}")
        return piece[0]


def main(path, write):
    with tempfile.TemporaryDirectory(prefix="weft-guide-") as folder:
        chapter = Chapter(path, folder)
        text = path.read_text()
        updated = PIECE.sub(chapter.measure, PIECE.sub(chapter.replace, text))
    if write:
        path.write_text(updated)
    elif chapter.errors or ("```" in text and not chapter.ran):
        sys.exit("\n".join(f"{path}: {error}" for error in chapter.errors) or f"{path}: no block is run")


main(pathlib.Path(sys.argv[-1]), "--write" in sys.argv)
