#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/check_includes on trees with one fault each: check_includes_test.py SCRIPT"""
import pathlib
import subprocess
import sys
import tempfile

TABLE = """# A
## 9. Layers
| layer | may include | libraries | what |
|---|---|---|---|
| `low` | | | x |
| `low/private` | | `llvm` | x |
| `high` | `low`{more} | `fmt` | x |
"""
GOOD = {"low/a.h": "#pragma once\n", "low/private/p.h": "#include <llvm/IR/Module.h>\n",
        "high/b.cpp": '#include "low/a.h"\n#include <fmt/format.h>\n#include <vector>\n'}
# What is changed, and what the script must say of it; nothing: it must be content.
CASES = [({}, ""),
         ({"low/a.h": '#include "high/b.h"\n'}, "low/a.h:1: layer low may not include high/b.h of layer high"),
         ({"high/c.h": '\n#include "low/private/p.h"\n'}, "high/c.h:2: layer high may not include low/private/p.h"),
         ({"low/a.h": "#include <llvm/IR/Module.h>\n"}, "low/a.h:1: layer low may not include headers of llvm"),
         ({"other/d.cpp": ""}, "other/d.cpp: belongs to no layer"),
         ({"high/c.h": '#include "nowhere/x.h"\n'}, "no layer has nowhere/x.h"),
         ({"docs/architecture.md": TABLE.replace("| `low` | |", "| `low` | `high` |").format(more="")}, "layers in a circle"),
         ({"low/a.h": '#include "low/b.h"\n', "low/b.h": '#include "a.h"\n'},
          "headers include each other in a circle: low/a.h → low/b.h → low/a.h"),
         ({"docs/architecture.md": TABLE.format(more=" `lost`")}, "may include lost, which is not in the table")]


def main():
    for change, expected in CASES:
        with tempfile.TemporaryDirectory() as directory:
            root = pathlib.Path(directory)
            for name, text in ({"docs/architecture.md": TABLE.format(more="")} | GOOD | change).items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            subprocess.run(["git", "-C", root, "init", "-q"], check=True)
            result = subprocess.run([sys.executable, sys.argv[1], root], capture_output=True, text=True)
            if (result.returncode != 0) != bool(expected) or expected not in result.stderr:
                sys.exit(f"{change}: expected \"{expected}\", got {result.returncode}: {result.stderr}")


main()
