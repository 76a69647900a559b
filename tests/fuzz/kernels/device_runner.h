// SPDX-License-Identifier: Apache-2.0
#pragma once
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <string>
#include <vector>

#include "program.h"

namespace weft::fuzz {

/// A device of an OpenCL platform.
class DeviceRunner {
public:
  DeviceRunner(cl_device_id device, std::string options);
  ~DeviceRunner();
  DeviceRunner(const DeviceRunner &) = delete;
  DeviceRunner &operator=(const DeviceRunner &) = delete;
  std::vector<uint8_t> run(const Program &program) const;
  const std::string &name() const { return name_; }

private:
  cl_program build(const Program &program) const;
  cl_device_id device_;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  std::string name_, options_;
};

/// The devices of all platforms whose name contains `platform`.
std::vector<cl_device_id> devicesOf(const std::string &platform);

}  // namespace weft::fuzz
