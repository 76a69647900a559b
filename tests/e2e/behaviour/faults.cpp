// SPDX-License-Identifier: Apache-2.0
// Accesses outside a kernel's buffers, and barriers that not all work-items reach.
#include "fixture.h"

namespace {

const char *const kSource = "__kernel void reader(__global const uint *in, __global uint *out, uint at) {\n"
                            "  uint i = get_global_id(0);\n"
                            "  out[i] = in[i + at];\n"
                            "}\n"
                            "__kernel void writer(__global uint *victim, uint at) {\n"
                            "  victim[get_global_id(0) + at] = 7;\n"
                            "}\n"
                            "__kernel void adder(__global uint *counter, uint at) {\n"
                            "  atomic_inc(&counter[at]);\n"
                            "}\n"
                            "__kernel void diverges(__global uint *out) {\n"
                            "  if (get_local_id(0) < 5)\n"
                            "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "  out[get_global_id(0)] = 1;\n"
                            "}\n";

bool says(const Weft &weft, const std::string &text) {
  for (const std::string &message : weft.messages)
    if (message.find(text) != std::string::npos)
      return true;
  return false;
}

}  // namespace

TEST_CASE("a read outside its buffer ends the command with an error that names kernel, buffer and line") {
  Weft weft;
  cl_kernel kernel = weft.kernel(kSource, "reader");
  cl_mem in = weft.buffer(std::vector<cl_uint>(64, 3)), out = weft.buffer(std::vector<cl_uint>(64, 9));
  setArg(kernel, 0, in);
  setArg(kernel, 1, out);
  setArg(kernel, 2, cl_uint(0));
  REQUIRE(weft.run(kernel, 64, 16) == CL_COMPLETE);
  CHECK(weft.read(out, 64) == std::vector<cl_uint>(64, 3));

  // One element past the end is enough, although the rest of the memory line exists.
  setArg(kernel, 2, cl_uint(1));
  CHECK(weft.run(kernel, 64, 16) < 0);
  CHECK(says(weft, "reader"));
  CHECK(says(weft, "in"));
  CHECK(says(weft, ":3"));

  // The device goes on.
  setArg(kernel, 2, cl_uint(0));
  CHECK(weft.run(kernel, 64, 16) == CL_COMPLETE);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}

TEST_CASE("a write outside its buffer changes nothing") {
  Weft weft;
  const cl_uint offset = GENERATE(64u, 1000u, 0x3fffffffu, 0x40000000u, 0xffffffffu);
  cl_kernel kernel = weft.kernel(kSource, "writer");
  std::vector<cl_mem> buffers;
  for (int i = 0; i < 3; ++i)
    buffers.push_back(weft.buffer(std::vector<cl_uint>(64, cl_uint(i))));
  setArg(kernel, 0, buffers[1]);
  setArg(kernel, 1, offset);
  CHECK(weft.run(kernel, 1, 1) < 0);
  CHECK(says(weft, "victim"));
  CHECK(says(weft, ":6"));
  for (int i = 0; i < 3; ++i)
    CHECK(weft.read(buffers[i], 64) == std::vector<cl_uint>(64, cl_uint(i)));
  for (cl_mem memory : buffers)
    clReleaseMemObject(memory);
  clReleaseKernel(kernel);
}

TEST_CASE("a NULL buffer faults when it is used") {
  Weft weft;
  cl_kernel kernel = weft.kernel(kSource, "adder");
  REQUIRE(clSetKernelArg(kernel, 0, sizeof(cl_mem), nullptr) == CL_SUCCESS);
  setArg(kernel, 1, cl_uint(0));
  CHECK(weft.run(kernel, 4, 4) < 0);
  CHECK(says(weft, "counter"));
  clReleaseKernel(kernel);
}

TEST_CASE("a sub-buffer's bounds are its own, not its parent's") {
  Weft weft;
  cl_kernel kernel = weft.kernel(kSource, "writer");
  cl_mem parent = weft.buffer(std::vector<cl_uint>(256, 1));
  cl_buffer_region region = {256, 256};
  cl_int status = CL_SUCCESS;
  cl_mem part = clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
  REQUIRE(status == CL_SUCCESS);
  setArg(kernel, 0, part);
  setArg(kernel, 1, cl_uint(0));
  CHECK(weft.run(kernel, 64, 64) == CL_COMPLETE);
  setArg(kernel, 1, cl_uint(64));
  CHECK(weft.run(kernel, 1, 1) < 0);
  std::vector<cl_uint> expected(256, 1);
  std::fill(expected.begin() + 64, expected.begin() + 128, 7);
  CHECK(weft.read(parent, 256) == expected);
  clReleaseMemObject(part);
  clReleaseMemObject(parent);
  clReleaseKernel(kernel);
}

TEST_CASE("a barrier that only some packets or single work-items reach is reported, and the device goes on") {
  Weft weft;
  cl_kernel kernel = weft.kernel(kSource, "diverges", GENERATE("-weft-lanes=1", "-weft-lanes=8"));
  cl_mem out = weft.buffer(std::vector<cl_uint>(16, 0));
  setArg(kernel, 0, out);
  CHECK(weft.run(kernel, 16, 16) < 0);
  CHECK(says(weft, "work-items wait at the barrier at <source>:13:5, which others of their group never reach"));
  cl_kernel next = weft.kernel(kSource, "writer");
  setArg(next, 0, out);
  setArg(next, 1, cl_uint(0));
  CHECK(weft.run(next, 16, 16) == CL_COMPLETE);
  CHECK(weft.read(out, 16) == std::vector<cl_uint>(16, 7));
  clReleaseMemObject(out);
  clReleaseKernel(next);
  clReleaseKernel(kernel);
}

TEST_CASE("the fault of a kernel's very last access is reported, however many sites it has", "[last_access]") {
  // Of 68 loads, a store to global memory, and one on chip, which nothing waits for.
  const char *source =
      "__kernel void last(__global const uint *in, __global uint *out, uint stride, uint to, uint at) {\n"
      "  __local uint shared[16];\n"
      "  uint sum = 0, i = get_local_id(0);\n"
      "  shared[i] = i;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "#pragma unroll\n"
      "  for (uint k = 0; k < 68; ++k)\n"
      "    sum += in[k * stride + i];\n"
      "  out[get_global_id(0) + to] = sum + shared[15 - i];\n"
      "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
      "  shared[i + at] = sum;\n"
      "}\n";
  Weft weft;
  cl_kernel kernel = weft.kernel(source, "last");
  cl_mem in = weft.buffer(std::vector<cl_uint>(68 + 15, 1)), out = weft.buffer(std::vector<cl_uint>(32, 0));
  setArg(kernel, 0, in);
  setArg(kernel, 1, out);
  setArg(kernel, 2, cl_uint(1));
  const auto run = [&](cl_uint to, cl_uint at) {
    setArg(kernel, 3, to);
    setArg(kernel, 4, at);
    return weft.run(kernel, 32, 16);
  };
  CHECK(run(0, 0) == CL_COMPLETE);
  CHECK(weft.read(out, 1).front() == 68 + 15);
  CHECK(run(1, 0) < 0);
  CHECK(says(weft, ":9"));
  CHECK(run(0, 1) < 0);
  CHECK(says(weft, ":11"));
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}
