# SPDX-License-Identifier: Apache-2.0
"""The exact results of the math and common functions of a lane, as oracles.py takes them. Sections are those of the OpenCL C 3.0 specification."""
import gmpy2
import numpy
from gmpy2 import mpfr

from formats import EXACT

gmpy2.set_context(EXACT)
SKIPPED = object()  # the standard leaves the result open
NAN, INF, ZERO = mpfr("nan"), mpfr("inf"), mpfr(0)
PI = gmpy2.const_pi(240)


def isnan(*values):
    return any(gmpy2.is_nan(v) for v in values)


def isinf(x):
    return gmpy2.is_infinite(x)


def signed(x):
    return gmpy2.is_signed(x)


def with_sign(magnitude, x):
    return -abs(magnitude) if signed(x) else abs(magnitude)


def bits_of(kind, x):
    if not kind.is_float:
        return x % (1 << kind.bits)
    return int(numpy.array(float(x), kind.numpy).view(f"u{kind.bits // 8}"))


def from_bits(kind, bits):
    if not kind.is_float:
        return kind.wrap(bits)
    return mpfr(float(numpy.array(bits, f"u{kind.bits // 8}").view(kind.numpy)))


# Math functions (6.15.2), edge cases of 7.5.1

def unary(function):
    return lambda call, x: function(x)


def of_pi(function):  # acospi…
    return lambda call, *x: function(*x) / PI


def period(x):
    """x less an even number, in [-1, 1]; exact."""
    with gmpy2.local_context(EXACT, precision=2400):
        return x - 2 * gmpy2.rint(x / 2)


def sinpi(call, x):
    if isnan(x) or isinf(x):
        return NAN
    r = period(x)
    if abs(r) > 0.5:
        r = with_sign(1 - abs(r), r)
    return with_sign(ZERO, x) if r == 0 else gmpy2.sin(PI * r)


def cospi(call, x):
    if isnan(x) or isinf(x):
        return NAN
    r = abs(period(x))
    return ZERO if r == 0.5 else gmpy2.sin(PI * (mpfr("0.5") - r))


def tanpi(call, x):
    if isnan(x) or isinf(x):
        return NAN
    cosine, sine = cospi(call, x), sinpi(call, x)
    if cosine == 0:  # copysign(INFINITY, x) for n + 0.5 with n even, else its negative
        return with_sign(INF, sine)
    if sine == 0:  # copysign(0, x) for even n, copysign(0, -x) for odd n
        return with_sign(ZERO, x if cosine > 0 else -x)
    return sine / cosine


def remainder_of(call, x, y):
    if isnan(x, y) or isinf(x) or y == 0:
        return NAN, SKIPPED
    if isinf(y):
        return x, 0
    with gmpy2.local_context(EXACT, precision=4400):
        quotient = gmpy2.rint(x / y) if abs(x) < abs(y) * mpfr(2) ** 2200 else None
        rest = x - quotient * y
    return with_sign(rest, x) if rest == 0 else mpfr(rest), low_bits(int(quotient))


def low_bits(quotient):
    """Of remquo's quotient at least the sign and seven bits are defined."""
    return lambda got: abs(got) % 128 == abs(quotient) % 128 and (got == 0 or (got < 0) == (quotient < 0))


def fmod(call, x, y):
    if isnan(x, y) or isinf(x) or y == 0:
        return NAN
    if isinf(y):
        return x
    with gmpy2.local_context(EXACT, precision=4400):
        rest = abs(x) - gmpy2.floor(abs(x) / abs(y)) * abs(y)
    return with_sign(mpfr(rest), x)


def fmax(call, x, y):
    return y if isnan(x) else x if isnan(y) else (x, y) if x == y else max(x, y)


def fmin(call, x, y):
    return y if isnan(x) else x if isnan(y) else (x, y) if x == y else min(x, y)


def maxmag(call, x, y):
    return x if abs(x) > abs(y) else y if abs(y) > abs(x) else fmax(call, x, y)


def minmag(call, x, y):
    return x if abs(x) < abs(y) else y if abs(y) < abs(x) else fmin(call, x, y)


def ordered(function):  # max, min: NaN is undefined (6.15.4)
    def value(call, x, y):
        if not call.result.is_float:
            return function(x, y)
        return SKIPPED if isnan(x, y) or isinf(x) or isinf(y) else (x, y) if x == y else function(x, y)
    return value


def fdim(call, x, y):
    return NAN if isnan(x, y) else x - y if x > y else ZERO


def nextafter(call, x, y):
    if isnan(x, y):
        return NAN
    kind = call.result
    if x == y:
        return y
    if x == 0:
        return with_sign(mpfr(2) ** (kind.least_exponent - kind.digits), y)
    return from_bits(kind, bits_of(kind, x) + (1 if (x < y) == (x > 0) else -1))


def powr(call, x, y):
    if x < 0 or isnan(x, y) or (x == 0 and y == 0) or (x == 1 and isinf(y)) or (isinf(x) and y == 0):
        return NAN
    return abs(x) ** y


def rootn(call, x, n):
    if n == 0 or isnan(x) or (x < 0 and n % 2 == 0):
        return NAN
    if x == 0:
        magnitude = INF if n < 0 else ZERO
        return with_sign(magnitude, x) if n % 2 else magnitude
    root = abs(x) ** (mpfr(1) / n)
    return with_sign(root, x) if n % 2 else root


def tgamma(call, x):
    return gmpy2.gamma(x)


def lgamma(call, x):
    return INF if isinf(x) else gmpy2.lgamma(x)[0]


def lgamma_sign(call, x):
    if isnan(x) or isinf(x) or (x <= 0 and x == gmpy2.floor(x)):
        return SKIPPED
    return 1 if x > 0 or int(gmpy2.floor(x)) % 2 == 0 else -1


def fract(call, x):
    if isnan(x):
        return NAN
    if isinf(x) or x == 0:
        return with_sign(ZERO, x)
    part = mpfr(call.result.round(x - gmpy2.floor(x)))
    return min(part, 1 - mpfr(2) ** -call.result.digits)


def modf(call, x):
    return NAN if isnan(x) else with_sign(ZERO if isinf(x) else x - gmpy2.trunc(x), x)


def frexp(call, x):
    return x if isnan(x) or isinf(x) or x == 0 else gmpy2.frexp(x)[1]


def frexp_exponent(call, x):
    return SKIPPED if isnan(x) or isinf(x) else 0 if x == 0 else gmpy2.frexp(x)[0]


def logb(call, x):
    return NAN if isnan(x) else INF if isinf(x) else -INF if x == 0 else mpfr(gmpy2.frexp(x)[0] - 1)


def ilogb(call, x):
    least, most = -(1 << 31), (1 << 31) - 1
    return (least, most) if isnan(x) else most if isinf(x) else (least, -most) if x == 0 else gmpy2.frexp(x)[0] - 1


def ldexp(call, x, n):
    return x if isnan(x) or isinf(x) or x == 0 else x * mpfr(2) ** min(max(n, -5000), 5000)


def fma(call, x, y, z):
    with gmpy2.local_context(EXACT, precision=5000):
        product = x * y
        return product + z


def pow_integer(call, x, n):
    return x ** n


def sign(call, x):
    return ZERO if isnan(x) else x if x == 0 else with_sign(mpfr(1), x)


def step(call, edge, x):
    return SKIPPED if isnan(edge, x) else ZERO if x < edge else mpfr(1)


def finite(call, *values):
    """Whether the operands are of a size with which no intermediate result can overflow or lose digits."""
    kind = call.operands[0]
    least, most = mpfr(2) ** (kind.least_exponent // 4), mpfr(2) ** (-kind.least_exponent // 4)
    return all(gmpy2.is_finite(v) and (v == 0 or least <= abs(v) <= most) for v in values)


def smoothstep(call, low, high, x):
    if not finite(call, low, high, x) or low >= high:
        return SKIPPED
    t = min(max((x - low) / (high - low), ZERO), mpfr(1))
    return t * t * (3 - 2 * t)


def mix(call, x, y, a):
    return x + (y - x) * a if finite(call, x, y, a) else SKIPPED


def mad(call, x, y, z):
    """The product may be rounded (6.15.2.1)."""
    exact = fma(call, x, y, z)
    kind = call.result
    return exact, fma(call, mpfr(kind.round(x * y)), mpfr(1), z)
