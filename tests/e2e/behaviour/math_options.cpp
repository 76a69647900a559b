// SPDX-License-Identifier: Apache-2.0
// What -cl-denorms-are-zero permits, and no more: products and quotients are the host's, or zeros of their sign where a
// subnormal is an operand or the result.
#include "fixture.h"

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace {

constexpr const char *kSource = "__kernel void k(__global const float *a, __global float *out) {\n"
                                "  size_t i = get_global_id(0);\n"
                                "  out[2 * i] = a[i] * a[i + 1]; out[2 * i + 1] = a[i] / a[i + 1];\n}\n";

/// Numbers whose products and quotients lie about the smallest normal number, and special ones.
std::vector<cl_uint> operands(size_t count) {
  std::mt19937 random(1);
  std::vector<cl_uint> result(count);
  for (cl_uint &each : result) {
    const cl_uint bits = random(), fraction = bits & 0x807fffff, kind = bits >> 23 & 7;
    const cl_uint exponents[] = {0, 1, 63, 64, 65, 126, 127, 255};
    each = kind == 7 && bits & 0x10 ? bits & 0xff800000 : fraction | exponents[kind] << 23;
    if (bits % 5 == 0)
      each |= 0x7fffff;  // rounds up to a power of two
  }
  return result;
}

bool isSubnormal(float a) { return std::fpclassify(a) == FP_SUBNORMAL; }

float flushed(float a) { return isSubnormal(a) ? std::copysign(0.f, a) : a; }

bool isSame(float a, float b) {
  return std::bit_cast<cl_uint>(a) == std::bit_cast<cl_uint>(b) || (std::isnan(a) && std::isnan(b));
}

/// `compute` is right in double for all normal results.
template <class Compute> bool isPermitted(float found, float a, float b, Compute compute) {
  constexpr float kSmallest = std::numeric_limits<float>::min();
  const float exact = compute(flushed(a), flushed(b));
  if (isSame(found, exact) || isSame(found, compute(a, b)))
    return true;
  // A result that IEEE rounds up to the smallest normal number may be below it with an exponent of any size.
  return std::fabs(exact) <= kSmallest && isSame(found, std::copysign(0.f, exact));
}

std::vector<float> run(const char *options, const std::vector<cl_uint> &in) {
  const Weft weft;
  cl_kernel kernel = weft.kernel(kSource, "k", options);
  const size_t count = in.size() - 1;
  cl_mem a = weft.buffer(in), out = weft.buffer(std::vector<cl_uint>(2 * count));
  setArg(kernel, 0, a);
  setArg(kernel, 1, out);
  REQUIRE(weft.run(kernel, count, 1) == CL_COMPLETE);
  std::vector<float> result;
  for (cl_uint word : weft.read(out, 2 * count))
    result.push_back(std::bit_cast<float>(word));
  clReleaseMemObject(a);
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
  return result;
}

float product(float a, float b) { return a * b; }
float quotient(float a, float b) { return a / b; }

}  // namespace

TEST_CASE("products and quotients may lose subnormals, where an option permits it") {
  const std::vector<cl_uint> in = operands(2001);
  for (const char *options : {"", "-cl-denorms-are-zero", "-cl-fast-relaxed-math"}) {
    const std::vector<float> found = run(options, in);
    size_t wrong = 0, zeros = 0;
    for (size_t i = 0; i + 1 < in.size(); ++i) {
      const float a = std::bit_cast<float>(in[i]), b = std::bit_cast<float>(in[i + 1]);
      if (*options) {
        wrong += !isPermitted(found[2 * i], a, b, product) + !isPermitted(found[2 * i + 1], a, b, quotient);
        zeros += isSubnormal(product(a, b)) && found[2 * i] == 0;
      } else {
        wrong += !isSame(found[2 * i], product(a, b)) + !isSame(found[2 * i + 1], quotient(a, b));
      }
    }
    INFO(options);
    CHECK(wrong == 0);
    CHECK((zeros > 0) == (*options != 0));
  }
}
