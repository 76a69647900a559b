# SPDX-License-Identifier: Apache-2.0
"""The number types of OpenCL C, their operands with special values, and rounding to them."""
import random

import gmpy2
import numpy

LANES = 48  # a multiple of every vector width
EXACT = gmpy2.context(precision=240)  # wide enough for what is rounded once afterwards
MODES = {"rte": gmpy2.RoundToNearest, "rtz": gmpy2.RoundToZero, "rtp": gmpy2.RoundUp, "rtn": gmpy2.RoundDown}


class Integer:
    is_float = False

    def __init__(self, name, bits, signed):
        self.name, self.bits, self.signed = name, bits, signed
        self.numpy = numpy.dtype(f"{'i' if signed else 'u'}{bits // 8}")
        self.least = -(1 << bits - 1) if signed else 0
        self.most = self.least + (1 << bits) - 1

    def wrap(self, value):
        return (value - self.least) % (1 << self.bits) + self.least

    def saturate(self, value):
        return min(max(value, self.least), self.most)

    def operands(self, seed):
        source = random.Random(f"{self.name} {seed}")
        special = [0, 1, 2, 3, 7, self.bits - 1, self.bits, self.most, self.most - 1, self.least, self.least + 1, -1, -2, 1 << self.bits // 2]
        some = [source.getrandbits(self.bits) >> source.randrange(self.bits) for _ in range(LANES - len(special))]
        values = [self.wrap(v) for v in special + some]
        if seed:
            source.shuffle(values)
        return numpy.array(values, self.numpy)


class Float:
    is_float = True

    def __init__(self, name, bits, digits, most_exponent):
        self.name, self.bits, self.digits = name, bits, digits
        self.numpy = numpy.dtype(f"f{bits // 8}")
        self.least_exponent = 3 - most_exponent  # of a normal number written as 0.1… · 2^exponent
        self.most = float((2 - 2.0 ** (1 - digits)) * 2.0 ** (most_exponent - 1))
        self.contexts = {mode: gmpy2.context(precision=digits, emax=most_exponent, emin=4 - most_exponent - digits, subnormalize=True, round=code)
                         for mode, code in MODES.items()}

    def round(self, value, mode="rte"):
        """The number of this format for an exact value."""
        with gmpy2.local_context(self.contexts[mode]):
            return float(gmpy2.mpfr(value))

    def ulps(self, got, want):
        """The error of a result in units in the last place of the exact value; infinite for the wrong kind of result."""
        wrong = float("inf")
        if gmpy2.is_nan(want) or got != got:
            return 0 if gmpy2.is_nan(want) and got != got else wrong
        if want == 0 and got == 0:
            return 0 if gmpy2.is_signed(want) == gmpy2.is_signed(gmpy2.mpfr(got)) else wrong
        nearest = self.round(want)
        if abs(nearest) == float("inf") or abs(got) == float("inf"):
            near_overflow = abs(want) > 0.9999 * self.most and (got > 0) == (want > 0)
            return 0 if nearest == got or near_overflow else wrong
        exponent = gmpy2.frexp(want)[0] if want != 0 else self.least_exponent
        unit = max(exponent, self.least_exponent) - self.digits
        return float(abs(gmpy2.mpfr(got) - want) / gmpy2.exp2(unit))

    def operands(self, seed):
        source = random.Random(f"{self.name} {seed}")
        tiny, normal = 2.0 ** (self.least_exponent - self.digits), 2.0 ** (self.least_exponent - 1)
        special = [0.0, -0.0, 1.0, -1.0, float("inf"), float("-inf"), float("nan"), tiny, -tiny, normal - tiny, normal, -normal, self.most, -self.most,
                   0.5, -0.5, 1.5, 2.5, -2.5, 2.0, 3.0, -3.0, 10.0, 1 + 2.0 ** (1 - self.digits), 1 - 2.0 ** -self.digits]
        some = [source.uniform(-1, 1) if i % 3 == 0 else source.uniform(-40, 40) if i % 3 == 1 else
                source.uniform(-1, 1) * 2.0 ** source.randrange(self.least_exponent - 5, -self.least_exponent) for i in range(LANES - len(special))]
        values = [v if v != v else self.round(gmpy2.mpfr(v, 60)) for v in special + some]
        if seed:
            source.shuffle(values)
        return numpy.array(values, self.numpy)


TYPES = {t.name: t for t in (
    *(Integer(sign + name, bits, not sign) for name, bits in (("char", 8), ("short", 16), ("int", 32), ("long", 64)) for sign in ("", "u")),
    Float("half", 16, 11, 16), Float("float", 32, 24, 128), Float("double", 64, 53, 1024))}


def exact(value):
    """A value of an array as the oracles take it: an int, or an mpfr, which keeps zeros' signs."""
    return int(value) if isinstance(value, numpy.integer) else gmpy2.mpfr(float(value), 53)
