# SPDX-License-Identifier: Apache-2.0
"""The tables of the trigonometric functions of double."""
from decimal import Decimal, getcontext

from constants import pi
from polynomials import array

getcontext().prec = 60
PARTS, DEGREE = 256, 5
UNIT = 62  # of the coefficients 0 to 2, in bits; from the third on four bits less
FIRST_WINDOW = 124  # exponent field / 8
HALF_PI = Decimal(pi(250)) / (1 << 251)


def series():
    """sin(pi/2 t) / t as a polynomial of t^2."""
    terms, term, k = [], HALF_PI, 1
    while abs(term) > Decimal(2) ** -90:
        terms.append(term)
        term *= -HALF_PI * HALF_PI / ((k + 1) * (k + 2))
        k += 2
    return terms


def evaluate(coefficients, x):
    total = Decimal(0)
    for c in reversed(coefficients):
        total = total * x + c
    return total


def chebyshev(n):
    """Chebyshev's points in [0, 1]."""
    cosines = {3: [Decimal(3).sqrt() / 2, Decimal(0)], 6: [(2 + Decimal(3).sqrt()).sqrt() / 2, Decimal(2).sqrt() / 2, (2 - Decimal(3).sqrt()).sqrt() / 2]}[n]
    return sorted({(1 + sign * c) / 2 for c in cosines for sign in (1, -1)})


def interpolate(f, n):
    """The coefficients of the polynomial through f at n points."""
    xs = chebyshev(n)
    newton = [f(x) for x in xs]
    for level in range(1, n):
        for k in range(n - 1, level - 1, -1):
            newton[k] = (newton[k] - newton[k - 1]) / (xs[k] - xs[k - level])
    power = [newton[-1]]
    for k in range(n - 2, -1, -1):
        power = [a - b * xs[k] for a, b in zip([Decimal(0)] + power, power + [Decimal(0)])]
        power[0] += newton[k]
    return power


def sine():
    """sin(pi/2 t) / t in each part as c0 - x (c1 + x (c2 - x (c3 + x (c4 - x c5)))), x in [0, 1) the share of the part; of the first an even polynomial."""
    terms, entries = series(), []
    for part in range(PARTS):
        if part == 0:
            even = interpolate(lambda s: evaluate(terms, s / PARTS ** 2), 3)
            fit = [even[0], Decimal(0), even[1], Decimal(0), even[2], Decimal(0)]
        else:
            fit = interpolate(lambda x: evaluate(terms, ((part + x) / PARTS) ** 2), DEGREE + 1)
        scaled = [round(sign * c * (1 << (UNIT if k < 3 else UNIT - 4))) for k, (sign, c) in enumerate(zip((1, -1, -1, 1, 1, -1), fit))]
        assert all(0 <= c < 1 << bits for c, bits in zip(scaled, (63, 54, 46, 32, 24, 18))), (part, scaled)
        entries.append(scaled)
    words = [[c[0] >> 32, c[0] & 0xFFFFFFFF, c[1] >> 22, c[1] & 0x3FFFFF, c[2] >> 14, (c[2] & 0x3FFF) << 18 | c[5], c[3], c[4]] for c in entries]
    return [line for k in range(8) for line in array(f"DOUBLE_SINE_{k}", [w[k] for w in words])]


def reduction():
    """For each eighth of an exponent field E, 2/pi * 2^(E - 1075) modulo 4 with 190 bits behind the point: Payne and Hanek's windows, lowest word first."""
    two_over_pi = (1 << 2801) // pi(1400)  # with 1400 bits behind the point
    windows = [((two_over_pi << 8 * k) >> 1400 + 1075 - 190) % (1 << 192) for k in range(FIRST_WINDOW, 256)]
    return [line for k in range(6) for line in array(f"DOUBLE_TWO_OVER_PI_{k}", [w >> 32 * k & 0xFFFFFFFF for w in windows])]


def lines():
    """The lines of C that define them."""
    return sine() + reduction()
