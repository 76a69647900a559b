// SPDX-License-Identifier: Apache-2.0
#include "svm.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clEnqueueSVMFree: errors without shared virtual memory") {
  checkNoSvm(*this, [](cl_command_queue on, uint8_t *bytes, cl_uint count, const cl_event *waits, cl_event *event) {
    void *pointers[] = {bytes};
    return clEnqueueSVMFree(on, 1, pointers, nullptr, nullptr, count, waits, event);
  });
}
