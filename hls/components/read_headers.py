#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the module headers of rtl/ into rows of C++ tables: parameters and ports of what the generator may
instantiate.

usage: read_headers.py ABI_JSON OUTPUT FILE.sv...
The rest of a component's declaration stands in declarations.cpp.
"""
import json
import re
import sys

PARAMETER = re.compile(r"(parameter|localparam)\s+(int unsigned|int|bit(?:\s*\[[^\]]*\])?|logic(?:\s*\[[^\]]*\])?|[\w:]+)\s+(\w+)\s*=\s*(.+)", re.S)
PORT = re.compile(r"(input|output)\s+(?:logic|[\w:]+)\s*(?:\[(.+):\s*0\s*\])?\s*(\w+)", re.S)


def strip_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)


def split(text):
    """Splits at commas outside brackets."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += c in "([{"
        depth -= c in ")]}"
        if c == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def matching(text, at):
    """The index behind the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += text[i] == "("
        depth -= text[i] == ")"
        if depth == 0:
            return i + 1
    raise ValueError("unbalanced brackets")


def read_header(text):
    """(name, parameter declarations, port declarations) of the one module in a file."""
    text = strip_comments(text)
    start = re.search(r"^module\s+(\w+)\s*", text, re.M)
    if not start:
        return None
    at, parameters = start.end(), ""
    if text[at] == "#":
        at = text.index("(", at)
        end = matching(text, at)
        parameters, at = text[at + 1:end - 1], text.index("(", end)
    return start.group(1), split(parameters), split(text[at + 1:matching(text, at) - 1])


def main():
    abi, output, files = sys.argv[1], sys.argv[2], sys.argv[3:]
    with open(abi) as file:
        constants = json.load(file)["constants"]

    def expression(text):
        text = re.sub(r"weft_abi_pkg::(\w+)", lambda m: str(constants[m.group(1)]["value"]), text or "")
        return " ".join(text.split())

    lines = ["// Written by hls/components/read_headers.py."]
    for path in sorted(files):
        with open(path) as file:
            header = read_header(file.read())
        if not header:
            continue  # a package
        name, parameters, ports = header
        for text in parameters:
            kind, type_, identifier, value = PARAMETER.fullmatch(text).groups()
            form = {"int unsigned": "Number", "bit": "Bit"}.get(type_, "Vector")
            local = "true" if kind == "localparam" else "false"
            lines.append(f'WEFT_PARAMETER({name}, {identifier}, {form}, {local}, "{expression(value)}")')
        for text in ports:
            port = PORT.fullmatch(text)
            if not port:
                raise SystemExit(f"{path}: cannot read the port '{text}'")
            direction, high, identifier = port.groups()
            output_port = "true" if direction == "output" else "false"
            lines.append(f'WEFT_PORT({name}, {identifier}, {output_port}, "{expression(high)}")')
    with open(output, "w") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
