// SPDX-License-Identifier: Apache-2.0
// The exception of the host library: an OpenCL error code and why. It never crosses the C boundary, a callback or a
// thread.
#pragma once
#include <CL/cl.h>
#include <fmt/format.h>
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

/// The failure of a command, of which its context has been told when it happened.
class CommandError : public Error {
public:
  using Error::Error;
};

/// Throws Error(code, why) unless the rule holds.
inline void require(bool rule, cl_int code, const char *why) {
  if (!rule)
    throw Error(code, why);
}

/// The same with numbers and names in the reason.
template <class First, class... Rest>
void require(bool rule, cl_int code, fmt::format_string<First, Rest...> why, First &&first, Rest &&...rest) {
  if (!rule)
    throw Error(code, fmt::format(why, std::forward<First>(first), std::forward<Rest>(rest)...));
}

}  // namespace weft
