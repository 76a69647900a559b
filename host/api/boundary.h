// SPDX-License-Identifier: Apache-2.0
// The border between C and C++: nothing thrown crosses it.
#pragma once
#include <new>
#include <source_location>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "host/core/error_scope.h"
#include "host/core/execution/exit_guard.h"
#include "host/core/object.h"
#include "host/util/error.h"
#include "host/util/error_name.h"
#include "support/log.h"

namespace weft::entry {

// Entry points are written in terms of the objects of the core.
using namespace core;

using core::ErrorScope;

inline std::string nameOf(const char *function) { return function; }
inline std::string nameOf(const std::source_location &function) {
  std::string name = function.function_name();  // the signature: keep what stands before the parameters
  name = name.substr(0, name.find('('));
  return name.substr(name.find_last_of(" :") + 1);
}

template <class Function> void logFailure(const Function &function, cl_int code, const char *why) {
  if (support::logEnabled(support::LogLevel::Info))
    support::log(support::LogLevel::Info, "{} returns {}: {}", nameOf(function), errorName(code), why);
}

/// Why a call fails: for the log, and for the callback of the context that it concerns. Nothing is locked here.
template <class Function>
void tellFailure(const ErrorScope &scope, const Function &function, cl_int code, const char *why) {
  logFailure(function, code, why);
  if (scope.hasListener())
    scope.tell(fmt::format("{} returns {}: {}", nameOf(function), errorName(code), why).c_str());
}

/// Runs the body of an entry point that returns a status. `function`: who calls, or the entry point's name.
template <class Body, class Function = std::source_location>
cl_int api(Body &&body, Function function = Function::current()) noexcept {
  cl_int code;
  const ErrorScope scope;
  try {
    try {
      require(!core::orphaned(), CL_OUT_OF_RESOURCES,
              "the process was forked after the devices were opened and has no access to them");
      body();
      return CL_SUCCESS;
    } catch (const CommandError &error) {
      code = error.code();
      logFailure(function, code, error.what());
    } catch (const Error &error) {
      code = error.code();
      tellFailure(scope, function, code, error.what());
    } catch (const std::bad_alloc &) {
      code = CL_OUT_OF_HOST_MEMORY;
      scope.tell("out of host memory");
    } catch (const std::exception &error) {
      code = CL_OUT_OF_RESOURCES;
      tellFailure(scope, function, code, error.what());
    }
  } catch (...) {
    code = CL_OUT_OF_HOST_MEMORY;  // not even the message could be written
  }
  return code;
}

/// Runs the body of an entry point that returns an object (or pointer) and its status through `errcode_ret`.
template <class Body>
std::invoke_result_t<Body> apiCreate(cl_int *errcodeRet, Body &&body,
                                     std::source_location function = std::source_location::current()) noexcept {
  std::invoke_result_t<Body> result = nullptr;
  const cl_int code = api([&] { result = body(); }, function);
  if (errcodeRet)
    *errcodeRet = code;
  return code == CL_SUCCESS ? result : nullptr;
}

}  // namespace weft::entry
