// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clGetExtensionFunctionAddress: the library's own") {
  // The loader answers by the suffix of the name, and has none for functions of KHR; the platform's own does.
  const auto own = reinterpret_cast<decltype(&clGetExtensionFunctionAddress)>(
      clGetExtensionFunctionAddressForPlatform(platform, "clGetExtensionFunctionAddress"));
  REQUIRE(own != nullptr);
  CHECK(own("clIcdGetPlatformIDsKHR") != nullptr);
  CHECK(own("clIcdGetPlatformIDsKHR") == clGetExtensionFunctionAddressForPlatform(platform, "clIcdGetPlatformIDsKHR"));
  CHECK(own("clNoSuchFunction") == nullptr);
  CHECK(own("clCreateFromGLTexture") == nullptr);
  CHECK(own(nullptr) == nullptr);
}

TEST_CASE("clGetExtensionFunctionAddress: NULL for a function that no platform has") {
  CHECK(clGetExtensionFunctionAddress("clNoSuchFunctionWEFT") == nullptr);
}
