# SPDX-License-Identifier: Apache-2.0
"""The tables of erf and erfc of double: polynomials of degree 7 in the share s of a part, through the function at Chebyshev's points.

An entry has the coefficients C0 to C7 in units of 2^-61, from C5 on of 2^-60, for C0 - s (C1 - s (C2 - …)), packed into words of 32 bits;
NAME_Ck(part) takes one out. Where a coefficient of a table may be of either sign, 2^NAME_BIASk is added to it; elsewhere NAME_BIASk is 0.
"""
from decimal import Decimal, getcontext

from constants import pi
from polynomials import array

DEGREE = 7
UNIT = 1 << 61
COARSE = 5  # from this coefficient on twice that
PARTS_OF_OCTAVE = 32
LARGEST_ERFC = 28  # erfc of it is zero
ERF_PARTS = 188  # from 188/32 on erf is 1
WIDTHS = (63, 64, 54, 54, 54, 36, 36, 36)  # what the multiplications after them take


def series(x):
    """exp(x^2) erf(x) / x."""
    term = total = Decimal(2)
    k = 1
    while term > Decimal(10) ** -36:
        term *= 2 * x * x / (2 * k + 1)
        total += term
        k += 1
    return total / root_of_pi()


def root_of_pi():
    return (Decimal(pi(160)) / (1 << 160)).sqrt()


def scaled_complement(x):
    """exp(x^2) erfc(x), for larger x from its continued fraction."""
    if x < 2:
        return (x * x).exp() - x * series(x)
    denominator = x
    for k in range(int(640 / (x * x)) + 25, 0, -1):
        denominator = x + Decimal(k) / 2 / denominator
    return 1 / (root_of_pi() * denominator)


def erfc_part(part, s):
    """2^octave exp(a^2) erfc(a) at a = 2^octave (1 + (i + s) / 32) - 1: next to 1 in size."""
    octave, i = divmod(part, PARTS_OF_OCTAVE)
    return scaled_complement((1 + (i + s) / PARTS_OF_OCTAVE) * (1 << octave) - 1) * (1 << octave)


def erf_part(part, s):
    """erf(a) / a at a = (part + s) / 32."""
    a = (part + s) / 32
    return (-a * a).exp() * series(a)


def chebyshev_points():
    """(1 + cos(pi (2k + 1) / 16)) / 2, by halving angles."""
    cosine = Decimal(0)
    result = [cosine]
    while len(result) <= DEGREE:
        halves = [((1 + c) / 2).sqrt() for c in result]
        result = halves + [-c for c in halves]
    return [(1 + c) / 2 for c in result]


def fit(f, part, points):
    """The coefficients of the polynomial in s, by Newton's divided differences."""
    newton = [f(part, s) for s in points]
    for level in range(1, DEGREE + 1):
        for k in range(DEGREE, level - 1, -1):
            newton[k] = (newton[k] - newton[k - 1]) / (points[k] - points[k - level])
    power = [newton[DEGREE]]
    for k in range(DEGREE - 1, -1, -1):  # times (s - points[k]), plus newton[k]
        power = [a - b * points[k] for a, b in zip([Decimal(0)] + power, power + [Decimal(0)])]
        power[0] += newton[k]
    row = [round(c * (-1) ** k * UNIT / (2 if k >= COARSE else 1)) for k, c in enumerate(power)]
    if -64 < row[1] < 0:  # of an even function next to 0
        row[:2] = row[0] - row[1] // 2, 0
    return row


def extent(rows, k):
    """The least and the greatest of Ck - s (Ck+1 - …), which is steep towards no end."""
    def at_end(row):
        return row[k] - sum((-1) ** (j - k - 1) * (2 * row[j] if k < COARSE <= j else row[j]) for j in range(k + 1, DEGREE + 1))
    ends = [end for row in rows for end in (row[k], at_end(row))]
    return min(ends), max(ends)


def packed(name, f, parts):
    """The words of the table and its macros."""
    points = chebyshev_points()
    rows = [fit(f, part, points) for part in range(parts)]
    lines, position, values = [f"#define {name}_PARTS {parts}"], 0, [0] * parts
    for k in range(DEGREE + 1):
        least, most = extent(rows, k)
        bias = max(-least, most).bit_length() if least < 0 else 0
        width = bias + 1 if bias else most.bit_length()
        assert width <= WIDTHS[k], (name, k, width)
        lines.append(f"#define {name}_BIAS{k} {bias}")
        lines.append(f"#define {name}_C{k}(part) ({taken(name, position, width)})")
        for part, row in enumerate(rows):
            values[part] |= row[k] + (1 << bias if bias else 0) << position
        position += width
    for word in range((position + 31) // 32):
        lines += array(f"{name}_{word}", [value >> 32 * word & 0xFFFFFFFF for value in values])
    return lines


def taken(name, position, width):
    """C for `width` bits of an entry from `position` on."""
    terms = []
    for word in range(position // 32, (position + width - 1) // 32 + 1):
        low, high = max(position, 32 * word), min(position + width, 32 * word + 32)
        term = f"(ulong)({name}_{word}[part] >> {low - 32 * word} & {(1 << high - low) - 1:#x})"
        terms.append(f"{term} << {low - position}" if low > position else term)
    return " | ".join(terms)


def lines():
    """The lines of C that define them."""
    getcontext().prec = 50
    octave = LARGEST_ERFC.bit_length() - 1
    last = octave * PARTS_OF_OCTAVE + ((LARGEST_ERFC + 1) * PARTS_OF_OCTAVE >> octave) - PARTS_OF_OCTAVE
    return packed("ERF", erf_part, ERF_PARTS) + packed("ERFC", erfc_part, last + 1)
