// SPDX-License-Identifier: Apache-2.0
// Pointers that may mean one buffer: results are right if they do, and launches take the time of `restrict` if they do
// not.
#include "fixture.h"

namespace {

constexpr cl_uint kCount = 8192;

const char *const kSource = R"(
__kernel void strides(__global const uint *QUALIFIER a, __global const uint *QUALIFIER b, __global uint *QUALIFIER c,
                      uint n) {
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    c[i] = a[i] + 3 * b[i];
}
__kernel void rows(__global const uint *QUALIFIER a, __global uint *QUALIFIER b, uint n, uint count) {
  uint i = get_global_id(0);
  for (uint row = 0; row < count; ++row)
    b[row * n + i] = 3 * a[((row + 3) & 3) * n + i] + row;
})";

std::vector<cl_uint> counting(cl_uint first, size_t words) {
  std::vector<cl_uint> result(words);
  for (size_t i = 0; i < words; ++i)
    result[i] = first + cl_uint(i);
  return result;
}

cl_mem part(cl_mem whole, size_t firstWord, size_t words) {
  const cl_buffer_region region = {firstWord * 4, words * 4};
  cl_int status = CL_SUCCESS;
  cl_mem result = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
  REQUIRE(status == CL_SUCCESS);
  return result;
}

void release(std::initializer_list<cl_mem> memories) {
  for (cl_mem memory : memories)
    clReleaseMemObject(memory);
}

struct Strides : Weft {
  cl_mem a = buffer(counting(7, kCount)), b = buffer(counting(100, kCount)), c = buffer(counting(0, kCount));
  ~Strides() { release({a, b, c}); }

  cl_ulong cycles(cl_kernel strides, cl_mem to) const {
    setArg(strides, 0, a);
    setArg(strides, 1, b);
    setArg(strides, 2, to);
    setArg(strides, 3, kCount);
    cl_ulong result = 0;
    REQUIRE(run(strides, 1024, 0, &result) == CL_COMPLETE);
    return result;
  }
};

}  // namespace

TEST_CASE("a grid-stride loop without restrict takes as long as one with it, unless buffers overlap") {
  Strides weft;
  for (const char *lanes : {"", " -weft-lanes=1"}) {
    cl_kernel open = weft.kernel(kSource, "strides", (std::string("-DQUALIFIER=") + lanes).c_str());
    cl_kernel closed = weft.kernel(kSource, "strides", (std::string("-DQUALIFIER=restrict") + lanes).c_str());
    const cl_ulong with = weft.cycles(closed, weft.c), without = weft.cycles(open, weft.c);
    INFO(lanes << ": " << with << " cycles with restrict, " << without << " without");
    CHECK(double(without) <= 1.05 * double(with));
    std::vector<cl_uint> found = weft.read(weft.c, kCount);
    for (cl_uint i = 0; i < kCount; ++i)
      REQUIRE(found[i] == 7 + i + 3 * (100 + i));
    clReleaseKernel(open);
    clReleaseKernel(closed);
  }
}

TEST_CASE("a grid-stride loop in place") {
  for (const char *lanes : {"-DQUALIFIER=", "-DQUALIFIER= -weft-lanes=1", "-DQUALIFIER= -weft-lanes=4"}) {
    Strides weft;
    cl_kernel open = weft.kernel(kSource, "strides", lanes);
    weft.cycles(open, weft.a);
    const std::vector<cl_uint> found = weft.read(weft.a, kCount);
    for (cl_uint i = 0; i < kCount; ++i)
      REQUIRE(found[i] == 7 + i + 3 * (100 + i));
    clReleaseKernel(open);
  }
}

TEST_CASE("parts of one buffer overlap where they have bytes in common") {
  const Weft weft;
  constexpr cl_uint items = 64, words = 4 * items;  // n is as many: a work-item has a column of its own
  for (const char *lanes : {"-DQUALIFIER=", "-DQUALIFIER= -weft-lanes=1", "-DQUALIFIER= -weft-lanes=16"}) {
    cl_kernel kernel = weft.kernel(kSource, "rows", lanes);
    // One buffer twice; two parts that share rows; two that only touch.
    for (const size_t shift : {size_t(0), size_t(items), size_t(3 * items), size_t(words)}) {
      cl_mem whole = weft.buffer(counting(3, 2 * words));
      cl_mem a = part(whole, 0, words), b = part(whole, shift, words);
      setArg(kernel, 0, a);
      setArg(kernel, 1, b);
      setArg(kernel, 2, items);
      setArg(kernel, 3, cl_uint(4));
      REQUIRE(weft.run(kernel, items, 0) == CL_COMPLETE);
      std::vector<cl_uint> expected = counting(3, 2 * words);  // one access after the other
      for (cl_uint row = 0; row < 4; ++row)
        for (cl_uint i = 0; i < items; ++i)
          expected[shift + row * items + i] = 3 * expected[((row + 3) & 3) * items + i] + row;
      CHECK(weft.read(whole, 2 * words) == expected);
      release({a, b, whole});
    }
    clReleaseKernel(kernel);
  }
}

TEST_CASE("a null pointer overlaps nothing") {
  const Weft weft;
  cl_kernel kernel = weft.kernel(R"(__kernel void k(__global const uint *a, __global uint *b, __global uint *c) {
    uint i = get_global_id(0);
    b[i] = 5;
    if (c)
      c[i] = 6;
    b[i] += a[i];
  })",
                                 "k");
  cl_mem a = weft.buffer(counting(1, 64)), b = weft.buffer(counting(0, 64));
  setArg(kernel, 0, a);
  setArg(kernel, 1, b);
  REQUIRE(clSetKernelArg(kernel, 2, sizeof(cl_mem), nullptr) == CL_SUCCESS);
  REQUIRE(weft.run(kernel, 64, 0) == CL_COMPLETE);
  for (cl_uint i = 0; i < 64; ++i)
    REQUIRE(weft.read(b, 64)[i] == 5 + 1 + i);
  release({a, b});
  clReleaseKernel(kernel);
}
