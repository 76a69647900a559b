// SPDX-License-Identifier: Apache-2.0
// Sub-devices have kernel regions of their own: their kernels run at once, and none runs in the other's region.
#include "rendezvous.h"

namespace {

/// A device's two halves in a context of their own.
struct Halves : Weft {
  cl_device_id halves[2] = {};
  cl_context parts = nullptr;
  cl_command_queue queues[2] = {};

  Halves() {
    const cl_device_partition_property counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1,
                                                   CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    cl_uint count = 0;
    REQUIRE(clCreateSubDevices(device, counts, 2, halves, &count) == CL_SUCCESS);
    REQUIRE(count == 2);
    parts = clCreateContext(nullptr, 2, halves, nullptr, nullptr, nullptr);
    for (int i = 0; i < 2; ++i)
      queues[i] = makeQueue(halves[i]);
  }
  ~Halves() {
    for (int i = 0; i < 2; ++i) {
      clReleaseCommandQueue(queues[i]);
      clReleaseDevice(halves[i]);
    }
    clReleaseContext(parts);
  }
  cl_command_queue makeQueue(cl_device_id half) const {
    cl_int status = CL_SUCCESS;
    cl_command_queue queue =
        clCreateCommandQueue(parts, half, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, &status);
    REQUIRE(status == CL_SUCCESS);
    return queue;
  }
};

}  // namespace

TEST_CASE_METHOD(Halves, "kernels of two sub-devices run at once", "[card]") {
  const Rendezvous rendezvous(parts);
  for (const auto &[kernel, other] :
       {std::pair(rendezvous.first, rendezvous.second), std::pair(rendezvous.first, rendezvous.first)}) {
    cl_event one = rendezvous.launch(queues[0], kernel, 0, 1, Rendezvous::kPatient);
    cl_event two = rendezvous.launch(queues[1], other, 1, 0, Rendezvous::kPatient);
    for (cl_command_queue queue : queues)
      REQUIRE(clFinish(queue) == CL_SUCCESS);
    CHECK(rendezvous.met(queues[0], 0) == (other == rendezvous.second ? 2 : 1));
    CHECK(rendezvous.met(queues[1], 1) == 1);
    CHECK(overlap(Interval(one), Interval(two)));
    clReleaseEvent(one);
    clReleaseEvent(two);
    rendezvous.lower(queues[0]);
  }
}

TEST_CASE_METHOD(Halves, "two queues of a sub-device take turns in its region, the other one idle or busy", "[card]") {
  const Rendezvous rendezvous(parts);
  constexpr cl_uint kLaunches = 6, kKeeper = 14, kRelease = 15, kHasty = 200;
  for (const int half : {0, 1}) {
    cl_command_queue own[] = {queues[half], makeQueue(halves[half])};
    for (const bool busy : {false, true}) {
      cl_event keeper = nullptr;
      if (busy) {
        keeper = rendezvous.launch(queues[1 - half], rendezvous.first, kKeeper, kRelease, Rendezvous::kPatient);
        while (rendezvous.flag(queues[1 - half], kKeeper) == 0) {
        }
      }
      // Pairs that look for each other and would meet if they ran at once. All start together.
      cl_event gate = clCreateUserEvent(parts, nullptr);
      std::vector<cl_event> events;
      for (cl_uint i = 0; i < kLaunches; ++i)
        events.push_back(
            rendezvous.launch(own[i % 2], i % 3 ? rendezvous.first : rendezvous.second, i, i ^ 1, kHasty, gate));
      REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
      for (cl_command_queue queue : own)
        REQUIRE(clFinish(queue) == CL_SUCCESS);
      for (size_t i = 0; i < events.size(); ++i)
        for (size_t j = 0; j < i; ++j) {
          INFO("half " << half << " busy " << busy << " launches " << i << " and " << j);
          CHECK_FALSE(overlap(Interval(events[i]), Interval(events[j])));
        }
      for (cl_uint i = 0; i < kLaunches; i += 2)  // the later one finds the flag of the one that gave up
        CHECK((rendezvous.met(own[0], i) != 0) + (rendezvous.met(own[0], i + 1) != 0) == 1);
      if (busy) {
        clReleaseEvent(rendezvous.raise(queues[half], kRelease));
        REQUIRE(clFinish(queues[1 - half]) == CL_SUCCESS);
        CHECK(rendezvous.met(queues[half], kKeeper) == 3);
        for (cl_event event : events) {
          CHECK(Interval(keeper).start < Interval(event).start);
          CHECK(Interval(event).end < Interval(keeper).end);
        }
        clReleaseEvent(keeper);
      }
      for (cl_event event : events)
        clReleaseEvent(event);
      clReleaseEvent(gate);
      rendezvous.lower(own[0]);
    }
    clReleaseCommandQueue(own[1]);
  }
}
