// SPDX-License-Identifier: Apache-2.0
// Random transfers, maps and migrations on the queues of all devices, none of them blocking, against plain memory.
#include "api/buffers.h"
#include "seeds.h"

#include <algorithm>
#include <deque>
#include <random>

using namespace test;

namespace {

constexpr size_t kBytes = 4096, kBuffers = 3;

/// A buffer, its window, and what they must hold once all that was enqueued is done.
struct Subject {
  std::vector<uint8_t> host, model;
  OwnMem buffer, window;
  size_t origin = 0, size = 0;
};

struct Machine : Weft {
  std::mt19937 random;
  std::vector<OwnQueue> queues;
  std::array<Subject, kBuffers> subjects;
  OwnEvent last;  // each command waits for the one before, whatever its queue
  struct Expectation {
    std::vector<uint8_t> read, expected;
  };
  std::deque<Expectation> expectations;  // deque: the addresses that commands write to stay

  explicit Machine(unsigned seed) : random(seed) {
    cl_uint count = 0;
    REQUIRE(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) == CL_SUCCESS);
    std::vector<cl_device_id> devices(count);
    REQUIRE(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr) == CL_SUCCESS);
    cl_int error = 1;
    context = OwnContext(clCreateContext(nullptr, count, devices.data(), nullptr, nullptr, &error));
    REQUIRE(error == CL_SUCCESS);
    for (const cl_device_id each : devices)
      for (const cl_command_queue_properties order : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
        queues.emplace_back(clCreateCommandQueue(context, each, order, &error));
        REQUIRE(error == CL_SUCCESS);
      }
    for (size_t i = 0; i < kBuffers; ++i) {
      Subject &subject = subjects[i];
      subject.model = subject.host = bytes(kBytes);
      const cl_mem_flags flags = i == 0   ? CL_MEM_COPY_HOST_PTR
                                 : i == 1 ? CL_MEM_USE_HOST_PTR
                                          : CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;
      subject.buffer = makeBuffer(kBytes, flags, subject.host.data());
      subject.origin = 128 * (1 + random() % 8);
      subject.size = 1 + random() % (kBytes - subject.origin);
      subject.window = OwnMem(subBuffer(subject.buffer, 0, subject.origin, subject.size));
    }
  }
  ~Machine() {
    for (const OwnQueue &queue : queues)
      clFinish(queue);
  }

  size_t below(size_t limit) { return random() % limit; }
  std::vector<uint8_t> bytes(size_t count) {
    std::vector<uint8_t> data(count);
    for (uint8_t &byte : data)
      byte = uint8_t(random());
    return data;
  }

  /// Part of a buffer as a command sees it: the buffer or its window, and where that begins in the model.
  struct Part {
    Subject &subject;
    cl_mem memory;
    size_t origin, size;
    uint8_t *model() const { return subject.model.data() + origin; }
  };
  Part part() {
    Subject &subject = subjects[below(kBuffers)];
    if (below(2))
      return {subject, subject.buffer, 0, kBytes};
    return {subject, subject.window, subject.origin, subject.size};
  }

  /// `call(queue, count, waits, event)`.
  template <class Call> void enqueue(Call call) {
    const cl_command_queue queue = queues[below(queues.size())];
    OwnEvent event;
    REQUIRE(call(queue, last ? 1u : 0u, last ? &last : nullptr, &event) == CL_SUCCESS);
    REQUIRE(clFlush(queue) == CL_SUCCESS);
    last = std::move(event);
  }
  void settle() {
    if (last)
      REQUIRE(clWaitForEvents(1, &last) == CL_SUCCESS);
  }

  /// Data that outlives the commands which read it.
  std::deque<std::vector<uint8_t>> kept;
  std::vector<uint8_t> &keep(std::vector<uint8_t> data) { return kept.emplace_back(std::move(data)); }

  void linear() {
    const Part at = part();
    const size_t size = 1 + below(at.size), offset = below(at.size - size + 1);
    if (below(2)) {
      Expectation &read = expectations.emplace_back();
      read.read.resize(size);
      read.expected.assign(at.model() + offset, at.model() + offset + size);
      enqueue([&](auto queue, auto count, auto *waits, auto *event) {
        return clEnqueueReadBuffer(queue, at.memory, CL_FALSE, offset, size, read.read.data(), count, waits, event);
      });
    } else {
      const auto &data = keep(bytes(size));
      std::copy(data.begin(), data.end(), at.model() + offset);
      enqueue([&](auto queue, auto count, auto *waits, auto *event) {
        return clEnqueueWriteBuffer(queue, at.memory, CL_FALSE, offset, size, data.data(), count, waits, event);
      });
    }
  }

  /// A layout in `bytes` bytes for the region.
  Layout layout(const Size3 &region, size_t bytes) {
    for (;;) {
      const size_t row = region[0] + below(20), slice = row * (region[1] + below(3));
      const Layout result{{below(row - region[0] + 3), below(3), below(2)}, row, slice};
      if (result.at(region[0] - 1, region[1] - 1, region[2] - 1) < bytes)
        return result;
      if (below(50) == 0)
        return {{0, 0, 0}, region[0], region[0] * region[1]};
    }
  }

  void rect() {
    const Part at = part();
    const Size3 region{1 + below(12), 1 + below(4), 1 + below(3)};
    if (region[0] * region[1] * region[2] > at.size)
      return;
    const Layout inBuffer = layout(region, at.size), inHost = layout(region, 2000);
    const auto copy = [&](const uint8_t *from, const Layout &source, uint8_t *to, const Layout &target) {
      for (size_t z = 0; z < region[2]; ++z)
        for (size_t y = 0; y < region[1]; ++y)
          std::copy_n(from + source.at(0, y, z), region[0], to + target.at(0, y, z));
    };
    if (below(2)) {
      Expectation &read = expectations.emplace_back();
      read.read = read.expected = bytes(2000);
      copy(at.model(), inBuffer, read.expected.data(), inHost);
      enqueue([&](auto queue, auto count, auto *waits, auto *event) {
        return clEnqueueReadBufferRect(queue, at.memory, CL_FALSE, inBuffer.origin.data(), inHost.origin.data(),
                                       region.data(), inBuffer.rowPitch, inBuffer.slicePitch, inHost.rowPitch,
                                       inHost.slicePitch, read.read.data(), count, waits, event);
      });
    } else {
      const auto &data = keep(bytes(2000));
      copy(data.data(), inHost, at.model(), inBuffer);
      enqueue([&](auto queue, auto count, auto *waits, auto *event) {
        return clEnqueueWriteBufferRect(queue, at.memory, CL_FALSE, inBuffer.origin.data(), inHost.origin.data(),
                                        region.data(), inBuffer.rowPitch, inBuffer.slicePitch, inHost.rowPitch,
                                        inHost.slicePitch, data.data(), count, waits, event);
      });
    }
  }

  void copy() {
    const Part from = part(), to = part();
    const size_t size = 1 + below(std::min(from.size, to.size)), source = below(from.size - size + 1),
                 target = below(to.size - size + 1);
    const size_t a = from.origin + source, b = to.origin + target;
    if (&from.subject == &to.subject && a < b + size && b < a + size)
      return;
    std::copy_n(from.model() + source, size, to.model() + target);
    enqueue([&](auto queue, auto count, auto *waits, auto *event) {
      return clEnqueueCopyBuffer(queue, from.memory, to.memory, source, target, size, count, waits, event);
    });
  }

  void copyRect() {
    const Part from = part(), to = part();
    const Size3 region{1 + below(12), 1 + below(4), 1 + below(3)};
    if (&from.subject == &to.subject || region[0] * region[1] * region[2] > std::min(from.size, to.size))
      return;
    const Layout source = layout(region, from.size), target = layout(region, to.size);
    for (size_t z = 0; z < region[2]; ++z)
      for (size_t y = 0; y < region[1]; ++y)
        std::copy_n(from.model() + source.at(0, y, z), region[0], to.model() + target.at(0, y, z));
    enqueue([&](auto queue, auto count, auto *waits, auto *event) {
      return clEnqueueCopyBufferRect(queue, from.memory, to.memory, source.origin.data(), target.origin.data(),
                                     region.data(), source.rowPitch, source.slicePitch, target.rowPitch,
                                     target.slicePitch, count, waits, event);
    });
  }

  void fill() {
    const Part at = part();
    const size_t word = size_t(1) << below(8), offset = below(at.size / word + 1) * word;
    if (offset >= at.size)
      return;
    const size_t size = below((at.size - offset) / word + 1) * word;
    const auto pattern = bytes(word);
    for (size_t i = 0; i < size; ++i)
      at.model()[offset + i] = pattern[i % word];
    enqueue([&](auto queue, auto count, auto *waits, auto *event) {
      return clEnqueueFillBuffer(queue, at.memory, pattern.data(), word, offset, size, count, waits, event);
    });
  }

  void map() {
    const Part at = part();
    const size_t size = 1 + below(at.size), offset = below(at.size - size + 1);
    constexpr cl_map_flags kFlags[] = {CL_MAP_READ, CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE,
                                       CL_MAP_WRITE_INVALIDATE_REGION};
    const cl_map_flags flags = kFlags[below(4)];
    uint8_t *pointer = nullptr;
    enqueue([&](auto queue, auto count, auto *waits, auto *event) {
      cl_int error = 1;
      pointer = static_cast<uint8_t *>(
          clEnqueueMapBuffer(queue, at.memory, CL_FALSE, flags, offset, size, count, waits, event, &error));
      return error;
    });
    settle();
    if (flags != CL_MAP_WRITE_INVALIDATE_REGION)
      REQUIRE(std::equal(pointer, pointer + size, at.model() + offset));
    if (flags == CL_MAP_WRITE_INVALIDATE_REGION) {
      const auto data = bytes(size);
      std::copy(data.begin(), data.end(), pointer);
      std::copy(data.begin(), data.end(), at.model() + offset);
    } else if (flags & CL_MAP_WRITE) {
      const size_t byte = below(size);
      pointer[byte] = at.model()[offset + byte] = uint8_t(random());
    }
    enqueue([&](auto queue, auto count, auto *waits, auto *event) {
      return clEnqueueUnmapMemObject(queue, at.memory, pointer, count, waits, event);
    });
  }

  void migrate() {
    const cl_mem both[] = {part().memory, part().memory};
    const cl_mem_migration_flags flags = below(2) ? CL_MIGRATE_MEM_OBJECT_HOST : 0;
    enqueue([&](auto queue, auto count, auto *waits, auto *event) {
      return clEnqueueMigrateMemObjects(queue, 2, both, flags, count, waits, event);
    });
  }

  void check() {
    for (Subject &subject : subjects) {
      Expectation &all = expectations.emplace_back();
      all.read.resize(kBytes);
      all.expected = subject.model;
      enqueue([&](auto queue, auto count, auto *waits, auto *event) {
        return clEnqueueReadBuffer(queue, subject.buffer, CL_FALSE, 0, kBytes, all.read.data(), count, waits, event);
      });
    }
    settle();
    for (const Expectation &expectation : expectations)
      REQUIRE(expectation.read == expectation.expected);
    expectations.clear();
    kept.clear();
  }
};

}  // namespace

TEST_CASE("random transfers on the queues of all devices agree with plain memory") {
  for (const unsigned seed : seeds(40)) {
    Machine machine(seed);
    INFO("seed " << seed);
    for (int step = 1; step <= 400; ++step) {
      switch (machine.below(8)) {
      case 0:
      case 1:
        machine.linear();
        break;
      case 2:
        machine.rect();
        break;
      case 3:
        machine.copy();
        break;
      case 4:
        machine.copyRect();
        break;
      case 5:
        machine.fill();
        break;
      case 6:
        machine.map();
        break;
      case 7:
        machine.migrate();
        break;
      }
      if (step % 50 == 0)
        machine.check();
    }
  }
}
