// SPDX-License-Identifier: Apache-2.0
#include "cli/run/device.h"

#include <CL/cl_ext_weft.h>
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <mutex>

#include "cli/failure.h"
#include "host/util/error_name.h"
#include "support/log.h"
#include "support/options.h"

extern char **environ;

extern "C" cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms,
                                                     cl_uint *num_platforms);

namespace weft::cli {
namespace {

/// The library in this process has options of its own, and would warn a second time of those that it does not know.
void forgetUnknownOptions() {
  support::options();  // has warned
  std::vector<std::string> unknown;
  for (char **entry = environ; *entry; ++entry)
    if (const char *const one[] = {*entry, nullptr}; !support::unknownOptions(one).empty())
      unknown.emplace_back(*entry, std::strcspn(*entry, "="));
  for (const std::string &name : unknown)
    ::unsetenv(name.c_str());
}

/// Of "function returns CL_OUT_OF_RESOURCES: reason".
std::string reasonIn(const std::string &message) {
  const size_t returns = message.find(" returns "), colon = message.find(": ", returns);
  if (message.empty())
    return "the call failed";
  return returns == std::string::npos || colon == std::string::npos ? message : message.substr(colon + 2);
}

/// Releases an object at the end of a scope.
template <class Object> class Owned {
public:
  using Release = cl_int(CL_API_CALL *)(Object);
  Owned(Object object, Release release) : object_(object), release_(release) {}
  ~Owned() {
    if (object_)
      release_(object_);
  }
  Owned(Owned &&other) noexcept : object_(std::exchange(other.object_, nullptr)), release_(other.release_) {}
  Owned(const Owned &) = delete;
  Owned &operator=(const Owned &) = delete;
  Object get() const { return object_; }

private:
  Object object_;
  Release release_;
};

}  // namespace

/// What the library says of errors, from the context's callback, which may be on any thread.
struct Device::Messages {
  std::mutex mutex;
  std::string last;

  static void CL_CALLBACK keep(const char *text, const void *, size_t, void *self) {
    auto &messages = *static_cast<Messages *>(self);
    const std::scoped_lock lock(messages.mutex);
    messages.last = text;
  }
};

void Device::check(cl_int status, const char *call) const {
  if (status == CL_SUCCESS)
    return;
  std::string what;
  {
    const std::scoped_lock lock(messages_->mutex);
    what = messages_->last;
  }
  if (status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST && support::logEnabled(support::LogLevel::Error))
    what = "the kernel failed, as said above";  // by the library's log
  else
    what = fmt::format("{} ({}: {})", reasonIn(what), call, errorName(status));
  const bool machine = status == CL_OUT_OF_HOST_MEMORY || status == CL_DEVICE_NOT_FOUND;
  throw Failure(machine ? kMachineFailed : kInputFailed, what);
}

Device::Device(const std::string &device) : messages_(std::make_unique<Messages>()) {
  forgetUnknownOptions();
  ::setenv("WEFT_DEVICE", device.c_str(), 1);
  cl_platform_id platform = nullptr;
  check(::clIcdGetPlatformIDsKHR(1, &platform, nullptr), "clIcdGetPlatformIDsKHR");
  // Every object begins with the table of the entry points.
  cl_ = *reinterpret_cast<const cl_icd_dispatch *const *>(platform);
  cl_int status = cl_->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr);
  if (status == CL_DEVICE_NOT_FOUND)  // all but custom ones
    status = cl_->clGetDeviceIDs(platform, CL_DEVICE_TYPE_CUSTOM, 1, &device_, nullptr);
  if (status == CL_DEVICE_NOT_FOUND)
    throw Failure(kMachineFailed, fmt::format("the device {} cannot be opened", device),
                  "weft doctor looks for the reason");
  check(status, "clGetDeviceIDs");
  context_ = cl_->clCreateContext(nullptr, 1, &device_, &Messages::keep, messages_.get(), &status);
  check(status, "clCreateContext");
  queue_ = cl_->clCreateCommandQueue(context_, device_, CL_QUEUE_PROFILING_ENABLE, &status);
  check(status, "clCreateCommandQueue");
}

Device::~Device() {
  if (program_)
    cl_->clReleaseProgram(program_);
  if (queue_)
    cl_->clReleaseCommandQueue(queue_);
  if (context_)
    cl_->clReleaseContext(context_);
}

std::string Device::name() const {
  char text[256] = "";
  check(cl_->clGetDeviceInfo(device_, CL_DEVICE_NAME, sizeof text, text, nullptr), "clGetDeviceInfo");
  return text;
}

unsigned Device::portBytes() const {
  cl_uint bytes = 0;
  check(cl_->clGetDeviceInfo(device_, CL_DEVICE_MEMORY_PORT_BYTES_WEFT, sizeof bytes, &bytes, nullptr),
        "clGetDeviceInfo");
  return bytes;
}

std::string Device::load(const std::string &binary) {
  const auto *bytes = reinterpret_cast<const unsigned char *>(binary.data());
  const size_t length = binary.size();
  cl_int status = CL_SUCCESS;
  program_ = cl_->clCreateProgramWithBinary(context_, 1, &device_, &length, &bytes, nullptr, &status);
  check(status, "clCreateProgramWithBinary");
  status = cl_->clBuildProgram(program_, 1, &device_, "", nullptr, nullptr);
  size_t size = 0;
  check(cl_->clGetProgramBuildInfo(program_, device_, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size),
        "clGetProgramBuildInfo");
  std::string log(size, '\0');
  check(cl_->clGetProgramBuildInfo(program_, device_, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr),
        "clGetProgramBuildInfo");
  std::cerr << log.c_str();
  check(status, "clBuildProgram");
  check(cl_->clGetProgramInfo(program_, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr), "clGetProgramInfo");
  std::string result(size, '\0');
  auto *target = reinterpret_cast<unsigned char *>(result.data());
  check(cl_->clGetProgramInfo(program_, CL_PROGRAM_BINARIES, sizeof target, &target, nullptr), "clGetProgramInfo");
  return result;
}

/// A kernel and the buffers among its arguments: null for what is none.
struct Device::Call {
  Owned<cl_kernel> kernel;
  std::vector<Owned<cl_mem>> buffers;
};

Device::Call Device::prepare(const std::string &kernelName, const std::vector<ArgumentValue> &arguments) const {
  cl_int status = CL_SUCCESS;
  Call call{{cl_->clCreateKernel(program_, kernelName.c_str(), &status), cl_->clReleaseKernel}, {}};
  check(status, "clCreateKernel");
  for (cl_uint i = 0; i < arguments.size(); ++i) {
    const ArgumentValue &value = arguments[i];
    const bool isBuffer = value.argument->kind == kernel::Argument::Kind::Buffer;
    cl_mem buffer = nullptr;
    if (isBuffer && !value.isNull)
      buffer = cl_->clCreateBuffer(context_, CL_MEM_READ_WRITE, value.array.bytes.size(), nullptr, &status);
    check(status, "clCreateBuffer");
    call.buffers.emplace_back(buffer, cl_->clReleaseMemObject);
    if (isBuffer)
      status = cl_->clSetKernelArg(call.kernel.get(), i, sizeof buffer, &buffer);
    else if (value.argument->kind == kernel::Argument::Kind::Local)
      status = cl_->clSetKernelArg(call.kernel.get(), i, value.localBytes, nullptr);
    else
      status = cl_->clSetKernelArg(call.kernel.get(), i, value.value.size(), value.value.data());
    check(status, "clSetKernelArg");
  }
  return call;
}

LaunchTime Device::launch(const Call &call, const NDRange &range) const {
  cl_event raw = nullptr;
  check(cl_->clEnqueueNDRangeKernel(queue_, call.kernel.get(), cl_uint(range.global.size()), nullptr,
                                    range.global.data(), range.local.empty() ? nullptr : range.local.data(), 0, nullptr,
                                    &raw),
        "clEnqueueNDRangeKernel");
  const Owned<cl_event> event(raw, cl_->clReleaseEvent);
  check(cl_->clWaitForEvents(1, &raw), "clWaitForEvents");
  cl_ulong cycles = 0;
  check(cl_->clGetEventProfilingInfo(raw, CL_PROFILING_COMMAND_CYCLES_WEFT, sizeof cycles, &cycles, nullptr),
        "clGetEventProfilingInfo");
  return {cycles};
}

std::vector<LaunchTime> Device::run(const std::string &kernel, const NDRange &range,
                                    std::vector<ArgumentValue> &arguments, unsigned repeat) {
  const Call call = prepare(kernel, arguments);
  std::vector<LaunchTime> times;
  for (unsigned n = 0; n < repeat; ++n) {
    for (size_t i = 0; i < arguments.size(); ++i)
      if (const cl_mem buffer = call.buffers[i].get())
        check(cl_->clEnqueueWriteBuffer(queue_, buffer, CL_TRUE, 0, arguments[i].array.bytes.size(),
                                        arguments[i].array.bytes.data(), 0, nullptr, nullptr),
              "clEnqueueWriteBuffer");
    times.push_back(launch(call, range));
  }
  for (size_t i = 0; i < arguments.size(); ++i)
    if (const cl_mem buffer = call.buffers[i].get())
      check(cl_->clEnqueueReadBuffer(queue_, buffer, CL_TRUE, 0, arguments[i].array.bytes.size(),
                                     arguments[i].array.bytes.data(), 0, nullptr, nullptr),
            "clEnqueueReadBuffer");
  return times;
}

}  // namespace weft::cli
