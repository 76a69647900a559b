// SPDX-License-Identifier: Apache-2.0
#include "svm.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clEnqueueSVMMap: errors without shared virtual memory") {
  checkNoSvm(*this, [](cl_command_queue on, uint8_t *bytes, cl_uint count, const cl_event *waits, cl_event *event) {
    return clEnqueueSVMMap(on, CL_TRUE, CL_MAP_READ, bytes, 16, count, waits, event);
  });
}
