// SPDX-License-Identifier: Apache-2.0
// For tests of what launches accept. What kernels compute is tested end to end.
#pragma once
#include "waiting.h"

namespace test {

struct Launches : WeftQueue {
  OwnProgram program =
      makeProgram("kernel void test(global int *out, local float *scratch, int n) {\n"
                  "  scratch[get_local_id(0)] = n;\n"
                  "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                  "  out[get_global_id(0)] = (int)scratch[0];\n"
                  "}\n"
                  "kernel __attribute__((reqd_work_group_size(8, 4, 1))) void fixed(global int *out) {\n"
                  "  out[get_global_id(0)] = 1;\n"
                  "}\n");
  OwnKernel kernel, fixed;
  OwnMem buffer = makeBuffer(1 << 16);

  Launches() {
    REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
    kernel = OwnKernel(clCreateKernel(program, "test", nullptr));
    fixed = OwnKernel(clCreateKernel(program, "fixed", nullptr));
    const cl_int n = 3;
    setBuffer(kernel, buffer);
    REQUIRE(clSetKernelArg(kernel, 1, 1024, nullptr) == CL_SUCCESS);
    REQUIRE(clSetKernelArg(kernel, 2, sizeof(n), &n) == CL_SUCCESS);
    setBuffer(fixed, buffer);
  }
  static void setBuffer(cl_kernel which, cl_mem memory) {
    REQUIRE(clSetKernelArg(which, 0, sizeof(memory), &memory) == CL_SUCCESS);
  }
  cl_int run(cl_kernel which, std::vector<size_t> global, std::vector<size_t> local, std::vector<size_t> offset = {},
             cl_event *event = nullptr) {
    return clEnqueueNDRangeKernel(queue, which, cl_uint(global.size()), offset.empty() ? nullptr : offset.data(),
                                  global.data(), local.empty() ? nullptr : local.data(), 0, nullptr, event);
  }
};

}  // namespace test
