// SPDX-License-Identifier: Apache-2.0
#include <CL/cl_ext.h>
#include <array>

#include "launch_errors.h"

using namespace test;

namespace {

struct Suggestions : Launches {
  const clGetKernelSuggestedLocalWorkSizeKHR_fn suggest = reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSuggestedLocalWorkSizeKHR"));
  Suggestions() { REQUIRE(suggest != nullptr); }

  std::vector<size_t> of(cl_kernel which, const std::vector<size_t> &global) const {
    std::vector<size_t> local(global.size(), 77);
    CHECK(suggest(queue, which, cl_uint(global.size()), nullptr, global.data(), local.data()) == CL_SUCCESS);
    return local;
  }
};

}  // namespace

TEST_CASE_METHOD(Suggestions, "clGetKernelSuggestedLocalWorkSizeKHR: sizes with which the kernel can be launched") {
  for (const std::vector<size_t> &global :
       {std::vector<size_t>{1024}, {1021}, {96, 10}, {8, 8, 8}, {1, 1, 1}, {5, 12, 7}}) {
    const std::vector<size_t> local = of(kernel, global);
    size_t group = 1;
    for (size_t d = 0; d < global.size(); ++d) {
      REQUIRE(local[d] != 0);
      CHECK(global[d] % local[d] == 0);
      group *= local[d];
    }
    size_t most = 0;
    REQUIRE(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof(most), &most, nullptr) ==
            CL_SUCCESS);
    CHECK(group <= most);
    CHECK(run(kernel, global, local) == CL_SUCCESS);
  }
  CHECK(of(fixed, {16, 8, 2}) == std::vector<size_t>{8, 4, 1});
  CHECK(clFinish(queue) == CL_SUCCESS);
}

TEST_CASE_METHOD(Suggestions, "clGetKernelSuggestedLocalWorkSizeKHR: only as many sizes as dimensions are written") {
  const size_t global[] = {64, 64, 64};
  std::array<size_t, 3> local{7, 7, 7};
  const size_t offset[] = {1, 2};
  CHECK(suggest(queue, kernel, 2, offset, global, local.data()) == CL_SUCCESS);
  CHECK(local[2] == 7);
}

TEST_CASE_METHOD(Suggestions, "clGetKernelSuggestedLocalWorkSizeKHR: errors") {
  const size_t global[] = {64, 64, 0}, offset[] = {SIZE_MAX, 0, 0};
  std::array<size_t, 3> local{};
  size_t *const out = local.data();
  SECTION("CL_INVALID_COMMAND_QUEUE, CL_INVALID_KERNEL") {
    CHECK(suggest(nullptr, kernel, 1, nullptr, global, out) == CL_INVALID_COMMAND_QUEUE);
    CHECK(suggest(queue, nullptr, 1, nullptr, global, out) == CL_INVALID_KERNEL);
  }
  SECTION("CL_INVALID_CONTEXT") {
    const OwnContext foreign = makeContext();
    const OwnQueue other(clCreateCommandQueue(foreign, device, 0, nullptr));
    CHECK(suggest(other, kernel, 1, nullptr, global, out) == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_KERNEL_ARGS: not all are set") {
    const OwnKernel bare(clCreateKernel(program, "test", nullptr));
    CHECK(suggest(queue, bare, 1, nullptr, global, out) == CL_INVALID_KERNEL_ARGS);
  }
  SECTION("CL_INVALID_WORK_DIMENSION") {
    CHECK(suggest(queue, kernel, 0, nullptr, global, out) == CL_INVALID_WORK_DIMENSION);
    CHECK(suggest(queue, kernel, 4, nullptr, global, out) == CL_INVALID_WORK_DIMENSION);
  }
  SECTION("CL_INVALID_GLOBAL_WORK_SIZE: NULL, or a size is 0") {
    CHECK(suggest(queue, kernel, 1, nullptr, nullptr, out) == CL_INVALID_GLOBAL_WORK_SIZE);
    CHECK(suggest(queue, kernel, 3, nullptr, global, out) == CL_INVALID_GLOBAL_WORK_SIZE);
  }
  SECTION("CL_INVALID_GLOBAL_OFFSET") {
    CHECK(suggest(queue, kernel, 1, offset, global, out) == CL_INVALID_GLOBAL_OFFSET);
  }
  SECTION("CL_INVALID_VALUE: no place for the result") {
    CHECK(suggest(queue, kernel, 1, nullptr, global, nullptr) == CL_INVALID_VALUE);
  }
  CHECK(local == std::array<size_t, 3>{});
}
