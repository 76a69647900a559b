#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every overload that Clang's opencl-c.h declares on numbers is called by a kernel, and the library of built-in functions defines it.

    overloads.py --tool weft-hls [--board sim-card] --clang clang --library directory-of-builtins --directory build-directory
"""
import argparse
import os
import re
import subprocess
import sys

NUMBERS = r"(?:u?(?:char|short|int|long)|half|float|double)(?:2|3|4|8|16)?|size_t|void|event_t"
SPACES = r"__global|__local|__constant|__private"
# Images, atomics, synchronisation and work-item functions, whose tests are elsewhere, and extensions.
EXCLUDED = re.compile(r"atom_|atomic_|intel_|amd_|arm_|cl_|sub_group|work_group|read_|write_|mem_fence|barrier|wait_group_events|get_|to_|printf|"
                      r"dot_|bitfield_|bit_reverse|enqueue|ctz$")


def declarations(args):
    """(result, name, argument types) of each declaration of the header."""
    source = "".join(f"#pragma OPENCL EXTENSION {e} : enable\n" for e in ("cl_khr_fp16", "cl_khr_fp64")) + "#include <opencl-c.h>\n"
    include = subprocess.run([args.clang, "-print-resource-dir"], check=True, capture_output=True, text=True).stdout.strip() + "/include"
    text = subprocess.run([args.clang, "-cc1", "-triple", "spir64", "-x", "cl", "-cl-std=CL1.2", "-internal-isystem", include, "-E", "-P", "-"],
                          input=source, check=True, capture_output=True, text=True).stdout
    text = re.sub(r"__attribute__\(\((?:\w+)\)\)", "", text)
    for result, name, arguments in re.findall(r"\b(\w+)\s+(\w+)\s*\(([^()]*)\)\s*;", text):
        types = [re.sub(r"\s+", " ", re.sub(r"\b(const|volatile)\b", "", a)).strip() for a in arguments.split(",")]
        # The names of arguments, where the header has them.
        types = [re.sub(rf"^((?:(?:{SPACES}) )?(?:{NUMBERS}) ?\*?) ?\w*$", r"\1", t).strip() for t in types]
        if not EXCLUDED.match(name) and re.fullmatch(NUMBERS, result) and all(
                re.fullmatch(rf"(?:(?:{SPACES}) )?(?:{NUMBERS}) ?\*?", t) for t in types):
            yield result, name, types


def kernel(number, result, name, types):
    """A kernel that calls the function; its operands come from arguments."""
    parameters, operands, variables = [], [], ""
    for i, t in enumerate(types):
        if t == "void":
            continue
        space = re.match(rf"(?:{SPACES})", t)
        if t == "event_t":
            operands.append("0")
        elif t.endswith("*") and (not space or space[0] == "__private"):
            base = t.replace("__private", "").rstrip("* ").strip()
            variables += f"{base} v{i}[16]; "
            operands.append(f"v{i}")
        else:
            parameters.append(t + f" p{i}" if t.endswith("*") else f"__global {t} *p{i}")
            operands.append(f"p{i}" if t.endswith("*") else f"*p{i}")
    call = f"{name}({', '.join(operands)})"
    if result not in ("void", "event_t"):
        parameters.append(f"__global {result} *r")
        call = "*r = " + call
    return f"kernel void k{number}({', '.join(parameters)}) {{ {variables}{call}; }}\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--board", default="sim-card", help="whose built-in functions: those for its address size")
    parser.add_argument("--clang", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--directory", required=True)
    args = parser.parse_args()
    os.makedirs(args.directory, exist_ok=True)
    path = os.path.join(args.directory, "overloads.cl")
    calls = sorted(set((r, n, tuple(t)) for r, n, t in declarations(args)))
    with open(path, "w") as file:
        file.write("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" + "".join(kernel(i, *c) for i, c in enumerate(calls)))
    ir = subprocess.run([args.tool, path, "--board", args.board, "--stop-after=llvm"], capture_output=True, text=True)
    if ir.returncode:
        sys.exit(ir.stderr[:3000])
    called = set(re.findall(r"^declare .*@(_Z\w+)\(", ir.stdout, flags=re.M))
    library = os.path.join(args.library, f"builtins-{32 if args.board == 'sim-soc' else 64}.bc")
    nm = os.path.join(os.path.dirname(os.path.realpath(args.clang)), "llvm-nm")
    defined = set(re.findall(r" [TWVt] (\w+)$", subprocess.run([nm, library], check=True, capture_output=True, text=True).stdout, flags=re.M))
    missing = sorted(called - defined)
    for name in missing:
        print("not in the library:", name)
    print(f"{len(calls)} overloads, {len(called)} functions of the library, {len(missing)} missing")
    sys.exit(1 if missing or len(calls) < 9000 else 0)


if __name__ == "__main__":
    main()
