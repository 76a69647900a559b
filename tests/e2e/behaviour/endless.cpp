// SPDX-License-Identifier: Apache-2.0
// Kernels that do not end, with WEFT_CYCLE_LIMIT: the launch fails and says where its work-items are; the device goes
// on.
#include "captured.h"
#include "fixture.h"

namespace {

const char *const kSource = "__kernel void add(__global uint *out, uint value) {\n"
                            "  out[get_global_id(0)] += value;\n"
                            "}\n"
                            "__kernel void endless(volatile __global uint *flag, __global uint *out) {\n"
                            "  uint v = get_global_id(0);\n"
                            "  for (uint i = 0; i < 5; ++i)\n"
                            "    v = v * 3 + i;\n"
                            "  while (flag[v & 7] != 77u) {\n"
                            "    out[v & 63] = v;\n"
                            "    atomic_inc(&out[64 + (v & 7)]);\n"
                            "  }\n"
                            "}\n"
                            "__kernel void rounds(volatile __global uint *flag, __global uint *out) {\n"
                            "  __local uint shared;\n"
                            "  do {\n"
                            "    if (get_local_id(0) == 0)\n"
                            "      shared = flag[0];\n"
                            "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "  } while (shared != 77u);\n"
                            "  out[0] = shared;\n"
                            "}\n";

struct Endless : Weft {
  cl_mem flag = buffer(std::vector<cl_uint>(8, 0)), out = buffer(std::vector<cl_uint>(128, 0)),
         sums = buffer(std::vector<cl_uint>(64, 0));
  cl_kernel add = kernel(kSource, "add");

  Endless() {
    setArg(add, 0, sums);
    setArg(add, 1, cl_uint(3));
  }
  ~Endless() {
    for (cl_mem memory : {flag, out, sums})
      clReleaseMemObject(memory);
    clReleaseKernel(add);
  }
  cl_kernel endless(const char *name) const {
    cl_kernel result = kernel(kSource, name);
    setArg(result, 0, flag);
    setArg(result, 1, out);
    return result;
  }
  void checkSums(cl_uint expected) const { CHECK(read(sums, 64) == std::vector<cl_uint>(64, expected)); }
  bool told(const char *text) const { return messages.back().find(text) != std::string::npos; }
};

}  // namespace

TEST_CASE("an endless loop is ended at the cycle limit, with its source line", "[.limit]") {
  Endless weft;
  cl_kernel spin = weft.endless("endless");
  for (cl_uint i = 1; i <= 3; ++i) {
    CHECK(weft.run(spin, 64, 64) == CL_OUT_OF_RESOURCES);
    INFO(weft.messages.back());
    CHECK(weft.messages.size() == i);
    CHECK(weft.told("kernel endless: ended after "));
    CHECK(weft.told("(WEFT_CYCLE_LIMIT is 20000) with 64 work-items in flight"));
    CHECK(weft.told("the loop at <source>:8:3"));
    CHECK_FALSE(weft.told("<source>:6:3"));  // which they have left
    CHECK(weft.run(weft.add, 64, 64) == CL_COMPLETE);
    weft.checkSums(3 * i);
  }
  clReleaseKernel(spin);
}

TEST_CASE("an endless loop with a barrier is ended at the cycle limit", "[.limit]") {
  Endless weft;
  cl_kernel rounds = weft.endless("rounds");
  CHECK(weft.run(rounds, 64, 32) == CL_OUT_OF_RESOURCES);
  INFO(weft.messages.back());
  CHECK(weft.told("the barrier at <source>:18:5"));
  CHECK(weft.run(weft.add, 64, 64) == CL_COMPLETE);
  weft.checkSums(3);
  clReleaseKernel(rounds);
}

TEST_CASE("other queues go on beside an endless kernel and after it", "[.limit]") {
  Endless weft;
  cl_kernel spin = weft.endless("endless");
  cl_int status = CL_SUCCESS;
  cl_command_queue other = clCreateCommandQueue(weft.context, weft.device, 0, &status);
  REQUIRE(status == CL_SUCCESS);
  const size_t size = 64;
  cl_event ended = nullptr, after = nullptr;
  REQUIRE(clEnqueueNDRangeKernel(weft.queue, spin, 1, nullptr, &size, nullptr, 0, nullptr, &ended) == CL_SUCCESS);
  // Who waits for its event fails with it; who comes later in the queue runs.
  REQUIRE(clEnqueueNDRangeKernel(other, weft.add, 1, nullptr, &size, nullptr, 1, &ended, &after) == CL_SUCCESS);
  REQUIRE(clEnqueueNDRangeKernel(weft.queue, weft.add, 1, nullptr, &size, nullptr, 0, nullptr, nullptr) == CL_SUCCESS);
  for (unsigned i = 0; i < 4; ++i)
    REQUIRE(clEnqueueNDRangeKernel(other, weft.add, 1, nullptr, &size, nullptr, 0, nullptr, nullptr) == CL_SUCCESS);
  clFinish(other);
  clFinish(weft.queue);
  REQUIRE(clGetEventInfo(after, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr) == CL_SUCCESS);
  CHECK(status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  weft.checkSums(15);
  clReleaseEvent(after);
  clReleaseEvent(ended);
  clReleaseCommandQueue(other);
  clReleaseKernel(spin);
}

TEST_CASE("what a launch printed before its end is not lost", "[.limit]") {
  Endless weft;
  cl_kernel kernel = weft.kernel("__kernel void k(volatile __global uint *flag) {\n"
                                 "  printf(\"begin %u\\n\", flag[0]);\n"
                                 "  while (flag[1] != 77u) ;\n"
                                 "  printf(\"end\\n\");\n}\n",
                                 "k");
  setArg(kernel, 0, weft.flag);
  for (int round = 0; round < 2; ++round) {
    Captured out(stdout);
    CHECK(weft.run(kernel, 1, 1) == CL_OUT_OF_RESOURCES);
    CHECK(out.take() == "begin 0\n");
  }
  clReleaseKernel(kernel);
}
