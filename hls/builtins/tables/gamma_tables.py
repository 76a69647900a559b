# SPDX-License-Identifier: Apache-2.0
"""The tables of lgamma and tgamma: polynomials of log(gamma) and of the logarithm of the sine, from which both come."""
import math

from polynomials import SAMPLES, Table, array

# Of the float table's intervals: from 2^-1 to 2^6, PARTS in each octave; then as many of m log(m) - m for m in [1, 2).
FIRST_EXPONENT, OCTAVES, PARTS, BITS = -1, 7, 32, 24
UNIT = 1 << 30
FLAT = 1 << 25  # what is added to the first coefficient, which is negative at first


def power_basis(f, degree, at):
    """The polynomial through f at Chebyshev's points of [0, 1), its coefficients in the numbers that at() makes."""
    xs = [at(0.5 + 0.5 * math.cos(math.pi * (2 * k + 1) / (2 * degree + 2))) for k in range(degree + 1)]
    newton = [f(x) for x in xs]
    for level in range(1, degree + 1):
        for k in range(degree, level - 1, -1):
            newton[k] = (newton[k] - newton[k - 1]) / (xs[k] - xs[k - level])
    power = [newton[degree]]
    for k in range(degree - 1, -1, -1):  # times (x - xs[k]), plus newton[k]
        power = [a - b * xs[k] for a, b in zip([at(0)] + power, power + [at(0)])]
        power[0] += newton[k]
    return power


def entry(f):
    """Four words of one interval, f over [0, 1) in it:

    c0 + ((c1 + ((c2 - (c3 * t >> 18)) * t >> 18)) * d >> 24) - (FLAT * d >> 24), d of 24 bits, t its first 18

    Before a zero, at the interval's end, d counts from there, and c3 is added.
    """
    back = abs(f(1.0)) < 1e-30
    g = (lambda x: f(1 - x)) if back else f
    zero = abs(g(0.0)) < 1e-30
    sign = 1 if back else -1
    power = [0.0] + power_basis(lambda x: g(x) / x * UNIT, 2, float) if zero else power_basis(lambda x: g(x) * UNIT, 3, float)
    c3, c2, c1 = round(sign * power[3]), round(power[2]), round(power[1]) + FLAT
    assert 0 <= c3 < 1 << 19 and 0 <= c2 < 1 << 26 and 0 <= c1 < 1 << 35, (power,)
    errors = []
    for k in range(SAMPLES):
        d = min(k << BITS - 5, (1 << BITS) - 1)
        slope = c1 + ((c2 + sign * (c3 * (d >> 6) >> 18)) * (d >> 6) >> 18)
        errors.append(g(d / 2 ** BITS) * UNIT - (slope * d >> BITS) + (FLAT * d >> BITS))
    c0 = round((max(errors) + min(errors)) / 2) if not zero else 0
    return c0 & 0xFFFFFFFF, c1 & 0xFFFFFFFF, c2, c3 | (c1 >> 32) << 19 | (c0 >> 32 & 0xFF) << 24


def log_gamma_table():
    def piece(function, start, size):
        return lambda x: function(start + x * size)
    entries = []
    for octave in range(OCTAVES):
        size = 2.0 ** (FIRST_EXPONENT + octave) / PARTS
        entries += [entry(piece(math.lgamma, (PARTS + part) * size, size)) for part in range(PARTS)]
    entries += [entry(piece(lambda m: m * math.log(m) - m, 1 + part / PARTS, 1 / PARTS)) for part in range(PARTS)]
    return [line for k in range(4) for line in array(f"LOG_GAMMA_{k}", [e[k] for e in entries])]


def sine_loss(x):
    """-log(sin(pi y) / (pi y)) for y = x/2 up to the half."""
    return -math.log(math.sin(math.pi * x / 2) / (math.pi * x / 2)) if x else 0.0


def lines():
    """The lines of C that define them."""
    tables = [Table("SINE_LOSS", sine_loss, 128, 18, 1, 1), Table("SHORT_RECIPROCAL", lambda x: 1 / (1 + x), 128, 18, -1, -1)]
    return [line for table in tables for line in table.text()] + log_gamma_table()
