// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstring>
#include <numeric>

#include "programs.h"

using namespace test;

namespace {

struct BuiltIns : Programs {
  OwnProgram make(const char *names) {
    return OwnProgram(clCreateProgramWithBuiltInKernels(context, 1, &device, names, &error));
  }
};

}  // namespace

TEST_CASE_METHOD(BuiltIns, "CL_DEVICE_BUILT_IN_KERNELS names kernels that can be made") {
  const std::string names = deviceText(device, CL_DEVICE_BUILT_IN_KERNELS);
  CHECK(names == "weft_copy;weft_fill");
  const OwnProgram program = make(names.c_str());
  REQUIRE(error == CL_SUCCESS);
  CHECK(programText(program, CL_PROGRAM_KERNEL_NAMES) == names);
  CHECK(info<size_t>(clGetProgramInfo, cl_program(program), CL_PROGRAM_NUM_KERNELS) == 2);
  size_t size = 0;
  REQUIRE(clGetDeviceInfo(device, CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, 0, nullptr, &size) == CL_SUCCESS);
  REQUIRE(size == 2 * sizeof(cl_name_version));
  std::array<cl_name_version, 2> versions;
  REQUIRE(clGetDeviceInfo(device, CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, size, versions.data(), nullptr) ==
          CL_SUCCESS);
  CHECK(std::string(versions[0].name) == "weft_copy");
  CHECK(std::string(versions[1].name) == "weft_fill");
  CHECK(versions[0].version == CL_MAKE_VERSION(1, 0, 0));
}

TEST_CASE_METHOD(BuiltIns, "clCreateProgramWithBuiltInKernels: the program is there without a build") {
  const OwnProgram program = make("weft_fill");
  REQUIRE(error == CL_SUCCESS);
  CHECK(status(program) == CL_BUILD_SUCCESS);
  CHECK(type(program) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  CHECK(programText(program, CL_PROGRAM_KERNEL_NAMES) == "weft_fill");
  CHECK(programText(program, CL_PROGRAM_SOURCE).empty());
  CHECK(info<size_t>(clGetProgramInfo, cl_program(program), CL_PROGRAM_BINARY_SIZES) == 0);
  CHECK(build(program) == CL_INVALID_OPERATION);
  CHECK(compile(program) == CL_INVALID_OPERATION);
  CHECK(link({program}) == nullptr);
  CHECK(error == CL_INVALID_OPERATION);
  CHECK(clCreateKernel(program, "weft_copy", &error) == nullptr);  // not asked for
  CHECK(error == CL_INVALID_KERNEL_NAME);
}

TEST_CASE_METHOD(BuiltIns, "built-in kernels answer the kernel queries") {
  const OwnProgram program = make("weft_copy;weft_fill");
  const OwnKernel copy = makeKernel(program, "weft_copy"), fill = makeKernel(program, "weft_fill");
  CHECK(kernelText(fill, CL_KERNEL_FUNCTION_NAME) == "weft_fill");
  CHECK(kernelText(fill, CL_KERNEL_ATTRIBUTES).empty());
  CHECK(info<cl_uint>(clGetKernelInfo, cl_kernel(copy), CL_KERNEL_NUM_ARGS) == 2);
  CHECK(clGetKernelArgInfo(fill, 0, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr) == CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
  const auto largest = info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  std::array<size_t, 3> sizes{};
  size_t size = 0;
  REQUIRE(clGetKernelWorkGroupInfo(fill, device, CL_KERNEL_GLOBAL_WORK_SIZE, sizeof(sizes), &sizes, &size) ==
          CL_SUCCESS);
  CHECK(size == 3 * sizeof(size_t));
  CHECK(sizes[0] >= std::min<cl_ulong>(largest, 0xffffffff) / 4);  // a whole buffer of uints
  CHECK(sizes[1] == 1);
  CHECK(sizes[2] == 1);
  size_t group = 0;
  REQUIRE(clGetKernelWorkGroupInfo(fill, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof(group), &group, nullptr) ==
          CL_SUCCESS);
  CHECK(group == info<size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_WORK_GROUP_SIZE));
  cl_ulong bytes = 1;
  REQUIRE(clGetKernelWorkGroupInfo(fill, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof(bytes), &bytes, nullptr) ==
          CL_SUCCESS);
  CHECK(bytes == 0);
}

TEST_CASE_METHOD(BuiltIns, "built-in kernels check their arguments as any kernel does") {
  const OwnProgram program = make("weft_fill");
  const OwnKernel fill = makeKernel(program, "weft_fill");
  const OwnMem buffer = makeBuffer(64);
  const cl_mem handle = buffer;
  const cl_uint value = 7;
  CHECK(clSetKernelArg(fill, 0, 4, &handle) == CL_INVALID_ARG_SIZE);
  CHECK(clSetKernelArg(fill, 1, 8, &value) == CL_INVALID_ARG_SIZE);
  CHECK(clSetKernelArg(fill, 2, 4, &value) == CL_INVALID_ARG_INDEX);
  const OwnQueue queue = makeQueue();
  const size_t global = 16, tooLarge = 17, local = 4, uneven = 5, square[] = {4, 4};
  const auto enqueue = [&](cl_uint dimensions, const size_t *range, const size_t *group) {
    return clEnqueueNDRangeKernel(queue, fill, dimensions, nullptr, range, group, 0, nullptr, nullptr);
  };
  CHECK(enqueue(1, &global, &local) == CL_INVALID_KERNEL_ARGS);
  REQUIRE(clSetKernelArg(fill, 0, sizeof(handle), &handle) == CL_SUCCESS);
  REQUIRE(clSetKernelArg(fill, 1, sizeof(value), &value) == CL_SUCCESS);
  CHECK(enqueue(1, &global, &uneven) == CL_INVALID_WORK_GROUP_SIZE);
  CHECK(enqueue(2, square, nullptr) == CL_INVALID_GLOBAL_WORK_SIZE);
  CHECK(enqueue(1, &global, &local) == CL_SUCCESS);
  CHECK(clFinish(queue) == CL_SUCCESS);
  OwnEvent event;
  REQUIRE(clEnqueueNDRangeKernel(queue, fill, 1, nullptr, &tooLarge, nullptr, 0, nullptr, &event) == CL_SUCCESS);
  const cl_event handles[] = {event};
  CHECK(clWaitForEvents(1, handles) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK(statusOf(event) == CL_OUT_OF_RESOURCES);  // as any access outside a buffer
}

TEST_CASE_METHOD(BuiltIns, "built-in kernels copy and fill") {
  const OwnProgram program = make("weft_copy;weft_fill");
  const OwnKernel copy = makeKernel(program, "weft_copy"), fill = makeKernel(program, "weft_fill");
  const OwnQueue queue = makeQueue();
  std::vector<uint8_t> source = pattern(1000), target(1000, 0);
  const OwnMem from = makeBuffer(1000, CL_MEM_COPY_HOST_PTR, source.data());
  const OwnMem to = makeBuffer(1000, CL_MEM_COPY_HOST_PTR, target.data());
  const cl_mem fromHandle = from, toHandle = to;
  REQUIRE(clSetKernelArg(copy, 0, sizeof(cl_mem), &toHandle) == CL_SUCCESS);
  REQUIRE(clSetKernelArg(copy, 1, sizeof(cl_mem), &fromHandle) == CL_SUCCESS);
  const size_t offset = 13, count = 900;
  REQUIRE(clEnqueueNDRangeKernel(queue, copy, 1, &offset, &count, nullptr, 0, nullptr, nullptr) == CL_SUCCESS);
  const cl_uint value = 0x01020304;
  REQUIRE(clSetKernelArg(fill, 0, sizeof(cl_mem), &toHandle) == CL_SUCCESS);
  REQUIRE(clSetKernelArg(fill, 1, sizeof(value), &value) == CL_SUCCESS);
  const size_t words = 10, firstWord = 100;
  REQUIRE(clEnqueueNDRangeKernel(queue, fill, 1, &firstWord, &words, nullptr, 0, nullptr, nullptr) == CL_SUCCESS);
  REQUIRE(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, target.size(), target.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  std::vector<uint8_t> expected(1000, 0);
  std::copy_n(source.begin() + 13, 900, expected.begin() + 13);
  for (size_t i = 0; i < words; ++i)
    std::memcpy(expected.data() + 400 + 4 * i, &value, sizeof(value));
  CHECK((target == expected));
}

TEST_CASE_METHOD(BuiltIns, "clCreateProgramWithBuiltInKernels: errors") {
  SECTION("CL_INVALID_CONTEXT: context is not a valid context") {
    CHECK(clCreateProgramWithBuiltInKernels(nullptr, 1, &device, "weft_copy", &error) == nullptr);
    CHECK(error == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_VALUE: device_list is NULL or num_devices is zero") {
    CHECK(clCreateProgramWithBuiltInKernels(context, 1, nullptr, "weft_copy", &error) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
    CHECK(clCreateProgramWithBuiltInKernels(context, 0, &device, "weft_copy", &error) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
    CHECK(clCreateProgramWithBuiltInKernels(context, 0, nullptr, "weft_copy", &error) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: kernel_names is NULL") {
    CHECK(make(nullptr) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: kernel_names has a name that no device supports") {
    for (const char *names : {"nothing", "", "weft_copy;nothing", "weft_copy;", ";weft_copy", "weft_copyweft_fill"}) {
      INFO(names);
      CHECK(make(names) == nullptr);
      CHECK(error == CL_INVALID_VALUE);
    }
  }
  SECTION("CL_INVALID_DEVICE: a device is not in the list of devices associated with context") {
    for (cl_device_id wrong : {wrongDevice(), otherDevice()}) {
      CHECK(clCreateProgramWithBuiltInKernels(context, 1, &wrong, "weft_copy", &error) == nullptr);
      CHECK(error == CL_INVALID_DEVICE);
    }
  }
}
