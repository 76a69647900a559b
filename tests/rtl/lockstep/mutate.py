#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants faults in the C++ models and counts those that the lockstep test finds: mutate.py ROOT BUILD [FILE …] [--sample N] [--least PERCENT]

Each fault is one small change of a line of sim/instant/components, of sim/instant/shell, or of what writes components as
machine code: another operator, a constant off by one, a condition negated, a statement left out. All of a component's faulty
models are compiled into one program, which is run once for each; the others are compiled one by one. Of FILEs only, or of a
random sample of all lines' faults. Prints the faults that were not found, and how many were, file by file."""
import argparse
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

COMPONENTS = "sim/instant/components"
INCLUDE = re.compile(rf'^#include "{COMPONENTS}/(\w+\.h)"\n', re.M)
UNITS = re.compile(r'^lockstep\((\w+)((?:\s+"[^"]*")+)\)', re.M)
NOT_MODELS = {"find_model.cpp", "model.h", "models.h"}
# What is not in that folder: its folder, the translation unit that it is compiled in, and the modules that it stands for.
SHELL = "sim/instant/shell"
APART = {"wired.cpp": ("sim/instant", "wired.cpp", ["stream_branch", "stream_join", "stream_merge"]),
         "fifo_code.cpp": ("sim/instant", "fifo_code.cpp", ["credit_fifo", "stream_fifo"]),
         "axi_atomics.cpp": (SHELL, "axi_atomics.cpp", ["memory_system"]), "atomic_lines.h": (SHELL, "axi_atomics.cpp", ["memory_system"]),
         "slot_groups.h": (SHELL, "axi_atomics.cpp", ["memory_system"]),
         "dma_spread.cpp": (SHELL, "dma_spread.cpp", ["memory_system"]), "memory_system.cpp": (SHELL, "memory_system.cpp", ["memory_system"])}
APART |= {file: (SHELL, "mem_interconnect.cpp", ["memory_system"])
          for file in ("mem_interconnect.cpp", "kernel_requests.h", "kernel_return.h", "line_slice.h", "memory_requests.h")}

# Changes of an expression: what is replaced, and by what.
CHANGES = [(r"==", "!="), (r"!=", "=="), (r"&&", "||"), (r"\|\|", "&&"), (r" \+ 1\b", ""), (r" - 1\b", ""), (r" \+ ", " - "),
           (r" - ", " + "), (r" < ", " <= "), (r" >= ", " > "), (r" > ", " >= "), (r"\bfalse\b", "true"), (r"\btrue\b", "false"),
           (r" \? (.*) : (.*);", r" ? \2 : \1;"), (r"!(?=[\w*])", ""), (r" << ", " >> "), (r" >> ", " << "), (r" & ", " | "),
           (r" \| ", " & "), (r"\|=", "&="), (r"(?<=[ (])i == ", "i + 1 == "), (r"\bcopyWords\((.*), \w+\);", r"copyWords(\1, 1);"),
           (r"\bCreateAnd\b", "CreateOr"), (r"\bCreateOr\b", "CreateAnd"), (r"\bCreateAdd\b", "CreateSub"), (r"\bCreateSub\b", "CreateAdd"),
           (r"\bCreateICmpNE\b", "CreateICmpEQ"), (r"\bCreateICmpUGE\b", "CreateICmpUGT"), (r"Opcode::And\b", "Opcode::Or"),
           (r"Opcode::Or\b", "Opcode::And"), (r"\bgetInt64\(0\)", "getInt64(1)"), (r"\bgetInt64\(1\)", "getInt64(0)")]
STATEMENT = re.compile(r"^\s+(?!return|const |break|case|default|else|using|static|throw|unsigned |bool |Word |auto )[\w*>.\[\]()-]+.*;$")
SKIPPED = re.compile(r"^\s*(//|#|namespace|using|template|class|struct|static_assert|explicit|enum)|wiring|std::move")

# Faults that are none, and are not planted:
# * in a line whose comment says that it saves time: whatever is done again there gives the same;
SAVES_TIME = "saves time"
# * attributes of machine code, and the width of a storage: the changes above make it wider;
ATTRIBUTES = re.compile(r"FunctionType::get\(|addFnAttr\(|newStorage\(")
# * a loop or an index that goes one beyond the end: that is undefined, and no other behaviour;
BOUND = re.compile(r"^\s*for \(| < num\w+_\)")
PAST_END = (r" < ", " <= ")
# * what a member is at the start: a circuit begins with its reset;
MEMBERS_OPEN = re.compile(r"^\s*(template <.*> )?(class|struct|private:|public:|protected:)")
# * that a model says too seldom that it is at rest, which is slower and not wrong. Planted there: that it says so always,
#   or that it does not ask for one of the things that it asks for.
REST_FUNCTION = re.compile(r"^  bool (atRest|settled|quiet|waits|full)\(.*\) const \{")


def initialises(lines, number):
    """Whether a line declares a member with a value."""
    line = lines[number]
    if not re.match(r"^\s+[\w<>:]+ .* = .*;$|^\s+\w+ \w+\{.*\};$", line):
        return False
    indent = len(line) - len(line.lstrip())
    outer = next((before for before in reversed(lines[:number]) if before.strip() and len(before) - len(before.lstrip()) < indent), "")
    return bool(MEMBERS_OPEN.match(outer))


def rest_lines(lines):
    """Lines that say whether a model is at rest."""
    found, inside = set(), False
    for number, line in enumerate(lines):
        begins = REST_FUNCTION.match(line)
        if begins or inside or re.search(r"busy_ = |\b(atRest_?|\w+Rest_) &?= ", line):
            found.add(number)
        inside = bool(begins and not line.endswith("}")) or (inside and line != "  }")
    return found


def hasty(code):
    """A line that says whether a model is at rest, saying so too often."""
    match = re.search(r"(?:return |busy_ = |(?:atRest_?|\w+Rest_) &?= |^    const bool \w+ = )(.*);", code)
    if not match:
        return set()
    rests = "busy_ =" not in match[0]
    text, low = match[1], match.start(1)
    changed = {code[:low] + ("true" if rests else "0") + code[match.end(1):]}
    for begin, end in operands(text, rests):
        changed.add(code[:low] + text[:begin] + text[end:] + code[match.end(1):])
    return changed


def operands(text, rests):
    """Places of the operands, each with its operator, of the conjunctions that say that something is at rest and of the
    disjunctions that say that it is not."""
    levels, places = [[rests, 0, []]], []  # of parentheses: whether they say so, where they begin, their operators

    def close(end):
        says, begin, found = levels.pop()
        wanted = [at for at, kind in found if (kind == "&&") == says]
        for i, at in enumerate(wanted):
            if i == 0:
                places.append((begin, at + 3))
            places.append((at - 1, wanted[i + 1] - 1 if i + 1 < len(wanted) else end))
    for i, character in enumerate(text):
        if character == "(":
            levels.append([levels[-1][0] != (text[i - 1:i] == "!"), i + 1, []])
        elif character == ")":
            close(i)
        elif text[i:i + 2] in ("&&", "||"):
            levels[-1][2].append((i, text[i:i + 2]))
    close(len(text))
    return places


def faults(text):
    """Texts with one fault each, and descriptions."""
    lines = text.split("\n")
    codes = [line.split("  //")[0].rstrip() for line in lines]
    rests = rest_lines(codes)
    for number, code in enumerate(codes):
        if SKIPPED.search(lines[number]) or SAVES_TIME in lines[number] or ATTRIBUTES.search(code) or initialises(codes, number):
            continue
        changed = {re.sub(STATEMENT, "      ;", code)} if STATEMENT.match(code) else set()
        for pattern, by in CHANGES:
            if BOUND.search(code) and (pattern, by) == PAST_END:
                continue
            for match in re.finditer(pattern, code):
                changed.add(code[:match.start()] + match.expand(by) + code[match.end():])
        if number in rests:
            changed = hasty(code)
        for new in sorted(changed - {code}):
            yield "\n".join(lines[:number] + [new] + lines[number + 1:]), f"{number + 1}: {code.strip()} -> {new.strip()}"


class Models:
    def __init__(self, root):
        folder = root / COMPONENTS
        self.text = {path.name: path.read_text() for path in sorted(folder.iterdir()) if path.suffix in (".h", ".cpp")}
        self.text |= {name: (root / where / name).read_text() for name, (where, _, _) in APART.items()}
        self.makers = dict(re.findall(r'\{"(\w+)", (make\w+)\}', self.text["find_model.cpp"]))
        self.units = {name: re.findall(r'"([^"]*)"', sets) for name, sets in
                      UNITS.findall((root / "tests/rtl/lockstep/CMakeLists.txt").read_text())}

    def headers(self, file):
        """What a file includes of the folder, each after what it includes itself."""
        found = []
        for header in INCLUDE.findall(self.text[file]):
            if header not in NOT_MODELS:
                found += [inner for inner in self.headers(header) + [header] if inner not in found]
        return found

    def components(self, source):
        return [name for name, maker in self.makers.items() if f" {maker}(Wiring &wiring) {{" in self.text[source]]

    def source(self, source, number, changed):
        """A source with all it includes of the folder, in a namespace of its own."""
        text = ""
        for file in self.headers(source) + [source]:
            part = INCLUDE.sub("", changed.get(file, self.text[file]))
            part = re.sub(r"^#(include|pragma) .*\n", "", part, flags=re.M)
            part = part.replace("namespace weft::instant {", f"namespace weft::instant {{ namespace m{number} {{")
            text += part.replace("}  // namespace weft::instant", "}}")
        return text

    def system_headers(self):
        return "".join(sorted({line for text in self.text.values() for line in re.findall(r"^#include (?:<.*>|\"weft_abi.h\")\n", text, re.M)}))


class Program:
    """A lockstep test whose models are those with fault number $MUTANT."""

    def __init__(self, models, root, build, folder, source, mutants):
        prefix = models.system_headers() + f'#include "{COMPONENTS}/models.h"\n'
        self.components = models.components(source)
        self.folder, self.root, self.build, self.path = folder, root, build, folder / source.replace(".cpp", "")
        texts = {number: models.source(source, number, changed) for number, changed in mutants.items()}
        while broken := self.broken(prefix, texts):
            texts = {number: text for number, text in texts.items() if number not in broken}
        self.built = list(texts)
        text = prefix + "".join(texts.values())
        text += "#include <cstdlib>\nnamespace weft::instant { MakeModel findModel(std::string_view name) {\nswitch (std::atoi(std::getenv(\"MUTANT\"))) {\n"
        for number in self.built:
            text += f"case {number}:\n" + "".join(f'if (name == "{name}") return m{number}::{models.makers[name]};\n' for name in self.components)
            text += "break;\n"
        self.path.with_suffix(".cpp").write_text(text + "}\nreturn nullptr; } }\n")
        subprocess.run([*self.compiler(), "-O1", "-c", "-o", self.path.with_suffix(".o")], check=True)
        self.link()
        self.names = [f"{name} {values}" for name in self.components for values in models.units[name]]

    def compiler(self):
        return ["clang++-19", "-std=gnu++20", "-w", "-I", self.root, "-I", self.build / "abi/generated", self.path.with_suffix(".cpp")]

    def broken(self, prefix, texts):
        """Faults that the compiler refuses."""
        owner = [None] * prefix.count("\n")
        for number, text in texts.items():
            owner += [number] * text.count("\n")
        path = self.path.with_suffix(".cpp")
        path.write_text(prefix + "".join(texts.values()))
        errors = subprocess.run([*self.compiler(), "-fsyntax-only", "-ferror-limit=0"], capture_output=True, text=True).stderr
        return {owner[int(line) - 1] for line in re.findall(rf"^{path}:(\d+):\d+: (?:error|fatal)", errors, re.M)}

    def link(self):
        link(self.build, self.path, without="instant_components")

    def finds(self, number):
        return finds(self.path, self.names, {"MUTANT": str(number)})


def link(build, path, without=None):
    """The lockstep test with the object beside `path`, which stands for what is elsewhere in a library."""
    commands = subprocess.run(["ninja", "-C", build, "-t", "commands", "rtl_lockstep_test"], check=True,
                              capture_output=True, text=True).stdout.splitlines()
    inputs = [word if word.startswith("-") else build / word for word in commands[-1].split()
              if (word.endswith((".o", ".a")) or ".so" in word or word.startswith(("-l", "-Wl", "-L"))) and not (without and without in word)]
    subprocess.run(["clang++-19", "-fuse-ld=lld", "-o", path, path.with_suffix(".o"), *inputs, "-lpthread"], check=True)


def finds(path, names, environment):
    for name in names:
        case = "The model of the way to memory does what the module does" if name.startswith("memory_system") else "Models do what their modules do"
        command = ["timeout", "60", path, case, "-c", name]
        if subprocess.run(command, env={**os.environ, **environment}, capture_output=True).returncode:
            return True
    return False


def apart_finds(models, build, folder, file, number, text):
    """Whether a fault in a file of APART is found; None if the compiler refuses it."""
    where, unit, modules = APART[file]
    work = folder / f"apart_{number}"
    changed = work / where / file
    changed.parent.mkdir(parents=True)
    changed.write_text(text)
    entries = json.loads((build / "compile_commands.json").read_text())
    entry = next(entry for entry in entries if entry["file"].endswith(f"{where}/{unit}"))
    words = shlex.split(entry["command"])
    source, product, path = words.index(entry["file"]), words.index("-o") + 1, work / "test"
    words[product] = str(path.with_suffix(".o"))
    if file == unit:
        words[source] = str(changed)
    refused = subprocess.run([words[0], "-I", work, *words[1:], "-w"], cwd=entry["directory"], capture_output=True).returncode
    found = None
    if not refused:
        link(build, path)
        found = finds(path, [f"{name} {values}" for name in modules for values in models.units[name]], {})
    shutil.rmtree(work)
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=int, default=0, metavar="PERCENT", help="fail if fewer of a file are found; in a sample, one may be missed")
    arguments = parser.parse_args()
    models = Models(arguments.root.resolve())
    files = arguments.files or sorted(set(models.text) - NOT_MODELS)
    planted = [(file, text, what) for file in files for text, what in faults(models.text[file])]
    if arguments.sample:
        planted = random.Random(arguments.seed).sample(planted, min(arguments.sample, len(planted)))
    sources = [file for file in models.text if file.endswith(".cpp") and models.components(file)]
    by_source = {source: {number: {file: text} for number, (file, text, _) in enumerate(planted)
                          if file == source or file in models.headers(source)} for source in sources}
    run, found = set(), set()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        def examine(source):
            mutants = {number: changed for number, changed in by_source[source].items() if number not in found}
            program = Program(models, arguments.root.resolve(), arguments.build.resolve(), pathlib.Path(folder), source, mutants)
            for number in program.built:
                run.add(number)
                if number not in found and program.finds(number):
                    found.add(number)

        def examine_apart(number):
            file, text, _ = planted[number]
            result = apart_finds(models, arguments.build.resolve(), pathlib.Path(folder), file, number, text)
            if result is not None:
                run.add(number)
            if result:
                found.add(number)
        list(pool.map(examine, [source for source in sources if by_source[source]]))
        list(pool.map(examine_apart, [number for number, (file, _, _) in enumerate(planted) if file in APART]))
    for number in sorted(run - found):
        print(f"not found: {planted[number][0]}:{planted[number][2]}")
    failed = False
    for file in files:
        planted_here = {number for number in run if planted[number][0] == file}
        missed = len(planted_here - found)
        if planted_here:
            print(f"{file}: {len(planted_here) - missed} of {len(planted_here)}, {100 - 100 * missed / len(planted_here):.1f} %")
        failed |= 100 * (missed - bool(arguments.sample)) > (100 - arguments.least) * len(planted_here)
    print(f"{len(found)} of {len(run)} faults found")
    return failed


if __name__ == "__main__":
    sys.exit(main())
