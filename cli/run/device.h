// SPDX-License-Identifier: Apache-2.0
// A device of libweft, by OpenCL and without an ICD loader.
#pragma once
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <memory>
#include <string>
#include <vector>

#include "cli/run/arguments.h"

namespace weft::cli {

struct NDRange {
  std::vector<size_t> global;  // one to three dimensions
  std::vector<size_t> local;   // as many, or none: the runtime chooses
};

struct LaunchTime {
  uint64_t cycles = 0;  // from the kernel's start signal to its last acknowledged store
};

/// The first device of WEFT_DEVICE. Errors of any call are a Failure with what the library says of it.
class Device {
public:
  /// `device`: as WEFT_DEVICE names it; set for this process, so there is one Device in it.
  explicit Device(const std::string &device);
  ~Device();
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  std::string name() const;
  unsigned portBytes() const;  // that its memory port moves in a cycle at most

  /// Loads the program of a .weft file, and compiles it anew if another version of Weft made it. Returns the binary
  /// as it is then. Its build log goes to stderr.
  std::string load(const std::string &binary);

  /// Runs a kernel of the program `repeat` times, each time on the arrays as they are in `arguments`, which have what
  /// the last run left there at the end.
  std::vector<LaunchTime> run(const std::string &kernel, const NDRange &range, std::vector<ArgumentValue> &arguments,
                              unsigned repeat);

private:
  struct Messages;
  struct Call;
  Call prepare(const std::string &kernel, const std::vector<ArgumentValue> &arguments) const;
  LaunchTime launch(const Call &call, const NDRange &range) const;
  void check(cl_int status, const char *call) const;

  const std::unique_ptr<Messages> messages_;
  const cl_icd_dispatch *cl_ = nullptr;
  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_program program_ = nullptr;
};

}  // namespace weft::cli
