// SPDX-License-Identifier: Apache-2.0
#include "generator.h"

#include "writer.h"

namespace weft::random_kernels {
namespace {

constexpr char kPrelude[] = R"(#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
uint dot4(uint4 a, uint s) { uint4 b = a * s + a.wzyx; return b.x + b.y * 3u + b.z * 5u + b.w * 7u; }
uint fold(double x) { ulong bits = as_ulong(x); return (uint)bits ^ (uint)(bits >> 32) * 3u; }
#ifdef cl_khr_int64_base_atomics
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
void add_wide(volatile __global uint *sum, ulong x) { atom_add((volatile __global ulong *)sum, x); }
#else
void add_wide(volatile __global uint *sum, ulong x) {
  uint low = (uint)x, before = atomic_add(sum, low);
  atomic_add(sum + 1, (uint)(x >> 32) + (before + low < low ? 1u : 0u));
}
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
float half_sum(float a, float b) { return (half)a + (half)b; }
float half_product(float a, float b) { return (half)a * (half)b; }
float half_quotient(float a, float b) { return (half)a / (half)b; }
float half_fused(float a, float b) { return fma((half)a, (half)b, (half)a); }
#else
float nearest(float x) {
  uint sign = as_uint(x) & 0x80000000u, a = as_uint(x) & 0x7fffffffu;
  float small = as_float(a) + 0.5f - 0.5f;
  uint large = a + 0xfffu + (a >> 13 & 1u) & ~0x1fffu;
  return as_float(sign | (a < 113u << 23 ? as_uint(small) : large >= 143u << 23 ? 0x7f800000u : large));
}
float half_sum(float a, float b) { return nearest(nearest(a) + nearest(b)); }
float half_product(float a, float b) { return nearest(nearest(a) * nearest(b)); }
float half_quotient(float a, float b) { return nearest(nearest(a) / nearest(b)); }
float half_fused(float a, float b) {
  ulong bits = as_ulong((double)nearest(a) * (double)nearest(b) + (double)nearest(a));
  return nearest((float)as_double(bits & ~0x1ffffffful | (bits & 0x1ffffffful ? 0x20000000ul : 0ul)));
}
#endif
)";

}  // namespace

Case generate(uint64_t seed) {
  if (seed >= kAliases)
    return generateAliases(seed);
  if (seed >= kPackets)
    return generatePackets(seed);
  Random random(seed);
  Case result;
  result.seed = seed;
  result.dimensions = 1 + random.below(3);
  static const size_t kLocal[3][6] = {{1, 3, 8, 16, 31, 64}, {1, 2, 3, 4, 5, 8}, {1, 1, 2, 2, 3, 4}};
  for (unsigned d = 0; d < result.dimensions; ++d) {
    result.local[d] = kLocal[result.dimensions == 1 ? 0 : d == 0 ? 1 : 2][random.below(6)];
    result.global[d] = result.local[d] * (1 + random.below(d == 0 ? 6 : 2));
  }
  result.n = random.below(1000);
  result.options = "-cl-fp32-correctly-rounded-divide-sqrt";
  result.source = kPrelude + Writer(random, result).source();
  return result;
}

}  // namespace weft::random_kernels
