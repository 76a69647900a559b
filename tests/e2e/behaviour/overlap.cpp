// SPDX-License-Identifier: Apache-2.0
// Independent commands overlap in device time: transfers with a running kernel, kernels of one program with each other.
#include "rendezvous.h"

namespace {

struct Overlap : Weft {
  Rendezvous rendezvous{context};
  cl_command_queue free = clCreateCommandQueue(
      context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, nullptr);

  ~Overlap() { clReleaseCommandQueue(free); }
};

}  // namespace

TEST_CASE_METHOD(Overlap, "transfers run beside a kernel", "[card]") {
  cl_event running = rendezvous.launch(free, rendezvous.first, 0, 1, Rendezvous::kPatient);
  while (rendezvous.flag(free, 0) == 0) {
    // Not started yet. The read that sees the flag is a first transfer beside the kernel.
  }
  cl_event raising = rendezvous.raise(free, 1);
  REQUIRE(clFinish(free) == CL_SUCCESS);
  CHECK(rendezvous.met(free, 0) == 3);
  const Interval kernel(running), transfer(raising);
  CHECK(kernel.start < transfer.start);
  CHECK(overlap(kernel, transfer));
  clReleaseEvent(running);
  clReleaseEvent(raising);
}

TEST_CASE_METHOD(Overlap, "two kernels of one program run at once", "[card]") {
  cl_event one = rendezvous.launch(free, rendezvous.first, 0, 1, Rendezvous::kPatient);
  cl_event two = rendezvous.launch(free, rendezvous.second, 1, 0, Rendezvous::kPatient);
  REQUIRE(clFinish(free) == CL_SUCCESS);
  CHECK(rendezvous.met(free, 0) == 2);
  CHECK(rendezvous.met(free, 1) == 1);
  CHECK(overlap(Interval(one), Interval(two)));
  clReleaseEvent(one);
  clReleaseEvent(two);
}
