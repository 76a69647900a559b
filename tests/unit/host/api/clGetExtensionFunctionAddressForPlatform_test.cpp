// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

namespace {

/// The platform's own function: the loader answers for some names itself.
auto own(cl_platform_id platform) {
  const auto function = reinterpret_cast<decltype(&clGetExtensionFunctionAddressForPlatform)>(
      clGetExtensionFunctionAddressForPlatform(platform, "clGetExtensionFunctionAddressForPlatform"));
  REQUIRE(function != nullptr);
  return function;
}

}  // namespace

TEST_CASE_METHOD(Weft, "clGetExtensionFunctionAddressForPlatform: functions of the platform's extensions") {
  CHECK(clGetExtensionFunctionAddressForPlatform(platform, "clIcdGetPlatformIDsKHR") != nullptr);
  // Core functions too: loaders ask for them.
  const auto query = reinterpret_cast<decltype(&clGetPlatformInfo)>(
      clGetExtensionFunctionAddressForPlatform(platform, "clGetPlatformInfo"));
  REQUIRE(query != nullptr);
  char name[8] = {};
  CHECK(query(platform, CL_PLATFORM_NAME, sizeof(name), name, nullptr) == CL_SUCCESS);
  CHECK(std::string(name) == "Weft");
  for (const char *extension : {"clGetKernelSubGroupInfoKHR", "clGetKernelSuggestedLocalWorkSizeKHR"})
    CHECK(own(platform)(platform, extension) != nullptr);
}

TEST_CASE_METHOD(Weft, "clGetExtensionFunctionAddressForPlatform: NULL for other names") {
  for (const char *name :
       {"clNoSuchFunction", "", "clCreateFromGLBuffer", "clCreateSubDevicesEXT", "clGetDeviceIDsFromD3D10KHR"}) {
    INFO(name);
    CHECK(own(platform)(platform, name) == nullptr);
  }
}

TEST_CASE_METHOD(Weft, "clGetExtensionFunctionAddressForPlatform: NULL for an invalid platform or no name") {
  CHECK(clGetExtensionFunctionAddressForPlatform(reinterpret_cast<cl_platform_id>(device), "clIcdGetPlatformIDsKHR") ==
        nullptr);
  CHECK(own(platform)(nullptr, "clIcdGetPlatformIDsKHR") == nullptr);
  CHECK(own(platform)(platform, nullptr) == nullptr);
}
