// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/api/random_calls.h"

#include <array>
#include <atomic>
#include <string>

namespace weft::fuzz {
namespace {

constexpr size_t kBytes = 4096;  // of a buffer, at most

const char *const kSources[] = {
    "kernel void add(global int *out, global const int *in, int n) { out[get_global_id(0)] = in[get_global_id(0)] + n; "
    "}",
    "kernel void group(global int *out, local int *part) { part[get_local_id(0)] = out[get_global_id(0)];\n"
    " barrier(CLK_LOCAL_MEM_FENCE); out[get_global_id(0)] = part[0]; }",
    "kernel void far(global int *out, int n) { out[n] = 1; }",
    "int f(int x) { return x; } kernel void a(global int *o) { o[0] = f(3); } kernel void b(global int *o) { o[1] = 2; "
    "}",
    "kernel void broken(global int *out) { out[0] = }",
    "kernel void refused(global int *out) { printf(\"%d\", out[0]); }",
    "int f(int x);\nkernel void open(global int *o) { o[0] = f(1); }",
    "",
};

}  // namespace

RandomCalls::RandomCalls() {
  cl_platform_id platform = nullptr;
  FUZZ_CHECK(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS, "no platform: is OCL_ICD_VENDORS set?");
  cl_uint count = 0;
  FUZZ_CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) == CL_SUCCESS, "no device");
  devices_.resize(count);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices_.data(), nullptr);
  cl_int error = 1;
  context_ = clCreateContext(nullptr, count, devices_.data(), nullptr, nullptr, &error);
  FUZZ_CHECK(error == CL_SUCCESS, "clCreateContext gives %d", error);
}

RandomCalls::~RandomCalls() { clReleaseContext(context_); }

/// One thread's calls.
class Caller {
public:
  Caller(RandomCalls &objects, uint64_t seed) : o_(objects), random_(seed) {}

  void call() {
    using Call = void (Caller::*)();
    static constexpr Call calls[] = {
        &Caller::createQueue,   &Caller::createBuffer, &Caller::createSubBuffer,
        &Caller::createProgram, &Caller::build,        &Caller::compileLink,
        &Caller::binary,        &Caller::createKernel, &Caller::setArgument,
        &Caller::setArgument,   &Caller::launch,       &Caller::launch,
        &Caller::write,         &Caller::read,         &Caller::fill,
        &Caller::copy,          &Caller::rectangle,    &Caller::map,
        &Caller::marker,        &Caller::userEvent,    &Caller::setUserEvent,
        &Caller::status,        &Caller::callback,     &Caller::queries,
        &Caller::queries,       &Caller::flush,        &Caller::remove,
        &Caller::nonsense,
    };
    (this->*calls[random_.below(std::size(calls))])();
  }

private:
  /// What a call may return: success, or an error of OpenCL's lists. (An unknown number is a bug of its own kind.)
  cl_int ok(cl_int code, const char *name) {
    FUZZ_CHECK(code == CL_SUCCESS || (code <= -1 && code >= -19) || (code <= -30 && code >= -73), "%s gives %d", name,
               code);
    FUZZ_CHECK(code != CL_OUT_OF_HOST_MEMORY, "%s gives CL_OUT_OF_HOST_MEMORY", name);
    return code;
  }
  bool rarely() { return random_.oneIn(16); }
  size_t size() { return rarely() ? size_t(random_()) >> random_.below(64) : random_.below(kBytes + 1); }
  cl_device_id device() { return o_.devices_[random_.below(o_.devices_.size())]; }

  struct WaitList {
    std::vector<decltype(RandomCalls::events_)::Use> held;
    std::vector<cl_event> events;
    cl_uint count() const { return cl_uint(events.size()); }
    const cl_event *data() const { return events.empty() ? nullptr : events.data(); }
  };
  /// Events of the pool; user events too where the command need not end soon.
  WaitList waitList() {
    WaitList list;
    for (size_t n = random_.oneIn(3) ? random_.below(4) : 0; n > 0; --n) {
      auto use = random_.oneIn(4) ? o_.userEvents_.any(random_) : o_.events_.any(random_);
      if (!use)
        continue;
      list.events.push_back(use);
      list.held.push_back(std::move(use));
    }
    return list;
  }
  void keep(cl_event event) { o_.events_.add(event, random_, 32); }

  void createQueue() {
    static const cl_command_queue_properties kinds[] = {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                                        CL_QUEUE_PROFILING_ENABLE, 3, 1 << 9};
    cl_int error = 1;
    cl_command_queue queue =
        clCreateCommandQueue(o_.context_, device(), kinds[random_.below(std::size(kinds))], &error);
    ok(error, "clCreateCommandQueue");
    o_.queues_.add(queue, random_, 6);
  }
  void createBuffer() {
    std::vector<uint8_t> data(kBytes);
    cl_mem_flags flags = rarely() ? random_() : random_.below(2) ? CL_MEM_READ_WRITE : CL_MEM_COPY_HOST_PTR;
    const size_t bytes = random_.below(kBytes + 1);
    // Memory that the application lends must outlive the buffer: not here.
    if (flags & CL_MEM_USE_HOST_PTR)
      flags &= ~cl_mem_flags(CL_MEM_USE_HOST_PTR);
    cl_int error = 1;
    cl_mem buffer = clCreateBuffer(o_.context_, flags, rarely() ? 0 : bytes,
                                   flags & CL_MEM_COPY_HOST_PTR ? data.data() : nullptr, &error);
    ok(error, "clCreateBuffer");
    o_.buffers_.add(buffer, random_);
  }
  void createSubBuffer() {
    auto parent = o_.buffers_.any(random_);
    const cl_buffer_region region = {random_.below(8) * 128, random_.below(600)};
    cl_int error = 1;
    cl_mem part = clCreateSubBuffer(parent, rarely() ? random_() : 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    ok(error, "clCreateSubBuffer");
    o_.buffers_.add(part, random_);
  }
  void createProgram() {
    const char *source = kSources[random_.below(std::size(kSources))];
    cl_int error = 1;
    cl_program program = clCreateProgramWithSource(o_.context_, 1, &source, nullptr, &error);
    ok(error, "clCreateProgramWithSource");
    o_.programs_.add(program, random_, 8);
  }
  const char *options() {
    static const char *const choices[] = {"",       "-cl-mad-enable",      "-D X=3 -w", "-cl-std=CL3.0",
                                          "-bogus", "-cl-kernel-arg-info", "-cl-std="};
    return choices[random_.below(std::size(choices))];
  }
  void build() {
    auto program = o_.programs_.any(random_);
    ok(clBuildProgram(program, 0, nullptr, options(), nullptr, nullptr), "clBuildProgram");
  }
  void compileLink() {
    auto program = o_.programs_.any(random_);
    auto second = o_.programs_.any(random_);
    ok(clCompileProgram(program, 0, nullptr, options(), 0, nullptr, nullptr, nullptr, nullptr), "clCompileProgram");
    const cl_program inputs[] = {program, second};
    cl_int error = 1;
    cl_program linked = clLinkProgram(o_.context_, 0, nullptr, random_.oneIn(3) ? "-create-library" : nullptr,
                                      1 + cl_uint(random_.below(2)), inputs, nullptr, nullptr, &error);
    ok(error, "clLinkProgram");
    o_.programs_.add(linked, random_, 8);
  }
  /// Of a program of this thread alone: between asking for the sizes and for the binaries another one could build it.
  void binary() {
    const char *source = kSources[random_.below(std::size(kSources))];
    cl_int error = 1;
    cl_program program = clCreateProgramWithSource(o_.context_, 1, &source, nullptr, &error);
    if (ok(error, "clCreateProgramWithSource"))
      return;
    ok(clBuildProgram(program, 0, nullptr, options(), nullptr, nullptr), "clBuildProgram");
    std::vector<size_t> sizes(o_.devices_.size());
    ok(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizes.size() * sizeof(size_t), sizes.data(), nullptr),
       "clGetProgramInfo");
    std::vector<std::vector<uint8_t>> binaries;
    std::vector<unsigned char *> pointers;
    for (size_t bytes : sizes)
      pointers.push_back(binaries.emplace_back(bytes + 1).data());
    ok(clGetProgramInfo(program, CL_PROGRAM_BINARIES, pointers.size() * sizeof(void *), pointers.data(), nullptr),
       "clGetProgramInfo");
    ok(clReleaseProgram(program), "clReleaseProgram");
    if (sizes[0] && rarely())
      pointers[0][random_.below(sizes[0])] ^= 1 << random_.below(8);
    const cl_device_id first = o_.devices_[0];
    const unsigned char *data = pointers[0];
    cl_int status = 0;
    cl_program again = clCreateProgramWithBinary(o_.context_, 1, &first, sizes.data(), &data, &status, &error);
    ok(error, "clCreateProgramWithBinary");
    o_.programs_.add(again, random_, 8);
  }
  void createKernel() {
    auto program = o_.programs_.any(random_);
    static const char *const names[] = {"add", "group", "far", "a", "b", "none", ""};
    cl_int error = 1;
    cl_kernel kernel = clCreateKernel(program, names[random_.below(std::size(names))], &error);
    ok(error, "clCreateKernel");
    o_.kernels_.add(kernel, random_);
  }
  void setArgument() {
    auto kernel = o_.kernels_.any(random_);
    auto buffer = o_.buffers_.any(random_);
    std::lock_guard lock(o_.lockOf(kernel));
    cl_mem memory = buffer;
    const cl_uint index = cl_uint(random_.below(4));
    const cl_int number = cl_int(random_.below(100));
    switch (random_.below(3)) {
    case 0:
      ok(clSetKernelArg(kernel, index, sizeof memory, &memory), "clSetKernelArg");
      break;
    case 1:
      ok(clSetKernelArg(kernel, index, rarely() ? size() : sizeof number, &number), "clSetKernelArg");
      break;
    default:
      ok(clSetKernelArg(kernel, index, random_.below(512), nullptr), "clSetKernelArg");
    }
  }
  void launch() {
    auto kernel = o_.kernels_.any(random_);
    const size_t global[3] = {random_.below(33), random_.below(4), random_.below(3)},
                 local[3] = {random_.below(9), 1, random_.below(2)}, offset[3] = {random_.below(4), 0, 0};
    std::lock_guard lock(o_.lockOf(kernel));
    enqueue("clEnqueueNDRangeKernel", [&](cl_command_queue queue, WaitList &list, cl_event *event) {
      return clEnqueueNDRangeKernel(queue, kernel, cl_uint(1 + random_.below(rarely() ? 5 : 2)),
                                    random_.oneIn(3) ? offset : nullptr, global, random_.oneIn(2) ? local : nullptr,
                                    list.count(), list.data(), event);
    });
  }
  /// One command: `call(queue, wait list, event)`.
  template <class Call> void enqueue(const char *name, Call call) {
    auto queue = o_.queues_.any(random_);
    WaitList list = waitList();
    cl_event event = nullptr;
    ok(call(queue, list, random_.oneIn(2) ? &event : nullptr), name);
    keep(event);
  }
  void write() {
    auto buffer = o_.buffers_.any(random_);
    enqueue("clEnqueueWriteBuffer", [&](cl_command_queue queue, WaitList &list, cl_event *event) {
      return clEnqueueWriteBuffer(queue, buffer, CL_FALSE, size(), random_.below(kBytes + 1), scratch(), list.count(),
                                  list.data(), event);
    });
  }
  void read() {
    auto buffer = o_.buffers_.any(random_);
    enqueue("clEnqueueReadBuffer", [&](cl_command_queue queue, WaitList &list, cl_event *event) {
      return clEnqueueReadBuffer(queue, buffer, CL_FALSE, size(), random_.below(kBytes + 1), scratch(), list.count(),
                                 list.data(), event);
    });
  }
  void fill() {
    auto buffer = o_.buffers_.any(random_);
    const std::array<uint8_t, 128> pattern{1, 2, 3};
    const size_t unit = rarely() ? random_.below(129) : size_t(1) << random_.below(8);
    enqueue("clEnqueueFillBuffer", [&](cl_command_queue queue, WaitList &list, cl_event *event) {
      return clEnqueueFillBuffer(queue, buffer, pattern.data(), unit, random_.below(8) * unit, random_.below(16) * unit,
                                 list.count(), list.data(), event);
    });
  }
  void copy() {
    auto from = o_.buffers_.any(random_), to = o_.buffers_.any(random_);
    enqueue("clEnqueueCopyBuffer", [&](cl_command_queue queue, WaitList &list, cl_event *event) {
      return clEnqueueCopyBuffer(queue, from, to, size(), size(), random_.below(600), list.count(), list.data(), event);
    });
  }
  void rectangle() {
    auto from = o_.buffers_.any(random_), to = o_.buffers_.any(random_);
    const size_t origin[3] = {random_.below(16), random_.below(4), random_.below(3)},
                 region[3] = {random_.below(17), random_.below(5), random_.below(4)},
                 pitch = random_.oneIn(2) ? 0 : random_.below(64), slice = random_.oneIn(2) ? 0 : random_.below(300);
    enqueue("clEnqueueCopyBufferRect", [&](cl_command_queue queue, WaitList &list, cl_event *event) {
      return clEnqueueCopyBufferRect(queue, from, to, origin, origin, region, pitch, slice, pitch, slice, list.count(),
                                     list.data(), event);
    });
  }
  void map() {
    auto queue = o_.queues_.any(random_);
    auto buffer = o_.buffers_.any(random_);
    WaitList list = waitList();
    static const cl_map_flags kinds[] = {CL_MAP_READ, CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION, 3, 5, 1 << 8};
    cl_int error = 1;
    cl_event event = nullptr;
    void *mapped = clEnqueueMapBuffer(queue, buffer, CL_FALSE, kinds[random_.below(std::size(kinds))], size(),
                                      1 + random_.below(500), list.count(), list.data(),
                                      random_.oneIn(2) ? &event : nullptr, &error);
    keep(event);
    if (ok(error, "clEnqueueMapBuffer") == CL_SUCCESS)
      ok(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), "clEnqueueUnmapMemObject");
    else
      ok(clEnqueueUnmapMemObject(queue, buffer, scratch(), 0, nullptr, nullptr), "clEnqueueUnmapMemObject");
  }
  void marker() {
    enqueue("a marker or barrier", [&](cl_command_queue queue, WaitList &list, cl_event *event) {
      return random_.oneIn(2) ? clEnqueueMarkerWithWaitList(queue, list.count(), list.data(), event)
                              : clEnqueueBarrierWithWaitList(queue, list.count(), list.data(), event);
    });
  }
  void userEvent() {
    cl_int error = 1;
    cl_event event = clCreateUserEvent(o_.context_, &error);
    ok(error, "clCreateUserEvent");
    if (!event)
      return;
    // Each ends: the thread that made it holds it and sets it.
    clRetainEvent(event);
    mine_.push_back(event);
    o_.userEvents_.add(event, random_, 8);
    if (mine_.size() > 4)
      setUserEvent();
  }
  void setUserEvent() {
    if (mine_.empty())
      return;
    ok(clSetUserEventStatus(mine_.back(), random_.oneIn(4) ? -int(1 + random_.below(9)) : CL_COMPLETE),
       "clSetUserEventStatus");
    clReleaseEvent(mine_.back());
    mine_.pop_back();
  }
  static void CL_CALLBACK called(cl_event, cl_int, void *count) { ++*static_cast<std::atomic<uint64_t> *>(count); }
  void callback() {
    auto event = o_.events_.any(random_);
    static std::atomic<uint64_t> calls{0};  // outlives every event
    ok(clSetEventCallback(event, cl_int(random_.below(5)), called, &calls), "clSetEventCallback");
  }
  void status() {
    auto event = o_.events_.any(random_);
    cl_int status = 99;
    if (ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
           "clGetEventInfo") == CL_SUCCESS)
      FUZZ_CHECK(status <= CL_QUEUED, "an event has the status %d", status);
  }
  void queries() {
    std::array<uint8_t, 512> space;
    const size_t room = random_.oneIn(3) ? random_.below(space.size()) : space.size();
    size_t used = 0;
    void *const where = random_.oneIn(8) ? nullptr : space.data();
    const auto name = [&](cl_uint first, size_t count) { return cl_uint(first + random_.below(count)); };
    switch (random_.below(8)) {
    case 0:
      ok(clGetDeviceInfo(device(), name(0x1000, 0x80), room, where, &used), "clGetDeviceInfo");
      break;
    case 1:
      ok(clGetContextInfo(o_.context_, name(0x1080, 6), room, where, &used), "clGetContextInfo");
      break;
    case 2:
      ok(clGetMemObjectInfo(o_.buffers_.any(random_), name(0x1100, 12), room, where, &used), "clGetMemObjectInfo");
      break;
    case 3:
      ok(clGetCommandQueueInfo(o_.queues_.any(random_), name(0x1090, 8), room, where, &used), "clGetCommandQueueInfo");
      break;
    case 4:
      if (auto kernel = o_.kernels_.any(random_)) {
        ok(clGetKernelInfo(kernel, name(0x1190, 7), room, where, &used), "clGetKernelInfo");
        ok(clGetKernelArgInfo(kernel, cl_uint(random_.below(4)), name(0x1196, 6), room, where, &used),
           "clGetKernelArgInfo");
        ok(clGetKernelWorkGroupInfo(kernel, device(), name(0x11B0, 7), room, where, &used), "clGetKernelWorkGroupInfo");
      }
      break;
    case 5:
      if (auto program = o_.programs_.any(random_)) {
        // Not the binaries: they want pointers.
        const cl_uint what = name(0x1160, 12);
        if (what != CL_PROGRAM_BINARIES)
          ok(clGetProgramInfo(program, what, room, where, &used), "clGetProgramInfo");
        ok(clGetProgramBuildInfo(program, device(), name(0x1181, 6), room, where, &used), "clGetProgramBuildInfo");
      }
      break;
    case 6:
      ok(clGetEventProfilingInfo(o_.events_.any(random_), name(0x1280, 6), room, where, &used),
         "clGetEventProfilingInfo");
      break;
    default:
      ok(clGetEventInfo(o_.events_.any(random_), name(0x11D0, 6), room, where, &used), "clGetEventInfo");
    }
  }
  void flush() {
    auto queue = o_.queues_.any(random_);
    ok(clFlush(queue), "clFlush");
  }
  void remove() {
    switch (random_.below(5)) {
    case 0:
      return o_.queues_.removeAny(random_);
    case 1:
      return o_.buffers_.removeAny(random_);
    case 2:
      return o_.programs_.removeAny(random_);
    case 3:
      return o_.kernels_.removeAny(random_);
    default:
      return o_.events_.removeAny(random_);
    }
  }
  /// Handles of another type, null, and features that are not there.
  void nonsense() {
    auto queue = o_.queues_.any(random_);
    auto buffer = o_.buffers_.any(random_);
    ok(clRetainKernel(reinterpret_cast<cl_kernel>(cl_mem(buffer))), "clRetainKernel");
    ok(clFinish(reinterpret_cast<cl_command_queue>(o_.context_)), "clFinish");
    ok(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 4, nullptr, 0, nullptr, nullptr), "clEnqueueWriteBuffer");
    ok(clEnqueueMarkerWithWaitList(queue, 3, nullptr, nullptr), "clEnqueueMarkerWithWaitList");
    ok(clWaitForEvents(0, nullptr), "clWaitForEvents");
    cl_int error = 1;
    FUZZ_CHECK(!clCreatePipe(o_.context_, 0, 4, 4, nullptr, &error), "a pipe");
    ok(error, "clCreatePipe");
    FUZZ_CHECK(!clSVMAlloc(o_.context_, CL_MEM_READ_WRITE, 64, 0), "shared virtual memory");
  }

  /// Where unordered reads and writes go; nobody looks at it.
  static uint8_t *scratch() {
    static std::array<uint8_t, kBytes + 1> bytes;
    return bytes.data();
  }

  RandomCalls &o_;
  Random random_;
  std::vector<cl_event> mine_;  // user events that this thread sets

  friend class RandomCalls;
};

void RandomCalls::finish() {
  const auto wait = [](cl_command_queue queue) {
    const cl_int code = clFinish(queue);
    FUZZ_CHECK(code == CL_SUCCESS || code == CL_OUT_OF_RESOURCES ||
                   code == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
               "clFinish gives %d", code);
  };
  queues_.each(wait);
  // Also those of queues that were released; with them ends what had gone on without being asked for.
  events_.each([](cl_event event) {
    const cl_int code = clWaitForEvents(1, &event);
    FUZZ_CHECK(code == CL_SUCCESS || code == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "clWaitForEvents gives %d",
               code);
  });
}

void RandomCalls::run(uint64_t seed, unsigned calls) {
  Caller caller(*this, seed);
  for (unsigned i = 0; i < calls; ++i)
    caller.call();
  while (!caller.mine_.empty())
    caller.setUserEvent();
}

}  // namespace weft::fuzz
