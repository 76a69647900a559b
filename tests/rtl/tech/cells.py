# SPDX-License-Identifier: Apache-2.0
"""cells.py CELLS_SIM OUT MODULE…: those modules of Yosys' simulation models. Verilator refuses other modules of the same file.
Specify blocks (timing only) are left out."""
import pathlib
import re
import sys


def main():
    text = pathlib.Path(sys.argv[1]).read_text()
    parts = []
    for name in sys.argv[3:]:
        found = re.search(rf"^module {name}\b.*?^endmodule", text, re.M | re.S)
        if not found:
            sys.exit(f"{sys.argv[1]} has no module {name}")
        parts.append(re.sub(r"^\s*specify\b.*?\bendspecify\b", "", found.group(0), flags=re.M | re.S))
    pathlib.Path(sys.argv[2]).write_text("\n\n".join(parts) + "\n")


main()
