// SPDX-License-Identifier: Apache-2.0
#include "host/core/platform.h"

#include <algorithm>

#include "host/api/boundary.h"
#include "host/api/versions.h"
#include "host/core/execution/device_clock.h"
#include "host/util/info_writer.h"

namespace weft::entry {

namespace {

/// The embedded profile is the platform's only if no board has the full one.
bool embedded(Platform &platform) {
  const std::vector<board::Description> &boards = platform.boards();
  return !boards.empty() && std::all_of(boards.begin(), boards.end(), [](const board::Description &board) {
    return board.profile == "EMBEDDED_PROFILE";
  });
}

}  // namespace

extern "C" {

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
                                                  size_t param_value_size, void *param_value,
                                                  size_t *param_value_size_ret) {
  return api([&] {
    Platform &object = platform ? fromHandle<Platform>(platform) : Platform::instance();
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_PLATFORM_PROFILE:
      return info.string(embedded(object) ? "EMBEDDED_PROFILE" : "FULL_PROFILE");
    case CL_PLATFORM_VERSION:
      return info.string(versionText());
    case CL_PLATFORM_NAME:
      return info.string("Weft");
    case CL_PLATFORM_VENDOR:
      return info.string("Weft");
    case CL_PLATFORM_EXTENSIONS:
      return info.string(namesText(commonExtensions(object.boards())));
    case CL_PLATFORM_ICD_SUFFIX_KHR:
      return info.string("WEFT");
    case CL_PLATFORM_NUMERIC_VERSION:
      return info.scalar<cl_version>(kOpenclVersion);
    case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
      return info.array(commonExtensions(object.boards()));
    case CL_PLATFORM_HOST_TIMER_RESOLUTION:
      return info.scalar<cl_ulong>(DeviceClock::hostResolution());
    }
    throw Error(CL_INVALID_VALUE, "unknown platform query");
  });
}

CL_API_ENTRY cl_int CL_API_CALL clUnloadPlatformCompiler(cl_platform_id platform) {
  // A hint: the compiler is part of the library and stays.
  return api([&] { fromHandle<Platform>(platform); });
}

CL_API_ENTRY cl_int CL_API_CALL clUnloadCompiler(void) { return CL_SUCCESS; }
}

}  // namespace weft::entry
