// SPDX-License-Identifier: Apache-2.0
// Random command graphs over several queues, and many threads that use one context. STRESS_SEED: see seeds.h.
#include <algorithm>
#include <atomic>
#include <deque>
#include <random>

#include "seeds.h"
#include "waiting.h"

using namespace test;

namespace {

constexpr size_t kBytes = 512;

/// A graph and what it must do: commands that use the same bytes are ordered by wait lists, nothing else is.
class Graph : Weft {
public:
  explicit Graph(unsigned seed) : random_(seed) {
    for (const cl_command_queue_properties order :
         {cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE),
          cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE), cl_command_queue_properties(0)})
      queues_.push_back(makeQueue(order | CL_QUEUE_PROFILING_ENABLE));
    for (int i = 0; i < 6; ++i) {
      expected_.push_back(pattern(kBytes, unsigned(i)));
      buffers_.push_back(makeBuffer(kBytes, CL_MEM_COPY_HOST_PTR, expected_.back().data()));
      users_.emplace_back();
      writer_.push_back(-1);
    }
  }

  void build(int commands) {
    for (int i = 0; i < commands; ++i) {
      if (below(12) == 0)
        gates_.push_back(i);
      add(i);
    }
  }

  /// Sets the user events in random order, some to errors, from two threads.
  void open() {
    std::shuffle(gates_.begin(), gates_.end(), random_);
    const auto set = [&](size_t first) {
      for (size_t g = first; g < gates_.size(); g += 2)
        clSetUserEventStatus(commands_[size_t(gates_[g])].event, commands_[size_t(gates_[g])].fails ? -7 : CL_COMPLETE);
    };
    std::thread other(set, 1);
    set(0);
    other.join();
  }

  void check() {
    for (const OwnQueue &queue : queues_)
      REQUIRE(clFinish(queue) == CL_SUCCESS);
    for (size_t i = 0; i < commands_.size(); ++i) {
      const Command &command = commands_[i];
      INFO("command " << i);
      if (command.fails) {
        REQUIRE(statusOf(command.event) < 0);
        continue;
      }
      REQUIRE(statusOf(command.event) == CL_COMPLETE);
      if (command.read)
        REQUIRE(*command.read == command.mustRead);
      for (const int before : command.waits)
        if (!isGate(before) && !isGate(int(i)))
          REQUIRE(stamp(before, CL_PROFILING_COMMAND_END) <= stamp(int(i), CL_PROFILING_COMMAND_START));
    }
    for (size_t b = 0; b < buffers_.size(); ++b) {
      std::vector<uint8_t> data(kBytes);
      REQUIRE(clEnqueueReadBuffer(queues_[0], buffers_[b], CL_TRUE, 0, kBytes, data.data(), 0, nullptr, nullptr) ==
              CL_SUCCESS);
      REQUIRE(data == expected_[b]);
    }
    const auto called = [&] { return size_t(std::count(called_.begin(), called_.end(), true)); };
    const auto limit = std::chrono::steady_clock::now() + kPatience;
    while (called() < commands_.size() && std::chrono::steady_clock::now() < limit)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    CHECK(called() == commands_.size());
  }

private:
  struct Command {
    OwnEvent event;
    bool fails = false;
    std::vector<int> waits;
    std::shared_ptr<std::vector<uint8_t>> data, read;
    std::vector<uint8_t> mustRead;
  };

  size_t below(size_t limit) { return random_() % limit; }
  bool isGate(int command) const { return std::find(gates_.begin(), gates_.end(), command) != gates_.end(); }
  cl_ulong stamp(int command, cl_profiling_info name) const {
    return info<cl_ulong>(clGetEventProfilingInfo, cl_event(commands_[size_t(command)].event), name);
  }

  void add(int index) {
    Command command;
    if (isGate(index)) {
      command.event = makeUserEvent();
      command.fails = below(4) == 0;
    } else {
      enqueue(index, command);
    }
    REQUIRE(clSetEventCallback(
                command.event, CL_COMPLETE,
                [](cl_event, cl_int, void *flag) { *static_cast<std::atomic<bool> *>(flag) = true; },
                &called_.emplace_back(false)) == CL_SUCCESS);
    commands_.push_back(std::move(command));
  }

  void uses(Command &command, int index, size_t buffer, bool writes) {
    if (writer_[buffer] >= 0)
      command.waits.push_back(writer_[buffer]);
    if (!writes) {
      users_[buffer].push_back(index);
      return;
    }
    command.waits.insert(command.waits.end(), users_[buffer].begin(), users_[buffer].end());
    users_[buffer].clear();
    writer_[buffer] = index;
  }

  void enqueue(int index, Command &command) {
    const OwnQueue &queue = queues_[below(queues_.size())];
    const size_t target = below(buffers_.size()), source = (target + 1 + below(buffers_.size() - 1)) % buffers_.size();
    const size_t kind = below(6);
    switch (kind) {
    case 0:
    case 1:
      uses(command, index, target, true);
      break;
    case 2:
      uses(command, index, source, false);
      uses(command, index, target, true);
      break;
    case 3:
      uses(command, index, source, false);
      break;
    }
    for (size_t extra = below(3); extra && index; --extra)
      command.waits.push_back(int(below(size_t(index))));
    std::vector<cl_event> events;
    for (const int wait : command.waits) {
      events.push_back(commands_[size_t(wait)].event);
      command.fails |= commands_[size_t(wait)].fails;
    }
    const auto count = cl_uint(events.size());
    const cl_event *list = events.empty() ? nullptr : events.data();
    const bool runs = !command.fails;
    switch (kind) {
    case 0: {
      const auto value = uint8_t(random_());
      REQUIRE(clEnqueueFillBuffer(queue, buffers_[target], &value, 1, 0, kBytes, count, list, &command.event) ==
              CL_SUCCESS);
      if (runs)
        expected_[target].assign(kBytes, value);
      break;
    }
    case 1:
      command.data = std::make_shared<std::vector<uint8_t>>(pattern(kBytes, unsigned(index)));
      REQUIRE(clEnqueueWriteBuffer(queue, buffers_[target], CL_FALSE, 0, kBytes, command.data->data(), count, list,
                                   &command.event) == CL_SUCCESS);
      if (runs)
        expected_[target] = *command.data;
      break;
    case 2:
      REQUIRE(clEnqueueCopyBuffer(queue, buffers_[source], buffers_[target], 0, 0, kBytes, count, list,
                                  &command.event) == CL_SUCCESS);
      if (runs)
        expected_[target] = expected_[source];
      break;
    case 3:
      command.read = std::make_shared<std::vector<uint8_t>>(kBytes);
      command.mustRead = expected_[source];
      REQUIRE(clEnqueueReadBuffer(queue, buffers_[source], CL_FALSE, 0, kBytes, command.read->data(), count, list,
                                  &command.event) == CL_SUCCESS);
      break;
    case 4:
      REQUIRE(clEnqueueMarkerWithWaitList(queue, count, list, &command.event) == CL_SUCCESS);
      break;
    case 5:
      REQUIRE(clEnqueueBarrierWithWaitList(queue, count, list, &command.event) == CL_SUCCESS);
      break;
    }
  }

  std::mt19937 random_;
  std::vector<OwnQueue> queues_;
  std::vector<OwnMem> buffers_;
  std::vector<std::vector<uint8_t>> expected_;
  std::vector<std::vector<int>> users_;  // readers since the last write
  std::vector<int> writer_;
  std::vector<int> gates_;
  std::deque<std::atomic<bool>> called_;
  std::vector<Command> commands_;
};

}  // namespace

TEST_CASE("random command graphs run in the order of their wait lists") {
  for (const unsigned seed : seeds(4)) {
    INFO("STRESS_SEED=" << seed);
    Graph graph(seed);
    graph.build(400);
    graph.open();
    graph.check();
  }
}

TEST_CASE_METHOD(Weft, "many threads use one context, its queues and its buffers") {
  const char *source = "kernel void k(global int *p) { p[get_global_id(0)] = 1; }";
  const OwnProgram program = makeProgram(source);
  REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  const OwnQueue shared[] = {makeQueue(), makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)};
  const OwnMem common = makeBuffer(1 << 16);
  std::atomic<int> callbacks{0}, expectedCallbacks{0}, failures{0};
  const auto good = [&](bool condition) { failures += !condition; };
  const auto work = [&](unsigned seed) {
    std::mt19937 random(seed);
    const OwnKernel kernel(clCreateKernel(program, "k", nullptr));
    const cl_mem handle = common;
    good(clSetKernelArg(kernel, 0, sizeof(handle), &handle) == CL_SUCCESS);
    for (int round = 0; round < 60; ++round) {
      const OwnQueue own(clCreateCommandQueue(context, device, 0, nullptr));
      const cl_command_queue queue = round % 3 ? cl_command_queue(shared[round % 2]) : cl_command_queue(own);
      const OwnMem buffer(clCreateBuffer(context, 0, 4096, nullptr, nullptr));
      const auto data = pattern(4096, seed + unsigned(round));
      std::vector<uint8_t> back(4096);
      OwnEvent gate(clCreateUserEvent(context, nullptr)), written, launched, joined;
      good(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 4096, data.data(), 1, &gate, &written) == CL_SUCCESS);
      const size_t global = 64;
      good(clEnqueueNDRangeKernel(shared[1], kernel, 1, nullptr, &global, nullptr, 1, &written, &launched) ==
           CL_SUCCESS);
      const cl_event both[] = {written, launched};
      good(clEnqueueMarkerWithWaitList(shared[1], 2, both, &joined) == CL_SUCCESS);
      ++expectedCallbacks;
      good(clSetEventCallback(
               joined, CL_COMPLETE, [](cl_event, cl_int, void *count) { ++*static_cast<std::atomic<int> *>(count); },
               &callbacks) == CL_SUCCESS);
      good(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
      good(clEnqueueReadBuffer(queue, buffer, random() % 2, 0, 4096, back.data(), 1, &written, nullptr) == CL_SUCCESS);
      good(clWaitForEvents(1, &joined) == CL_SUCCESS);
      good(clFinish(queue) == CL_SUCCESS);
      good(back == data);
      cl_int status = 1;
      good(clGetEventInfo(launched, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr) == CL_SUCCESS);
      good(status == CL_COMPLETE);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 6; ++t)
    threads.emplace_back(work, t);
  for (std::thread &thread : threads)
    thread.join();
  CHECK(failures == 0);
  const auto limit = std::chrono::steady_clock::now() + kPatience;
  while (callbacks < expectedCallbacks && std::chrono::steady_clock::now() < limit)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(callbacks == expectedCallbacks);
  CHECK(info<cl_uint>(clGetCommandQueueInfo, cl_command_queue(shared[0]), CL_QUEUE_REFERENCE_COUNT) == 1);
}
