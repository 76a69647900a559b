// SPDX-License-Identifier: Apache-2.0
#include "svm.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clEnqueueSVMMigrateMem: errors without shared virtual memory") {
  checkNoSvm(*this, [](cl_command_queue on, uint8_t *bytes, cl_uint count, const cl_event *waits, cl_event *event) {
    const void *pointers[] = {bytes};
    return clEnqueueSVMMigrateMem(on, 1, pointers, nullptr, 0, count, waits, event);
  });
}
