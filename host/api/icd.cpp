// SPDX-License-Identifier: Apache-2.0
// The ICD interface: the dispatch table, look-up by name, and the two exported functions.
#include "host/api/icd.h"

#include <CL/cl.h>
#include <CL/cl_egl.h>
#include <CL/cl_gl.h>
#include <CL/cl_icd.h>
#include <algorithm>
#include <cstring>
#include <tuple>

#include "host/api/handles.h"
#include "host/core/kernel.h"
#include "host/core/platform.h"

namespace weft::entry {

// Besides the entry of weft-compile-process, the only symbols that the library exports.
extern "C" {
__attribute__((visibility("default"))) CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries,
                                                                                              cl_platform_id *platforms,
                                                                                              cl_uint *num_platforms);
__attribute__((visibility("default"))) CL_API_ENTRY void *CL_API_CALL
clGetExtensionFunctionAddress(const char *func_name);
}

namespace {

/// Throws the code for a bad handle. Other types than these say nothing about the object that a call asks.
template <class Argument> void check(Argument) {}
void check(cl_device_id device) { fromHandle<Device>(device); }
void check(cl_context context) { fromHandle<Context>(context); }
void check(cl_command_queue queue) { fromHandle<Queue>(queue); }

/// Throws the code for a bad wait list, if these are the arguments of a command: queue, …, count, events, event.
template <class... Args> void checkWaits(const std::tuple<Args...> &arguments) {
  constexpr size_t last = sizeof...(Args) - 1;
  if constexpr (last >= 3) {
    using Waits =
        std::tuple<std::tuple_element_t<0, std::tuple<Args...>>, std::tuple_element_t<last - 2, std::tuple<Args...>>,
                   std::tuple_element_t<last - 1, std::tuple<Args...>>>;
    if constexpr (std::is_same_v<Waits, std::tuple<cl_command_queue, cl_uint, const cl_event *>>)
      waitList(fromHandle<Queue>(std::get<0>(arguments)).context(), std::get<last - 2>(arguments),
               std::get<last - 1>(arguments));
  }
}

/// The name of an entry point as a template argument.
template <size_t size> struct Name {
  char text[size];
  constexpr Name(const char (&name)[size]) { std::copy_n(name, size, text); }
};

/// A function of type `Function` that refuses with `code`, in the way its return type asks for.
template <Name name, class Function, cl_int code> struct Refusal;
template <Name name, class Result, class... Args, cl_int code>
struct Refusal<name, Result(CL_API_CALL *)(Args...), code> {
  static Result CL_API_CALL call(Args... args) {
    const std::tuple<Args...> arguments(args...);
    const cl_int status = api(
        [&] {
          check(std::get<0>(arguments));
          checkWaits(arguments);
          throw Error(code, "no device of the platform supports it");
        },
        +name.text);
    if constexpr (std::is_same_v<Result, cl_int>) {
      return status;
    } else if constexpr (!std::is_void_v<Result>) {
      // Objects are returned with the status in the last parameter; clSVMAlloc has none.
      if constexpr (std::is_same_v<std::tuple_element_t<sizeof...(Args) - 1, std::tuple<Args...>>, cl_int *>)
        if (cl_int *errcodeRet = std::get<sizeof...(Args) - 1>(arguments))
          *errcodeRet = status;
      return nullptr;
    }
  }
};

cl_icd_dispatch makeTable() {
  cl_icd_dispatch table{};
#define ENTRY(name) table.name = &::name;
#define EXTENSION(name)
#define REFUSED(name, code) table.name = &Refusal<#name, decltype(table.name), code>::call;
#define FOREIGN(name, code) REFUSED(name, code)
#define ABSENT(name) table.name = nullptr;
#include "host/api/entry_points.def"
  return table;
}

const cl_icd_dispatch &table() {
  static const cl_icd_dispatch &instance = *new cl_icd_dispatch(makeTable());
  return instance;
}

}  // namespace

void *lookUp(const char *name) {
  if (!name)
    return nullptr;
  if (std::strcmp(name, "clIcdGetPlatformIDsKHR") == 0)
    return reinterpret_cast<void *>(&clIcdGetPlatformIDsKHR);
#define ENTRY(entry)                                                                                                   \
  if (std::strcmp(name, #entry) == 0)                                                                                  \
    return reinterpret_cast<void *>(table().entry);
#define EXTENSION(entry)                                                                                               \
  if (std::strcmp(name, #entry) == 0)                                                                                  \
    return reinterpret_cast<void *>(&::entry);
#define REFUSED(entry, code) ENTRY(entry)
#define FOREIGN(entry, code)
#define ABSENT(entry)
#include "host/api/entry_points.def"
  return nullptr;
}

void publishDispatch() { setDispatch(&table()); }

extern "C" {

CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms,
                                                       cl_uint *num_platforms) {
  return api([&] {
    require(platforms || num_platforms, CL_INVALID_VALUE, "both results are NULL");
    require(!platforms || num_entries > 0, CL_INVALID_VALUE, "num_entries is 0 and platforms is not NULL");
    publishDispatch();
    if (platforms)
      platforms[0] = Platform::instance().handle();
    if (num_platforms)
      *num_platforms = 1;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms,
                                                 cl_uint *num_platforms) {
  return clIcdGetPlatformIDsKHR(num_entries, platforms, num_platforms);
}

CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddress(const char *func_name) { return lookUp(func_name); }

CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                                        const char *func_name) {
  void *address = nullptr;
  api([&] {
    fromHandle<Platform>(platform);
    address = lookUp(func_name);
  });
  return address;
}
}

}  // namespace weft::entry
