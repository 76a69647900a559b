// SPDX-License-Identifier: Apache-2.0
// Conversions between float and integers. libclc's saturating ones lean on undefined behaviour at the limits and those of wide integers
// with a rounding mode are wrong near them. A conversion to an integer saturates (-fno-strict-float-cast-overflow): it is one operator.
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

#define FROM_FLOAT(to, suffix, rounded)                                                                                \
  OVERLOAD PURE to convert_##to##_sat##suffix(float x) { return (to)(rounded); }                                     \
  VECTORS(to, float, convert_##to, _sat##suffix)
#define FROM_FLOAT_MODES(to)                                                                                           \
  FROM_FLOAT(to, , x)                                                                                                  \
  FROM_FLOAT(to, _rtz, x)                                                                                              \
  FROM_FLOAT(to, _rte, rint(x))                                                                                        \
  FROM_FLOAT(to, _rtp, ceil(x))                                                                                        \
  FROM_FLOAT(to, _rtn, floor(x))
FROM_FLOAT_MODES(char)
FROM_FLOAT_MODES(uchar)
FROM_FLOAT_MODES(short)
FROM_FLOAT_MODES(ushort)
FROM_FLOAT_MODES(int)
FROM_FLOAT_MODES(uint)
FROM_FLOAT_MODES(long)
FROM_FLOAT_MODES(ulong)

// The float next to a magnitude: the 24 leading bits convert exactly; what is below them may take the result up by one place.
#define MAGNITUDE(type)                                                                                                \
  static float OVERLOAD roundMagnitude(type magnitude, bool up) {                                                      \
    int low = max((int)(sizeof(type) * 8) - 24 - (int)clz(magnitude), 0);                                              \
    type leading = magnitude >> low << low;                                                                            \
    return as_float(as_int((float)leading) + (up && leading != magnitude));                                            \
  }
MAGNITUDE(uint)
MAGNITUDE(ulong)

#define TO_FLOAT(from, unsignedType, suffix, upIfPositive, upIfNegative)                                               \
  OVERLOAD PURE float convert_float##suffix(from x) {                                                                  \
    bool negative = x < 0;                                                                                             \
    float magnitude = roundMagnitude(negative ? -(unsignedType)x : (unsignedType)x, negative ? upIfNegative : upIfPositive); \
    return negative ? -magnitude : magnitude;                                                                          \
  }                                                                                                                    \
  VECTORS(float, from, convert_float, suffix)
#define TO_FLOAT_MODES(from, unsignedType)                                                                             \
  TO_FLOAT(from, unsignedType, _rtz, false, false)                                                                     \
  TO_FLOAT(from, unsignedType, _rtp, true, false)                                                                      \
  TO_FLOAT(from, unsignedType, _rtn, false, true)
TO_FLOAT_MODES(int, uint)
TO_FLOAT_MODES(uint, uint)
TO_FLOAT_MODES(long, ulong)
TO_FLOAT_MODES(ulong, ulong)
