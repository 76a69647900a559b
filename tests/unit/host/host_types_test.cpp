// SPDX-License-Identifier: Apache-2.0
// The types and constants of the host headers, as a program that is compiled against them sees them.
#include <CL/cl.h>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>

namespace {

/// The vectors of one element type: as large and as aligned as the kernel's, a vector of 3 like one of 4.
template <class T, class T2, class T3, class T4, class T8, class T16> void checkVectors() {
  STATIC_REQUIRE(sizeof(T2) == 2 * sizeof(T));
  STATIC_REQUIRE(sizeof(T3) == 4 * sizeof(T));
  STATIC_REQUIRE(sizeof(T4) == 4 * sizeof(T));
  STATIC_REQUIRE(sizeof(T8) == 8 * sizeof(T));
  STATIC_REQUIRE(sizeof(T16) == 16 * sizeof(T));
  STATIC_REQUIRE(alignof(T) == sizeof(T));
  STATIC_REQUIRE(alignof(T2) == sizeof(T2));
  STATIC_REQUIRE(alignof(T3) == sizeof(T3));
  STATIC_REQUIRE(alignof(T4) == sizeof(T4));
  STATIC_REQUIRE(alignof(T8) == sizeof(T8));
  STATIC_REQUIRE(alignof(T16) == sizeof(T16));
  // Elements in the order of memory.
  T16 vector{};
  for (int i = 0; i < 16; ++i)
    vector.s[i] = T(i + 1);
  T elements[16];
  std::memcpy(elements, &vector, sizeof(vector));
  for (int i = 0; i < 16; ++i)
    CHECK(elements[i] == T(i + 1));
}

}  // namespace

TEST_CASE("host types: scalars have the sizes of the kernel's") {
  STATIC_REQUIRE((sizeof(cl_char) == 1 && sizeof(cl_uchar) == 1 && sizeof(cl_short) == 2 && sizeof(cl_ushort) == 2));
  STATIC_REQUIRE((sizeof(cl_int) == 4 && sizeof(cl_uint) == 4 && sizeof(cl_long) == 8 && sizeof(cl_ulong) == 8));
  STATIC_REQUIRE((sizeof(cl_half) == 2 && sizeof(cl_float) == 4 && sizeof(cl_double) == 8 && sizeof(cl_bool) == 4));
  STATIC_REQUIRE((std::numeric_limits<cl_char>::is_signed && !std::numeric_limits<cl_uchar>::is_signed));
  STATIC_REQUIRE((std::numeric_limits<cl_long>::is_signed && !std::numeric_limits<cl_ulong>::is_signed));
}

TEST_CASE("host types: vectors of every element type") {
  checkVectors<cl_char, cl_char2, cl_char3, cl_char4, cl_char8, cl_char16>();
  checkVectors<cl_uchar, cl_uchar2, cl_uchar3, cl_uchar4, cl_uchar8, cl_uchar16>();
  checkVectors<cl_short, cl_short2, cl_short3, cl_short4, cl_short8, cl_short16>();
  checkVectors<cl_ushort, cl_ushort2, cl_ushort3, cl_ushort4, cl_ushort8, cl_ushort16>();
  checkVectors<cl_int, cl_int2, cl_int3, cl_int4, cl_int8, cl_int16>();
  checkVectors<cl_uint, cl_uint2, cl_uint3, cl_uint4, cl_uint8, cl_uint16>();
  checkVectors<cl_long, cl_long2, cl_long3, cl_long4, cl_long8, cl_long16>();
  checkVectors<cl_ulong, cl_ulong2, cl_ulong3, cl_ulong4, cl_ulong8, cl_ulong16>();
  checkVectors<cl_float, cl_float2, cl_float3, cl_float4, cl_float8, cl_float16>();
  checkVectors<cl_double, cl_double2, cl_double3, cl_double4, cl_double8, cl_double16>();
}

TEST_CASE("host types: named elements and halves, where the compiler has them") {
  cl_int4 vector{};
  for (int i = 0; i < 4; ++i)
    vector.s[i] = 10 * i;
#if CL_HAS_NAMED_VECTOR_FIELDS
  CHECK((vector.x == 0 && vector.y == 10 && vector.z == 20 && vector.w == 30));
  CHECK((vector.s0 == 0 && vector.s1 == 10 && vector.s2 == 20 && vector.s3 == 30));
#endif
#if CL_HAS_HI_LO_VECTOR_FIELDS
  CHECK((vector.lo.s[1] == 10 && vector.hi.s[0] == 20));
#endif
}

TEST_CASE("host types: the limits are those of the types") {
  CHECK(CL_CHAR_BIT == 8);
  CHECK((CL_SCHAR_MAX == INT8_MAX && CL_SCHAR_MIN == INT8_MIN && CL_CHAR_MAX == INT8_MAX && CL_CHAR_MIN == INT8_MIN));
  CHECK((CL_UCHAR_MAX == UINT8_MAX && CL_SHRT_MAX == INT16_MAX && CL_SHRT_MIN == INT16_MIN));
  CHECK((CL_USHRT_MAX == UINT16_MAX && CL_INT_MAX == INT32_MAX && CL_INT_MIN == INT32_MIN));
  CHECK((CL_UINT_MAX == UINT32_MAX && CL_LONG_MAX == INT64_MAX && CL_LONG_MIN == INT64_MIN));
  CHECK(CL_ULONG_MAX == UINT64_MAX);
  using Float = std::numeric_limits<float>;
  CHECK((CL_FLT_DIG == Float::digits10 && CL_FLT_MANT_DIG == Float::digits && CL_FLT_RADIX == Float::radix));
  CHECK((CL_FLT_MAX == Float::max() && CL_FLT_MIN == Float::min() && CL_FLT_EPSILON == Float::epsilon()));
  CHECK((CL_FLT_MAX_EXP == Float::max_exponent && CL_FLT_MIN_EXP == Float::min_exponent));
  CHECK((CL_FLT_MAX_10_EXP == Float::max_exponent10 && CL_FLT_MIN_10_EXP == Float::min_exponent10));
  using Double = std::numeric_limits<double>;
  CHECK((CL_DBL_DIG == Double::digits10 && CL_DBL_MANT_DIG == Double::digits && CL_DBL_RADIX == Double::radix));
  CHECK((CL_DBL_MAX == Double::max() && CL_DBL_MIN == Double::min() && CL_DBL_EPSILON == Double::epsilon()));
  CHECK((CL_DBL_MAX_EXP == Double::max_exponent && CL_DBL_MIN_EXP == Double::min_exponent));
  CHECK((CL_HALF_DIG == 3 && CL_HALF_MANT_DIG == 11 && CL_HALF_MAX == 65504.0f && CL_HALF_RADIX == 2));
  CHECK((CL_HALF_MAX_EXP == 16 && CL_HALF_MIN_EXP == -13 && CL_HALF_EPSILON == 0x1p-10f));
  CHECK((std::isnan(CL_NAN) && std::isinf(CL_INFINITY) && std::isinf(CL_HUGE_VALF) && std::isinf(CL_HUGE_VAL)));
  CHECK((CL_M_PI == M_PI && CL_M_E == M_E && CL_M_SQRT2 == M_SQRT2 && CL_M_PI_F == float(M_PI)));
  CHECK((CL_MAXFLOAT == CL_FLT_MAX));
}
