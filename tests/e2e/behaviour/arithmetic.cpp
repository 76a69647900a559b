// SPDX-License-Identifier: Apache-2.0
// Operands for which OpenCL leaves a result open, or other compilers take the program to be undefined: the result is
// the hardware's, for constants and for run-time values, and nothing else changes.
#include "fixture.h"

#include <algorithm>
#include <climits>

namespace {

/// `body` stores to out[0] … out[words - 1]; `a`, `b` and `x` are arguments.
std::vector<cl_uint> results(const std::string &body, size_t words, cl_int a, cl_int b, cl_float x) {
  const Weft weft;
  cl_kernel kernel =
      weft.kernel("__kernel void k(__global uint *out, int a, int b, float x) {\n" + body + "}\n", "k", "-w");
  cl_mem out = weft.buffer(std::vector<cl_uint>(words, 0xdead));
  setArg(kernel, 0, out);
  setArg(kernel, 1, a);
  setArg(kernel, 2, b);
  setArg(kernel, 3, x);
  REQUIRE(weft.run(kernel, 1, 1) == CL_COMPLETE);
  std::vector<cl_uint> found = weft.read(out, words);
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
  return found;
}

}  // namespace

TEST_CASE("a division by zero has no other effect") {
  // The same quotients and remainders by arguments and by what the compiler finds to be 0 and -1.
  const std::vector<cl_uint> found = results("  const int by[2] = {0, -1};\n"
                                             "  int zero = b + 1;\n"
                                             "  out[0] = a / zero; out[1] = a % zero;\n"
                                             "  out[2] = a / by[0]; out[3] = a % by[0];\n"
                                             "  out[4] = (uint)a / (uint)zero; out[5] = (uint)a % (uint)zero;\n"
                                             "  out[6] = a / b; out[7] = a % b;\n"
                                             "  out[8] = a / by[1]; out[9] = a % by[1];\n"
                                             // None of them says anything of the conditions.
                                             "  out[10] = zero ? 1 : 2;\n"
                                             "  out[11] = b == -1 ? 3 : 4; out[12] = a == INT_MIN;\n"
                                             "  int chosen = x > 0.0f ? 0 : 7;\n"
                                             "  out[13] = a / chosen; out[14] = x > 0.0f;\n"
                                             "  out[15] = 5 / 0; out[16] = 6 + 5 % 0;\n",
                                             17, INT_MIN, -1, 1.0f);
  const cl_uint least = 0x80000000, ones = 0xffffffff;
  CHECK(std::vector<cl_uint>(found.begin(), found.begin() + 15) ==
        std::vector<cl_uint>{ones, least, ones, least, ones, least, least, 0, least, 0, 2, 3, 1, ones, 1});
  CHECK(found[15] != 0xdead);
  CHECK(found[16] != 0xdead);
}

TEST_CASE("the magnitude of the least number is one more than the greatest") {
  const std::vector<cl_uint> found =
      results("  out[0] = abs(a); out[1] = abs(INT_MIN); out[2] = abs(x > 0 ? INT_MIN : b);\n"
              "  out[3] = (uint)(abs((long)a << 32) >> 32); out[4] = (uint)(abs(LONG_MIN) >> 32);\n",
              5, INT_MIN, -1, 1.0f);
  CHECK(found == std::vector<cl_uint>(5, 0x80000000));
}

TEST_CASE("floats out of an integer's range saturate") {
  const std::vector<cl_uint> found =
      results("  out[0] = (int)x; out[1] = (int)-x; out[2] = (uint)-x; out[3] = (ushort)x; out[4] = (char)-x;\n"
              "  out[5] = (int)1e30f; out[6] = (int)-1e30f; out[7] = (uint)-1.0f; out[8] = (ushort)1e30f;\n"
              "  out[9] = (char)-1e30f; out[10] = (int)(a < 0 ? NAN : x); out[11] = convert_int(a < 0 ? 1e30f : x);\n"
              "  float t[2] = {1e20f, -1e20f}; out[12] = (int)t[a & 1]; out[13] = (uint)((int2)(b, (int)t[1])).y;\n",
              14, INT_MIN, -1, 1e30f);
  const cl_uint most = 0x7fffffff, least = 0x80000000;
  CHECK(found == std::vector<cl_uint>{most, least, 0, 0xffff, 0xffffff80, most, least, 0, 0xffff, 0xffffff80, 0, most,
                                      most, least});
}

TEST_CASE("an element's index is taken modulo the number of elements") {
  const std::vector<cl_uint> found = results("  int4 v = (int4)(10, 11, 12, 13); v[a + 5] = b;\n"
                                             "  out[0] = v[a + 4]; out[1] = v[a + 1]; out[2] = v[7]; out[3] = v.y;\n",
                                             4, 0, 99, 0.0f);
  CHECK(found == std::vector<cl_uint>{10, 99, 13, 99});
}
