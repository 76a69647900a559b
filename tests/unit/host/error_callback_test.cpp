// SPDX-License-Identifier: Apache-2.0
// Why a call fails reaches the callback of the context that it concerns, whatever object the call was given.
#include <mutex>
#include <thread>

#include "tests/unit/host/api/programs.h"

using namespace test;

namespace {

/// A context and what its callback was told.
class Told {
public:
  explicit Told(cl_device_id device) {
    cl_int error = 1;
    context = clCreateContext(nullptr, 1, &device, note, this, &error);
    REQUIRE(error == CL_SUCCESS);
    queue = clCreateCommandQueue(context, device, 0, &error);
    REQUIRE(error == CL_SUCCESS);
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, nullptr, &error);
    REQUIRE(error == CL_SUCCESS);
  }
  static void CL_CALLBACK note(const char *message, const void *, size_t, void *data) {
    auto &self = *static_cast<Told *>(data);
    {
      std::lock_guard lock(self.mutex_);
      self.messages_.push_back(message);
    }
    if (self.callsBack)
      clCreateBuffer(self.context, CL_MEM_READ_WRITE, 0, nullptr, nullptr);
  }
  /// The one message since the last time; empty if there was not exactly one.
  std::string message() {
    std::lock_guard lock(mutex_);
    const std::vector<std::string> messages = std::exchange(messages_, {});
    return messages.size() == 1 ? messages.front() : "";
  }
  size_t count() {
    std::lock_guard lock(mutex_);
    return messages_.size();
  }

  OwnContext context;
  OwnQueue queue;
  OwnMem buffer;
  bool callsBack = false;

private:
  std::mutex mutex_;
  std::vector<std::string> messages_;
};

OwnProgram program(cl_context context, cl_device_id device) {
  const char *source = kTwoKernels;
  OwnProgram made(clCreateProgramWithSource(context, 1, &source, nullptr, nullptr));
  REQUIRE(clBuildProgram(made, 1, &device, nullptr, nullptr, nullptr) == CL_SUCCESS);
  return made;
}

}  // namespace

using Catch::Contains;
using Catch::StartsWith;

TEST_CASE_METHOD(Weft, "error callback: a call on the context") {
  Told told(device);
  cl_int error = 1;
  CHECK(clCreateBuffer(told.context, CL_MEM_READ_WRITE, 0, nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_BUFFER_SIZE);
  CHECK_THAT(told.message(), StartsWith("clCreateBuffer returns CL_INVALID_BUFFER_SIZE: "));
  CHECK(clCreateImage(told.context, CL_MEM_READ_ONLY, nullptr, nullptr, nullptr, &error) == nullptr);
  CHECK_THAT(told.message(), StartsWith("clCreateImage returns CL_INVALID_OPERATION: no device"));
}

TEST_CASE_METHOD(Weft, "error callback: a call on a queue or a buffer says the numbers") {
  Told told(device);
  char bytes[8];
  CHECK(clEnqueueReadBuffer(told.queue, told.buffer, CL_TRUE, 60, 8, bytes, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK_THAT(told.message(),
             StartsWith("clEnqueueReadBuffer returns CL_INVALID_VALUE: 8 bytes at offset 60 exceed the buffer of 64"));
  CHECK(clGetMemObjectInfo(told.buffer, 0, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK_THAT(told.message(), StartsWith("clGetMemObjectInfo returns CL_INVALID_VALUE: "));
}

TEST_CASE_METHOD(Weft, "error callback: a call on an event") {
  Told told(device);
  OwnEvent event(clCreateUserEvent(told.context, nullptr));
  CHECK(clSetUserEventStatus(event, 5) == CL_INVALID_VALUE);
  CHECK_THAT(told.message(), StartsWith("clSetUserEventStatus returns CL_INVALID_VALUE: "));
}

TEST_CASE_METHOD(Weft, "error callback: a call on a program or a kernel says names and sizes") {
  Told told(device);
  OwnProgram built = program(told.context, device);
  CHECK(clCreateKernel(built, "third", nullptr) == nullptr);
  CHECK_THAT(told.message(), Contains("the program has no kernel named 'third'"));
  OwnKernel kernel(clCreateKernel(built, "second", nullptr));
  const cl_long wide = 1;
  CHECK(clSetKernelArg(kernel, 1, sizeof(wide), &wide) == CL_INVALID_ARG_SIZE);
  CHECK_THAT(
      told.message(),
      StartsWith(
          "clSetKernelArg returns CL_INVALID_ARG_SIZE: argument 1 (n) of kernel second is a int of 4 bytes, not 8"));
  CHECK(clSetKernelArg(kernel, 2, sizeof(wide), &wide) == CL_INVALID_ARG_INDEX);
  CHECK_THAT(told.message(), Contains("kernel second has 2 arguments, none of index 2"));
  const size_t global = 10, local = 4;
  CHECK(clEnqueueNDRangeKernel(told.queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr) ==
        CL_INVALID_WORK_GROUP_SIZE);
  CHECK_THAT(told.message(), Contains("the global size 10 of dimension 0 is not a multiple of the local size 4"));
}

TEST_CASE_METHOD(Weft, "error callback: a context that cannot be made tells its callback") {
  Told told(device);
  cl_int error = 1;
  const cl_context_properties unknown[] = {0x7777, 1, 0};
  CHECK(clCreateContext(unknown, 1, &device, Told::note, &told, &error) == nullptr);
  CHECK(error == CL_INVALID_PROPERTY);
  CHECK_THAT(told.message(), StartsWith("clCreateContext returns CL_INVALID_PROPERTY: unknown context property"));
}

TEST_CASE_METHOD(Weft, "error callback: only of the context concerned, and only of failures") {
  Told told(device), other(device);
  CHECK(clFinish(told.queue) == CL_SUCCESS);
  CHECK(clGetDeviceInfo(device, 0, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(told.count() == 0);
  CHECK(clEnqueueCopyBuffer(told.queue, told.buffer, other.buffer, 0, 0, 8, 0, nullptr, nullptr) == CL_INVALID_CONTEXT);
  CHECK_THAT(told.message(), StartsWith("clEnqueueCopyBuffer returns CL_INVALID_CONTEXT: "));
  CHECK(other.count() == 0);
}

TEST_CASE_METHOD(Weft, "error callback: one that makes failing calls itself is not called for them") {
  Told told(device);
  told.callsBack = true;
  CHECK(clCreateBuffer(told.context, CL_MEM_READ_WRITE, 0, nullptr, nullptr) == nullptr);
  CHECK(told.count() == 1);
  told.callsBack = false;
  CHECK(clCreateBuffer(told.context, CL_MEM_READ_WRITE, 0, nullptr, nullptr) == nullptr);
  CHECK(told.count() == 2);
}

TEST_CASE_METHOD(Weft, "error callback: from many threads at a time") {
  Told told(device);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int j = 0; j < 100; ++j)
        clCreateBuffer(told.context, CL_MEM_READ_WRITE, 0, nullptr, nullptr);
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(told.count() == 400);
}
