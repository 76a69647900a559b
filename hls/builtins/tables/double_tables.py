# SPDX-License-Identifier: Apache-2.0
"""The tables of the functions of double."""
from decimal import Decimal, getcontext

from polynomials import Table, array

getcontext().prec = 50
LOGARITHM_HALVED = 212  # of 512 parts of a mantissa's fraction
SECOND_MIDDLE = 32


def exponential(name, sign, point):
    """e^(±i/512) * 2^point for i/512 below log(2), and zeros, as an operand out of range reads them: the words' high and low halves."""
    values = [round((Decimal(sign * i) / 512).exp() * (1 << point)) for i in range(355)] + [0] * 157
    return array(f"{name}_HIGH", [v >> 32 for v in values]) + array(f"{name}_LOW", [v & 0xFFFFFFFF for v in values])


def logarithms(name, base):
    """For each part of a mantissa a reciprocal R of its middle, R * 2^10, and -log(R) to the base in units of 2^-84, of the half from LOGARITHM_HALVED on;
    R is 1 next to 1. Word 2 and word 1 are the logarithm's high 64 bits, word 0 has R above its low 21."""
    def entry(i):
        reciprocal = 1024 if i == 0 else 512 if i == 511 else round(1024 / (1 + (i + 0.5) / 512))
        value = Decimal(reciprocal) / (1024 if i < LOGARITHM_HALVED else 512)
        return reciprocal, round(-value.ln() / Decimal(base).ln() * (1 << 84)) % (1 << 85)
    entries = [entry(i) for i in range(512)]
    return (array(f"{name}_2", [v >> 53 for r, v in entries]) + array(f"{name}_1", [v >> 21 & 0xFFFFFFFF for r, v in entries])
            + array(f"{name}_0", [r << 21 | v & 0x1FFFFF for r, v in entries]))


def second_logarithms():
    """-log(1 - i / 2^14) in units of 2^-84 for i from -SECOND_MIDDLE to SECOND_MIDDLE, in three words."""
    values = [round(-(1 - Decimal(i) / (1 << 14)).ln() * (1 << 84)) % (1 << 96) for i in range(-SECOND_MIDDLE, SECOND_MIDDLE + 1)]
    result = [f"#define SECOND_LOGARITHM_MIDDLE {SECOND_MIDDLE}"]
    for suffix, shift in ("HIGH", 64), ("MID", 32), ("LOW", 0):
        result += array(f"SECOND_LOGARITHM_{suffix}", [v >> shift & 0xFFFFFFFF for v in values])
    return result


def inverse_root():
    """1/sqrt(s) for s in [1, 2) and [2, 4), 256 parts each: 21 bits at a part's start * 2^21, and 11 of what it falls by to the next * 2^20. A line
    midway between the curve and its chord."""
    words = []
    for i in range(512):
        start, width = (1 + Decimal(i) / 256, Decimal(1) / 256) if i < 256 else (Decimal(i) / 128, Decimal(1) / 128)
        left, middle, right = (1 / (start + width * k / 2).sqrt() for k in range(3))
        fall = min(round((left - right) * (1 << 20)), (1 << 11) - 1)
        base = min(round((left - ((left + right) / 2 - middle) / 2) * (1 << 21)), (1 << 21) - 1)
        words.append(base << 11 | fall)
    return array("INVERSE_ROOT", words)


def inverse_cube_root(share):
    """t^(-1/3) for t in [1, 16), of which a quarter of the shares are an octave each."""
    octave = int(4 * share)
    return ((1 + 4 * share - octave) * 2 ** octave) ** (-1 / 3)


def lines():
    """The lines of C that define them."""
    result = exponential("EXPONENTIAL", 1, 62) + exponential("EXPONENTIAL_DOWN", -1, 63) + [f"#define LOGARITHM_HALVED {LOGARITHM_HALVED}"]
    for name, base in ("LOGARITHM", Decimal(1).exp()), ("LOGARITHM2", 2), ("LOGARITHM10", 10):
        result += logarithms(name, base)
    return result + inverse_root() + second_logarithms() + Table("INVERSE_CUBE_ROOT", inverse_cube_root, 1024, 18, -1, -1).text()
