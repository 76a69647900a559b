# SPDX-License-Identifier: Apache-2.0
"""The tables of the inverse trigonometric functions of double. RECIPROCAL, of float's, is theirs too."""
import math
from decimal import Decimal, getcontext

from constants import pi
from polynomials import Table, array

getcontext().prec = 50


def arctangent(x):
    """By its series, after the angle has been halved."""
    halvings = 8
    for _ in range(halvings):
        x = x / (1 + (1 + x * x).sqrt())
    square, term, total = x * x, x, Decimal(0)
    for k in range(1, 40, 2):
        total += term / k
        term *= -square
    return total * 2 ** halvings


def starts(name, unit):
    """arctan(i/256) in the unit, * 2^64: the words' high and low halves."""
    values = [round(arctangent(Decimal(i) / 256) / unit * (1 << 64)) for i in range(256)]
    return array(f"{name}_HIGH", [v >> 32 for v in values]) + array(f"{name}_LOW", [v & 0xFFFFFFFF for v in values])


def reciprocal_root(x):
    """1 / sqrt(q), q in [1, 2) in the first half and in [2, 4) in the second."""
    return 1 / math.sqrt(1 + 2 * x if x < 0.5 else 4 * x)


def lines():
    """The lines of C that define them."""
    right = Decimal(pi(160)) / (1 << 161)
    return (starts("ANGLE", Decimal(1)) + starts("ANGLE_PI", right)
            + Table("RECIPROCAL_ROOT", reciprocal_root, 512, 18, -1, -1).text())
