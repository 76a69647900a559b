// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/api/owned_transfers.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "tests/fuzz/api/check.h"

namespace weft::fuzz {
namespace {

/// A buffer and what it must hold.
struct Owned {
  cl_mem memory;
  std::vector<uint8_t> bytes;
};

class Owner {
public:
  Owner(cl_context context, uint64_t seed) : context_(context), random_(seed) {
    size_t size = 0;
    ok(clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, nullptr, &size), "clGetContextInfo");
    std::vector<cl_device_id> devices(size / sizeof(cl_device_id));
    ok(clGetContextInfo(context, CL_CONTEXT_DEVICES, size, devices.data(), nullptr), "clGetContextInfo");
    cl_int error = 1;
    queue_ = clCreateCommandQueue(context, devices[random_.below(devices.size())], 0, &error);
    ok(error, "clCreateCommandQueue");
    for (int i = 0; i < 3; ++i)
      add();
  }
  ~Owner() {
    for (const Owned &buffer : buffers_)
      ok(clReleaseMemObject(buffer.memory), "clReleaseMemObject");
    ok(clReleaseCommandQueue(queue_), "clReleaseCommandQueue");
  }

  void step() {
    Owned &buffer = buffers_[random_.below(buffers_.size())];
    Range range = part(buffer);
    switch (random_.below(6)) {
    case 0:
      return write(buffer, range);
    case 1:
      return read(buffer, range);
    case 2:
      return fill(buffer, range);
    case 3:
      return copy(buffer, range);
    case 4:
      return map(buffer, range);
    default:
      return compareAll(buffer);
    }
  }

private:
  struct Range {
    size_t at, bytes;
  };

  static void ok(cl_int code, const char *call) { FUZZ_CHECK(code == CL_SUCCESS, "%s gives %d", call, code); }

  void add() {
    Owned buffer;
    buffer.bytes.resize(1 + random_.below(5000));
    for (uint8_t &byte : buffer.bytes)
      byte = uint8_t(random_());
    cl_int error = 1;
    buffer.memory = clCreateBuffer(context_, CL_MEM_COPY_HOST_PTR, buffer.bytes.size(), buffer.bytes.data(), &error);
    ok(error, "clCreateBuffer");
    buffers_.push_back(std::move(buffer));
  }

  Range part(const Owned &buffer) {
    const size_t at = random_.below(buffer.bytes.size());
    return {at, 1 + random_.below(buffer.bytes.size() - at)};
  }
  std::vector<uint8_t> noise(size_t bytes) {
    std::vector<uint8_t> data(bytes);
    for (uint8_t &byte : data)
      byte = uint8_t(random_());
    return data;
  }
  static void same(const uint8_t *seen, const Owned &buffer, Range range, const char *call) {
    FUZZ_CHECK(std::memcmp(seen, &buffer.bytes[range.at], range.bytes) == 0, "%s of [%zu, %zu) shows other bytes", call,
               range.at, range.at + range.bytes);
  }

  void write(Owned &buffer, Range range) {
    const std::vector<uint8_t> data = noise(range.bytes);
    ok(clEnqueueWriteBuffer(queue_, buffer.memory, CL_TRUE, range.at, range.bytes, data.data(), 0, nullptr, nullptr),
       "clEnqueueWriteBuffer");
    std::copy(data.begin(), data.end(), buffer.bytes.begin() + long(range.at));
  }
  void read(Owned &buffer, Range range) {
    std::vector<uint8_t> data(range.bytes);
    ok(clEnqueueReadBuffer(queue_, buffer.memory, CL_TRUE, range.at, range.bytes, data.data(), 0, nullptr, nullptr),
       "clEnqueueReadBuffer");
    same(data.data(), buffer, range, "a read");
  }
  void fill(Owned &buffer, Range range) {
    const size_t unit = size_t(1) << random_.below(5);
    const std::vector<uint8_t> pattern = noise(unit);
    range.at = range.at / unit * unit;
    range.bytes = range.bytes / unit * unit;
    if (range.at + range.bytes > buffer.bytes.size() || range.bytes == 0)
      return;
    ok(clEnqueueFillBuffer(queue_, buffer.memory, pattern.data(), unit, range.at, range.bytes, 0, nullptr, nullptr),
       "clEnqueueFillBuffer");
    for (size_t i = 0; i < range.bytes; ++i)
      buffer.bytes[range.at + i] = pattern[i % unit];
  }
  void copy(Owned &source, Range range) {
    Owned &target = buffers_[random_.below(buffers_.size())];
    if (&target == &source || target.bytes.size() < range.bytes)
      return;
    const size_t to = random_.below(target.bytes.size() - range.bytes + 1);
    ok(clEnqueueCopyBuffer(queue_, source.memory, target.memory, range.at, to, range.bytes, 0, nullptr, nullptr),
       "clEnqueueCopyBuffer");
    std::copy_n(source.bytes.begin() + long(range.at), range.bytes, target.bytes.begin() + long(to));
  }
  void map(Owned &buffer, Range range) {
    const bool writes = random_.oneIn(2);
    cl_int error = 1;
    auto *mapped = static_cast<uint8_t *>(clEnqueueMapBuffer(queue_, buffer.memory, CL_TRUE,
                                                             writes ? CL_MAP_READ | CL_MAP_WRITE : CL_MAP_READ,
                                                             range.at, range.bytes, 0, nullptr, nullptr, &error));
    ok(error, "clEnqueueMapBuffer");
    same(mapped, buffer, range, "a map");
    if (writes) {
      const std::vector<uint8_t> data = noise(range.bytes);
      std::copy(data.begin(), data.end(), mapped);
      std::copy(data.begin(), data.end(), buffer.bytes.begin() + long(range.at));
    }
    ok(clEnqueueUnmapMemObject(queue_, buffer.memory, mapped, 0, nullptr, nullptr), "clEnqueueUnmapMemObject");
  }
  void compareAll(Owned &buffer) { read(buffer, {0, buffer.bytes.size()}); }

  cl_context context_;
  Random random_;
  cl_command_queue queue_ = nullptr;
  std::vector<Owned> buffers_;
};

}  // namespace

void transferAndCompare(cl_context context, uint64_t seed, unsigned steps) {
  Owner owner(context, seed);
  for (unsigned i = 0; i < steps; ++i)
    owner.step();
}

}  // namespace weft::fuzz
