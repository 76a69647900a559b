# SPDX-License-Identifier: Apache-2.0
"""The tables of the error functions of float."""
import math

from polynomials import Table


def quotient(y):
    """erf(x) / x for x = 4y, twice that from 1 on, four times from 2 on."""
    x = 4 * y
    return (1 if x < 1 else 2 if x < 2 else 4) * (math.erf(x) / x if x else 2 / math.sqrt(math.pi))


# First part, parts per unit of x, x at the first part, factor.
REGIONS = [(384, 32, 4, 8), (256, 64, 2, 4), (192, 16, 8, 16), (128, 64, 1, 4), (0, 128, 0, 2)]


def scaled_tail(y):
    """exp(x^2) erfc(x), multiplied so that it is between 0.5 and 2, over 512 parts of different width."""
    part = y * 512
    first, density, start, factor = next(region for region in REGIONS if part >= region[0])
    x = start + (part - first) / density
    return factor * math.erfc(x) * math.exp(x * x)


def lines():
    """The lines of C that define them."""
    return Table("ERF", quotient, 512, 18, -1, 1, signed=True).text() + Table("ERFC", scaled_tail, 512, 21, -1, -1, cut=False, width=21).text()
