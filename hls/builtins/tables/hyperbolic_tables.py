# SPDX-License-Identifier: Apache-2.0
"""The tables of the hyperbolic functions of float and of their inverses."""
import math

from polynomials import Table


def ratio(function):
    return lambda x: function(x) / x if x else 1.0


TANGENT_STARTS = ((0, 1), (1, 1), (2, 2), (4, 8))  # of each quarter of the table, and its length


def tangent(x):
    """Twice, over four quarters: tanh(u) / u for u in [0, 1), tanh(u) in [1, 2), [2, 4) and [4, 12)."""
    quarter = int(4 * x)
    start, length = TANGENT_STARTS[quarter]
    u = start + length * (4 * x - quarter)
    return 2 * (math.tanh(u) if quarter else ratio(math.tanh)(u))


def growth(x):
    """(2^f - 1) / f * 2 for f in [0, 1/2) and, from the middle on, in [-1/2, 0)."""
    f = x if x < 0.5 else x - 1
    return 2 * math.expm1(f * math.log(2)) / f if f else 2 * math.log(2)


def root(x):
    """The square root of [1, 2) and, from the middle on, of [2, 4)."""
    return math.sqrt(1 + 2 * x if x < 0.5 else 4 * x)


def inverse_cosine(t):
    """acosh(1 + t) / sqrt(2 t), with t = 2 sinh(y/2)^2"""
    return 2 * math.asinh(math.sqrt(t / 2)) / math.sqrt(2 * t) if t else 1.0


def lines():
    """The lines of C that define them."""
    tables = [
        Table("HYPERBOLIC_TANGENT", tangent, 512, 17, -1, 1, cut=False, late=1, late_from=128, signed=True),
        Table("GROWTH", growth, 256, 18, 1, 1),
        Table("HYPERBOLIC_SINE", ratio(math.sinh), 128, 17, 1, 1),
        Table("LOG_OF_MANTISSA", math.log1p, 256, 18, 1, -1),
        Table("SQUARE_ROOT", root, 256, 18, 1, -1),
        Table("INVERSE_TANGENT", lambda x: ratio(math.atanh)(x / 2), 128, 16, 1, 1, cut=False),
        Table("INVERSE_SINE", lambda x: ratio(math.asinh)(2 * x), 256, 16, -1, 1, signed=True),
        Table("INVERSE_COSINE", inverse_cosine, 128, 16, -1, -1, cut=False),
    ]
    return [line for table in tables for line in table.text()]
