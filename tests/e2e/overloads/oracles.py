# SPDX-License-Identifier: Apache-2.0
"""What each built-in function must give: ORACLES has an entry for every name, which says what results are right.

An oracle gets a `Call` (the types of result and operands, whether the overload is of vectors) and one operand of each argument: an int, or an mpfr
that is exact. For functions of whole vectors (WHOLE) operands are lists. It gives the exact result, SKIPPED where the standard leaves the result
open, or a tuple of results of which each is right. Results of float types are rounded by the comparison; `ulps` is the error allowed.
Sections are those of the OpenCL C 3.0 specification.
"""
import os
import re
from dataclasses import dataclass

import gmpy2
from gmpy2 import mpfr

from formats import TYPES
from math_functions import *
from math_functions import SKIPPED



@dataclass
class Call:
    result: object  # types of formats.py, of a lane
    operands: list
    is_vector: bool
    mode: str = ""


@dataclass
class Oracle:
    """`allowed`: units in the last place, a number or {type: number}; or a function of call, operands and exact result that gives an absolute error."""
    value: object
    allowed: object = 0
    whole: bool = False  # operands and result are lists of lanes
    second: object = None  # for functions that also write through a pointer: the oracle of what they write


def limits():
    """{function: {type: units in the last place}} of tests/golden/accuracy/functions.def."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../golden/accuracy/functions.def")
    with open(path) as file:
        rows = re.findall(r"^(?:UNARY|BINARY|INTEGER)\((\w+), ([\d.]+), ([\d.]+)\)", file.read(), flags=re.M)
    return {name: {"float": float(full), "double": float(full), "half": float(half)} for name, full, half in rows}


# Integer functions (6.15.3)

def high_product(call, a, b):
    return a * b >> call.operands[0].bits


def rotate(call, a, n):
    t = call.result
    a, n = a % (1 << t.bits), n % t.bits
    return t.wrap(a << n | a >> (t.bits - n))


def clz(call, a):
    return call.result.bits - (a % (1 << call.result.bits)).bit_length()


def in_24_bits(call, *values):
    limit = 1 << (23 if call.result.signed else 24)
    return all((-limit if call.result.signed else 0) <= v < limit for v in values)


def mul24(call, a, b, c=0):
    return call.result.wrap(a * b + c) if in_24_bits(call, a, b) else SKIPPED


def choose(call, x, low, high):  # clamp
    if call.result.is_float:
        if isnan(x, low, high) or low > high:
            return SKIPPED
        return low if x < low else high if x > high else tuple(v for v in (x, low, high) if v == x)  # either zero
    return SKIPPED if low > high else min(max(x, low), high)


# Relational functions (6.15.6)

def relation(holds):
    def value(call, *operands):
        return (-1 if call.is_vector else 1) if holds(call, *operands) else 0
    return Oracle(value)


def isnormal(call, x):
    return gmpy2.is_finite(x) and abs(x) >= mpfr(2) ** (call.operands[0].least_exponent - 1)


def bitselect(call, a, b, c):
    x, y, mask = (bits_of(kind, v) for kind, v in zip(call.operands, (a, b, c)))
    if call.result.is_float and isnan(a, b, c):
        return SKIPPED  # Python's NaN has lost its bits
    return from_bits(call.result, x & ~mask | y & mask)


def select(call, a, b, c):
    return b if (c < 0 or (not call.operands[2].signed and c >> call.operands[2].bits - 1) if call.is_vector else c != 0) else a


# Conversions (6.4.3)

def convert(call, x):
    to, mode = call.result, call.mode
    saturates = mode.startswith("sat")
    rounding = mode[-3:] if mode[-3:] in ("rte", "rtz", "rtp", "rtn") else ("rte" if to.is_float else "rtz")
    if to.is_float:
        return Rounded(to.round(x, rounding))
    if isinstance(x, int):
        return to.saturate(x) if saturates else to.wrap(x)
    if isnan(x):
        return 0 if saturates else SKIPPED
    if isinf(x):
        return to.saturate(1 << 70) if saturates and x > 0 else to.saturate(-1 << 70) if saturates else SKIPPED
    whole = int({"rtz": gmpy2.trunc, "rtp": gmpy2.ceil, "rtn": gmpy2.floor, "rte": gmpy2.rint}[rounding](x))
    return to.saturate(whole) if saturates else whole if to.least <= whole <= to.most else SKIPPED


class Rounded(float):
    """A result that has its rounding already, and is right alone."""


# Geometric functions (6.15.5)

def products(call, x, y):
    return sum((a * b for a, b in zip(x, y)), ZERO)


def dot(call, x, y):
    return products(call, x, y) if finite(call, *x, *y) else SKIPPED


def length(call, x):
    return gmpy2.sqrt(products(call, x, x)) if finite(call, *x) else SKIPPED


def distance(call, x, y):
    return length(call, [a - b for a, b in zip(x, y)]) if finite(call, *x, *y) else SKIPPED


def cross(call, x, y):
    if not finite(call, *x[:3], *y[:3]):
        return [SKIPPED] * len(x)
    result = [x[i] * y[j] - x[j] * y[i] for i, j in ((1, 2), (2, 0), (0, 1))]
    return result + [ZERO] * (len(x) - 3)


def normalize(call, x):
    size = length(call, x)
    if size is SKIPPED or size == 0:
        return [SKIPPED] * len(x)
    return [v / size for v in x]


def shuffle(call, *operands):
    *sources, mask = operands
    lanes = [v for source in sources for v in source]
    return [lanes[m % len(lanes)] for m in mask]


def truth(combine):
    return Oracle(lambda call, x: int(combine(v < 0 for v in x)), whole=True)


ULPS = limits()
MATH = {
    "acos": gmpy2.acos, "acosh": gmpy2.acosh, "asin": gmpy2.asin, "asinh": gmpy2.asinh, "atan": gmpy2.atan, "atanh": gmpy2.atanh, "cbrt": gmpy2.cbrt,
    "cos": gmpy2.cos, "cosh": gmpy2.cosh, "erf": gmpy2.erf, "erfc": gmpy2.erfc, "exp": gmpy2.exp, "exp2": gmpy2.exp2, "exp10": gmpy2.exp10,
    "expm1": gmpy2.expm1, "log": gmpy2.log, "log2": gmpy2.log2, "log10": gmpy2.log10, "log1p": gmpy2.log1p, "sin": gmpy2.sin, "sinh": gmpy2.sinh,
    "sqrt": gmpy2.sqrt, "tan": gmpy2.tan, "tanh": gmpy2.tanh, "ceil": gmpy2.ceil, "floor": gmpy2.floor, "rint": gmpy2.rint,
    "round": gmpy2.round_away, "trunc": gmpy2.trunc,
    "rsqrt": lambda x: NAN if x < 0 else with_sign(INF, x) if x == 0 else 1 / gmpy2.sqrt(x),
}
ORACLES = {name: Oracle(unary(function), ULPS[name]) for name, function in MATH.items()}
ORACLES |= {name: Oracle(function, ULPS[name]) for name, function in {
    "acospi": of_pi(gmpy2.acos), "asinpi": of_pi(gmpy2.asin), "atanpi": of_pi(gmpy2.atan), "atan2pi": of_pi(gmpy2.atan2), "sinpi": sinpi,
    "cospi": cospi, "tanpi": tanpi, "atan2": lambda call, y, x: gmpy2.atan2(y, x), "fmod": fmod, "hypot": lambda call, x, y: gmpy2.hypot(x, y),
    "pow": lambda call, x, y: x ** y, "powr": powr, "pown": pow_integer, "rootn": rootn, "remainder": lambda *a: remainder_of(*a)[0], "fmax": fmax,
    "fmin": fmin, "maxmag": maxmag, "minmag": minmag, "fdim": fdim, "nextafter": nextafter, "tgamma": tgamma, "logb": logb, "ilogb": ilogb,
    "ldexp": ldexp}.items()}

for name, functions in {
        "fract": (fract, 0, lambda call, x: gmpy2.floor(x), 0), "modf": (modf, 0, lambda call, x: gmpy2.trunc(x), 0),
        "frexp": (frexp, 0, frexp_exponent, 0), "sincos": (unary(gmpy2.sin), ULPS["sin"], unary(gmpy2.cos), ULPS["cos"]),
        "remquo": (lambda *a: remainder_of(*a)[0], 0, lambda *a: remainder_of(*a)[1], 0)}.items():
    value, allowed, second, second_allowed = functions
    ORACLES[name] = Oracle(value, allowed, second=Oracle(second, second_allowed))


def of_size(bits):
    """An error relative to the result, or to 1 where that is larger."""
    return lambda call, operands, want: (1 + abs(want)) * mpfr(2) ** -bits[call.result.name]


# 7.4 leaves the error of lgamma to the implementation.
LGAMMA = of_size({"float": 18, "double": 45, "half": 8})
ORACLES |= {"lgamma": Oracle(lgamma, LGAMMA), "lgamma_r": Oracle(lgamma, LGAMMA, second=Oracle(lgamma_sign))}


# Half and native functions: 8,192 units; what docs/toolchain.md states.

def within(holds, function):
    return lambda call, *x: function(call, *x) if all(map(gmpy2.is_finite, x)) and holds(*x) else SKIPPED


def normal_result(function):
    def value(call, *x):
        result = function(call, *x)
        return result if result is SKIPPED or isnan(result) or mpfr(2) ** -120 < abs(result) < mpfr(2) ** 120 else SKIPPED
    return value


def relative(bits):
    return lambda call, operands, want: abs(want) * mpfr(2) ** -bits


POSITIVE = lambda x: x >= mpfr(2) ** -126
NORMAL = lambda *x: all(mpfr(2) ** -126 <= abs(v) for v in x)
for name in ("exp", "exp2", "exp10", "log", "log2", "log10", "sin", "cos", "tan", "sqrt", "rsqrt"):
    trigonometric = name in ("sin", "cos", "tan")
    function = unary(MATH[name])
    holds = (lambda x: abs(x) <= 65536) if trigonometric else (lambda x: True) if name.startswith("exp") else POSITIVE
    ORACLES["half_" + name] = Oracle(normal_result(within(holds, function)), 8192)
    holds = (lambda x: abs(x) <= 1023) if trigonometric else holds
    native = (lambda call, operands, want: mpfr(2) ** -18 * (1 + want * want)) if trigonometric else (
        lambda call, operands, want: mpfr(2) ** -20 + abs(want) * mpfr(2) ** -22) if name.startswith("log") else relative(20)
    ORACLES["native_" + name] = Oracle(normal_result(within(holds, function)) if not trigonometric else within(holds, function), native)
for prefix, allowed in (("half_", 8192), ("native_", relative(20))):
    ORACLES[prefix + "divide"] = Oracle(normal_result(within(NORMAL, lambda call, x, y: x / y)), allowed)
    ORACLES[prefix + "recip"] = Oracle(normal_result(within(NORMAL, lambda call, x: 1 / x)), allowed)
    ORACLES[prefix + "powr"] = Oracle(
        normal_result(within(lambda x, y: POSITIVE(x) and abs(y * gmpy2.log2(x)) < 60, lambda call, x, y: x ** y)),
        allowed if prefix == "half_" else relative(13))


# Common and geometric functions with the errors of 7.4, which for sums are absolute.

def epsilon(call):
    return mpfr(2) ** (1 - call.result.digits)


def largest_product(operands):
    return max(abs(v) for v in operands[0]) * max(abs(v) for v in operands[-1])


def lanes(scale):
    """Units in the last place for a vector of n lanes."""
    def allowed(call, operands, want):
        exponent = gmpy2.frexp(want)[0] if want != 0 else call.result.least_exponent
        return scale(len(operands[0])) * mpfr(2) ** (max(exponent, call.result.least_exponent) - call.result.digits)
    return allowed


def of_distance(scale):
    """The difference is rounded first, and where it nearly cancels the error is that of the operands."""
    return lambda call, operands, want: lanes(scale)(call, operands, want) + epsilon(call) * max(
        abs(v) for operand in operands for v in operand)


SMOOTH = lambda call, operands, want: mpfr("1e-5") if call.result.name != "half" else mpfr("1e-2")
MIX = lambda call, operands, want: mpfr("1e-3") + 4 * epsilon(call) * max(abs(v) for v in operands) * (1 + abs(operands[-1]))
ORACLES |= {
    "degrees": Oracle(lambda call, x: x * 180 / PI, 2), "radians": Oracle(lambda call, x: x * PI / 180, 2), "sign": Oracle(sign), "step": Oracle(step),
    "smoothstep": Oracle(smoothstep, SMOOTH), "mix": Oracle(mix, MIX), "clamp": Oracle(choose), "max": Oracle(ordered(max)), "min": Oracle(ordered(min)),
    "fma": Oracle(fma, 0.5), "mad": Oracle(mad, 0.5), "copysign": Oracle(lambda call, x, y: with_sign(x, y) if not isnan(x, y) else SKIPPED),
    "fabs": Oracle(lambda call, x: abs(x)), "nan": Oracle(lambda call, x: NAN),
    "dot": Oracle(dot, lambda call, operands, want: largest_product(operands) * (2 * len(operands[0]) - 1) * epsilon(call), whole=True),
    "cross": Oracle(cross, lambda call, operands, want: largest_product(operands) * 3 * epsilon(call), whole=True),
    "length": Oracle(length, lanes(lambda n: 2.75 + 0.5 * n), whole=True), "distance": Oracle(distance, of_distance(lambda n: 2.5 + 2 * n), whole=True),
    "normalize": Oracle(normalize, lanes(lambda n: 2 + n), whole=True), "fast_length": Oracle(length, lanes(lambda n: 8191 + n), whole=True),
    "fast_distance": Oracle(distance, of_distance(lambda n: 8191 + 2 * n), whole=True),
    "fast_normalize": Oracle(normalize, lanes(lambda n: 8192 + n), whole=True),
}

# Integer functions.
ORACLES |= {name: Oracle(value) for name, value in {
    "abs": lambda call, a: abs(a), "abs_diff": lambda call, a, b: abs(a - b), "add_sat": lambda call, a, b: call.result.saturate(a + b),
    "sub_sat": lambda call, a, b: call.result.saturate(a - b), "hadd": lambda call, a, b: a + b >> 1, "rhadd": lambda call, a, b: a + b + 1 >> 1,
    "clz": clz, "mad_hi": lambda call, a, b, c: call.result.wrap(high_product(call, a, b) + c), "mul_hi": high_product,
    "mad_sat": lambda call, a, b, c: call.result.saturate(a * b + c), "rotate": rotate, "popcount": lambda call, a: bin(a % (1 << call.result.bits)).count("1"),
    "mul24": mul24, "mad24": mul24, "upsample": lambda call, a, b: call.result.wrap(a << call.operands[0].bits | b)}.items()}

# Relational functions.
ORACLES |= {name: relation(holds) for name, holds in {
    "isequal": lambda call, x, y: x == y, "isnotequal": lambda call, x, y: x != y, "isgreater": lambda call, x, y: x > y,
    "isgreaterequal": lambda call, x, y: x >= y, "isless": lambda call, x, y: x < y, "islessequal": lambda call, x, y: x <= y,
    "islessgreater": lambda call, x, y: x < y or x > y, "isfinite": lambda call, x: gmpy2.is_finite(x), "isinf": lambda call, x: isinf(x),
    "isnan": lambda call, x: isnan(x), "isnormal": isnormal, "isordered": lambda call, x, y: not isnan(x, y),
    "isunordered": lambda call, x, y: isnan(x, y), "signbit": lambda call, x: signed(x) if not isnan(x) else False}.items()}
ORACLES |= {"any": truth(any), "all": truth(all), "bitselect": Oracle(bitselect), "select": Oracle(select), "shuffle": Oracle(shuffle, whole=True),
            "shuffle2": Oracle(shuffle, whole=True), "convert": Oracle(convert)}
