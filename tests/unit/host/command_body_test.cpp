// SPDX-License-Identifier: Apache-2.0
// What a command's body holds, and until when.
#include "host/core/command_body.h"

#include <catch2/catch.hpp>
#include <future>

#include "host/core/device.h"
#include "host/core/platform.h"
#include "host/core/queue.h"

using namespace weft;
using namespace weft::core;

namespace {

/// Can be neither copied nor moved.
struct Pinned {
  Pinned(int &calls, std::shared_ptr<int> held) : calls(calls), held(std::move(held)) {}
  Pinned(const Pinned &) = delete;
  void operator()(Execution &) const { ++calls; }
  int &calls;
  std::shared_ptr<int> held;
};

struct Bodies {
  Device &device = *Platform::instance().devices().at(0);
  Ref<Context> context =
      makeRef<Context>(std::vector<Device *>{&device}, std::vector<cl_context_properties>{}, nullptr, nullptr);
  Ref<Queue> queue = makeRef<Queue>(*context, device, 0);
  std::shared_ptr<int> held = std::make_shared<int>();
};

}  // namespace

TEST_CASE_METHOD(Bodies, "a command body is made in place, runs as often as it is called, and lets go when told") {
  int calls = 0;
  CommandBody body(std::in_place_type<Pinned>, calls, held);
  REQUIRE(body);
  CommandBody moved = std::move(body);
  Execution execution(device, 0);
  moved(execution);
  moved(execution);
  CHECK(calls == 2);
  CHECK(held.use_count() == 2);
  moved.release();
  CHECK(held.use_count() == 1);
  CHECK(!CommandBody());
  CHECK(!CommandBody(nullptr));
}

TEST_CASE_METHOD(Bodies, "a command lets go of what it held before it is seen to be complete") {
  const cl_int before = GENERATE(CL_COMPLETE, -1);  // with an error its body does not run
  const Ref<Event> gate = makeRef<Event>(*context);
  const Ref<Event> event =
      queue->enqueue(CL_COMMAND_WRITE_BUFFER, {gate}, CommandBody([kept = held](Execution &) { ++*kept; }));
  std::promise<long> holders;
  event->then([&](cl_int) { holders.set_value(held.use_count()); });
  CHECK(held.use_count() == 2);
  gate->setUserStatus(before);
  CHECK(holders.get_future().get() == 1);
  CHECK(*held == (before == CL_COMPLETE ? 1 : 0));
}
