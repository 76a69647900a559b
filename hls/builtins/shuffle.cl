// SPDX-License-Identifier: Apache-2.0
// shuffle and shuffle2: each result lane is one dynamically indexed read, a multiplexer in hardware.
#include "builtins.h"

// The lanes 0 to n-1 of a vector type as statements.
#define LANES_2(S) S(0) S(1)
#define LANES_4(S) LANES_2(S) S(2) S(3)
#define LANES_8(S) LANES_4(S) S(4) S(5) S(6) S(7)
#define LANES_16(S) LANES_8(S) S(8) S(9) S(10) S(11) S(12) S(13) S(14) S(15)

#define TAKE(i) result[i] = source[mask[i] & (sizeof(source) / sizeof(source[0]) - 1)];
#define TAKE2(i)                                                                                                       \
  {                                                                                                                    \
    size_t count = sizeof(a) / sizeof(a[0]);                                                                           \
    size_t lane = mask[i] & (count - 1);                                                                               \
    result[i] = (mask[i] & count) ? b[lane] : a[lane];                                                                 \
  }
#define SHUFFLE(type, mtype, m, n)                                                                                     \
  OVERLOAD PURE type##n shuffle(type##m source, mtype##n mask) {                                                       \
    type##n result;                                                                                                    \
    LANES_##n(TAKE) return result;                                                                                     \
  }                                                                                                                    \
  OVERLOAD PURE type##n shuffle2(type##m a, type##m b, mtype##n mask) {                                                \
    type##n result;                                                                                                    \
    LANES_##n(TAKE2) return result;                                                                                    \
  }
#define TO(type, mtype, n) SHUFFLE(type, mtype, 2, n) SHUFFLE(type, mtype, 4, n) SHUFFLE(type, mtype, 8, n) SHUFFLE(type, mtype, 16, n)
#define ALL(type, mtype) TO(type, mtype, 2) TO(type, mtype, 4) TO(type, mtype, 8) TO(type, mtype, 16)
ALL(char, uchar)
ALL(uchar, uchar)
ALL(short, ushort)
ALL(ushort, ushort)
ALL(int, uint)
ALL(uint, uint)
ALL(float, uint)
ALL(long, ulong)
ALL(ulong, ulong)
ALL(double, ulong)
ALL(half, ushort)
