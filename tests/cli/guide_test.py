# SPDX-License-Identifier: Apache-2.0
"""Runs the guide: guide_test.py [--write] GUIDE.md

A block headed by a file's name is that file. In a block `console`, lines after "$ " are commands and those below what they
print, stdout and stderr together. Times and figures of the hardware count as equal; everything else must be as it stands.
--write puts today's output in place of what is there."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TOOL = os.environ["WEFT_TOOL"]
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.M | re.S)
FIGURES = re.compile(r"(^cycles:.*$|^buffers:.*$|^ +(?:compile|generate|pack) .*$|device address 0x[0-9a-f]+)", re.M)


def without_figures(text):
    return FIGURES.sub(lambda line: re.sub(r"0x[0-9a-f]+|\d+(\.\d+)?", "#", line[0]), text)


def run(command, folder):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("WEFT_")}
    environment["PATH"] = f"{os.path.dirname(TOOL)}:/usr/bin:{environment['PATH']}"  # Debian's Python has NumPy
    result = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, text=True, timeout=120,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return result.stdout


def run_console(text, folder):
    """The block with today's output."""
    commands = re.findall(r"^\$ (.*)$", text, re.M)
    return "".join(f"$ {command}\n{run(command, folder)}" for command in commands)


def main(path, write):
    text = path.read_text()
    errors, ran = [], 0
    with tempfile.TemporaryDirectory(prefix="weft-guide-") as folder:
        def replace(block):
            nonlocal ran
            kind, name, body = block.groups()
            if name:
                (pathlib.Path(folder) / name).write_text(body)
            elif kind == "console":
                ran += 1
                today = run_console(body, folder)
                if without_figures(today) != without_figures(body):
                    errors.append(f"{path}: what is printed is not what stands there:\n{today}")
                return f"```console\n{today}```"
            else:
                errors.append(f"{path}: a block is neither a file nor a console")
            return block[0]
        updated = BLOCK.sub(replace, text)
    if write:
        path.write_text(updated)
    elif errors or not ran:
        sys.exit("\n".join(errors) or f"{path}: no block is run")


main(pathlib.Path(sys.argv[-1]), "--write" in sys.argv)
