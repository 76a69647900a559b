// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

TEST_CASE("clGetPlatformIDs: the platform is found") {
  cl_uint count = 0;
  REQUIRE(clGetPlatformIDs(0, nullptr, &count) == CL_SUCCESS);
  CHECK(count == 1);
  cl_platform_id first = nullptr, again = nullptr;
  REQUIRE(clGetPlatformIDs(1, &first, nullptr) == CL_SUCCESS);
  REQUIRE(clGetPlatformIDs(1, &again, &count) == CL_SUCCESS);
  CHECK(first != nullptr);
  CHECK(first == again);
}

TEST_CASE("clGetPlatformIDs: the platform's own function, past the loader") {
  cl_platform_id platform = nullptr;
  REQUIRE(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS);
  const auto own = reinterpret_cast<decltype(&clGetPlatformIDs)>(
      clGetExtensionFunctionAddressForPlatform(platform, "clIcdGetPlatformIDsKHR"));
  REQUIRE(own);
  cl_platform_id found[2] = {};
  cl_uint count = 0;
  CHECK(own(2, found, &count) == CL_SUCCESS);
  CHECK(count == 1);
  CHECK(found[0] == platform);
  CHECK(found[1] == nullptr);
  // CL_INVALID_VALUE: num_entries is 0 and platforms is not NULL
  CHECK(own(0, found, &count) == CL_INVALID_VALUE);
  // CL_INVALID_VALUE: both num_platforms and platforms are NULL
  CHECK(own(1, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clGetPlatformIDs: CL_INVALID_VALUE, num_entries is 0 and platforms is not NULL") {
  cl_platform_id platform = nullptr;
  cl_uint count = 0;
  CHECK(clGetPlatformIDs(0, &platform, &count) == CL_INVALID_VALUE);
}

TEST_CASE("clGetPlatformIDs: CL_INVALID_VALUE, both num_platforms and platforms are NULL") {
  CHECK(clGetPlatformIDs(1, nullptr, nullptr) == CL_INVALID_VALUE);
}
