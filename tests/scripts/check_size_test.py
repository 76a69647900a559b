#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/check_size on trees with one fault each: check_size_test.py SCRIPT"""
import pathlib
import subprocess
import sys
import tempfile

TABLE = "| a | b |\n|---|---|\n| x | {} |\n"
# The files, and what the script must say of them; nothing: it must be content.
CASES = [({"a.cpp": "\n" * 500, "hls/operators.def": "\n" * 501, "golden.graph": "\n" * 501}, ""),
         ({"a.cpp": "\n" * 501}, "a.cpp: 501 lines, at most 500"),
         ({"scripts/tool": "\n" * 501}, "scripts/tool: 501 lines"),
         ({"hls/operators.def": "\n" * 500}, "hls/operators.def: 500 lines: it needs no exception"),
         ({"docs/a.md": TABLE.format("x" * 250)}, ""),
         ({"docs/a.md": TABLE.format(r"\|".join("x" * 84))}, ""),
         ({"docs/a.md": TABLE.format("x" * 251)}, "docs/a.md:3: a cell of 251 characters, at most 250"),
         ({"docs/a.md": "x" * 251 + "\n"}, "")]


def main():
    for files, expected in CASES:
        with tempfile.TemporaryDirectory() as directory:
            root = pathlib.Path(directory)
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            subprocess.run(["git", "-C", root, "init", "-q"], check=True)
            result = subprocess.run([sys.executable, sys.argv[1], root], capture_output=True, text=True)
            if (result.returncode != 0) != bool(expected) or expected not in result.stderr:
                sys.exit(f"{list(files)}: expected \"{expected}\", got {result.returncode}: {result.stderr}")


main()
