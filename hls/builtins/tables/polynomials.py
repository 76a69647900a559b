# SPDX-License-Identifier: Apache-2.0
"""Tables of polynomials.

A function is cut into equal parts, in each of which it is a polynomial of degree 2 in the offset d from the part's start (the method of
FloPoCo's FixFunctionByPiecewisePoly). An entry is two words: c0 (value * 2^31 at the start), and c1 of 18 bits above c2 of 14 bits, so that
every product fits an 18-bit multiplier block:

    c0 + sign1 * ((c1 + sign2 * (c2 * d >> SHIFT2)) * d >> SHIFT1)

The polynomial goes through the function at Chebyshev's points; c1 and c2 are rounded, and c0 then centres the error over the part, the
truncation of the products among it.
"""
import math

SAMPLES = 33
ONE = 1 << 31


class Table:
    """f over [0, 1), in `parts` parts of 2^bits values of d each; d is what is left of an argument cut at its last bit."""

    def __init__(self, name, f, parts, bits, sign1, sign2, cut=True, late=None, late_from=None, line=False, signed=False, width=18):
        self.name, self.parts, self.bits, self.sign1, self.sign2 = name, parts, bits, sign1, sign2
        self.width = width  # bits of c1; c2 has the word's rest
        self.signed = signed  # c2 is of two's complement
        self.line = line  # of degree 1: c2 is zero
        self.late = late or sign1  # sign1 from the part late_from on, or from the middle on
        self.late_from = late_from or parts // 2
        self.half = 0.5 if cut else 0.0  # what the bits below d are on average
        self.f = f
        fits = [self.fit(part) for part in range(parts)]
        self.shift1 = self.largest([abs(b) for a, b, c in fits], width, bits)
        self.shift2 = self.largest([abs(c) * 2.0 ** (self.shift1 - bits) for a, b, c in fits], (31 if signed else 32) - width, bits)
        self.entries = [self.entry(part, *fit) for part, fit in enumerate(fits)]

    def at(self, part, x):
        """The value wanted, in units of c0, a share x into the part."""
        return self.f((part + x) / self.parts) * ONE

    def sign(self, part):
        return self.sign1 if part < self.late_from else self.late

    @staticmethod
    def largest(amplitudes, width, bits):
        """The greatest shift for which amplitude * 2^(shift - bits) stays below 2^width."""
        most = max(max(amplitudes), 2.0 ** -20)
        shift = bits + width - 1 - math.floor(math.log2(most * 1.0001))
        return min(shift, 31 if bits <= 14 else bits + width - 5)

    def fit(self, part):
        """The polynomial's coefficients in the share x."""
        if self.line:
            xs = [0.5 - 0.5 / math.sqrt(2), 0.5 + 0.5 / math.sqrt(2)]
            slope = (self.at(part, xs[1]) - self.at(part, xs[0])) / (xs[1] - xs[0])
            return self.at(part, xs[0]) - slope * xs[0], slope, 0.0
        xs = [0.5 + 0.5 * math.cos(math.pi * (2 * k + 1) / 6) for k in range(3)]
        ys = [self.at(part, x) for x in xs]
        slope01 = (ys[1] - ys[0]) / (xs[1] - xs[0])
        slope12 = (ys[2] - ys[1]) / (xs[2] - xs[1])
        c = (slope12 - slope01) / (xs[2] - xs[0])
        b = slope01 - c * (xs[0] + xs[1])
        return ys[0] - b * xs[0] - c * xs[0] ** 2, b, c

    def entry(self, part, a, b, c):
        sign1 = self.sign(part)
        unit1, unit2 = 2.0 ** (self.shift1 - self.bits), 2.0 ** (self.shift2 - self.bits)
        rest = 32 - self.width
        c2 = min(max(round(c * sign1 * self.sign2 * unit1 * unit2), -(1 << rest - 1) if self.signed else 0), (1 << rest) - 1)
        rounded = c2 * sign1 * self.sign2 / unit1 / unit2
        c1 = min(max(round((b + c - rounded) * sign1 * unit1), 0), (1 << self.width) - 1)
        errors, least = [], 0
        for k in range(SAMPLES):
            d = min(k << self.bits >> (SAMPLES - 1).bit_length() - 1, (1 << self.bits) - 1)
            slope = c1 + self.sign2 * (c2 * d >> self.shift2)
            assert 0 <= slope < 1 << self.width, (self.name, part)
            errors.append(self.at(part, (d + self.half) / 2 ** self.bits) - sign1 * (slope * d >> self.shift1))
            least = max(least, -sign1 * (slope * d >> self.shift1))  # or the value would fall below zero
        c0 = min(max(round((max(errors) + min(errors)) / 2), least), (1 << 32) - 1)
        return c0, c1 << rest | c2 & (1 << rest) - 1

    def text(self):
        lines = [f"// {self.parts} parts of 2^{self.bits} values.", f"#define {self.name}_SHIFT1 {self.shift1}", f"#define {self.name}_SHIFT2 {self.shift2}"]
        for suffix, k in ("BASE", 0), ("SLOPE", 1):
            lines += array(f"{self.name}_{suffix}", [entry[k] for entry in self.entries])
        return lines


class FineTable:
    """The same of degree 3, for f over 512 parts of 2^14 values, falling less and less, with c0 = value * 2^35:

    c0 - ((c1 - ((c2 - (c3 * d >> SHIFT3)) * d >> SHIFT2)) * d >> SHIFT1)

    c0 of 36 bits is in the first word and the high 4 bits of the second, c1 of 28 bits below them, c2 of 18 above c3 of 14 in the third.
    """
    PARTS, BITS, WIDTHS = 512, 14, (28, 18, 14)

    def __init__(self, name, f):
        self.name, self.f = name, f
        fits = [self.fit(part) for part in range(self.PARTS)]
        self.shifts, scale = [], 1.0
        for k, width in enumerate(self.WIDTHS):
            amplitude = max(abs(fit[k + 1]) for fit in fits) * scale
            self.shifts.append(min(self.BITS + width - 1 - math.floor(math.log2(amplitude * 1.0001)), 36 if k == 0 else 31))
            scale *= 2.0 ** (self.shifts[-1] - self.BITS)
        self.entries = [self.entry(part, fit) for part, fit in enumerate(fits)]

    def at(self, part, x):
        return self.f((part + x) / self.PARTS) * (1 << 35)

    def fit(self, part):
        xs = [0.5 + 0.5 * math.cos(math.pi * (2 * k + 1) / 8) for k in range(4)]
        newton = [self.at(part, x) for x in xs]
        for level in range(1, 4):
            for k in range(3, level - 1, -1):
                newton[k] = (newton[k] - newton[k - 1]) / (xs[k] - xs[k - level])
        power = [newton[3]]
        for k in (2, 1, 0):  # times (x - xs[k]), plus newton[k]
            power = [a - b * xs[k] for a, b in zip([0.0] + power, power + [0.0])]
            power[0] += newton[k]
        return power

    def entry(self, part, fit):
        units, scale = [], 1.0
        for shift in self.shifts:
            scale *= 2.0 ** (shift - self.BITS)
            units.append(scale)
        c3 = round(-fit[3] * units[2])
        c2 = round((fit[2] + 1.5 * (fit[3] + c3 / units[2])) * units[1])
        c1 = round(-(fit[1] + (fit[2] - c2 / units[1]) - 0.5625 * (fit[3] + c3 / units[2])) * units[0])
        assert 0 <= c3 < 1 << 14 and 0 <= c2 < 1 << 18 and 0 <= c1 < 1 << 28, (self.name, part)
        errors = []
        for k in range(SAMPLES):
            d = min(k << self.BITS - 5, (1 << self.BITS) - 1)
            slope = c1 - ((c2 - (c3 * d >> self.shifts[2])) * d >> self.shifts[1])
            errors.append(self.at(part, d / 2 ** self.BITS) + (slope * d >> self.shifts[0]))
        c0 = round((max(errors) + min(errors)) / 2)
        return c0 & 0xFFFFFFFF, c0 >> 32 << 28 | c1, c2 << 14 | c3

    def text(self):
        lines = [f"#define {self.name}_SHIFT{k + 1} {shift}" for k, shift in enumerate(self.shifts)]
        for k in range(3):
            lines += array(f"{self.name}_{k}", [entry[k] for entry in self.entries])
        return lines


def array(name, words):
    rows = [", ".join(f"{word:#010x}" for word in words[i:i + 10]) for i in range(0, len(words), 10)]
    return [f"static __constant uint {name}[{len(words)}] = {{", ",\n".join("  " + row for row in rows), "};"]
