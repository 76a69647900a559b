// SPDX-License-Identifier: Apache-2.0
// What the host adds to a command: from its enqueue to its start and from its end to its event's callback, with an
// empty kernel, for each platform of the loader in one run; ratios of Weft's medians to the other platforms'.
#include <CL/cl.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

int64_t nanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch()).count();
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
    cl_device_id device = nullptr;
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    cl_int status = CL_SUCCESS;
    context_ = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    check(status, "clCreateContext");
    queue_ = clCreateCommandQueue(context_, device, 0, &status);
    check(status, "clCreateCommandQueue");
    const char *source = "kernel void empty(global int *p) {}";
    cl_program program = clCreateProgramWithSource(context_, 1, &source, nullptr, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), "clBuildProgram");
    kernel_ = clCreateKernel(program, "empty", &status);
    check(status, "clCreateKernel");
    check(clSetKernelArg(kernel_, 0, sizeof(cl_mem), nullptr), "clSetKernelArg");
    for (int i = 0; i < 20; ++i)
      round(false);
  }

  /// Three commands, each for one of the figures.
  void round(bool record = true) {
    const int64_t start = enqueueToStart(), finish = enqueueToFinish();
    const auto [end, released] = toCallback();
    if (!record)
      return;
    startSamples.add(start);
    callbackSamples.add(end);
    releaseSamples.add(released);
    finishSamples.add(finish);
  }

  std::string name;
  Samples startSamples, callbackSamples, releaseSamples, finishSamples;

private:
  cl_event enqueue(cl_event gate) {
    const size_t one = 1;
    cl_event event = nullptr;
    check(clEnqueueNDRangeKernel(queue_, kernel_, 1, nullptr, &one, &one, gate ? 1 : 0, gate ? &gate : nullptr, &event),
          "clEnqueueNDRangeKernel");
    return event;
  }
  static cl_int statusOf(cl_event event) {
    cl_int status = CL_QUEUED;
    check(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr), "clGetEventInfo");
    return status;
  }

  int64_t enqueueToStart() {
    const int64_t begin = nanoseconds();
    cl_event event = enqueue(nullptr);
    check(clFlush(queue_), "clFlush");
    while (statusOf(event) > CL_RUNNING)
      std::this_thread::yield();  // to the thread that is to start it, if processors are scarce
    const int64_t seen = nanoseconds();
    check(clFinish(queue_), "clFinish");
    clReleaseEvent(event);
    return seen - begin;
  }

  /// Both from one command that a user event releases.
  std::pair<int64_t, int64_t> toCallback() {
    cl_int status = CL_SUCCESS;
    cl_event gate = clCreateUserEvent(context_, &status);
    check(status, "clCreateUserEvent");
    cl_event event = enqueue(gate);
    std::atomic<int64_t> called{0};
    check(clSetEventCallback(
              event, CL_COMPLETE,
              [](cl_event, cl_int, void *time) { *static_cast<std::atomic<int64_t> *>(time) = nanoseconds(); },
              &called),
          "clSetEventCallback");
    const int64_t released = nanoseconds();
    check(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
    while (statusOf(event) > CL_COMPLETE)
      std::this_thread::yield();
    const int64_t seen = nanoseconds();
    while (called == 0)
      std::this_thread::yield();
    check(clFinish(queue_), "clFinish");
    clReleaseEvent(event);
    clReleaseEvent(gate);
    return {called - seen, called - released};
  }

  int64_t enqueueToFinish() {
    const int64_t begin = nanoseconds();
    cl_event event = enqueue(nullptr);
    check(clFinish(queue_), "clFinish");
    const int64_t seen = nanoseconds();
    clReleaseEvent(event);
    return seen - begin;
  }

  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_kernel kernel_ = nullptr;
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
                 {"command end to callback", &Subject::callbackSamples},
                 {"release to callback", &Subject::releaseSamples},
                 {"enqueue to return of clFinish", &Subject::finishSamples}};
  fmt::print("{:<30} {:<28} {:>10} {:>10} {:>10} {:>8} {:>8}\n", "nanoseconds, empty kernel", "platform", "10 %",
             "median", "90 %", "ratio 10", "ratio 50");
  for (const auto &figure : figures)
    for (Subject &subject : subjects) {
      // Weft's time to this platform's. A callback that is seen before the end counts as no time at all.
      const auto ratio = [&](double q) {
        if (&subject == &*weft)
          return std::string();
        const auto own = double(std::max<int64_t>(((*weft).*figure.samples).quantile(q), 0));
        return fmt::format("{:.2f}", own / double(std::max<int64_t>((subject.*figure.samples).quantile(q), 1)));
      };
      Samples &samples = subject.*figure.samples;
      fmt::print("{:<30} {:<28} {:>10} {:>10} {:>10} {:>8} {:>8}\n", figure.text, subject.name, samples.quantile(0.1),
                 samples.quantile(0.5), samples.quantile(0.9), ratio(0.1), ratio(0.5));
    }
}
