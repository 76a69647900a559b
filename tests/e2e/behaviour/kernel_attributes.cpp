// SPDX-License-Identifier: Apache-2.0
// Attributes of other tools that say how a kernel is built: what the host sees of them.
#include "fixture.h"

namespace {

// A group turns its numbers round, with a barrier between.
constexpr char kSource[] = "kernel ATTRIBUTES void turn(global const uint *restrict in, global uint *restrict out) {\n"
                           "  local uint t[1024]; const uint n = get_local_size(0), l = get_local_id(0);\n"
                           "  t[l] = in[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE);\n"
                           "  out[get_global_id(0)] = t[n - 1 - l] + 1;\n}\n";

size_t largestGroup(const Weft &weft, cl_kernel kernel) {
  size_t size = 0;
  REQUIRE(clGetKernelWorkGroupInfo(kernel, weft.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, nullptr) ==
          CL_SUCCESS);
  return size;
}

std::string attributesOf(cl_kernel kernel) {
  char text[256] = "";
  REQUIRE(clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, sizeof text, text, nullptr) == CL_SUCCESS);
  return text;
}

/// Groups of `local` work-items; some packets are not full, and some work-items lie behind the last whole group.
void checkTurned(const Weft &weft, cl_kernel kernel, size_t local) {
  constexpr size_t kGroups = 5;
  std::vector<cl_uint> numbers(kGroups * local), expected;
  for (size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = cl_uint(3 * i);
  for (size_t i = 0; i < numbers.size(); ++i)
    expected.push_back(numbers[i - i % local + local - 1 - i % local] + 1);
  cl_mem in = weft.buffer(numbers), out = weft.buffer(std::vector<cl_uint>(numbers.size()));
  setArg(kernel, 0, in);
  setArg(kernel, 1, out);
  CHECK(weft.run(kernel, numbers.size(), local) == CL_COMPLETE);
  CHECK(weft.read(out, numbers.size()) == expected);
  CHECK(weft.run(kernel, numbers.size(), 0) == CL_COMPLETE);  // in groups of a size that the runtime chooses
  clReleaseMemObject(in);
  clReleaseMemObject(out);
}

}  // namespace

TEST_CASE("max_work_group_size is the kernel's largest group") {
  const Weft weft;
  for (const char *attribute : {"max_work_group_size(24)", "xcl_max_work_group_size(6,4,1)"}) {
    INFO(attribute);
    const std::string options = std::string("-DATTRIBUTES=__attribute__((") + attribute + "))";
    cl_kernel kernel = weft.kernel(kSource, "turn", options.c_str());
    CHECK(largestGroup(weft, kernel) == 24);
    CHECK(attributesOf(kernel) == attribute);
    checkTurned(weft, kernel, 24);
    checkTurned(weft, kernel, 7);
    const size_t global[] = {50, 2}, local[] = {25, 1}, rows[] = {25, 2};
    CHECK(clEnqueueNDRangeKernel(weft.queue, kernel, 1, nullptr, global, local, 0, nullptr, nullptr) ==
          CL_INVALID_WORK_GROUP_SIZE);
    CHECK(clEnqueueNDRangeKernel(weft.queue, kernel, 2, nullptr, global, rows, 0, nullptr, nullptr) ==
          CL_INVALID_WORK_GROUP_SIZE);
    clReleaseKernel(kernel);
  }
}

TEST_CASE("more than the board's largest group is the board's, with a warning") {
  const Weft weft;
  std::string log;
  cl_program program = nullptr;
  REQUIRE(weft.tryBuild(kSource, log, program, "-DATTRIBUTES=__attribute__((max_work_group_size(5000)))") ==
          CL_SUCCESS);
  CHECK(log.find("warning: max_work_group_size(5000) is more than the ") != std::string::npos);
  cl_kernel kernel = clCreateKernel(program, "turn", nullptr);
  size_t board = 0;
  REQUIRE(clGetDeviceInfo(weft.device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof board, &board, nullptr) == CL_SUCCESS);
  CHECK(largestGroup(weft, kernel) == board);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

TEST_CASE("kernels with num_simd_work_items compute what they do without") {
  const Weft weft;
  for (const char *number : {"1", "2", "8", "16"}) {
    INFO(number);
    const std::string attribute = std::string("num_simd_work_items(") + number + ")";
    const std::string options = "-weft-lanes=4 -DATTRIBUTES=__attribute__((" + attribute + "))";
    cl_kernel kernel = weft.kernel(kSource, "turn", options.c_str());
    CHECK(attributesOf(kernel) == attribute);
    checkTurned(weft, kernel, 64);
    checkTurned(weft, kernel, 13);
    clReleaseKernel(kernel);
  }
}

TEST_CASE("the build log says why a kernel has not as many work-items in a packet as it asks for") {
  const Weft weft;
  std::string log;
  cl_program program = nullptr;
  REQUIRE(
      weft.tryBuild("kernel __attribute__((num_simd_work_items(8))) void k(global volatile uint *a, global uint *b) "
                    "{\n  b[get_global_id(0)] = a[get_global_id(0)];\n}\n",
                    log, program) == CL_SUCCESS);
  INFO(log);
  CHECK(log.find("instead of 8 work-items (num_simd_work_items): ") != std::string::npos);
  clReleaseProgram(program);
}
