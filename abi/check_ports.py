#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what is written by hand with the kernel region's ports in weft.json: check_ports.py ROOT

The sides of the shells (flattened over the regions, or for one), the copies between models and board, and the documentation."""
import itertools
import json
import pathlib
import re
import sys

SHARED = ("bid", "bresp", "rid", "rdata", "rresp", "rlast")  # the shell drives one for all regions
LOCAL = {"AXI_ID_BITS": "KernelIdW", "LineBits": "LineBits", "LineBits/8": "LineBits/8", "AddrBits": "AddrBits"}


def shell_name(port):
    """The shell's port that a region's port is wired to."""
    stem, direction = port[:-2], {"_i": "_o", "_o": "_i"}[port[-2:]]
    if port == "rst_i":
        return "kernel_rst_o"
    return "k_" + stem.removeprefix("m_") + direction


def shell_widths(name, width):
    """How the shell may write the width: elements of the regions, at each memory port."""
    axi = name.startswith("k_axi_")
    shared = axi and re.sub(r"^k_axi_(.*)_o$", r"\1", name) in SHARED
    elements = "*".join(["NumPorts"] * axi + ["NumRegions"] * (not shared))
    if width == 1:
        return {f"[{elements}-1:0]"}
    return {f"[{elements}*{form}-1:0]" for form in (width, LOCAL.get(width, f"weft_abi_pkg::{width}"))}


def small_widths(_, width):
    """The same for the small shell, which has one region."""
    if width == 1:
        return {""}
    return {f"[{width - 1}:0]" if isinstance(width, int) else f"[{form}-1:0]" for form in (width, f"weft_abi_pkg::{width}")}


def check_shell(path, text, ports, widths):
    """What is wrong with the ports of a shell for the kernel region."""
    declared = {name: (direction, width or "") for direction, width, name in
                re.findall(r"^\s*(input|output)\s+logic\s*(\[[^\]]*\])?\s*(k(?:ernel)?_\w+?)[,\s]*$", text, re.M)}
    for port in ports:
        name, width = port["name"], port.get("width", 1)
        if name == "clk_i":
            continue
        other = shell_name(name)
        direction, written = declared.pop(other, ("none", ""))
        if direction != ("input" if name.endswith("_o") else "output"):
            yield f"{path}: no port {other} for the region's {name}"
        elif written.replace(" ", "") not in widths(other, width):
            yield f"{path}: {other} is {written}, the region's {name} has width {width}"
    declared.pop("k_deadline_o", None)  # for the simulator, not for the region
    yield from (f"{path}: {name} is no port of abi/weft.json's kernel_region" for name in declared)


def expand(text):
    """Names of a table cell: `a{b,c}` stands for ab and ac."""
    for name in re.findall(r"`([^`]+)`", text):
        parts = [part.strip("{}").split(",") for part in re.findall(r"\{[^}]*\}|[^{}]+", name)]
        yield from ("".join(choice) for choice in itertools.product(*parts))


def main():
    root = pathlib.Path(sys.argv[1])
    abi = json.loads((root / "abi/weft.json").read_text())
    region = abi["kernel_region"]
    kernel_shim = (root / "sim/model/kernel_shim.h").read_text() + (root / "sim/model/axi_ports.h").read_text().replace("prefix##", "m_axi")
    shell_shim = "".join((root / f"sim/model/shell_{part}.h").read_text() for part in ("ports", "shim"))
    table = (root / "docs/rtl-interfaces.md").read_text().split("## 1. ")[1].split("## 2. ")[0]
    documented = set(expand(table))

    errors = []
    for port in region["ports"]:
        name, width = port["name"], port.get("width", 1)
        if name not in documented:
            errors.append(f"docs/rtl-interfaces.md, section 1: no port {name}")
        if name == "clk_i":
            continue
        if not re.search(rf"\btop(\.|->){name}\b", kernel_shim):
            errors.append(f"sim/model/kernel_shim.h: does not copy {name}")
        other = shell_name(name)
        if not re.search(rf"\btop\.{other}\b", shell_shim):
            errors.append(f"sim/model/shell_ports.h, sim/model/shell_shim.h: neither copies {other}")
    for path, widths in (("rtl/shell/weft_shell.sv", shell_widths), ("rtl/small_shell/small_shell.sv", small_widths)):
        errors += check_shell(path, (root / path).read_text(), region["ports"], widths)
    sys.exit("\n".join(errors) or 0)


main()
