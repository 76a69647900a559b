# SPDX-License-Identifier: Apache-2.0
"""The tables of the functions of float."""
import math

from constants import pi
from polynomials import FineTable, Table, array

HALVED = 106  # of 256 parts of a mantissa's fraction, for logarithms


def logarithm(scale):
    """log(1 + z) / z times scale, over the mantissa's fraction, where from HALVED on the mantissa is halved."""
    def f(x):
        z = x if x < HALVED / 256 else (x - 1) / 2
        return scale * (math.log1p(z) / z if z else 1.0)
    return f


def tangent(x):
    """tan(pi/2 u) / 2u, and from the middle on 2u / tan(pi/2 u), both over u in [0, 1/2)."""
    if x < 0.5:
        return math.tan(math.pi / 2 * x) / (2 * x) if x else math.pi / 4
    return tangent_inverse(x - 0.5)


def tangent_inverse(u):
    return 2 * u / math.tan(math.pi / 2 * u) if u else 4 / math.pi


def root(x):
    """sqrt(m) - 1 for m in [1, 2) over the lower half, and in [2, 4) over the upper."""
    return math.sqrt(mantissa_to_4(x)) - 1


def inverse_root(x):
    """2 / sqrt(m) - 1 likewise."""
    return 2 / math.sqrt(mantissa_to_4(x)) - 1


def mantissa_to_4(x):
    return 1 + 2 * x if x < 0.5 else 4 * x


def reduction():
    """For each exponent field E, 2/pi * 2^(E - 150) modulo 4 with 94 bits behind the point: Payne and Hanek's windows, lowest word first."""
    two_over_pi = (1 << 800) // pi(400)  # with 399 bits behind the point
    windows = [(two_over_pi << E >> 399 + 150 - 94) % (1 << 96) for E in range(256)]
    return [line for k in range(3) for line in array(f"TWO_OVER_PI_{k}", [w >> 32 * k & 0xFFFFFFFF for w in windows])]


def lines():
    """The lines of C that define them."""
    tables = [
        Table("POWER_OF_2", lambda x: 2 ** x, 512, 18, 1, 1),
        Table("LOG", logarithm(1.0), 256, 18, -1, -1, cut=False),
        Table("LOG2", logarithm(1 / math.log(2)), 256, 15, -1, -1, cut=False),
        Table("LOG10", logarithm(1 / math.log(10)), 256, 15, -1, -1, cut=False),
        Table("SINE", lambda x: math.sin(math.pi / 2 * x) / x if x else math.pi / 2, 256, 18, -1, 1),
        Table("TANGENT", tangent, 512, 18, 1, 1, late=-1),
        Table("RECIPROCAL", lambda x: 1 / (1 + x), 512, 18, -1, -1),
        Table("ARCTANGENT", lambda x: math.atan(x) / x if x else 1.0, 256, 18, -1, 1, signed=True),
        Table("ARCTANGENT_PI", lambda x: math.atan(x) / x * 2 / math.pi if x else 2 / math.pi, 256, 18, -1, 1, signed=True),
        Table("POWER_OF_2_LINE", lambda x: 2 ** x, 512, 11, 1, 1, line=True),
        Table("LOG2_LINE", lambda x: math.log2(1 + x), 512, 14, 1, 1, cut=False, line=True),
        Table("SINE_LINE", lambda x: math.sin(math.pi / 2 * x), 512, 15, 1, 1, line=True),
        Table("TANGENT_LINE", tangent, 512, 15, 1, 1, late=-1, line=True),
        Table("RECIPROCAL_LINE", lambda x: 2 / (1 + x) - 1, 512, 14, -1, 1, cut=False, line=True),
        Table("ROOT_LINE", root, 512, 15, 1, 1, cut=False, line=True),
        Table("INVERSE_ROOT_LINE", inverse_root, 512, 15, -1, 1, cut=False, line=True),
        FineTable("LOG2_FINE", logarithm(1 / math.log(2))),
    ]
    return [f"#define LOG_HALVED {HALVED}"] + [line for table in tables for line in table.text()] + reduction()
