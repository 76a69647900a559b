# SPDX-License-Identifier: Apache-2.0
"""The tables of lgamma and tgamma of double: polynomials of log(gamma) over 2^e, and of the logarithm of the sine."""
from decimal import Decimal, getcontext
from fractions import Fraction
from math import comb

from gamma_tables import power_basis
from polynomials import array

getcontext().prec = 50
# From 2^-1 to 2^12, PARTS intervals in each octave; then as many of m log(m) - m for m in [1, 2); two octaves' room is left.
FIRST_EXPONENT, OCTAVES, PARTS, DEGREE = -1, 13, 4, 13
SHORT = 12  # from this coefficient on words of 32 bits
LOSS_PARTS, LOSS_DEGREE, LOSS_SHORT = 32, 7, 4
PI = Decimal("3.14159265358979323846264338327950288419716939937510582")


def bernoulli(count):
    numbers = [Fraction(1)]
    for n in range(1, count):
        numbers.append(-sum(comb(n + 1, k) * numbers[k] for k in range(n)) / (n + 1))
    return numbers


NUMBERS = bernoulli(40)
HALF_LOG_OF_2_PI = (2 * PI).ln() / 2
STIRLING = [Decimal(b.numerator) / Decimal(b.denominator) for b in (NUMBERS[2 * k] / (2 * k * (2 * k - 1)) for k in range(1, 20))]
# Of -log(sin(pi x) / (pi x)): zeta(2k) / k = (2 pi)^2k |B(2k)| / (2 (2k)! k)
ZETA_TERMS = 90


def log_gamma(x):
    """By Stirling's series, from 30 on."""
    product = Decimal(1)
    while x < 30:
        product *= x
        x += 1
    inverse, square = 1 / x, 1 / x / x
    total = (x - Decimal("0.5")) * x.ln() - x + HALF_LOG_OF_2_PI - product.ln()
    for term in STIRLING:
        total += term * inverse
        inverse *= square
    return total


def zeta(s):
    """By Euler and Maclaurin's formula."""
    n = Decimal(20)
    total = sum(Decimal(k) ** -s for k in range(1, 20)) + n ** (1 - s) / (s - 1) + n ** -s / 2
    factor = Decimal(s) * n ** (-s - 1) / 2
    for k in range(1, 18):
        total += Decimal(NUMBERS[2 * k].numerator) / Decimal(NUMBERS[2 * k].denominator) * factor
        factor *= Decimal((s + 2 * k - 1) * (s + 2 * k)) / ((2 * k + 1) * (2 * k + 2)) / n / n
    return total


ZETA = [zeta(2 * k) / k for k in range(1, ZETA_TERMS)]


def sine_loss(x):
    """-log(sin(pi x) / (pi x)) for x of at most 1/2."""
    square, total = x * x, Decimal(0)
    for term in reversed(ZETA):
        total = (total + term) * square
    return total


def words(name, rows, short):
    """Arrays of the coefficients: the low words, the high words of those before `wide`, and the other high words packed in the order of `packs`."""
    wide, packs = (4, [(4, 7), (5, 6), (8, 9, 10, 11)]) if short > 4 else (2, [(2, 3)])
    result = []
    for k in range(len(rows[0])):
        result += array(f"{name}_{k}", [row[k] & 0xFFFFFFFF for row in rows])
        assert k < wide or all(0 <= row[k] < (1 << 52 if k < short else 1 << 32) for row in rows), (name, k)
    for k in range(wide):
        result += array(f"{name}_HIGH_{k}", [row[k] >> 32 & 0xFFFFFFFF for row in rows])
    for pack in packs:
        place, packed = 0, [0] * len(rows)
        for k in pack:
            width = max((row[k] >> 32).bit_length() for row in rows)
            result.append(f"#define {name}_HIGH_OF_{k}(part) ({name}_HIGHS_{pack[0]}[part] >> {place} & {(1 << width) - 1:#x})")
            packed = [p | row[k] >> 32 << place for p, row in zip(packed, rows)]
            place += width
        assert place <= 32, (name, pack, place)
        result += array(f"{name}_HIGHS_{pack[0]}", packed)
    return result


def coefficients(f, degree, units, signs):
    """f over [0, 1) as integers, coefficient k in units of 2^-units[k]."""
    power = power_basis(f, degree, Decimal)
    return [int((sign * a * (1 << unit)).to_integral_value()) for a, unit, sign in zip(power, units, signs)]


def log_gammas():
    """c0 + t (c1 - 1 + t (c2 - t (c3 - t (c4 - …)))), in units of 2^-59."""
    units = [59] * (DEGREE + 1)
    signs = [1, 1] + [(-1) ** k for k in range(2, DEGREE + 1)]
    rows = []
    for octave in range(OCTAVES):
        scale = Decimal(2) ** (FIRST_EXPONENT + octave)
        for part in range(PARTS):
            rows.append(coefficients(lambda t: log_gamma(scale * (1 + (part + t) / PARTS)) / scale, DEGREE, units, signs))
    for part in range(PARTS):
        def large(t):
            m = 1 + (part + t) / PARTS
            return m * m.ln() - m
        rows.append(coefficients(large, DEGREE, units, signs))
    for row in rows:
        row[1] += (1 << 59) + 3  # and what is cut off on average
    assert rows[PARTS][0] == rows[2 * PARTS][0] == 0
    return words("DOUBLE_LOG_GAMMA", rows, SHORT)


def losses():
    """c0 + t (c1 + t (c2 + …)), in units of 2^-56, the short ones of 2^-54."""
    units = [56] * LOSS_SHORT + [54] * (LOSS_DEGREE + 1 - LOSS_SHORT)
    rows = [coefficients(lambda t: sine_loss((part + t) / (2 * LOSS_PARTS)), LOSS_DEGREE, units, [1] * (LOSS_DEGREE + 1)) for part in range(LOSS_PARTS)]
    rows[0][0] = max(rows[0][0], 0)
    return words("DOUBLE_SINE_LOSS", rows, LOSS_SHORT)


def lines():
    """The lines of C that define them."""
    return [f"#define DOUBLE_LOG_GAMMA_LARGE {PARTS * OCTAVES}"] + log_gammas() + losses()
