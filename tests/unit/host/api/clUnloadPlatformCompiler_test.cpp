// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Programs, "clUnloadPlatformCompiler is a hint: builds go on working, also one that is running") {
  Notified notified;
  const OwnProgram program = makeProgram(kTwoKernels);
  REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, Notified::call, &notified) == CL_SUCCESS);
  CHECK(clUnloadPlatformCompiler(platform) == CL_SUCCESS);
  REQUIRE(notified.wait());
  CHECK(status(program) == CL_BUILD_SUCCESS);
  CHECK(build(makeProgram(kTwoKernels)) == CL_SUCCESS);
}

TEST_CASE_METHOD(Programs, "clUnloadPlatformCompiler: CL_INVALID_PLATFORM: platform is not a valid platform") {
  // NULL does not get here: the loader takes it for the default platform.
  CHECK(clUnloadPlatformCompiler(wrong<cl_platform_id>()) == CL_INVALID_PLATFORM);
}
