# SPDX-License-Identifier: Apache-2.0
"""The table of the cube root of float."""
import math

from polynomials import Table


def cube_root(x):
    """Half of the cube root of 2^r m for the third r of [0, 1) and m in [1, 2) over it."""
    r = math.floor(3 * x)
    return (2 ** r * (1 + 3 * x - r)) ** (1 / 3) / 2


def lines():
    """The lines of C that define it."""
    return Table("CUBE_ROOT", cube_root, 384, 16, 1, -1, cut=False).text()
