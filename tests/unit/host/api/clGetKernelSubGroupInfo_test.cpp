// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Kernels, "clGetKernelSubGroupInfo: errors") {
  const auto query = [](cl_kernel of, cl_device_id device) {
    const size_t local = 8;
    size_t size = 0;
    return clGetKernelSubGroupInfo(of, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof(local), &local,
                                   sizeof(size), &size, nullptr);
  };
  SECTION("CL_INVALID_KERNEL: kernel is not a valid kernel object") {
    CHECK(query(nullptr, device) == CL_INVALID_KERNEL);
    CHECK(query(wrong<cl_kernel>(), device) == CL_INVALID_KERNEL);
  }
  SECTION("CL_INVALID_DEVICE: device is not in the list of devices associated with kernel") {
    CHECK(query(kernel, wrongDevice()) == CL_INVALID_DEVICE);
    CHECK(query(kernel, otherDevice()) == CL_INVALID_DEVICE);
  }
  SECTION("CL_INVALID_DEVICE: device is NULL and there is more than one device associated with kernel") {
    UnevenBoards boards(platform);
    const OwnProgram both = boards.makeProgram("kernel void k(global int *p) { p[0] = 1; }\n");
    REQUIRE(clBuildProgram(both, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
    CHECK(query(makeKernel(both, "k"), nullptr) == CL_INVALID_DEVICE);
  }
  SECTION("CL_INVALID_VALUE: an unknown query, no or a wrong input, no room") {
    size_t size = 0;
    const size_t four[4] = {1, 1, 1, 1};
    const auto ask = [&](cl_kernel_sub_group_info name, size_t inputBytes, const void *input, size_t bytes) {
      return clGetKernelSubGroupInfo(kernel, device, name, inputBytes, input, bytes, &size, nullptr);
    };
    CHECK(ask(CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, sizeof(size)) == CL_INVALID_VALUE);
    for (const cl_kernel_sub_group_info name :
         {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
          CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT}) {
      CHECK(ask(name, sizeof(size_t), nullptr, sizeof(size)) == CL_INVALID_VALUE);
      CHECK(ask(name, 0, four, sizeof(size)) == CL_INVALID_VALUE);
      CHECK(ask(name, sizeof(size_t) + 1, four, sizeof(size)) == CL_INVALID_VALUE);
      CHECK(ask(name, sizeof(four), four, sizeof(size)) == CL_INVALID_VALUE);
      CHECK(ask(name, sizeof(size_t), four, sizeof(size) - 1) == CL_INVALID_VALUE);
    }
    CHECK(ask(CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 1) == CL_INVALID_VALUE);
  }
}

TEST_CASE_METHOD(Kernels, "clGetKernelSubGroupInfo: sub-groups are parts of a work-group") {
  const auto query = [&](cl_kernel_sub_group_info name, const std::vector<size_t> &input, size_t results = 1) {
    std::vector<size_t> result(results, 99);
    size_t bytes = 0;
    CHECK(clGetKernelSubGroupInfo(kernel, device, name, input.size() * sizeof(size_t), input.data(),
                                  results * sizeof(size_t), result.data(), &bytes) == CL_SUCCESS);
    CHECK(bytes == results * sizeof(size_t));
    return result;
  };
  const auto most = workGroup<size_t>(kernel, CL_KERNEL_WORK_GROUP_SIZE);
  const size_t subGroups = query(CL_KERNEL_MAX_NUM_SUB_GROUPS, {})[0];
  CHECK(subGroups >= 1);
  CHECK(subGroups <= info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_NUM_SUB_GROUPS));
  CHECK(info<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS) == CL_TRUE);
  CHECK(query(CL_KERNEL_COMPILE_NUM_SUB_GROUPS, {})[0] == 0);
  for (const std::vector<size_t> &local : {std::vector<size_t>{1}, {37}, {16, 3}, {4, 5, 6}, {most}}) {
    size_t items = 1;
    for (const size_t size : local)
      items *= size;
    const size_t size = query(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, local)[0];
    REQUIRE(size >= 1);
    CHECK(size <= items);
    CHECK(query(CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, local)[0] == (items + size - 1) / size);
  }
  for (const size_t count : {size_t(1), subGroups})
    for (const size_t dimensions : {1, 2, 3}) {
      const std::vector<size_t> local = query(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {count}, dimensions);
      CHECK(query(CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, local)[0] == count);
      for (size_t d = 1; d < dimensions; ++d)
        CHECK(local[d] == 1);
    }
  for (const size_t none : {size_t(0), subGroups + 1})
    CHECK(query(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {none}, 3) == std::vector<size_t>(3, 0));
}
