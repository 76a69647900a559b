// SPDX-License-Identifier: Apache-2.0
// Each allocation of a call is refused, one after the other, alone or with all that follow: the call tells it or does
// without, nothing hangs or stays behind, and the same call succeeds afterwards. Compilers are left out: LLVM ends the
// process when memory does.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <new>
#include <utility>

#include "waiting.h"

namespace {

thread_local long allocationsLeft = -1;  // of this thread; negative: no limit
thread_local bool once = false;          // only one is refused
thread_local bool refused = false;
thread_local const std::function<void()> *meanwhile = nullptr;  // happens before the first one is refused

void *allocate(size_t bytes, size_t alignment) {
  if (allocationsLeft == 0) {
    refused = true;
    if (const auto *const function = std::exchange(meanwhile, nullptr)) {
      allocationsLeft = -1;
      (*function)();
      allocationsLeft = 0;
    }
    if (once)
      allocationsLeft = -1;
    return nullptr;
  }
  if (allocationsLeft > 0)
    --allocationsLeft;
  if (!alignment)
    return std::malloc(bytes ? bytes : 1);
  void *memory = nullptr;
  return posix_memalign(&memory, std::max(alignment, sizeof(void *)), bytes) == 0 ? memory : nullptr;
}

void *allocateOrThrow(size_t bytes, size_t alignment = 0) {
  if (void *memory = allocate(bytes, alignment))
    return memory;
  throw std::bad_alloc();
}

}  // namespace

// What the library calls too: the program's own come before those of the standard library.
extern "C" __attribute__((visibility("default"))) void *aligned_alloc(size_t alignment, size_t bytes) {
  return allocate(bytes, alignment);
}
void *operator new(size_t bytes) { return allocateOrThrow(bytes); }
void *operator new[](size_t bytes) { return allocateOrThrow(bytes); }
void *operator new(size_t bytes, std::align_val_t alignment) { return allocateOrThrow(bytes, size_t(alignment)); }
void *operator new[](size_t bytes, std::align_val_t alignment) { return allocateOrThrow(bytes, size_t(alignment)); }
void *operator new(size_t bytes, const std::nothrow_t &) noexcept { return allocate(bytes, 0); }
void *operator new[](size_t bytes, const std::nothrow_t &) noexcept { return allocate(bytes, 0); }
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete[](void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }
void operator delete[](void *memory, size_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void *memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void *memory, size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void *memory, size_t, std::align_val_t) noexcept { std::free(memory); }

using namespace test;

namespace {

/// A context of its own that must be gone at the end, and with it all that was made in it.
struct Scarce : WeftQueue {
  OwnQueue unordered = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  OwnMem buffer = makeBuffer(4096), other = makeBuffer(4096);
  std::vector<uint8_t> data = pattern(4096), back = std::vector<uint8_t>(4096);
  cl_int error = CL_SUCCESS;
  std::atomic<bool> gone{false};

  Scarce() {
    const auto note = [](cl_context, void *flag) { *static_cast<std::atomic<bool> *>(flag) = true; };
    REQUIRE(clSetContextDestructorCallback(context, note, &gone) == CL_SUCCESS);
  }

  ~Scarce() {
    buffer.reset();
    other.reset();
    queue.reset();
    unordered.reset();
    context.reset();
    CHECK(isSetSoon(gone));
  }

  /// Runs `call` with its first allocation refused, then the second, …, until there is none to refuse. It returns the
  /// status of what it calls by `scarcely`, and releases what it makes. Returns how often that was `special`; all other
  /// refusals say CL_OUT_OF_HOST_MEMORY.
  int starve(const std::function<cl_int()> &call, cl_int special = CL_OUT_OF_HOST_MEMORY) {
    REQUIRE(call() == CL_SUCCESS);
    int specials = 0;
    for (const bool single : {true, false}) {
      int calls = 0;
      for (bool more = true; more; ++calls) {
        INFO("allocation " << calls << (single ? "" : " and those after it") << " refused");
        REQUIRE(calls < 500);
        refused = false;
        once = single;
        left_ = calls;
        const cl_int code = call();
        left_ = -1;
        more = refused;
        if (more)
          REQUIRE((code == CL_SUCCESS || code == CL_OUT_OF_HOST_MEMORY || code == special));
        else
          REQUIRE(code == CL_SUCCESS);
        specials += code == special;
        // The queues are as they were.
        REQUIRE(clFinish(queue) == CL_SUCCESS);
        REQUIRE(clFinish(unordered) == CL_SUCCESS);
        REQUIRE(call() == CL_SUCCESS);
      }
      CHECK(calls > 1);  // it did allocate
    }
    return specials;
  }

  /// The limit holds for what `function` does, and not for the assertions around it.
  template <class Function> auto scarcely(Function function) {
    allocationsLeft = left_;
    const auto result = function();
    left_ = allocationsLeft;
    allocationsLeft = -1;
    return result;
  }

  /// As `starve`, for a call that makes an object of type Own.
  template <class Own, class Create> int starveMaking(Create create, cl_int special = CL_OUT_OF_HOST_MEMORY) {
    return starve(
        [&] {
          error = 1;
          const Own made(scarcely([&] { return create(&error); }));
          REQUIRE((error == CL_SUCCESS) == (made != nullptr));
          return error;
        },
        special);
  }

private:
  long left_ = -1;
};

}  // namespace

TEST_CASE_METHOD(Scarce, "out of host memory: objects are made or not") {
  SECTION("context") {
    starveMaking<OwnContext>(
        [&](cl_int *code) { return clCreateContext(nullptr, 1, &device, nullptr, nullptr, code); });
  }
  SECTION("queue") {
    starveMaking<OwnQueue>([&](cl_int *code) { return clCreateCommandQueue(context, device, 0, code); });
  }
  SECTION("buffer") {
    starveMaking<OwnMem>(
        [&](cl_int *code) { return clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, data.size(), data.data(), code); });
  }
  SECTION("buffer in memory that maps show") {
    CHECK(starveMaking<OwnMem>(
              [&](cl_int *code) { return clCreateBuffer(context, CL_MEM_ALLOC_HOST_PTR, 4096, nullptr, code); },
              CL_MEM_OBJECT_ALLOCATION_FAILURE) > 0);
  }
  SECTION("sub-buffer") {
    const cl_buffer_region region = {0, 128};
    starveMaking<OwnMem>(
        [&](cl_int *code) { return clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, code); });
  }
  SECTION("user event") {
    starveMaking<OwnEvent>([&](cl_int *code) { return clCreateUserEvent(context, code); });
  }
  SECTION("program") {
    const char *source = "kernel void k(global int *p) { p[0] = 1; }";
    starveMaking<OwnProgram>(
        [&](cl_int *code) { return clCreateProgramWithSource(context, 1, &source, nullptr, code); });
    starveMaking<OwnProgram>(
        [&](cl_int *code) { return clCreateProgramWithBuiltInKernels(context, 1, &device, "weft_fill", code); });
  }
}

TEST_CASE_METHOD(Scarce, "out of host memory: kernels are made, given arguments and enqueued or not") {
  const OwnProgram program =
      makeProgram("kernel void a_kernel_with_a_long_name(global int *p, local int *q) { p[0] = q[0]; }");
  REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  starveMaking<OwnKernel>([&](cl_int *code) { return clCreateKernel(program, "a_kernel_with_a_long_name", code); });
  const OwnKernel kernel(clCreateKernel(program, "a_kernel_with_a_long_name", &error));
  REQUIRE(error == CL_SUCCESS);
  const cl_mem target = buffer;
  REQUIRE(clSetKernelArg(kernel, 0, sizeof(target), &target) == CL_SUCCESS);
  REQUIRE(clSetKernelArg(kernel, 1, 64, nullptr) == CL_SUCCESS);
  const size_t global = 64;
  for (const cl_command_queue on : {cl_command_queue(queue), cl_command_queue(unordered)})
    starve([&] {
      return scarcely([&] {
        const cl_int code = clEnqueueNDRangeKernel(on, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
        return code == CL_SUCCESS ? clFinish(on) : code;
      });
    });
}

TEST_CASE_METHOD(Scarce, "out of host memory: transfers are enqueued or not") {
  const bool inOrder = GENERATE(true, false);
  const cl_bool blocking = GENERATE(CL_TRUE, CL_FALSE);
  const cl_command_queue on = inOrder ? queue : unordered;
  const OwnEvent before = makeUserEvent();
  REQUIRE(clSetUserEventStatus(before, CL_COMPLETE) == CL_SUCCESS);
  SECTION("write and read") {
    starve([&] {
      OwnEvent event;
      const cl_int code = scarcely(
          [&] { return clEnqueueWriteBuffer(on, buffer, blocking, 0, 4096, data.data(), 1, &before, &event); });
      REQUIRE((code == CL_SUCCESS) == (event != nullptr));
      return code;
    });
    starve([&] {
      return scarcely([&] {
        const cl_int code = clEnqueueReadBuffer(on, buffer, blocking, 0, 4096, back.data(), 0, nullptr, nullptr);
        return code == CL_SUCCESS ? clFinish(on) : code;
      });
    });
    CHECK(back == data);
  }
  SECTION("map and unmap") {
    void *pointer = nullptr;
    const auto maps = [&] { return info<cl_uint>(clGetMemObjectInfo, cl_mem(buffer), CL_MEM_MAP_COUNT); };
    const auto map = [&] {
      return clEnqueueMapBuffer(on, buffer, blocking, CL_MAP_WRITE, 0, 4096, 0, nullptr, nullptr, &error);
    };
    const auto unmap = [&] { return clEnqueueUnmapMemObject(on, buffer, pointer, 0, nullptr, nullptr); };
    starve([&] {
      pointer = scarcely(map);
      REQUIRE((error == CL_SUCCESS) == (pointer != nullptr));
      REQUIRE(maps() == (pointer ? 1 : 0));
      if (pointer)
        REQUIRE(unmap() == CL_SUCCESS);
      return error;
    });
    pointer = nullptr;
    starve([&] {
      if (!pointer)
        pointer = map();
      REQUIRE(pointer);
      const cl_int code = scarcely(unmap);
      REQUIRE(maps() == (code == CL_SUCCESS ? 0 : 1));
      if (code == CL_SUCCESS)
        pointer = nullptr;
      return code;
    });
  }
  SECTION("the first map") {
    for (const cl_mem_flags flags : {0, CL_MEM_ALLOC_HOST_PTR, CL_MEM_USE_HOST_PTR}) {
      const int impossible = starve(
          [&] {
            const OwnMem fresh = makeBuffer(4096, flags, flags & CL_MEM_USE_HOST_PTR ? data.data() : nullptr);
            void *const pointer = scarcely([&] {
              return clEnqueueMapBuffer(on, fresh, blocking, CL_MAP_READ, 0, 4096, 0, nullptr, nullptr, &error);
            });
            REQUIRE((error == CL_SUCCESS) == (pointer != nullptr));
            REQUIRE(info<cl_uint>(clGetMemObjectInfo, cl_mem(fresh), CL_MEM_MAP_COUNT) == (pointer ? 1 : 0));
            return error;
          },
          CL_MAP_FAILURE);
      // The others have their memory from the beginning.
      CHECK((impossible > 0) == (flags == 0));
    }
  }
  SECTION("copy, fill, migrate") {
    const auto ended = [&](cl_int code) { return code == CL_SUCCESS && blocking ? clFinish(on) : code; };
    starve([&] {
      return scarcely([&] { return ended(clEnqueueCopyBuffer(on, buffer, other, 0, 0, 4096, 0, nullptr, nullptr)); });
    });
    const uint64_t value = 7;
    starve([&] {
      return scarcely([&] { return ended(clEnqueueFillBuffer(on, buffer, &value, 8, 0, 4096, 0, nullptr, nullptr)); });
    });
    starve([&] {
      return scarcely([&] { return ended(clEnqueueMigrateMemObjects(on, 1, &buffer, 0, 0, nullptr, nullptr)); });
    });
  }
}

TEST_CASE_METHOD(Scarce, "out of host memory: what is enqueued already completes, and its callbacks come") {
  const bool inOrder = GENERATE(true, false), barrier = GENERATE(false, true);
  const cl_command_queue on = inOrder ? queue : unordered;
  starve([&] {
    const OwnEvent gate = makeUserEvent();
    OwnEvent held, behind, last;
    Record record;
    // Enqueued in any case.
    REQUIRE(clEnqueueWriteBuffer(on, buffer, CL_FALSE, 0, 4096, data.data(), 1, &gate, &held) == CL_SUCCESS);
    REQUIRE(clSetEventCallback(held, CL_COMPLETE, Record::note, &record) == CL_SUCCESS);
    size_t callbacks = 1;
    cl_int code = scarcely([&] {
      return barrier ? clEnqueueBarrierWithWaitList(on, 0, nullptr, &behind)
                     : clEnqueueMarkerWithWaitList(on, 1, &held, &behind);
    });
    if (code == CL_SUCCESS) {
      code = scarcely([&] { return clSetEventCallback(behind, CL_COMPLETE, Record::note, &record); });
      callbacks += code == CL_SUCCESS;
    }
    REQUIRE(clEnqueueMarkerWithWaitList(on, 0, nullptr, &last) == CL_SUCCESS);
    CHECK(statusOf(last) > CL_COMPLETE);  // it waits for all before it
    REQUIRE(scarcely([&] { return clSetUserEventStatus(gate, CL_COMPLETE); }) == CL_SUCCESS);
    const cl_int waited = scarcely([&] { return clWaitForEvents(1, &last); });
    REQUIRE((waited == CL_SUCCESS || waited == CL_OUT_OF_HOST_MEMORY));
    REQUIRE(completesSoon(last));
    REQUIRE(statusOf(held) == CL_COMPLETE);
    REQUIRE((!behind || statusOf(behind) == CL_COMPLETE));
    REQUIRE(record.wait(callbacks) == std::vector<cl_int>(callbacks, CL_COMPLETE));
    return code != CL_SUCCESS ? code : waited;
  });
}

namespace {

/// Another thread that does something once it is told to.
class Intruder {
public:
  explicit Intruder(std::function<void()> action)
      : thread_([this, action = std::move(action)] {
          wait(asked_, kPatience);
          action();
          set(done_);
        }) {}
  ~Intruder() {
    set(asked_);
    thread_.join();
  }
  /// Returns when it is done, or soon: it may meet a lock that the caller holds.
  void come() {
    set(asked_);
    wait(done_, std::chrono::milliseconds(20));
  }

private:
  void set(bool &flag) {
    std::lock_guard lock(mutex_);
    flag = true;
    changed_.notify_all();
  }
  void wait(const bool &flag, std::chrono::milliseconds limit) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, limit, [&] { return flag; });
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool asked_ = false, done_ = false;
  std::thread thread_;
};

}  // namespace

TEST_CASE_METHOD(Scarce, "out of host memory: what another thread enqueues meanwhile still waits for all before it") {
  // The order of an out-of-order queue is that of its barriers.
  const bool inOrder = GENERATE(true, false), withList = GENERATE(true, false);
  const cl_command_queue on = inOrder ? queue : unordered;
  starve([&] {
    const OwnEvent gate = makeUserEvent();
    OwnEvent first, failing, behind;
    REQUIRE(clEnqueueBarrierWithWaitList(on, 1, &gate, &first) == CL_SUCCESS);
    cl_int code, enqueued = 1;
    {
      // Of no bytes: it completes where the last that it waits for does.
      Intruder other([&] {
        const uint8_t value = 1;
        enqueued = clEnqueueFillBuffer(on, buffer, &value, 1, 0, 0, 0, nullptr, &behind);
      });
      const std::function<void()> come = [&] { other.come(); };
      meanwhile = &come;
      code = scarcely(
          [&] { return clEnqueueBarrierWithWaitList(on, withList ? 1 : 0, withList ? &gate : nullptr, &failing); });
      meanwhile = nullptr;
    }
    REQUIRE(enqueued == CL_SUCCESS);
    CHECK(statusOf(behind) > CL_COMPLETE);
    REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
    CHECK(completesSoon(behind));
    CHECK(statusOf(first) == CL_COMPLETE);
    return code;
  });
}
