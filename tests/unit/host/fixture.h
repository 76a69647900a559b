// SPDX-License-Identifier: Apache-2.0
// What every API test needs: the platform, its device, a context, and owners that release what a test creates.
#pragma once
#include <CL/cl.h>
#include <catch2/catch.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace test {

/// Owns one reference of a CL object.
template <class Cl, cl_int (*releaseFunction)(Cl)> class Owner {
public:
  Owner() = default;
  Owner(Cl handle) : handle_(handle) {}
  Owner(Owner &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Owner &operator=(Owner &&other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owner() { reset(); }
  void reset() {
    if (handle_)
      releaseFunction(handle_);
    handle_ = nullptr;
  }
  operator Cl() const { return handle_; }
  Cl *operator&() { return &handle_; }
  const Cl *operator&() const { return &handle_; }

private:
  Cl handle_ = nullptr;
};

using OwnContext = Owner<cl_context, clReleaseContext>;
using OwnQueue = Owner<cl_command_queue, clReleaseCommandQueue>;
using OwnMem = Owner<cl_mem, clReleaseMemObject>;
using OwnEvent = Owner<cl_event, clReleaseEvent>;
using OwnProgram = Owner<cl_program, clReleaseProgram>;
using OwnKernel = Owner<cl_kernel, clReleaseKernel>;

/// One value of a query, `function(what..., size, value, size_ret)`; its size must be exactly that of the type.
template <class T, class Function, class... What> T info(Function function, const What &...what) {
  T value{};
  size_t size = 0;
  REQUIRE(function(what..., sizeof(T), &value, &size) == CL_SUCCESS);
  REQUIRE(size == sizeof(T));
  return value;
}

/// The text of such a query.
template <class Function, class... What> std::string textOf(Function function, const What &...what) {
  size_t size = 0;
  REQUIRE(function(what..., 0, nullptr, &size) == CL_SUCCESS);
  std::string text(size, 'x');
  REQUIRE(function(what..., size, text.data(), nullptr) == CL_SUCCESS);
  REQUIRE(text.back() == '\0');
  text.pop_back();
  return text;
}
inline std::string platformText(cl_platform_id platform, cl_platform_info name) {
  return textOf(clGetPlatformInfo, platform, name);
}
inline std::string deviceText(cl_device_id device, cl_device_info name) {
  return textOf(clGetDeviceInfo, device, name);
}

/// Base of the tests' fixtures.
struct Weft {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  OwnContext context;

  Weft() {
    REQUIRE(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS);
    REQUIRE(platformText(platform, CL_PLATFORM_NAME) == "Weft");
    REQUIRE(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS);
    context = makeContext();
  }

  OwnContext makeContext() const {
    cl_int error = 1;
    OwnContext made(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error));
    REQUIRE(error == CL_SUCCESS);
    return made;
  }
  OwnQueue makeQueue(cl_command_queue_properties properties = 0) const {
    cl_int error = 1;
    OwnQueue made(clCreateCommandQueue(context, device, properties, &error));
    REQUIRE(error == CL_SUCCESS);
    return made;
  }
  OwnMem makeBuffer(size_t bytes, cl_mem_flags flags = 0, void *hostPtr = nullptr) const {
    cl_int error = 1;
    OwnMem made(clCreateBuffer(context, flags, bytes, hostPtr, &error));
    REQUIRE(error == CL_SUCCESS);
    return made;
  }
  OwnEvent makeUserEvent() const {
    cl_int error = 1;
    OwnEvent made(clCreateUserEvent(context, &error));
    REQUIRE(error == CL_SUCCESS);
    return made;
  }
  OwnProgram makeProgram(const char *source) const {
    cl_int error = 1;
    OwnProgram made(clCreateProgramWithSource(context, 1, &source, nullptr, &error));
    REQUIRE(error == CL_SUCCESS);
    return made;
  }
};

struct WeftQueue : Weft {
  OwnQueue queue = makeQueue();

  std::vector<uint8_t> contents(cl_mem buffer, size_t bytes) const {
    std::vector<uint8_t> data(bytes);
    REQUIRE(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, data.data(), 0, nullptr, nullptr) == CL_SUCCESS);
    return data;
  }
};

/// Bytes that differ from their neighbours and from zero.
inline std::vector<uint8_t> pattern(size_t bytes, unsigned seed = 1) {
  std::vector<uint8_t> data(bytes);
  for (size_t i = 0; i < bytes; ++i)
    data[i] = uint8_t((i * 7 + i / 256 * 13 + seed * 31) | 1);
  return data;
}

inline cl_int statusOf(cl_event event) {
  return info<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS);
}

}  // namespace test
