#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs weft-hls on one golden test and checks what it prints with FileCheck.

    run.py --tool weft-hls --filecheck FileCheck [--stage STAGE] [--fails] test.cl

Lines in the test: `// RUN: arguments` (one run each; none: one run without arguments) and FileCheck's `// CHECK…:`.
A run may select its checks with `--check-prefix=NAME` as its first argument.
Standard output is checked; with --fails standard error, and the exit status must not be 0.
"""
import argparse
import re
import shlex
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--filecheck", required=True)
    parser.add_argument("--stage", default="canonical", help="where weft-hls stops, unless a RUN line says")
    parser.add_argument("--fails", action="store_true")
    parser.add_argument("test")
    args = parser.parse_args()
    with open(args.test) as file:
        text = file.read()
    if not re.search(r"//\s*[A-Z0-9-]*CHECK[A-Z-]*:|//\s*[A-Z0-9]+:", text):
        sys.exit(f"{args.test}: checks nothing")
    for run in re.findall(r"//\s*RUN:(.*)", text) or [""]:
        words = shlex.split(run)
        check = [args.filecheck, args.test, "--allow-empty", "--dump-input=fail"]
        if words and words[0].startswith("--check-prefix="):
            check.append(words.pop(0))
        if not any(word.startswith("--stop-after") for word in words):
            words.append("--stop-after=" + args.stage)
        result = subprocess.run([args.tool, args.test, *words], capture_output=True, text=True)
        failed = result.returncode != 0
        if failed != args.fails:
            print(result.stdout, result.stderr, sep="\n")
            sys.exit(f"exit status {result.returncode}: weft-hls {run}")
        if result.returncode < 0:
            sys.exit(f"weft-hls ended with signal {-result.returncode}")
        output = result.stderr if args.fails else result.stdout
        if subprocess.run(check, input=output, text=True).returncode:
            sys.exit(1)


main()
