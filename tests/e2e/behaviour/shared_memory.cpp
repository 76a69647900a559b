// SPDX-License-Identifier: Apache-2.0
// A device whose memory is the host's: maps copy nothing. Run by name on such a board (see CMakeLists.txt).
#include "fixture.h"

#include <algorithm>

namespace {

/// Device time of a command in nanoseconds.
cl_ulong duration(cl_event event) {
  cl_ulong start = 0, end = 0;
  REQUIRE(clWaitForEvents(1, &event) == CL_SUCCESS);
  REQUIRE(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr) == CL_SUCCESS);
  REQUIRE(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr) == CL_SUCCESS);
  REQUIRE(clReleaseEvent(event) == CL_SUCCESS);
  return end - start;
}

}  // namespace

TEST_CASE("CL_MEM_ALLOC_HOST_PTR and plain buffers map without a copy", "[.][embedded]") {
  Weft weft;
  constexpr size_t kWords = 1024;
  cl_kernel triple = weft.kernel("__kernel void triple(__global uint *x) { x[get_global_id(0)] *= 3; }", "triple");
  for (const cl_mem_flags flags : {CL_MEM_READ_WRITE, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR}) {
    cl_int status = CL_SUCCESS;
    cl_mem memory = clCreateBuffer(weft.context, flags, kWords * 4, nullptr, &status);
    REQUIRE(status == CL_SUCCESS);
    setArg(triple, 0, memory);
    cl_event mapping = nullptr, unmapping = nullptr;
    auto *words = static_cast<cl_uint *>(
        clEnqueueMapBuffer(weft.queue, memory, CL_TRUE, CL_MAP_WRITE, 0, kWords * 4, 0, nullptr, &mapping, &status));
    REQUIRE(status == CL_SUCCESS);
    for (cl_uint i = 0; i < kWords; ++i)
      words[i] = i;
    REQUIRE(clEnqueueUnmapMemObject(weft.queue, memory, words, 0, nullptr, &unmapping) == CL_SUCCESS);
    CHECK(duration(mapping) == 0);
    CHECK(duration(unmapping) == 0);

    const auto *seen = static_cast<const cl_uint *>(
        clEnqueueMapBuffer(weft.queue, memory, CL_TRUE, CL_MAP_READ, 0, kWords * 4, 0, nullptr, nullptr, &status));
    REQUIRE(status == CL_SUCCESS);
    CHECK(seen == words);
    // Beyond the standard, which wants a new map after a kernel: what the device writes appears under the pointer.
    REQUIRE(weft.run(triple, kWords, 64) == CL_COMPLETE);
    size_t wrong = 0;
    for (cl_uint i = 0; i < kWords; ++i)
      wrong += seen[i] != 3 * i;
    CHECK(wrong == 0);
    REQUIRE(clEnqueueUnmapMemObject(weft.queue, memory, const_cast<cl_uint *>(seen), 0, nullptr, nullptr) ==
            CL_SUCCESS);
    REQUIRE(clReleaseMemObject(memory) == CL_SUCCESS);
  }
  clReleaseKernel(triple);
}

TEST_CASE("CL_MEM_USE_HOST_PTR is copied at map, unmap and use", "[.][embedded]") {
  Weft weft;
  std::vector<cl_uint> host(256), expected(256);
  for (cl_uint i = 0; i < 256; ++i) {
    host[i] = i + 1;
    expected[i] = 3 * (i + 1);
  }
  cl_kernel triple = weft.kernel("__kernel void triple(__global uint *x) { x[get_global_id(0)] *= 3; }", "triple");
  cl_int status = CL_SUCCESS;
  cl_mem memory = clCreateBuffer(weft.context, CL_MEM_USE_HOST_PTR, host.size() * 4, host.data(), &status);
  REQUIRE(status == CL_SUCCESS);
  setArg(triple, 0, memory);
  REQUIRE(weft.run(triple, 256, 64) == CL_COMPLETE);
  void *const mapped = clEnqueueMapBuffer(weft.queue, memory, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, 1024, 0, nullptr,
                                          nullptr, &status);
  REQUIRE(status == CL_SUCCESS);
  CHECK(mapped == host.data());
  CHECK(host == expected);
  host[7] = 1000;
  REQUIRE(clEnqueueUnmapMemObject(weft.queue, memory, mapped, 0, nullptr, nullptr) == CL_SUCCESS);
  REQUIRE(weft.run(triple, 256, 64) == CL_COMPLETE);
  CHECK(weft.read(memory, 256)[7] == 3000);
  clReleaseMemObject(memory);
  clReleaseKernel(triple);
}
