// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

TEST_CASE("clGetPlatformIDs finds the platform") {
  cl_uint count = 0;
  REQUIRE(clGetPlatformIDs(0, nullptr, &count) == CL_SUCCESS);
  CHECK(count == 1);
}

TEST_CASE_METHOD(Weft, "clGetPlatformInfo") {
  CHECK(platformText(platform, CL_PLATFORM_PROFILE) == "FULL_PROFILE");
  CHECK(platformText(platform, CL_PLATFORM_VERSION).rfind("OpenCL 1.2 Weft ", 0) == 0);
  CHECK(platformText(platform, CL_PLATFORM_EXTENSIONS).find("cl_khr_icd") != std::string::npos);
  char small[2];
  CHECK(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(small), small, nullptr) == CL_INVALID_VALUE);
  CHECK(clGetPlatformInfo(platform, 0x1, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Weft, "clUnloadPlatformCompiler is a hint") {
  CHECK(clUnloadPlatformCompiler(platform) == CL_SUCCESS);
}

TEST_CASE_METHOD(Weft, "clGetExtensionFunctionAddressForPlatform") {
  CHECK(clGetExtensionFunctionAddressForPlatform(platform, "clIcdGetPlatformIDsKHR") != nullptr);
  CHECK(clGetExtensionFunctionAddressForPlatform(platform, "clNoSuchFunction") == nullptr);
}
