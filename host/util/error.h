// SPDX-License-Identifier: Apache-2.0
// The exception of the host library: an OpenCL error code and why. It never crosses the C boundary, a callback or a
// thread.
#pragma once
#include <CL/cl.h>
#include <stdexcept>
#include <string>

namespace weft {

class Error : public std::runtime_error {
public:
  Error(cl_int code, const std::string &why) : std::runtime_error(why), code_(code) {}
  cl_int code() const { return code_; }

private:
  cl_int code_;
};

/// Throws Error(code, why) unless the rule holds.
inline void require(bool rule, cl_int code, const char *why) {
  if (!rule)
    throw Error(code, why);
}

}  // namespace weft
