// SPDX-License-Identifier: Apache-2.0
#include "../waiting.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clRetainEvent") {
  const OwnEvent own = makeUserEvent();
  const cl_event event = own;
  REQUIRE(clRetainEvent(event) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetEventInfo, event, CL_EVENT_REFERENCE_COUNT) == 2);
  REQUIRE(clReleaseEvent(event) == CL_SUCCESS);
  CHECK(info<cl_uint>(clGetEventInfo, event, CL_EVENT_REFERENCE_COUNT) == 1);
}

TEST_CASE_METHOD(Weft, "clRetainEvent: CL_INVALID_EVENT") {
  CHECK(clRetainEvent(nullptr) == CL_INVALID_EVENT);
  CHECK(clRetainEvent(wrongHandle<cl_event>(device)) == CL_INVALID_EVENT);
}
