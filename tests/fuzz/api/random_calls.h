// SPDX-License-Identifier: Apache-2.0
// Random calls of the API with valid and invalid arguments on objects that several threads share. An application may
// not use an object that it released, so each call holds references of its own to what it uses.
#pragma once
#include <CL/cl.h>
#include <array>
#include <cstdint>
#include <mutex>
#include <vector>

#include "tests/fuzz/api/check.h"

namespace weft::fuzz {

/// Objects of one type; any thread adds, takes and removes.
template <class Cl, cl_int (*retain)(Cl), cl_int (*release)(Cl)> class Pool {
public:
  /// A reference held while a call runs. Null: there is none in the pool.
  class Use {
  public:
    explicit Use(Cl handle) : handle_(handle) {}
    Use(Use &&other) noexcept : handle_(other.handle_) { other.handle_ = nullptr; }
    ~Use() {
      if (handle_)
        release(handle_);
    }
    operator Cl() const { return handle_; }

  private:
    Cl handle_;
  };

  Use any(Random &random) {
    std::lock_guard lock(mutex_);
    if (handles_.empty())
      return Use(nullptr);
    Cl handle = handles_[random.below(handles_.size())];
    FUZZ_CHECK(retain(handle) == CL_SUCCESS, "an object in use cannot be retained");
    return Use(handle);
  }
  /// Takes over a reference; beyond `limit` objects another one goes.
  void add(Cl handle, Random &random, size_t limit = 12) {
    if (!handle)
      return;
    Cl gone = nullptr;
    {
      std::lock_guard lock(mutex_);
      handles_.push_back(handle);
      if (handles_.size() > limit)
        gone = take(random.below(handles_.size()));
    }
    if (gone)
      FUZZ_CHECK(release(gone) == CL_SUCCESS, "an object cannot be released");
  }
  void removeAny(Random &random) {
    Cl gone = nullptr;
    {
      std::lock_guard lock(mutex_);
      if (!handles_.empty())
        gone = take(random.below(handles_.size()));
    }
    if (gone)
      FUZZ_CHECK(release(gone) == CL_SUCCESS, "an object cannot be released");
  }
  /// Not beside other calls.
  template <class Function> void each(Function function) {
    for (Cl handle : handles_)
      function(handle);
  }
  ~Pool() {
    for (Cl handle : handles_)
      release(handle);
  }

private:
  Cl take(size_t at) {
    Cl handle = handles_[at];
    handles_[at] = handles_.back();
    handles_.pop_back();
    return handle;
  }
  std::mutex mutex_;
  std::vector<Cl> handles_;
};

class RandomCalls {
public:
  RandomCalls();
  ~RandomCalls();
  /// From one of several threads.
  void run(uint64_t seed, unsigned calls);
  /// After all threads: waits for every command.
  void finish();
  cl_context context() const { return context_; }

private:
  friend class Caller;
  /// One kernel's arguments may be set by one thread at a time (OpenCL API, section 5.9 "clSetKernelArg").
  std::mutex &lockOf(cl_kernel kernel) { return kernelLocks_[reinterpret_cast<uintptr_t>(kernel) / 64 % 64]; }
  std::vector<cl_device_id> devices_;
  cl_context context_ = nullptr;
  std::array<std::mutex, 64> kernelLocks_;
  Pool<cl_command_queue, clRetainCommandQueue, clReleaseCommandQueue> queues_;
  Pool<cl_mem, clRetainMemObject, clReleaseMemObject> buffers_;
  Pool<cl_program, clRetainProgram, clReleaseProgram> programs_;
  Pool<cl_kernel, clRetainKernel, clReleaseKernel> kernels_;
  Pool<cl_event, clRetainEvent, clReleaseEvent> events_;      // of commands
  Pool<cl_event, clRetainEvent, clReleaseEvent> userEvents_;  // only user events: what waits for them may wait for long
};

}  // namespace weft::fuzz
