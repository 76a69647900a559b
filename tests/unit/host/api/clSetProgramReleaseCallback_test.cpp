// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Programs, "clSetProgramReleaseCallback: errors") {
  Notified notified;
  OwnProgram program = makeProgram(kTwoKernels);
  SECTION("CL_INVALID_PROGRAM: program is not a valid program object") {
    CHECK(clSetProgramReleaseCallback(nullptr, Notified::call, &notified) == CL_INVALID_PROGRAM);
    CHECK(clSetProgramReleaseCallback(wrong<cl_program>(), Notified::call, &notified) == CL_INVALID_PROGRAM);
  }
  SECTION("CL_INVALID_VALUE: pfn_notify is NULL") {
    CHECK(clSetProgramReleaseCallback(program, nullptr, &notified) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_OPERATION: no device supports destructors of program-scope variables") {
    CHECK(clSetProgramReleaseCallback(program, Notified::call, &notified) == CL_INVALID_OPERATION);
    program.reset();
    CHECK(notified.calls() == 0);
  }
}
