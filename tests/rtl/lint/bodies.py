# SPDX-License-Identifier: Apache-2.0
"""bodies.py RTL_DIR OPERATOR_BENCHES TECH_BENCH: what is simulated is what is synthesised. A module may have a second body only
where a default test compares the two: under WEFT_FP_FAST in modules that a bench of OPERATOR_BENCHES (a folder) holds, verilated
with both bodies; and as a family's own form of a technology wrapper, in modules of TECH_BENCH. Of other conditional text only the
default value of a macro is allowed. rtl/tech/simulation has stand-ins of the FPGA's own cells, with their names in capitals: nothing of ours."""
import pathlib
import re
import sys

BODIES = {"WEFT_FP_FAST": "operators", "WEFT_NO_DSP": "tech"}  # macro: the benches that compare its bodies
CONDITION = re.compile(r"`(ifdef|ifndef|elsif)\s+(\w+)")
DEFAULT = re.compile(r"`ifndef\s+(\w+)\s*`define\s+\1\b[^\n]*\s*`endif")
PRAGMA = re.compile(r"\b(translate_off|synthesis_off)\b|\$test\$plusargs")


def uncommented(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


def instantiated(text, modules):
    return {name for name in re.findall(r"\b(\w+)\s+(?:#\s*\(|u_\w+)", uncommented(text)) if name in modules}


def reached(texts, sources):
    """The modules that these texts instantiate, directly or in each other."""
    modules, open_names = set(), set().union(*(instantiated(text, sources) for text in texts))
    while open_names:
        name = open_names.pop()
        modules.add(name)
        open_names |= set().union(*(instantiated(path.read_text(), sources) for path in sources[name])) - modules
    return modules


def main():
    rtl, operators, tech = map(pathlib.Path, sys.argv[1:])
    paths = sorted(rtl.glob("**/*.sv"))
    sources = {}
    for path in paths:
        sources.setdefault(path.stem, []).append(path)
    benches = sorted(operators.glob("*.sv"))
    if not benches:
        sys.exit(f"no benches in {operators}")
    proven = {"operators": reached([path.read_text() for path in benches], sources), "tech": reached([tech.read_text()], sources)}

    failures = []
    bodies = 0
    for path in paths:
        text = path.read_text()
        for match in PRAGMA.finditer(text):
            failures.append(f"{path}: {match[0]} hides text from synthesis or simulation")
        for macro in {match[2] for match in CONDITION.finditer(DEFAULT.sub("", uncommented(text)))}:
            bodies += 1
            if path.stem not in proven.get(BODIES.get(macro), ()):
                failures.append(f"{path}: no test compares its body under {macro} with the other one")
        if path.parent.name == "simulation":
            if path.stem != path.stem.upper():
                failures.append(f"{path}: only a cell of an FPGA may have a stand-in")
        elif path.parent.parent.name == "tech" and path.parent.name != "generic" and not path.is_symlink():
            bodies += 1
            if path.stem not in proven["tech"]:
                failures.append(f"{path}: no test compares it with the generic form")
    print("\n".join(failures))
    print(f"{len(paths)} files, {bodies} second bodies: {len(failures)} without a proof")
    sys.exit(1 if failures else 0)


main()
