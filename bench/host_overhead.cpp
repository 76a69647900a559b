// SPDX-License-Identifier: Apache-2.0
// What the host adds to a command: from its enqueue to its start and from its end to its event's callback, with an
// empty kernel, for each platform of the loader in one run; ratios of Weft's quantiles to the other platforms'.
//
// Starts and ends are profiling stamps on the host's clock, which clGetDeviceAndHostTimer relates to the device's; a
// platform without that function must stamp with a clock of the host. (A thread that polls for them is in the way.)
//
// enqueue to command start: from before clEnqueueNDRangeKernel on an idle queue. Both platforms stamp the start when
//   all is prepared: PoCL has set up the kernel's arguments and is about to run it, Weft is about to ring the doorbell.
// command start to callback: the empty kernel is in it, so that it does not matter when after the kernel a platform
//   takes the stamp of its end.
// stamp of the end to callback: no comparison, for PoCL takes the stamp right before it calls back, and Weft's is that
//   of the device.
// release to callback: the whole way of a command that waits for a user event, by the host's clock alone, from before
//   clSetUserEventStatus.
// enqueue to return of clFinish: by the host's clock alone.
#include <CL/cl.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace {

int64_t nanoseconds(clockid_t clock = CLOCK_MONOTONIC) {
  timespec time{};
  clock_gettime(clock, &time);
  return int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

void check(cl_int status, const char *what) {
  if (status == CL_SUCCESS)
    return;
  fmt::print(stderr, "{} failed: {}\n", what, status);
  std::exit(1);
}

class Samples {
public:
  void add(int64_t sample) { samples_.push_back(sample); }
  bool empty() const { return samples_.empty(); }
  int64_t quantile(double q) {
    std::sort(samples_.begin(), samples_.end());
    return samples_.at(size_t(q * double(samples_.size() - 1)));
  }

private:
  std::vector<int64_t> samples_;
};

class Subject {
public:
  explicit Subject(cl_platform_id platform) {
    char text[256] = {};
    check(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof text, text, nullptr), "clGetPlatformInfo");
    name = text;
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr), "clGetDeviceIDs");
    cl_int status = CL_SUCCESS;
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
    check(status, "clCreateContext");
    queue_ = clCreateCommandQueue(context_, device_, 0, &status);
    check(status, "clCreateCommandQueue");
    profiled_ = clCreateCommandQueue(context_, device_, CL_QUEUE_PROFILING_ENABLE, &status);
    check(status, "clCreateCommandQueue");
    const char *source = "kernel void empty(global int *p) {}";
    cl_program program = clCreateProgramWithSource(context_, 1, &source, nullptr, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), "clBuildProgram");
    kernel_ = clCreateKernel(program, "empty", &status);
    check(status, "clCreateKernel");
    check(clSetKernelArg(kernel_, 0, sizeof(cl_mem), nullptr), "clSetKernelArg");
    clock_ = findClock();
    for (int i = 0; i < 20; ++i)
      round(false);
  }

  /// Three commands, each for one of the figures.
  void round(bool record = true) {
    const std::optional<int64_t> start = enqueueToStart();
    const int64_t finish = enqueueToFinish();
    toCallback(record);
    if (!record)
      return;
    if (start)
      startSamples.add(*start);
    finishSamples.add(finish);
  }

  std::string name;
  Samples startSamples, startCallbackSamples, endCallbackSamples, releaseSamples, finishSamples;

private:
  cl_event enqueue(cl_command_queue queue, cl_event gate) {
    const size_t one = 1;
    cl_event event = nullptr;
    check(clEnqueueNDRangeKernel(queue, kernel_, 1, nullptr, &one, &one, gate ? 1 : 0, gate ? &gate : nullptr, &event),
          "clEnqueueNDRangeKernel");
    return event;
  }
  static int64_t stampOf(cl_event event, cl_profiling_info name) {
    cl_ulong value = 0;
    check(clGetEventProfilingInfo(event, name, sizeof value, &value, nullptr), "clGetEventProfilingInfo");
    return int64_t(value);
  }

  struct Timers {
    int64_t device, host;
  };
  std::optional<Timers> timers() const {
    cl_ulong device = 0, host = 0;
    if (clGetDeviceAndHostTimer(device_, &device, &host) != CL_SUCCESS)
      return std::nullopt;
    return Timers{int64_t(device), int64_t(host)};
  }
  /// What the host's clock is ahead of the device's; 0 if they are one. Waits until the device is idle and both run: a
  /// thread of the platform may still be at what follows the command before.
  int64_t idleShift() const {
    for (std::optional<Timers> last = timers(); last;) {
      std::this_thread::yield();
      const Timers now = timers().value();
      const int64_t shift = now.host - now.device;
      if (now.device != last->device && std::abs(shift - (last->host - last->device)) < 50)
        return shift;
      last = now;
    }
    return 0;
  }
  /// The clock of the platform's host timer, or else of its stamps.
  std::optional<clockid_t> findClock() {
    constexpr std::array<clockid_t, 3> kClocks{CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_REALTIME};
    std::array<int64_t, kClocks.size()> before{}, after{};
    for (size_t i = 0; i < kClocks.size(); ++i)
      before[i] = nanoseconds(kClocks[i]);
    const std::optional<Timers> both = timers();
    cl_event event = enqueue(profiled_, nullptr);
    for (size_t i = 0; i < kClocks.size(); ++i)
      after[i] = nanoseconds(kClocks[i]);
    check(clFinish(profiled_), "clFinish");
    const int64_t seen = both ? both->host : stampOf(event, CL_PROFILING_COMMAND_QUEUED);
    clReleaseEvent(event);
    for (size_t i = 0; i < kClocks.size(); ++i)
      if (before[i] <= seen && seen <= after[i])
        return kClocks[i];
    return std::nullopt;
  }

  void callBack(cl_event event) {
    called_->clock = clock_.value_or(CLOCK_MONOTONIC);
    called_->time = 0;
    check(clSetEventCallback(
              event, CL_COMPLETE,
              [](cl_event, cl_int, void *data) {
                auto &called = *static_cast<Called *>(data);
                called.time = nanoseconds(called.clock);
                called.time.notify_one();
              },
              called_.get()),
          "clSetEventCallback");
  }
  /// Asleep, for the processors are the platform's, and not in clFinish, which may lend the command a hand.
  void awaitCallback() {
    called_->time.wait(0);
    check(clFinish(profiled_), "clFinish");
  }

  std::optional<int64_t> enqueueToStart() {
    if (!clock_)
      return std::nullopt;
    const int64_t shift = idleShift(), begin = nanoseconds(*clock_);
    cl_event event = enqueue(profiled_, nullptr);
    callBack(event);
    check(clFlush(profiled_), "clFlush");
    awaitCallback();
    const int64_t start = stampOf(event, CL_PROFILING_COMMAND_START) + shift;
    clReleaseEvent(event);
    return start - begin;
  }

  /// Of one command that a user event releases once the callback is registered.
  void toCallback(bool record) {
    cl_int status = CL_SUCCESS;
    cl_event gate = clCreateUserEvent(context_, &status);
    check(status, "clCreateUserEvent");
    // From before the command: if the two clocks drift apart while it runs, that counts as the platform's time.
    const int64_t shift = idleShift();
    cl_event event = enqueue(profiled_, gate);
    callBack(event);
    const int64_t released = nanoseconds(called_->clock);
    check(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
    awaitCallback();
    if (record) {
      releaseSamples.add(called_->time - released);
      if (clock_) {
        startCallbackSamples.add(called_->time - shift - stampOf(event, CL_PROFILING_COMMAND_START));
        endCallbackSamples.add(called_->time - shift - stampOf(event, CL_PROFILING_COMMAND_END));
      }
    }
    clReleaseEvent(event);
    clReleaseEvent(gate);
  }

  int64_t enqueueToFinish() {
    const int64_t begin = nanoseconds();
    cl_event event = enqueue(queue_, nullptr);
    check(clFinish(queue_), "clFinish");
    const int64_t seen = nanoseconds();
    clReleaseEvent(event);
    return seen - begin;
  }

  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr, profiled_ = nullptr;
  cl_kernel kernel_ = nullptr;
  std::optional<clockid_t> clock_;
  struct Called {
    clockid_t clock;
    std::atomic<int64_t> time{0};
  };
  std::unique_ptr<Called> called_ = std::make_unique<Called>();  // outlives its round: the callback wakes it last
};

}  // namespace

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 2000;
  cl_platform_id platforms[8] = {};
  cl_uint count = 0;
  check(clGetPlatformIDs(8, platforms, &count), "clGetPlatformIDs");
  std::vector<Subject> subjects;
  for (cl_uint i = 0; i < std::min(count, 8u); ++i)
    subjects.emplace_back(platforms[i]);
  for (int i = 0; i < rounds; ++i)  // in turn: all meet the same load of the machine
    for (Subject &subject : subjects)
      subject.round();

  const auto weft =
      std::find_if(subjects.begin(), subjects.end(), [](const Subject &subject) { return subject.name == "Weft"; });
  if (weft == subjects.end()) {
    fmt::print(stderr, "the loader does not list Weft\n");
    return 1;
  }
  const struct {
    const char *text;
    Samples Subject::*samples;
  } figures[] = {{"enqueue to command start", &Subject::startSamples},
                 {"command start to callback", &Subject::startCallbackSamples},
                 {"stamp of the end to callback", &Subject::endCallbackSamples},
                 {"release to callback", &Subject::releaseSamples},
                 {"enqueue to return of clFinish", &Subject::finishSamples}};
  fmt::print("{:<30} {:<28} {:>10} {:>10} {:>10} {:>8} {:>8}\n", "nanoseconds, empty kernel", "platform", "10 %",
             "median", "90 %", "ratio 10", "ratio 50");
  for (const auto &figure : figures)
    for (Subject &subject : subjects) {
      Samples &samples = subject.*figure.samples, &own = (*weft).*figure.samples;
      if (samples.empty()) {
        fmt::print("{:<30} {:<28} unknown: its stamps are of no clock of the host\n", figure.text, subject.name);
        continue;
      }
      const auto ratio = [&](double q) {
        return &subject == &*weft || own.empty()
                   ? std::string()
                   : fmt::format("{:.2f}", double(own.quantile(q)) / double(samples.quantile(q)));
      };
      fmt::print("{:<30} {:<28} {:>10} {:>10} {:>10} {:>8} {:>8}\n", figure.text, subject.name, samples.quantile(0.1),
                 samples.quantile(0.5), samples.quantile(0.9), ratio(0.1), ratio(0.5));
    }
}
