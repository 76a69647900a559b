// SPDX-License-Identifier: Apache-2.0
// Programs, kernels and buffers in a context with two different boards, through the API. Run by name where WEFT_DEVICE
// lists two (see CMakeLists.txt).
#include "api/programs.h"

using namespace test;

namespace {

struct TwoBoards : Programs {
  cl_device_id devices[2] = {};
  TwoBoards() {
    cl_uint count = 0;
    REQUIRE(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 2, devices, &count) == CL_SUCCESS);
    REQUIRE(count == 2);
    REQUIRE(deviceText(devices[0], CL_DEVICE_NAME) != deviceText(devices[1], CL_DEVICE_NAME));
    context = OwnContext(clCreateContext(nullptr, 2, devices, nullptr, nullptr, &error));
    REQUIRE(error == CL_SUCCESS);
  }
  OwnQueue queueOn(unsigned index) {
    OwnQueue queue(clCreateCommandQueue(context, devices[index], 0, &error));
    REQUIRE(error == CL_SUCCESS);
    return queue;
  }
  cl_int buildFor(cl_program program, unsigned index, const char *options = nullptr) const {
    return clBuildProgram(program, 1, &devices[index], options, nullptr, nullptr);
  }
  cl_build_status statusFor(cl_program program, unsigned index) const {
    cl_build_status result = 1;
    REQUIRE(clGetProgramBuildInfo(program, devices[index], CL_PROGRAM_BUILD_STATUS, sizeof(result), &result, nullptr) ==
            CL_SUCCESS);
    return result;
  }
  std::vector<std::vector<unsigned char>> binaries(cl_program program) const {
    size_t sizes[2] = {};
    REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(sizes), sizes, nullptr) == CL_SUCCESS);
    std::vector<std::vector<unsigned char>> result{std::vector<unsigned char>(sizes[0]),
                                                   std::vector<unsigned char>(sizes[1])};
    unsigned char *pointers[] = {result[0].data(), result[1].data()};
    REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(pointers), pointers, nullptr) == CL_SUCCESS);
    return result;
  }
  cl_int statuses[2] = {1, 1};
  OwnProgram load(const std::vector<unsigned char> &first, const std::vector<unsigned char> &second) {
    const unsigned char *pointers[] = {first.data(), second.data()};
    const size_t lengths[] = {first.size(), second.size()};
    return OwnProgram(clCreateProgramWithBinary(context, 2, devices, lengths, pointers, statuses, &error));
  }
};

}  // namespace

TEST_CASE_METHOD(TwoBoards, "a program built for one board of two has one executable, and runs on that board only",
                 "[.two-boards]") {
  const OwnProgram program = makeProgram(kTwoKernels);
  CHECK(info<cl_uint>(clGetProgramInfo, cl_program(program), CL_PROGRAM_NUM_DEVICES) == 2);
  REQUIRE(buildFor(program, 1) == CL_SUCCESS);
  CHECK(statusFor(program, 0) == CL_BUILD_NONE);
  CHECK(statusFor(program, 1) == CL_BUILD_SUCCESS);
  CHECK(binaries(program)[0].empty());
  CHECK_FALSE(binaries(program)[1].empty());
  const OwnKernel kernel = makeKernel(program, "first");
  const OwnMem buffer = makeBuffer(64);
  const cl_mem handle = buffer;
  REQUIRE(clSetKernelArg(kernel, 0, sizeof(handle), &handle) == CL_SUCCESS);
  const size_t global = 4;
  for (unsigned i = 0; i < 2; ++i) {
    const OwnQueue queue = queueOn(i);
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr) ==
          (i == 0 ? CL_INVALID_PROGRAM_EXECUTABLE : CL_SUCCESS));
    CHECK(clFinish(queue) == CL_SUCCESS);
  }
  size_t size = 0;
  CHECK(clGetKernelWorkGroupInfo(kernel, devices[0], CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, &size) ==
        CL_INVALID_DEVICE);
  CHECK(clGetKernelWorkGroupInfo(kernel, devices[1], CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, &size) == CL_SUCCESS);
}

TEST_CASE_METHOD(TwoBoards, "CL_INVALID_DEVICE: a kernel of two boards is asked about none of them", "[.two-boards]") {
  const OwnProgram program = makeProgram(kTwoKernels);
  REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  const OwnKernel kernel = makeKernel(program, "first");
  size_t size = 0;
  CHECK(clGetKernelWorkGroupInfo(kernel, nullptr, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, &size) == CL_INVALID_DEVICE);
  for (const cl_device_id each : devices)
    CHECK(clGetKernelWorkGroupInfo(kernel, each, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, &size) == CL_SUCCESS);
}

TEST_CASE_METHOD(TwoBoards, "an asynchronous build for two boards calls back once, when both are done",
                 "[.two-boards]") {
  const OwnProgram program = makeProgram("kernel void k(global int *p) { p[0] = X; }\n");
  Notified notified;
  REQUIRE(clBuildProgram(program, 0, nullptr, "-DX=2", Notified::call, &notified) == CL_SUCCESS);
  REQUIRE(notified.wait());
  CHECK(notified.calls() == 1);
  CHECK(statusFor(program, 0) == CL_BUILD_SUCCESS);
  CHECK(statusFor(program, 1) == CL_BUILD_SUCCESS);
}

TEST_CASE_METHOD(TwoBoards, "CL_INVALID_BINARY: each board takes its own binary, and the status tells which did not",
                 "[.two-boards]") {
  const OwnProgram program = makeProgram(kTwoKernels);
  REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  const auto both = binaries(program);
  CHECK((both[0] != both[1]));
  const OwnProgram loaded = load(both[0], both[1]);
  REQUIRE(error == CL_SUCCESS);
  CHECK(clBuildProgram(loaded, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  CHECK((binaries(loaded) == both));
  CHECK(load(both[1], both[0]) == nullptr);
  CHECK(error == CL_INVALID_BINARY);
  CHECK(statuses[0] == CL_INVALID_BINARY);
  CHECK(statuses[1] == CL_INVALID_BINARY);
  CHECK(load(both[0], both[0]) == nullptr);
  CHECK(error == CL_INVALID_BINARY);
  CHECK(statuses[0] == CL_SUCCESS);
  CHECK(statuses[1] == CL_INVALID_BINARY);
  // A program for one of the context's devices only.
  const unsigned char *pointer = both[1].data();
  const size_t length = both[1].size();
  const OwnProgram one(clCreateProgramWithBinary(context, 1, &devices[1], &length, &pointer, nullptr, &error));
  REQUIRE(error == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetProgramInfo, cl_program(one), CL_PROGRAM_NUM_DEVICES) == 1);
  CHECK(info<cl_device_id>(clGetProgramInfo, cl_program(one), CL_PROGRAM_DEVICES) == devices[1]);
  CHECK(buildFor(one, 0) == CL_INVALID_DEVICE);
  CHECK(buildFor(one, 1) == CL_SUCCESS);
}

TEST_CASE_METHOD(TwoBoards, "a built-in kernel runs on both boards, ordered by events across their queues",
                 "[.two-boards]") {
  const OwnProgram program(clCreateProgramWithBuiltInKernels(context, 2, devices, "weft_fill", &error));
  REQUIRE(error == CL_SUCCESS);
  const OwnKernel fill = makeKernel(program, "weft_fill");
  const OwnMem buffer = makeBuffer(16 * sizeof(cl_uint));
  const cl_mem handle = buffer;
  REQUIRE(clSetKernelArg(fill, 0, sizeof(handle), &handle) == CL_SUCCESS);
  const OwnQueue queues[] = {queueOn(0), queueOn(1)};
  // Each fill is shorter than the one before, so that all of them remain to be seen.
  OwnEvent last;
  for (cl_uint i = 0; i < 16; ++i) {
    const cl_uint value = 0x01010101 * (i + 1);
    REQUIRE(clSetKernelArg(fill, 1, sizeof(value), &value) == CL_SUCCESS);
    const size_t global = 16 - i;
    OwnEvent event;
    REQUIRE(clEnqueueNDRangeKernel(queues[i % 2], fill, 1, nullptr, &global, nullptr, last ? 1 : 0,
                                   last ? &last : nullptr, &event) == CL_SUCCESS);
    last = std::move(event);
  }
  for (const OwnQueue &queue : queues)
    REQUIRE(clFlush(queue) == CL_SUCCESS);
  for (const OwnQueue &queue : queues) {
    cl_uint words[16] = {};
    REQUIRE(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(words), words, 1, &last, nullptr) == CL_SUCCESS);
    for (cl_uint i = 0; i < 16; ++i)
      CHECK(words[15 - i] == 0x01010101 * (i + 1));
  }
}

TEST_CASE_METHOD(TwoBoards, "CL_MEM_OBJECT_ALLOCATION_FAILURE: a board without room refuses commands until it has some",
                 "[.full-board]") {
  // Which board is the smaller one is no matter; it gets buffers until one finds no room.
  const auto sizeOf = [&](unsigned i) {
    return info<cl_ulong>(clGetDeviceInfo, devices[i], CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  };
  const unsigned full = sizeOf(0) < sizeOf(1) ? 0 : 1, other = 1 - full;
  const OwnQueue queue = queueOn(full), otherQueue = queueOn(other);
  const size_t bytes = size_t(sizeOf(full));
  const auto take = [&](const OwnMem &buffer) {  // without moving anything
    return clEnqueueMigrateMemObjects(queue, 1, &buffer, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, nullptr, nullptr);
  };
  std::vector<OwnMem> fillers;
  cl_int status = CL_SUCCESS;
  while (status == CL_SUCCESS && fillers.size() < 100) {
    fillers.push_back(makeBuffer(bytes));
    status = take(fillers.back());
  }
  REQUIRE(status == CL_MEM_OBJECT_ALLOCATION_FAILURE);
  fillers.pop_back();
  REQUIRE_FALSE(fillers.empty());
  // The rest, but for less than the buffer below needs.
  for (size_t chunk = bytes / 2; chunk >= 32768; chunk /= 2)
    for (;;) {
      OwnMem filler = makeBuffer(chunk);
      if (take(filler) != CL_SUCCESS)
        break;
      fillers.push_back(std::move(filler));
    }

  constexpr size_t kBytes = 65536;
  const OwnMem buffer = makeBuffer(kBytes), resident = std::move(fillers.front());
  fillers.erase(fillers.begin());
  const auto data = pattern(kBytes);
  REQUIRE(clEnqueueWriteBuffer(otherQueue, buffer, CL_TRUE, 0, kBytes, data.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  const OwnProgram program = built(kTwoKernels);
  REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  const OwnKernel kernel = makeKernel(program, "first");
  const cl_mem handle = buffer;
  REQUIRE(clSetKernelArg(kernel, 0, sizeof(handle), &handle) == CL_SUCCESS);
  std::vector<uint8_t> back(kBytes);
  const size_t origin[3] = {}, region[3] = {16, 2, 1}, global = 4;
  const auto commands = [&](cl_event *event) {
    return std::vector<cl_int>{
        clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, kBytes, back.data(), 0, nullptr, event),
        clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, kBytes, data.data(), 0, nullptr, event),
        clEnqueueReadBufferRect(queue, buffer, CL_FALSE, origin, origin, region, 0, 0, 0, 0, back.data(), 0, nullptr,
                                event),
        clEnqueueWriteBufferRect(queue, buffer, CL_FALSE, origin, origin, region, 0, 0, 0, 0, data.data(), 0, nullptr,
                                 event),
        clEnqueueCopyBuffer(queue, buffer, resident, 0, 0, kBytes, 0, nullptr, event),
        clEnqueueCopyBuffer(queue, resident, buffer, 0, 0, 1, 0, nullptr, event),
        clEnqueueCopyBufferRect(queue, buffer, resident, origin, origin, region, 0, 0, 0, 0, 0, nullptr, event),
        clEnqueueFillBuffer(queue, buffer, data.data(), 4, 0, 4, 0, nullptr, event),
        clEnqueueMigrateMemObjects(queue, 1, &buffer, 0, 0, nullptr, event),
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, event)};
  };
  cl_event event = nullptr;
  const auto refused = commands(&event);
  CHECK(refused == std::vector<cl_int>(refused.size(), CL_MEM_OBJECT_ALLOCATION_FAILURE));
  CHECK(event == nullptr);
  CHECK(clFinish(queue) == CL_SUCCESS);

  // The buffer is as it was: it works on the other board, and has only the references of this test and the kernel.
  REQUIRE(clEnqueueReadBuffer(otherQueue, buffer, CL_TRUE, 0, kBytes, back.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK((back == data));
  CHECK(info<cl_uint>(clGetMemObjectInfo, cl_mem(buffer), CL_MEM_REFERENCE_COUNT) == 1);

  // Room for one chunk is enough for all of them.
  REQUIRE(clFinish(queue) == CL_SUCCESS);
  fillers.front().reset();
  for (const cl_int result : commands(nullptr))
    CHECK(result == CL_SUCCESS);
  CHECK(clFinish(queue) == CL_SUCCESS);

  // Everything is given back, again and again.
  fillers.clear();
  for (size_t i = 0; i < 1000; ++i) {
    const OwnMem one = makeBuffer(bytes / 2);
    REQUIRE(take(one) == CL_SUCCESS);
    REQUIRE(clFinish(queue) == CL_SUCCESS);
  }
}
