// SPDX-License-Identifier: Apache-2.0
// Several threads use a board whose operations fail at random, and try again what failed: in the end all is right. Or
// the board is lost: in the end all is released.
#include "board_scene.h"
#include "seeds.h"

using namespace test;

namespace {

constexpr size_t kBytes = 1 << 14;

/// One thread's work: assertions of Catch are for one thread only, so it counts what is wrong.
class Stubborn {
public:
  Stubborn(const Scene &scene, cl_command_queue shared, cl_kernel kernel, unsigned seed)
      : random_(seed), own_(clCreateCommandQueue(scene.context, scene.device, 0, nullptr)), shared_(shared),
        kernel_(kernel), model_(pattern(kBytes, seed)),
        first_(clCreateBuffer(scene.context, CL_MEM_COPY_HOST_PTR, kBytes, model_.data(), nullptr)),
        second_(clCreateBuffer(scene.context, 0, kBytes, nullptr, nullptr)) {}

  void run(int rounds) {
    for (int round = 0; round < rounds; ++round)
      step();
    std::vector<uint8_t> back(kBytes);
    untilItSucceeds(
        [&] { return clEnqueueReadBuffer(own_, first_, CL_TRUE, 0, kBytes, back.data(), 0, nullptr, nullptr); });
    wrong += back != model_;
    wrong += clFinish(own_) != CL_SUCCESS;
  }

  /// Until something fails, and once more each of the kinds of commands.
  void runUntilLost() {
    patience_ = 1;
    for (int round = 0; round < 100'000 && !failures; ++round)
      step();
    for (int round = 0; round < 20; ++round)
      step();
    clFinish(own_);
  }

  int wrong = 0, failures = 0;

private:
  template <class Call> void untilItSucceeds(Call call) {
    cl_int code = CL_OUT_OF_RESOURCES;
    for (int tries = 0; code == CL_OUT_OF_RESOURCES && tries < patience_; ++tries) {
      code = call();
      failures += code != CL_SUCCESS;
    }
    wrong += code != CL_SUCCESS;
  }

  cl_command_queue anyQueue() { return random_() % 2 ? cl_command_queue(own_) : shared_; }

  /// `enqueue(queue, event)`; the status of the event.
  template <class Enqueue> cl_int outcome(Enqueue enqueue) {
    OwnEvent event;
    if (const cl_int code = enqueue(anyQueue(), &event); code != CL_SUCCESS)
      return code;
    const cl_int waited = clWaitForEvents(1, &event);
    cl_int status = 1;
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr);
    wrong += (waited == CL_SUCCESS) != (status == CL_COMPLETE);
    return status;
  }

  void step() {
    const size_t bytes = 4 * (1 + random_() % 1000), at = random_() % (kBytes - bytes) / 4 * 4;
    const auto data = pattern(bytes, unsigned(random_()));
    const auto place = model_.begin() + long(at);
    switch (random_() % 5) {
    case 0:
      untilItSucceeds([&] {
        return clEnqueueWriteBuffer(anyQueue(), first_, CL_TRUE, at, bytes, data.data(), 0, nullptr, nullptr);
      });
      std::copy(data.begin(), data.end(), place);
      break;
    case 1:
      untilItSucceeds([&] {
        return outcome([&](cl_command_queue on, cl_event *event) {
          return clEnqueueFillBuffer(on, first_, data.data(), 4, at, bytes, 0, nullptr, event);
        });
      });
      for (size_t i = 0; i < bytes; ++i)
        place[long(i)] = data[i % 4];
      break;
    case 2:  // there and back
      for (const auto &[from, to] : {std::pair<cl_mem, cl_mem>(first_, second_), {second_, first_}})
        untilItSucceeds([&, from = from, to = to] {
          return outcome([&](cl_command_queue on, cl_event *event) {
            return clEnqueueCopyBuffer(on, from, to, at, at, bytes, 0, nullptr, event);
          });
        });
      break;
    case 3:
      map(at, data);
      std::copy(data.begin(), data.end(), place);
      break;
    case 4:
      untilItSucceeds([&] {
        return outcome([&](cl_command_queue on, cl_event *event) {
          const size_t global = 16;
          return clEnqueueNDRangeKernel(on, kernel_, 1, nullptr, &global, nullptr, 0, nullptr, event);
        });
      });
      break;
    }
  }

  void map(size_t at, const std::vector<uint8_t> &data) {
    uint8_t *shown = nullptr;
    untilItSucceeds([&] {
      cl_int code = 1;
      shown = static_cast<uint8_t *>(
          clEnqueueMapBuffer(anyQueue(), first_, CL_TRUE, CL_MAP_WRITE, at, data.size(), 0, nullptr, nullptr, &code));
      return code;
    });
    if (!shown)
      return;
    wrong += !std::equal(shown, shown + data.size(), model_.begin() + long(at));
    std::copy(data.begin(), data.end(), shown);
    // It may fail to bring to the device what the application wrote: that is the contents all the same.
    const cl_int status = outcome([&](cl_command_queue on, cl_event *event) {
      return clEnqueueUnmapMemObject(on, first_, shown, 0, nullptr, event);
    });
    wrong += status != CL_COMPLETE && status != CL_OUT_OF_RESOURCES;
  }

  std::mt19937 random_;
  int patience_ = 1000;
  const OwnQueue own_;
  const cl_command_queue shared_;
  const cl_kernel kernel_;
  std::vector<uint8_t> model_;
  const OwnMem first_, second_;
};

}  // namespace

namespace {

constexpr unsigned kThreads = 4;

struct Crowd {
  Scene scene;
  OwnQueue together;
  OwnKernel kernel;
  std::deque<Stubborn> workers;

  Crowd(bool shared, unsigned seed)
      : scene({.shared = shared, .bytes = 1 << 16}), together(scene.makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)),
        kernel(scene.makeKernel()) {
    for (unsigned i = 0; i < kThreads; ++i)
      workers.emplace_back(scene, together, kernel, seed + i);
  }
  template <class Action> void each(Action action) {
    std::vector<std::thread> threads;
    for (Stubborn &worker : workers)
      threads.emplace_back([&] { action(worker); });
    for (std::thread &thread : threads)
      thread.join();
  }
  void close() {
    workers.clear();
    kernel.reset();
    clFinish(together);
    together.reset();
    scene.close();
  }
};

}  // namespace

TEST_CASE("boards fail at random: what is tried again until it succeeds gives the right contents") {
  const bool shared = GENERATE(false, true);
  for (const unsigned seed : seeds(3)) {
    INFO("STRESS_SEED=" << seed);
    Crowd crowd(shared, seed);
    crowd.scene.faulty.board->failOften(seed, 12);
    // Nothing fails but what those who asked for it are told of: not a word of it to others.
    std::atomic<bool> over{false};
    int told = 0;
    std::thread other([&] {
      while (!over)
        told += clFinish(crowd.together) != CL_SUCCESS;
    });
    crowd.each([](Stubborn &worker) { worker.run(200); });
    over = true;
    other.join();
    CHECK(told == 0);
    crowd.scene.faulty.board->disarm();
    for (Stubborn &worker : crowd.workers) {
      CHECK(worker.wrong == 0);
      CHECK(worker.failures > 0);
    }
    CHECK(clFinish(crowd.together) == CL_SUCCESS);
    crowd.close();
  }
}

TEST_CASE("boards fail at random: one that is lost under several threads holds none of them") {
  const bool shared = GENERATE(false, true);
  const auto fault = GENERATE(FaultyBoard::Fault::Silent, FaultyBoard::Fault::Gone);
  for (const unsigned seed : seeds(3)) {
    INFO("STRESS_SEED=" << seed);
    Crowd crowd(shared, seed);
    crowd.scene.faulty.lost = true;
    crowd.scene.faulty.board->failAt(1 + seed % 100, fault);
    crowd.each([](Stubborn &worker) { worker.runUntilLost(); });
    for (Stubborn &worker : crowd.workers)
      CHECK(worker.failures > 0);
    crowd.close();
  }
}
