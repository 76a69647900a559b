#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes math_tables.h: what the math functions read from ROMs. Each family of functions has a module with a function lines().

    make_tables.py math_tables.h
"""
import sys

import cube_root_tables
import double_arctangent_tables
import double_error_function_tables
import double_gamma_tables
import double_tables
import double_trigonometry_tables
import error_tables
import float_tables
import gamma_tables
import hyperbolic_tables

FAMILIES = [
    cube_root_tables,
    double_arctangent_tables,
    double_error_function_tables,
    double_gamma_tables,
    double_tables,
    double_trigonometry_tables,
    error_tables,
    float_tables,
    gamma_tables,
    hyperbolic_tables,
]


def main():
    lines = ["// SPDX-License-Identifier: Apache-2.0", "// Written by make_tables.py.", "#pragma once"]
    for family in FAMILIES:
        lines += family.lines()
    with open(sys.argv[1], "w") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
