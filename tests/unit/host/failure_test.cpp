// SPDX-License-Identifier: Apache-2.0
// Commands that fail on the device: who is told, and how often.
#include <catch2/catch.hpp>

#include "code_of.h"
#include "host/core/device.h"
#include "host/core/platform.h"
#include "host/core/queue.h"

using namespace weft;
using namespace weft::core;
using test::codeOf;

namespace {

struct Reports {
  std::vector<std::string> messages;
  static void CL_CALLBACK note(const char *message, const void *, size_t, void *self) {
    static_cast<Reports *>(self)->messages.push_back(message);
  }
};

struct Failing {
  Reports reports;
  Device &device = *Platform::instance().devices().at(0);
  Ref<Context> context =
      makeRef<Context>(std::vector<Device *>{&device}, std::vector<cl_context_properties>{}, Reports::note, &reports);
  Ref<Queue> queue = makeRef<Queue>(*context, device, 0);

  Ref<Event> fail(cl_int code, Queue::ReportedBy reportedBy = Queue::ReportedBy::Queue) {
    return queue->enqueue(
        CL_COMMAND_NDRANGE_KERNEL, {}, [code](Execution &) { throw Error(code, "test: no such luck"); }, reportedBy);
  }
};

}  // namespace

TEST_CASE_METHOD(Failing, "a failed command tells the context's callback before it completes") {
  const Ref<Event> event = fail(CL_OUT_OF_RESOURCES);
  CHECK(event->wait() == CL_OUT_OF_RESOURCES);
  REQUIRE(reports.messages.size() == 1);
  CHECK(reports.messages[0].find("no such luck") != std::string::npos);
}

TEST_CASE_METHOD(Failing, "the next blocking call reports a failure that the queue tells, once") {
  fail(CL_OUT_OF_RESOURCES);
  CHECK(codeOf([&] { queue->finish(); }) == CL_OUT_OF_RESOURCES);
  CHECK(codeOf([&] { queue->finish(); }) == CL_SUCCESS);
  fail(CL_OUT_OF_HOST_MEMORY);
  const Ref<Event> good = queue->enqueue(CL_COMMAND_MARKER, {}, nullptr);
  CHECK(codeOf([&] { queue->await(*good); }) == CL_OUT_OF_HOST_MEMORY);
  CHECK(good->status() == CL_COMPLETE);
}

TEST_CASE_METHOD(Failing, "a failure that the event tells is left to it") {
  fail(CL_OUT_OF_RESOURCES, Queue::ReportedBy::Event);
  CHECK(codeOf([&] { queue->finish(); }) == CL_SUCCESS);
}

TEST_CASE_METHOD(Failing, "a blocking command throws its own error and nothing later") {
  const Ref<Event> event = fail(CL_OUT_OF_RESOURCES, Queue::ReportedBy::Event);
  CHECK(codeOf([&] { queue->await(*event); }) == CL_OUT_OF_RESOURCES);
  CHECK(codeOf([&] { queue->finish(); }) == CL_SUCCESS);
}

TEST_CASE_METHOD(Failing, "other exceptions of a body become OpenCL errors") {
  const auto statusOf = [&](CommandBody body) {
    return queue->enqueue(CL_COMMAND_MARKER, {}, std::move(body))->wait();
  };
  CHECK(statusOf([](Execution &) { throw std::bad_alloc(); }) == CL_OUT_OF_HOST_MEMORY);
  CHECK(statusOf([](Execution &) { throw std::runtime_error("lost"); }) == CL_OUT_OF_RESOURCES);
}

TEST_CASE_METHOD(Failing,
                 "a command fails with what its driver commands end with; a kernel's fault is the launch's to tell") {
  const auto endWith = [&](uint32_t status) {
    board::Completion completion;
    completion.status = static_cast<abi::Status>(status);
    return queue->enqueue(CL_COMMAND_NDRANGE_KERNEL, {}, [completion](Execution &e) { e.add(completion); })->wait();
  };
  CHECK(endWith(uint32_t(abi::Status::OK)) == CL_COMPLETE);
  CHECK(endWith(uint32_t(abi::Status::KERNEL_FAULT)) == CL_COMPLETE);
  CHECK(reports.messages.empty());
  const std::pair<uint32_t, const char *> refusals[] = {
      {uint32_t(abi::Status::BAD_DESCRIPTOR), "refused a command descriptor"},
      {uint32_t(abi::Status::HOST_BUS_ERROR), "could not access host memory"},
      {uint32_t(abi::Status::DEVICE_BUS_ERROR), "an access to device memory was refused"},
      {99, "unknown status 99"}};
  for (const auto &[status, text] : refusals) {
    CHECK(endWith(status) == CL_OUT_OF_RESOURCES);
    CHECK(reports.messages.back().find("CL_COMMAND_NDRANGE_KERNEL: ") == 0);
    CHECK(reports.messages.back().find(text) != std::string::npos);
  }
}

namespace {

/// Ready when the test says so.
class SlowKernel : public board::PreparedKernel {
public:
  void wait() override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ready_; });
    throw std::runtime_error("could not be made");
  }
  bool ready() const override {
    std::lock_guard lock(mutex_);
    return ready_;
  }
  void finish() {
    std::lock_guard lock(mutex_);
    ready_ = true;
    changed_.notify_all();
  }

private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool ready_ = false;
};

}  // namespace

TEST_CASE_METHOD(Failing, "a launch that waits for its kernel leaves the device to other queues") {
  const auto kernel = std::make_shared<SlowKernel>();
  std::atomic<bool> ran{false};
  const Ref<Event> launch =
      queue->enqueue(CL_COMMAND_NDRANGE_KERNEL, {}, Work([&](Execution &) { ran = true; }, kernel));
  const Ref<Queue> other = makeRef<Queue>(*context, device, 0);
  CHECK(other->enqueue(CL_COMMAND_MARKER, {}, nullptr)->wait() == CL_COMPLETE);
  CHECK(launch->status() == CL_SUBMITTED);
  kernel->finish();
  CHECK(launch->wait() == CL_COMPLETE);
  CHECK(ran);
}
