#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes weft_abi.h and weft_abi_pkg.sv from weft.json: generate.py weft.json OUT_HEADER OUT_PACKAGE"""
import json
import sys

NOTE = "// Generated from abi/weft.json by abi/generate.py: change that, not this.\n"


# Widths of ports that depend on the board, as C++.
WIDTHS = {"LineBits": "lineBits", "LineBits/8": "lineBits / 8", "AddrBits": "addressBits"}


def width_of(port):
    """C++ for the width of a port of the kernel region. Memory ports lie side by side, port 0 in the low bits."""
    width = WIDTHS.get(port["width"], port["width"])
    return f"{width} * ports" if port["name"].startswith("m_axi_") else width
# Register maps: their key, namespace in C++, prefix in SystemVerilog.
REGISTER_MAPS = (("registers", "reg", "REG"), ("small_registers", "small_reg", "SMALL_REG"))


def number(text):
    return int(text, 0) if isinstance(text, str) else int(text)


def resolve(abi):
    """Replaces names of constants where numbers are expected."""
    for key, _, _ in REGISTER_MAPS:
        for reg in abi[key]["list"]:
            for field in reg.get("fields", {}).values():
                field[1] = number(abi["constants"].get(field[1], {"value": field[1]})["value"])
    for port in abi["kernel_region"]["ports"]:
        width = port.setdefault("width", 1)
        port["width"] = abi["constants"].get(width, {"value": width})["value"]


def check(abi):
    for name, struct in abi["structs"].items():
        end = 0
        for field in struct["fields"]:
            if field["offset"] < end:
                sys.exit(f"weft.json: {name}.{field['name']} overlaps the field before it")
            if field["offset"] % (field["bits"] // 8):
                sys.exit(f"weft.json: {name}.{field['name']} is not aligned")
            end = field["offset"] + field["bits"] // 8
        if end > struct["bytes"]:
            sys.exit(f"weft.json: {name} is longer than {struct['bytes']} bytes")
    for key, _, _ in REGISTER_MAPS:
        offsets = [number(r["offset"]) for r in abi[key]["list"]]
        if len(set(offsets)) != len(offsets):
            sys.exit(f"weft.json: two registers of {key} share an offset")
    for name, enum in abi["enums"].items():
        if any(number(v["value"]) >> enum["width"] for v in enum["values"].values()):
            sys.exit(f"weft.json: a value of {name} has more than {enum['width']} bits")
    for port in abi["kernel_region"]["ports"]:
        if port["name"][-2:] not in ("_i", "_o") or not (isinstance(port["width"], int) or port["width"] in WIDTHS):
            sys.exit(f"weft.json: port {port['name']} has no direction (_i, _o) or an unknown width")


def header(abi):
    out = ["// SPDX-License-Identifier: Apache-2.0", NOTE + "#pragma once", "#include <array>", "#include <cstddef>", "#include <cstdint>",
           "", "namespace weft::abi {", "", f"constexpr uint32_t kVersion = {abi['version']};"]
    for name, item in abi["constants"].items():
        out += [f"/// {item['doc']}", f"constexpr uint32_t {name} = {item['value']};"]
    for name, enum in abi["enums"].items():
        out += ["", f"/// {enum['doc']}", f"enum class {name} : uint{max(8, enum['width'])}_t {{"]
        out += [f"  {key} = {v['value']},  // {v['doc']}" for key, v in enum["values"].items()]
        out += ["};"]
    for key, namespace, _ in REGISTER_MAPS:
        out += ["", f"/// Register byte offsets: {abi[key]['doc']}", f"namespace {namespace} {{"]
        for reg in abi[key]["list"]:
            out += [f"constexpr uint32_t {reg['name']} = {reg['offset']};  // {reg['access']}: {reg['doc']}"]
            for field, (low, width) in reg.get("fields", {}).items():
                out += [f"constexpr uint32_t {reg['name']}_{field} = {((1 << width) - 1) << low:#x};"]
        out += [f"}}  // namespace {namespace}"]
    out += ["", f"/// Bits of the kind of a request: {abi['link_request']['doc']}", "namespace link_request {"]
    out += [f"constexpr uint8_t {kind} = {1 << bit};" for kind, bit in abi["link_request"]["kinds"].items()]
    out += ["}  // namespace link_request", "", "constexpr uint8_t FLAG_IRQ = 1, FLAG_INLINE = 2;"]
    for name, struct in abi["structs"].items():
        out += ["", f"/// {struct['doc']}", f"struct {name} {{"]
        position, pad = 0, 0
        for field in struct["fields"]:
            if field["offset"] > position:
                out += [f"  uint8_t reserved{pad}_[{field['offset'] - position}] = {{}};"]
                pad += 1
            out += [f"  uint{field['bits']}_t {field['name']} = 0;  // {field['doc']}"]
            position = field["offset"] + field["bits"] // 8
        if position < struct["bytes"]:
            out += [f"  uint8_t reserved{pad}_[{struct['bytes'] - position}] = {{}};"]
        out += ["};", f"static_assert(sizeof({name}) == {struct['bytes']});"]
        out += [f"static_assert(offsetof({name}, {f['name']}) == {f['offset']});" for f in struct["fields"]]
    region = abi["kernel_region"]
    out += ["", f"/// Kernel region: {region['doc']}.", f'constexpr const char *kKernelRegionModule = "{region["module"]}";',
            "struct Port {", "  const char *name;", "  bool output;", "  unsigned width;", "};",
            "/// Its ports in their order. `lineBits`: of a memory port; `addressBits`: of memory addresses; `ports`: to memory.",
            f"constexpr std::array<Port, {len(region['ports'])}> kernelRegionPorts(unsigned lineBits, unsigned addressBits, unsigned ports = 1) {{",
            "  return {{"]
    out += [f'      {{"{p["name"]}", {"true" if p["name"].endswith("_o") else "false"}, {width_of(p)}}},'
            for p in region["ports"]]
    out += ["  }};", "}"]
    out += ["", f"/// Launch words: {abi['launch_words']['doc']}", "namespace word {"]
    out += [f"constexpr uint32_t {w['name']} = {w['index']};" for w in abi["launch_words"]["list"]]
    out += ["}  // namespace word", "", "}  // namespace weft::abi", ""]
    return "\n".join(out)


def package(abi):
    out = ["// SPDX-License-Identifier: Apache-2.0", NOTE + "/* verilator lint_off UNUSEDPARAM */  // no design uses all of it", "package weft_abi_pkg;",
           f"  localparam int unsigned VERSION = {abi['version']};"]
    for name, item in abi["constants"].items():
        out += [f"  localparam int unsigned {name} = {number(item['value'])};  // {item['doc']}"]
    for name, enum in abi["enums"].items():
        out += [f"  // {enum['doc']}"]
        prefix = "".join("_" + c if c.isupper() and i else c for i, c in enumerate(name)).upper()
        out += [f"  localparam logic [{enum['width'] - 1}:0] {prefix}_{key} = {enum['width']}'d{v['value']};  // {v['doc']}"
                for key, v in enum["values"].items()]
    for key, _, prefix in REGISTER_MAPS:
        out += [f"  // Registers: {abi[key]['doc']}"]
        for reg in abi[key]["list"]:
            out += [f"  localparam logic [11:0] {prefix}_{reg['name']} = 12'h{number(reg['offset']):03x};  // {reg['access']}: {reg['doc']}"]
            for field, (low, _) in reg.get("fields", {}).items():
                out += [f"  localparam int unsigned {prefix}_{reg['name']}_{field} = {low};"]
    out += [f"  // Bits of the kind of a request: {abi['link_request']['doc']}"]
    out += [f"  localparam int unsigned LINK_REQUEST_{kind} = {bit};" for kind, bit in abi["link_request"]["kinds"].items()]
    for name, struct in abi["structs"].items():
        out += [f"  // {struct['doc']}: low bit and width of each field"]
        for field in struct["fields"]:
            stem = f"{name}_{field['name']}".upper()
            out += [f"  localparam int unsigned {stem}_LSB = {field['offset'] * 8};  // {field['doc']}",
                    f"  localparam int unsigned {stem}_BITS = {field['bits']};"]
    out += [f"  // Launch words: {abi['launch_words']['doc']}"]
    out += [f"  localparam int unsigned WORD_{w['name']} = {w['index']};" for w in abi["launch_words"]["list"]]
    out += ["endpackage", "/* verilator lint_on UNUSEDPARAM */", ""]
    return "\n".join(out)


def main():
    source, header_path, package_path = sys.argv[1:]
    with open(source, encoding="utf-8") as file:
        abi = json.load(file)
    resolve(abi)
    check(abi)
    for path, text in ((header_path, header(abi)), (package_path, package(abi))):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


main()
