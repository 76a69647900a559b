// SPDX-License-Identifier: Apache-2.0
// What every example needs around its OpenCL calls: choosing a device, building a kernel file, timing a kernel.
#pragma once
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>
#include <CL/cl_ext_weft.h>
#include <chrono>
#include <cstdint>
#include <string>

namespace example {

/// Ends the program with a message that names the call when `status` is not CL_SUCCESS.
void check(cl_int status, const char *call);

struct Device {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;
  std::chrono::steady_clock::time_point buildStart;
  double buildSeconds = 0;  // in clBuildProgram

  Device() = default;
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;
  ~Device();

  std::string name() const;
};

/// Opens the default device of the platform whose name contains `platform` (empty: the first), builds
/// examples/<example>/kernel.cl.
void open(Device &device, const std::string &platform, const std::string &example, const std::string &options = "");
/// The same with a program's text.
void openSource(Device &device, const std::string &platform, const std::string &source,
                const std::string &options = "");

/// The text of an example's kernel file.
std::string kernelSource(const std::string &example);

/// A kernel's cost in device time.
struct KernelTime {
  double seconds = 0;
  uint64_t cycles = 0;           // exact on Weft; elsewhere from the clock frequency
  double portBytesPerCycle = 0;  // 0 where unknown
};

KernelTime timeOf(cl_event event, cl_device_id device);

/// Call it when the first result is there. Prints device, cycles, time, how long the build took, and with `bytes` > 0
/// the memory traffic against the port's peak.
void report(const Device &device, const KernelTime &time, uint64_t bytes);

}  // namespace example
