// SPDX-License-Identifier: Apache-2.0
#include <CL/cl_ext.h>
#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>

#include "boards.h"
#include "handles.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clGetPlatformInfo: every query of OpenCL 1.0 to 3.0") {
  CHECK(platformText(platform, CL_PLATFORM_PROFILE) == "FULL_PROFILE");
  CHECK(platformText(platform, CL_PLATFORM_VERSION).rfind("OpenCL 3.0 Weft ", 0) == 0);
  CHECK(platformText(platform, CL_PLATFORM_NAME) == "Weft");
  CHECK(platformText(platform, CL_PLATFORM_VENDOR) == "Weft");
  CHECK(platformText(platform, CL_PLATFORM_ICD_SUFFIX_KHR) == "WEFT");
  CHECK(info<cl_version>(clGetPlatformInfo, platform, CL_PLATFORM_NUMERIC_VERSION) == CL_MAKE_VERSION(3, 0, 0));
  CHECK(info<cl_ulong>(clGetPlatformInfo, platform, CL_PLATFORM_HOST_TIMER_RESOLUTION) > 0);
}

TEST_CASE_METHOD(Weft, "clGetPlatformInfo: extensions are those that every device has, with and without versions") {
  const auto words = [](const std::string &text) {
    std::istringstream stream(text);
    return std::set<std::string>(std::istream_iterator<std::string>(stream), {});
  };
  const std::set<std::string> names = words(platformText(platform, CL_PLATFORM_EXTENSIONS));
  CHECK(names.count("cl_khr_icd") == 1);
  for (cl_device_id each : allDevices(platform)) {
    const std::set<std::string> own = words(deviceText(each, CL_DEVICE_EXTENSIONS));
    CHECK(std::includes(own.begin(), own.end(), names.begin(), names.end()));
  }
  size_t bytes = 0;
  REQUIRE(clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION, 0, nullptr, &bytes) == CL_SUCCESS);
  std::vector<cl_name_version> list(bytes / sizeof(cl_name_version));
  REQUIRE(clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION, bytes, list.data(), nullptr) == CL_SUCCESS);
  std::set<std::string> versioned;
  for (const cl_name_version &entry : list)
    versioned.insert(entry.name);
  CHECK(versioned == names);
}

TEST_CASE_METHOD(Weft, "clGetPlatformInfo: CL_INVALID_PLATFORM, platform is not a valid platform") {
  CHECK(clGetPlatformInfo(reinterpret_cast<cl_platform_id>(device), CL_PLATFORM_NAME, 0, nullptr, nullptr) ==
        CL_INVALID_PLATFORM);
}

TEST_CASE_METHOD(Weft, "clGetPlatformInfo: CL_INVALID_VALUE, param_name is not one of the supported values") {
  CHECK(clGetPlatformInfo(platform, 0x1, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clGetPlatformInfo(platform, CL_DEVICE_NAME, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Weft, "clGetPlatformInfo: CL_INVALID_VALUE, param_value_size is too small and param_value not NULL") {
  char small[4] = "...";
  CHECK(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(small), small, nullptr) == CL_INVALID_VALUE);
  CHECK(std::string(small) == "...");
  size_t size = 0;
  CHECK(clGetPlatformInfo(platform, CL_PLATFORM_NAME, 0, nullptr, &size) == CL_SUCCESS);
  CHECK(size == sizeof("Weft"));
}
