// SPDX-License-Identifier: Apache-2.0
#include "../waiting.h"

using namespace test;

TEST_CASE_METHOD(Weft, "clReleaseCommandQueue: the queue's commands still complete") {
  OwnMem buffer = makeBuffer(64);
  const uint32_t value = 0x12345678;
  OwnEvent done, last;
  OwnEvent gate = makeUserEvent();
  {
    OwnQueue queue = makeQueue();
    REQUIRE(clEnqueueFillBuffer(queue, buffer, &value, 4, 0, 64, 1, &gate, &done) == CL_SUCCESS);
    REQUIRE(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &last) == CL_SUCCESS);
  }
  CHECK(statusOf(done) > CL_COMPLETE);
  buffer.reset();  // it too is in use
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(clWaitForEvents(1, &last) == CL_SUCCESS);
  CHECK(statusOf(done) == CL_COMPLETE);
}

TEST_CASE_METHOD(Weft, "clReleaseCommandQueue flushes: commands complete without another call") {
  Record record;
  OwnMem buffer = makeBuffer(64);
  const uint8_t value = 7;
  OwnEvent done;
  {
    OwnQueue queue = makeQueue();
    REQUIRE(clEnqueueFillBuffer(queue, buffer, &value, 1, 0, 64, 0, nullptr, &done) == CL_SUCCESS);
    REQUIRE(clSetEventCallback(done, CL_COMPLETE, Record::note, &record) == CL_SUCCESS);
  }
  CHECK(record.wait(1) == std::vector<cl_int>{CL_COMPLETE});
}

TEST_CASE_METHOD(Weft, "clReleaseCommandQueue: CL_INVALID_COMMAND_QUEUE") {
  CHECK(clReleaseCommandQueue(nullptr) == CL_INVALID_COMMAND_QUEUE);
  CHECK(clReleaseCommandQueue(wrongHandle<cl_command_queue>(device)) == CL_INVALID_COMMAND_QUEUE);
}
