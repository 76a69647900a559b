# SPDX-License-Identifier: Apache-2.0
# verilate.py OUT.cpp DIR COMPONENT 'set;set;…' -- VERILATOR ARG …: verilates the module once for each set of parameters
# ("Width=8 Depth=4") below DIR, and writes a translation unit of all of them with a table of their ports.
import re
import shutil
import subprocess
import sys
from pathlib import Path

PORT = re.compile(r"VL_(IN|OUT)(?:8|16|64|W)?\(&?(\w+),(\d+),\d+(?:,\d+)?\)")

UNIT = """
namespace {{
struct Unit{index} final : weft::lockstep::RtlUnit {{
  Unit{index}() {{
{ports}
  }}
  void eval() override {{ top.eval(); }}
  VerilatedContext context;
  {prefix} top{{&context}};
}};
const weft::lockstep::Registration registration{index}{{
    "{component}", {{{values}}}, []() -> std::unique_ptr<weft::lockstep::RtlUnit> {{ return std::make_unique<Unit{index}>(); }}}};
}}  // namespace
"""


def verilate(directory, prefix, component, values, verilator):
    shutil.rmtree(directory, ignore_errors=True)
    generics = [f"-G{name}={value}" for name, value in values]
    subprocess.run([*verilator, "--prefix", prefix, "--Mdir", str(directory), "--top-module", component, *generics], check=True)


def port_lines(header):
    for direction, name, high in PORT.findall(header.read_text()):
        output = "true" if direction == "OUT" else "false"
        yield f'    add("{name}", &top.{name}, {int(high) + 1}, {output});'


def main():
    out, root, component, sets, separator, *verilator = sys.argv[1:]
    assert separator == "--"
    text = '#include "tests/rtl/lockstep/rtl_unit.h"\n'
    for index, values in enumerate(sets.split(";")):
        values = [setting.split("=", 1) for setting in values.split()]
        prefix = f"Vlockstep_{component}_{index}"
        directory = Path(root) / prefix
        verilate(directory, prefix, component, values, verilator)
        text += "".join(f'#include "{path}"\n' for path in sorted(directory.glob("*.cpp")))
        listed = ", ".join(f'{{"{name}", "{value}"}}' for name, value in values)
        text += UNIT.format(index=index, prefix=prefix, component=component, values=listed,
                            ports="\n".join(port_lines(directory / f"{prefix}.h")))
    Path(out).write_text(text)


if __name__ == "__main__":
    main()
