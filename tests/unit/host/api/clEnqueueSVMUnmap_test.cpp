// SPDX-License-Identifier: Apache-2.0
#include "svm.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clEnqueueSVMUnmap: errors without shared virtual memory") {
  checkNoSvm(*this, [](cl_command_queue on, uint8_t *bytes, cl_uint count, const cl_event *waits, cl_event *event) {
    return clEnqueueSVMUnmap(on, bytes, count, waits, event);
  });
}
