// SPDX-License-Identifier: Apache-2.0
// What the tests of programs and kernels share.
#pragma once
#include <chrono>
#include <condition_variable>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "tests/unit/host/boards.h"

namespace test {

constexpr const char *kTwoKernels = "kernel void first(global int *p) { p[get_global_id(0)] = 1; }\n"
                                    "kernel void second(global int *p, int n) { p[get_global_id(0)] += n; }\n";
constexpr const char *kBroken = "kernel void broken(global int *p) { p[0] = no_such_thing; }\n";

/// Many functions keep the compiler busy while another call comes.
inline std::string slowSource(int kernels) {
  std::string source;
  for (int i = 0; i < kernels; ++i)
    source += "kernel void k" + std::to_string(i) +
              "(global float *p) { for (int i = 0; i < 9; ++i) p[i] = sin(p[i]) + cos(p[i + 1]); }\n";
  return source;
}

/// A callback's record: how often it came, and for which program.
class Notified {
public:
  static void CL_CALLBACK call(cl_program program, void *data) {
    auto &self = *static_cast<Notified *>(data);
    std::lock_guard lock(self.mutex_);
    ++self.calls_;
    self.program_ = program;
    self.called_.notify_all();
  }
  /// Waits for the first call; false if none comes.
  bool wait() {
    std::unique_lock lock(mutex_);
    return called_.wait_for(lock, std::chrono::seconds(60), [this] { return calls_ != 0; });
  }
  unsigned calls() {
    std::lock_guard lock(mutex_);
    return calls_;
  }
  cl_program program() {
    std::lock_guard lock(mutex_);
    return program_;
  }

private:
  std::mutex mutex_;
  std::condition_variable called_;
  unsigned calls_ = 0;
  cl_program program_ = nullptr;
};

/// A header that is a pipe: who includes it stays in the compiler until `release`.
class HeldHeader {
public:
  HeldHeader() {
    REQUIRE(mkdtemp(directory_) != nullptr);
    REQUIRE(mkfifo(path().c_str(), 0600) == 0);
  }
  ~HeldHeader() { std::filesystem::remove_all(directory_); }
  std::string option() const { return std::string("-I ") + directory_; }
  static constexpr const char *kSource = "#include \"held.h\"\nkernel void k(global int *p) { p[0] = 1; }\n";

  /// The compiler finds the header empty, however often it looks. False if the callback does not come.
  bool release(Notified &notified) const {
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!notified.calls() && std::chrono::steady_clock::now() < limit) {
      if (const int end = open(path().c_str(), O_WRONLY | O_NONBLOCK); end >= 0)
        close(end);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return notified.calls() != 0;
  }

private:
  std::string path() const { return std::string(directory_) + "/held.h"; }
  char directory_[32] = "/tmp/weft-held-XXXXXX";
};

struct Programs : Weft {
  cl_int error = 1;

  cl_int build(cl_program program, const char *options = nullptr) const {
    return clBuildProgram(program, 1, &device, options, nullptr, nullptr);
  }
  cl_int compile(cl_program program, const char *options = nullptr) const {
    return clCompileProgram(program, 1, &device, options, 0, nullptr, nullptr, nullptr, nullptr);
  }
  OwnProgram built(const char *source, const char *options = nullptr) const {
    OwnProgram program = makeProgram(source);
    REQUIRE(build(program, options) == CL_SUCCESS);
    return program;
  }
  OwnProgram compiled(const char *source, const char *options = nullptr) const {
    OwnProgram program = makeProgram(source);
    REQUIRE(compile(program, options) == CL_SUCCESS);
    return program;
  }
  OwnProgram link(const std::vector<cl_program> &inputs, const char *options = nullptr) {
    return OwnProgram(
        clLinkProgram(context, 0, nullptr, options, cl_uint(inputs.size()), inputs.data(), nullptr, nullptr, &error));
  }
  OwnKernel makeKernel(cl_program program, const char *name) {
    OwnKernel kernel(clCreateKernel(program, name, &error));
    REQUIRE(error == CL_SUCCESS);
    return kernel;
  }
  /// A handle that no object of its kind has.
  template <class Cl> Cl wrong() const { return reinterpret_cast<Cl>(cl_context(context)); }
  cl_context wrongContext() const { return reinterpret_cast<cl_context>(device); }
  cl_device_id wrongDevice() const { return wrong<cl_device_id>(); }
  /// A valid device that is not in the context.
  cl_device_id otherDevice() const { return fourUnits(platform); }

  std::string buildText(cl_program program, cl_program_build_info name) const {
    return textOf(clGetProgramBuildInfo, program, device, name);
  }
  template <class T> T buildValue(cl_program program, cl_program_build_info name) const {
    return info<T>(clGetProgramBuildInfo, program, device, name);
  }
  cl_build_status status(cl_program program) const {
    return buildValue<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS);
  }
  cl_program_binary_type type(cl_program program) const {
    return buildValue<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE);
  }
  std::string programText(cl_program program, cl_program_info name) const {
    return textOf(clGetProgramInfo, program, name);
  }
  std::vector<unsigned char> binaryOf(cl_program program) const {
    const auto size = info<size_t>(clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES);
    std::vector<unsigned char> binary(size);
    unsigned char *pointers[] = {binary.data()};
    REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(pointers), pointers, nullptr) == CL_SUCCESS);
    return binary;
  }
  /// Leaves the outcome in `error` and `binaryStatus`.
  OwnProgram fromBinary(const std::vector<unsigned char> &binary) {
    const unsigned char *pointer = binary.data();
    const size_t length = binary.size();
    return OwnProgram(clCreateProgramWithBinary(context, 1, &device, &length, &pointer, &binaryStatus, &error));
  }
  cl_int binaryStatus = 1;

  std::string kernelText(cl_kernel kernel, cl_kernel_info name) const { return textOf(clGetKernelInfo, kernel, name); }
};

/// A built program with a kernel for each kind of argument, and one of fixed group size.
struct Kernels : Programs {
  static constexpr const char *kSource =
      "typedef struct { int a; float b[3]; } Pair;\n"
      "kernel void test(global int *out, local float *scratch, int n, float4 v) {\n"
      "  scratch[get_local_id(0)] = v.x;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  out[get_global_id(0)] = n + (int)scratch[0];\n"
      "}\n"
      "kernel __attribute__((reqd_work_group_size(8, 4, 1))) void fixed(constant float *restrict c, global float *o, "
      "Pair p) {\n"
      "  local float tile[32];\n"
      "  tile[get_local_id(1) * 8 + get_local_id(0)] = c[p.a];\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  o[get_global_id(0)] = tile[get_local_id(0)];\n"
      "}\n";
  OwnProgram program = built(kSource, "-cl-kernel-arg-info");
  OwnKernel kernel = makeKernel(program, "test"), fixed = makeKernel(program, "fixed");

  template <class T> T workGroup(cl_kernel of, cl_kernel_work_group_info name) const {
    return info<T>(clGetKernelWorkGroupInfo, of, device, name);
  }
};

}  // namespace test
