// SPDX-License-Identifier: Apache-2.0
// Common, geometric and relational functions of half, selections, loads and stores of vectors. libclc has none.
#include "builtins.h"

// Defining an overload hides those that Clang declares on demand: they are declared here.
OVERLOAD PURE float degrees(float x);
OVERLOAD PURE float radians(float x);
OVERLOAD PURE float mix(float x, float y, float a);
OVERLOAD PURE float smoothstep(float low, float high, float x);
OVERLOAD PURE float normalize(float a);
OVERLOAD PURE float3 cross(float3 a, float3 b);
OVERLOAD PURE float4 cross(float4 a, float4 b);

OVERLOAD PURE half max(half x, half y) { return x < y ? y : x; }
VECTORS_2(half, max, half)
VECTORS_SCALAR(half, max)
OVERLOAD PURE half min(half x, half y) { return y < x ? y : x; }
VECTORS_2(half, min, half)
VECTORS_SCALAR(half, min)
OVERLOAD PURE half step(half edge, half x) { return x < edge ? 0.0h : 1.0h; }
VECTORS_2(half, step, half)
OVERLOAD PURE half sign(half x) { return x == 0.0h ? x : x > 0.0h ? 1.0h : x < 0.0h ? -1.0h : 0.0h; }
VECTORS_1(half, sign)
OVERLOAD PURE half degrees(half x) { return (half)degrees((float)x); }
VECTORS_1(half, degrees)
OVERLOAD PURE half radians(half x) { return (half)radians((float)x); }
VECTORS_1(half, radians)
OVERLOAD PURE half clamp(half x, half low, half high) { return min(max(x, low), high); }
VECTORS_3(half, clamp)
OVERLOAD PURE half mix(half x, half y, half a) { return (half)mix((float)x, (float)y, (float)a); }
VECTORS_3(half, mix)
OVERLOAD PURE half smoothstep(half low, half high, half x) { return (half)smoothstep((float)low, (float)high, (float)x); }
VECTORS_3(half, smoothstep)
#define SCALARS(n)                                                                                                     \
  OVERLOAD PURE half##n step(half edge, half##n x) { return step((half##n)(edge), x); }                                \
  OVERLOAD PURE half##n clamp(half##n x, half low, half high) { return clamp(x, (half##n)(low), (half##n)(high)); }    \
  OVERLOAD PURE half##n mix(half##n x, half##n y, half a) { return mix(x, y, (half##n)(a)); }                          \
  OVERLOAD PURE half##n smoothstep(half low, half high, half##n x) {                                                   \
    return smoothstep((half##n)(low), (half##n)(high), x);                                                             \
  }
SCALARS(2)
SCALARS(3)
SCALARS(4)
SCALARS(8)
SCALARS(16)

// In float: nothing overflows, and the result is rounded once.
#define AS_FLOAT(n, x) __builtin_convertvector(x, float##n)
#define AS_HALF(n, x) __builtin_convertvector(x, half##n)
OVERLOAD PURE half3 cross(half3 a, half3 b) { return AS_HALF(3, cross(AS_FLOAT(3, a), AS_FLOAT(3, b))); }
OVERLOAD PURE half4 cross(half4 a, half4 b) { return AS_HALF(4, cross(AS_FLOAT(4, a), AS_FLOAT(4, b))); }
#define GEOMETRIC(n)                                                                                                   \
  OVERLOAD PURE float dot(float##n a, float##n b);                                                                     \
  OVERLOAD PURE float distance(float##n a, float##n b);                                                                \
  OVERLOAD PURE float length(float##n a);                                                                              \
  OVERLOAD PURE float##n normalize(float##n a);                                                                        \
  OVERLOAD PURE half dot(half##n a, half##n b) { return (half)dot(AS_FLOAT(n, a), AS_FLOAT(n, b)); }                   \
  OVERLOAD PURE half distance(half##n a, half##n b) { return (half)distance(AS_FLOAT(n, a), AS_FLOAT(n, b)); }         \
  OVERLOAD PURE half length(half##n a) { return (half)length(AS_FLOAT(n, a)); }                                        \
  OVERLOAD PURE half##n normalize(half##n a) { return AS_HALF(n, normalize(AS_FLOAT(n, a))); }
GEOMETRIC(2)
GEOMETRIC(3)
GEOMETRIC(4)
OVERLOAD PURE half dot(half a, half b) { return a * b; }
OVERLOAD PURE half distance(half a, half b) { return fabs(a - b); }
OVERLOAD PURE half length(half a) { return fabs(a); }
OVERLOAD PURE half normalize(half a) { return (half)normalize((float)a); }

// A scalar's truth is 1, a vector's -1 in each element.
#define TEST_1(name, test, n)                                                                                          \
  OVERLOAD PURE short##n name(half##n x) { return test; }
#define TEST_2(name, test, n)                                                                                          \
  OVERLOAD PURE short##n name(half##n x, half##n y) { return test; }
#define WIDTHS(TEST, name, test) TEST(name, test, 2) TEST(name, test, 3) TEST(name, test, 4) TEST(name, test, 8) TEST(name, test, 16)
#define TESTS_1(name, test)                                                                                            \
  OVERLOAD PURE int name(half x) { return test; }                                                                      \
  WIDTHS(TEST_1, name, test)
#define TESTS_2(name, test)                                                                                            \
  OVERLOAD PURE int name(half x, half y) { return test; }                                                              \
  WIDTHS(TEST_2, name, test)
TESTS_2(isequal, x == y)
TESTS_2(isnotequal, x != y)
TESTS_2(isgreater, x > y)
TESTS_2(isgreaterequal, x >= y)
TESTS_2(isless, x < y)
TESTS_2(islessequal, x <= y)
TESTS_2(islessgreater, (x < y) | (x > y))
TESTS_2(isordered, (x == x) & (y == y))
TESTS_2(isunordered, (x != x) | (y != y))
TESTS_1(isnan, x != x)
TESTS_1(isinf, fabs(x) == (half)INFINITY)
TESTS_1(isfinite, fabs(x) < (half)INFINITY)
TESTS_1(isnormal, (fabs(x) >= 0x1p-14h) & (fabs(x) < (half)INFINITY))
OVERLOAD PURE int signbit(half x) { return as_short(x) < 0; }
#define SIGNBIT(name, unused, n)                                                                                       \
  OVERLOAD PURE short##n name(half##n x) { return as_short##n(x) < (short)0; }
WIDTHS(SIGNBIT, signbit, )

#define SELECT(n)                                                                                                      \
  OVERLOAD PURE ushort##n bitselect(ushort##n a, ushort##n b, ushort##n c);                                            \
  OVERLOAD PURE short##n select(short##n a, short##n b, short##n c);                                                   \
  OVERLOAD PURE short##n select(short##n a, short##n b, ushort##n c);                                                  \
  OVERLOAD PURE half##n bitselect(half##n a, half##n b, half##n c) {                                                   \
    return as_half##n(bitselect(as_ushort##n(a), as_ushort##n(b), as_ushort##n(c)));                                   \
  }                                                                                                                    \
  OVERLOAD PURE half##n select(half##n a, half##n b, short##n c) {                                                     \
    return as_half##n(select(as_short##n(a), as_short##n(b), c));                                                      \
  }                                                                                                                    \
  OVERLOAD PURE half##n select(half##n a, half##n b, ushort##n c) {                                                    \
    return as_half##n(select(as_short##n(a), as_short##n(b), c));                                                      \
  }
SELECT()
SELECT(2)
SELECT(3)
SELECT(4)
SELECT(8)
SELECT(16)

#define LOAD(n, space)                                                                                                 \
  OVERLOAD ushort##n vload##n(size_t offset, const space ushort *from);                                                \
  OVERLOAD half##n vload##n(size_t offset, const space half *from) {                                                   \
    return as_half##n(vload##n(offset, (const space ushort *)from));                                                   \
  }
// Of three, single elements are accessed, which must be of the type that the program stores and loads.
#define LOAD_3(space)                                                                                                  \
  OVERLOAD half3 vload3(size_t offset, const space half *from) {                                                       \
    from += 3 * offset;                                                                                                \
    return (half3)(from[0], from[1], from[2]);                                                                         \
  }
#define LOADS(space) LOAD(2, space) LOAD_3(space) LOAD(4, space) LOAD(8, space) LOAD(16, space)
LOADS(__private)
LOADS(__global)
LOADS(__local)
LOADS(__constant)
#define STORE(n, space)                                                                                                \
  OVERLOAD void vstore##n(ushort##n x, size_t offset, space ushort *to);                                               \
  OVERLOAD void vstore##n(half##n x, size_t offset, space half *to) {                                                  \
    vstore##n(as_ushort##n(x), offset, (space ushort *)to);                                                            \
  }
#define STORE_3(space)                                                                                                 \
  OVERLOAD void vstore3(half3 x, size_t offset, space half *to) {                                                      \
    to += 3 * offset;                                                                                                  \
    to[0] = x.x, to[1] = x.y, to[2] = x.z;                                                                             \
  }
#define STORES(space) STORE(2, space) STORE_3(space) STORE(4, space) STORE(8, space) STORE(16, space)
STORES(__private)
STORES(__global)
STORES(__local)
