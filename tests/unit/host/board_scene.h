// SPDX-License-Identifier: Apache-2.0
// A queue and buffers on a board that fails when told to.
#pragma once
#include <atomic>
#include <deque>
#include <map>

#include "faulty_board.h"
#include "host/core/device.h"
#include "host/core/platform.h"
#include "waiting.h"

namespace test {

using weft::board::test::FaultyBoard;

/// A device on a board of its own. Devices live until the process ends.
struct FaultyDevice {
  explicit FaultyDevice(bool shared) : shared(shared) {
    auto opened = std::make_unique<FaultyBoard>(weft::board::loadDescription(shared ? "sim-soc" : "sim-card"));
    board = opened.get();
    device = weft::makeRef<weft::core::Device>(weft::core::Platform::instance(), std::move(opened));
  }
  bool shared;
  bool lost = false;  // it was told to fail for ever
  FaultyBoard *board;
  weft::Ref<weft::core::Device> device;

  /// One that is not lost, and not `but`.
  static FaultyDevice &get(bool shared, const FaultyDevice *but = nullptr) {
    static std::deque<FaultyDevice> &all = *new std::deque<FaultyDevice>;
    for (FaultyDevice &each : all)
      if (each.shared == shared && !each.lost && &each != but)
        return each;
    return all.emplace_back(shared);
  }
};

/// What a context tells the application.
class Reports {
public:
  static void CL_CALLBACK note(const char *message, const void *, size_t, void *self) {
    auto &reports = *static_cast<Reports *>(self);
    std::lock_guard lock(reports.mutex_);
    reports.messages_.push_back(message);
  }
  std::vector<std::string> messages() {
    std::lock_guard lock(mutex_);
    return messages_;
  }

private:
  std::mutex mutex_;
  std::vector<std::string> messages_;
};

struct Setting {
  bool shared = false;  // the board's memory, with the host
  cl_mem_flags flags = CL_MEM_COPY_HOST_PTR;
  cl_command_queue_properties order = 0;
  size_t bytes = (1 << 20) + (1 << 16);  // two chunks for the driver
};

/// The program is compiled once for each kind of board.
constexpr const char *kCopySource = "kernel void copy_ints(global const int *source, global int *target) {\n"
                                    "  target[get_global_id(0)] = source[get_global_id(0)];\n"
                                    "}\n";

struct Scene : Weft {
  const Setting setting;
  FaultyDevice &faulty = FaultyDevice::get(setting.shared);
  Reports reports;
  const uint64_t room = faulty.device->memory().available();
  /// What linear commands use: all but a border.
  const size_t at = 384, size = setting.bytes - 2 * at;
  std::vector<uint8_t> sourceData = content(1), targetData = content(2), given = content(3);
  std::vector<uint8_t> sourceHost = sourceData, targetHost = targetData, read;
  std::vector<uint8_t> covered = std::vector<uint8_t>(setting.bytes);  // 1: the target's byte is written by the command
  OwnQueue queue;
  OwnMem source, target, bystander;
  uint8_t *mapped = nullptr;

  explicit Scene(const Setting &how) : setting(how), read(how.bytes) {
    device = faulty.device->handle();
    context = OwnContext(clCreateContext(nullptr, 1, &device, Reports::note, &reports, nullptr));
    REQUIRE(context);
    const auto note = [](cl_context, void *flag) { *static_cast<std::atomic<bool> *>(flag) = true; };
    REQUIRE(clSetContextDestructorCallback(context, note, &gone_) == CL_SUCCESS);
    queue = makeQueue(setting.order);
    source = makeBuffer(setting.bytes, setting.flags, sourceHost.data());
    target = makeBuffer(setting.bytes, setting.flags, targetHost.data());
    bystander = makeBuffer(4096);
    write(bystander, pattern(4096));
  }

  /// What the command will write.
  void becomes(size_t offset, uint8_t value) {
    targetData[offset] = value;
    covered[offset] = 1;
  }
  void write(cl_mem buffer, const std::vector<uint8_t> &data) {
    REQUIRE(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, data.size(), data.data(), 0, nullptr, nullptr) ==
            CL_SUCCESS);
  }
  bool contains(cl_mem buffer, const std::vector<uint8_t> &data) {
    std::vector<uint8_t> back(data.size());
    REQUIRE(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, back.size(), back.data(), 0, nullptr, nullptr) ==
            CL_SUCCESS);
    return back == data;
  }
  cl_uint mapCount() const { return info<cl_uint>(clGetMemObjectInfo, cl_mem(target), CL_MEM_MAP_COUNT); }

  OwnKernel makeKernel() {
    static std::map<bool, std::vector<unsigned char>> binaries;
    std::vector<unsigned char> &binary = binaries[setting.shared];
    if (binary.empty()) {
      const OwnProgram built = makeProgram(kCopySource);
      REQUIRE(clBuildProgram(built, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
      binary.resize(info<size_t>(clGetProgramInfo, cl_program(built), CL_PROGRAM_BINARY_SIZES));
      unsigned char *const data = binary.data();
      REQUIRE(clGetProgramInfo(built, CL_PROGRAM_BINARIES, sizeof(data), (void *)&data, nullptr) == CL_SUCCESS);
    }
    const unsigned char *const data = binary.data();
    const size_t length = binary.size();
    const OwnProgram program(
        clCreateProgramWithBinary(context, 1, &device, &length, (const unsigned char **)&data, nullptr, nullptr));
    REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
    return kernelOf(program, "copy_ints", source, target);
  }
  /// A built-in one.
  template <class Second> OwnKernel makeKernel(const char *name, const Second &second) {
    const OwnProgram program(clCreateProgramWithBuiltInKernels(context, 1, &device, name, nullptr));
    REQUIRE(program);
    return kernelOf(program, name, target, second);
  }

  /// Releases all. What was made in the context must be gone then, and the device's memory free.
  void close() {
    source.reset();
    target.reset();
    bystander.reset();
    queue.reset();
    context.reset();
    CHECK(isSetSoon(gone_));
    CHECK(faulty.device->memory().available() == room);
  }

private:
  /// As many patterns as there are scenes take their time.
  const std::vector<uint8_t> &content(unsigned seed) const {
    static std::map<std::pair<size_t, unsigned>, std::vector<uint8_t>> made;
    std::vector<uint8_t> &data = made[{setting.bytes, seed}];
    if (data.empty())
      data = pattern(setting.bytes, seed);
    return data;
  }

  template <class First, class Second>
  static OwnKernel kernelOf(cl_program program, const char *name, const First &first, const Second &second) {
    OwnKernel kernel(clCreateKernel(program, name, nullptr));
    REQUIRE(kernel);
    REQUIRE(clSetKernelArg(kernel, 0, sizeof(first), &first) == CL_SUCCESS);
    REQUIRE(clSetKernelArg(kernel, 1, sizeof(second), &second) == CL_SUCCESS);
    return kernel;
  }

  std::atomic<bool> gone_{false};
};

}  // namespace test
