// SPDX-License-Identifier: Apache-2.0
// Conversions between floating point and integers, and to a narrower format. libclc's saturating ones lean on undefined behaviour at the
// limits and those with a rounding mode are wrong near them. A conversion to an integer saturates (-fno-strict-float-cast-overflow): it is
// one operator.
#include "builtins.h"

// All widths of a function from one scalar type to another.
#define VECTORS(to, from, name, suffix)                                                                                \
  OVERLOAD PURE to##2 name##2##suffix(from##2 x) { return (to##2)(name##suffix(x.x), name##suffix(x.y)); }             \
  OVERLOAD PURE to##3 name##3##suffix(from##3 x) {                                                                     \
    return (to##3)(name##suffix(x.x), name##suffix(x.y), name##suffix(x.z));                                           \
  }                                                                                                                    \
  OVERLOAD PURE to##4 name##4##suffix(from##4 x) { return (to##4)(name##2##suffix(x.lo), name##2##suffix(x.hi)); }     \
  OVERLOAD PURE to##8 name##8##suffix(from##8 x) { return (to##8)(name##4##suffix(x.lo), name##4##suffix(x.hi)); }     \
  OVERLOAD PURE to##16 name##16##suffix(from##16 x) { return (to##16)(name##8##suffix(x.lo), name##8##suffix(x.hi)); }

#define TO_INTEGER(to, from, suffix, rounded)                                                                          \
  OVERLOAD PURE to convert_##to##_sat##suffix(from x) { return (to)(rounded); }                                        \
  VECTORS(to, from, convert_##to, _sat##suffix)
#define TO_INTEGER_MODES(to, from)                                                                                     \
  TO_INTEGER(to, from, , x)                                                                                            \
  TO_INTEGER(to, from, _rtz, x)                                                                                        \
  TO_INTEGER(to, from, _rte, rint(x))                                                                                  \
  TO_INTEGER(to, from, _rtp, ceil(x))                                                                                  \
  TO_INTEGER(to, from, _rtn, floor(x))
#define TO_INTEGERS(from)                                                                                              \
  TO_INTEGER_MODES(char, from)                                                                                         \
  TO_INTEGER_MODES(uchar, from)                                                                                        \
  TO_INTEGER_MODES(short, from)                                                                                        \
  TO_INTEGER_MODES(ushort, from)                                                                                       \
  TO_INTEGER_MODES(int, from)                                                                                          \
  TO_INTEGER_MODES(uint, from)                                                                                         \
  TO_INTEGER_MODES(long, from)                                                                                         \
  TO_INTEGER_MODES(ulong, from)
TO_INTEGERS(float)
TO_INTEGERS(double)
TO_INTEGERS(half)

// Without _sat: libclc has none of half.
#define FROM_HALF(to, mode, rounded)                                                                                   \
  OVERLOAD PURE to convert_##to##mode(half x) { return (to)(rounded); }                                                \
  VECTORS(to, half, convert_##to, mode)
#define FROM_HALF_MODES(to)                                                                                            \
  FROM_HALF(to, , x)                                                                                                   \
  FROM_HALF(to, _rtz, x)                                                                                               \
  FROM_HALF(to, _rte, rint(x))                                                                                         \
  FROM_HALF(to, _rtp, ceil(x))                                                                                         \
  FROM_HALF(to, _rtn, floor(x))
FROM_HALF_MODES(char)
FROM_HALF_MODES(uchar)
FROM_HALF_MODES(short)
FROM_HALF_MODES(ushort)
FROM_HALF_MODES(int)
FROM_HALF_MODES(uint)
FROM_HALF_MODES(long)
FROM_HALF_MODES(ulong)

// The number next to a magnitude: the leading bits, as many as a significand has, convert exactly; what is below them may take the result
// up by one place.
#define MAGNITUDE(to, bits, digits, type)                                                                              \
  static to OVERLOAD to##Magnitude(type magnitude, bool up) {                                                          \
    int low = max((int)(sizeof(type) * 8) - digits - (int)clz(magnitude), 0);                                          \
    type leading = magnitude >> low << low;                                                                            \
    return as_##to((bits)(as_##bits((to)leading) + (up && leading != magnitude)));                                     \
  }
MAGNITUDE(float, int, 24, uint)
MAGNITUDE(float, int, 24, ulong)
MAGNITUDE(double, long, 53, ulong)
MAGNITUDE(half, short, 11, ushort)
// Beyond 65504 only the rounding counts.
static half OVERLOAD halfMagnitude(uint magnitude, bool up) { return halfMagnitude((ushort)min(magnitude, 65535u), up); }
static half OVERLOAD halfMagnitude(ulong magnitude, bool up) { return halfMagnitude((ushort)min(magnitude, 65535ul), up); }

#define FROM_INTEGER(to, from, unsignedType, suffix, upIfPositive, upIfNegative)                                       \
  OVERLOAD PURE to convert_##to##suffix(from x) {                                                                      \
    bool negative = x < 0;                                                                                             \
    to magnitude = to##Magnitude((unsignedType)(negative ? -(unsignedType)x : (unsignedType)x),                        \
                                 negative ? upIfNegative : upIfPositive);                                              \
    return negative ? -magnitude : magnitude;                                                                          \
  }                                                                                                                    \
  VECTORS(to, from, convert_##to, suffix)
#define FROM_INTEGER_MODES(to, from, unsignedType)                                                                     \
  FROM_INTEGER(to, from, unsignedType, _rtz, false, false)                                                             \
  FROM_INTEGER(to, from, unsignedType, _rtp, true, false)                                                              \
  FROM_INTEGER(to, from, unsignedType, _rtn, false, true)
FROM_INTEGER_MODES(float, int, uint)
FROM_INTEGER_MODES(float, uint, uint)
FROM_INTEGER_MODES(float, long, ulong)
FROM_INTEGER_MODES(float, ulong, ulong)
FROM_INTEGER_MODES(double, long, ulong)
FROM_INTEGER_MODES(double, ulong, ulong)
FROM_INTEGER_MODES(half, short, ushort)
FROM_INTEGER_MODES(half, ushort, ushort)
FROM_INTEGER_MODES(half, int, uint)
FROM_INTEGER_MODES(half, uint, uint)
FROM_INTEGER_MODES(half, long, ulong)
FROM_INTEGER_MODES(half, ulong, ulong)

// Exact, or to nearest: the cast itself.
#define CAST(to, from, suffix)                                                                                        \
  OVERLOAD PURE to convert_##to##suffix(from x) { return (to)x; }                                                      \
  VECTORS(to, from, convert_##to, suffix)
#define NEAREST(to, from) CAST(to, from, ) CAST(to, from, _rte)
#define EXACT_MODES(to, from) NEAREST(to, from) CAST(to, from, _rtz) CAST(to, from, _rtp) CAST(to, from, _rtn)
EXACT_MODES(double, char)
EXACT_MODES(double, uchar)
EXACT_MODES(double, short)
EXACT_MODES(double, ushort)
EXACT_MODES(double, int)
EXACT_MODES(double, uint)
EXACT_MODES(double, float)
EXACT_MODES(double, half)
EXACT_MODES(float, half)
EXACT_MODES(half, half)
EXACT_MODES(half, char)
EXACT_MODES(half, uchar)
NEAREST(half, short)
NEAREST(half, ushort)
NEAREST(half, int)
NEAREST(half, uint)
NEAREST(half, long)
NEAREST(half, ulong)
NEAREST(half, float)
NEAREST(half, double)

// To a narrower format: to nearest, and from there one place on if that is on the wrong side of x. The bits of neighbours of one sign are
// neighbours, with the infinities behind the largest numbers.
#define NARROWER(to, bits, from, suffix, tooFar, tooNear)                                                              \
  OVERLOAD PURE to convert_##to##suffix(from x) {                                                                      \
    to nearest = (to)x;                                                                                                \
    from y = (from)nearest;                                                                                            \
    return as_##to((bits)(as_##bits(nearest) + ((tooNear) ? 1 : 0) - ((tooFar) ? 1 : 0)));                             \
  }                                                                                                                    \
  VECTORS(to, from, convert_##to, suffix)
#define NARROWER_MODES(to, bits, from)                                                                                 \
  NARROWER(to, bits, from, _rtz, fabs(y) > fabs(x), false)                                                             \
  NARROWER(to, bits, from, _rtp, y < x && x < 0, y < x && x > 0)                                                       \
  NARROWER(to, bits, from, _rtn, y > x && x > 0, y > x && x < 0)
NARROWER_MODES(float, int, double)
NARROWER_MODES(half, short, float)
NARROWER_MODES(half, short, double)
