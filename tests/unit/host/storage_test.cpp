// SPDX-License-Identifier: Apache-2.0
// Buffers in contexts of several boards, and on boards that share the host's memory: null boards of made-up
// descriptions.
#include <catch2/catch.hpp>
#include <cstring>
#include <random>
#include <thread>

#include "board/null/null_board.h"
#include "code_of.h"
#include "host/core/platform.h"
#include "host/core/transfer.h"

using namespace weft;
using namespace weft::core;
using test::codeOf;

namespace {

constexpr size_t kBytes = 100'000;

Device &makeDevice(bool shared, uint64_t memoryBytes = uint64_t(1) << 24, uint64_t maxAllocation = ~uint64_t(0)) {
  board::Description description = board::loadDescription("sim-card");
  description.sharedMemory = shared;
  description.memoryBytes = memoryBytes;
  description.maxAllocationBytes = std::min(maxAllocation, memoryBytes);
  static std::vector<Ref<Device>> devices;  // devices live until the process ends
  devices.push_back(makeRef<Device>(Platform::instance(), board::makeNullBoard(description)));
  return *devices.back();
}

// A few boards for all tests: none is ever closed.
Device &card() {
  static Device &device = makeDevice(false);
  return device;
}
Device &otherCard() {
  static Device &device = makeDevice(false);
  return device;
}
Device &shared() {
  static Device &device = makeDevice(true);
  return device;
}
Device &small() {
  static Device &device = makeDevice(false, 1 << 18);
  return device;
}

Ref<Context> contextOf(std::vector<Device *> devices) {
  return makeRef<Context>(std::move(devices), std::vector<cl_context_properties>{}, nullptr, nullptr);
}

std::vector<uint8_t> randomBytes(size_t bytes, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<uint8_t> data(bytes);
  for (uint8_t &byte : data)
    byte = uint8_t(random());
  return data;
}

/// Whether it used the device in its own time.
bool run(Device &device, const CommandBody &body) {
  Execution execution(device, 0);
  if (body)
    body(execution);
  return execution.timed();
}

uint8_t *map(Device &device, Buffer &buffer, size_t offset, size_t bytes, cl_map_flags flags) {
  const Mapping mapping = buffer.map(offset, bytes, flags);
  run(device, showMapped(buffer, mapping));
  return mapping.pointer;
}

bool unmap(Device &device, Buffer &buffer, const uint8_t *pointer) {
  return run(device, takeMapped(buffer, buffer.unmap(pointer).front()));
}

std::vector<uint8_t> read(Device &device, Buffer &buffer) {
  std::vector<uint8_t> data(buffer.bytes());
  run(device, readBuffer(device, buffer, 0, data.data(), board::Region::linear(data.size())));
  return data;
}

void write(Device &device, Buffer &buffer, size_t offset, const std::vector<uint8_t> &data) {
  run(device, writeBuffer(device, buffer, offset, data.data(), board::Region::linear(data.size())));
}

bool inMemory(Device &device, const void *pointer) {
  const auto *const first = device.board().sharedMemory();
  const auto *const byte = static_cast<const uint8_t *>(pointer);
  return first && byte >= first && byte < first + device.description().memoryBytes;
}

}  // namespace

TEST_CASE("contents follow use: what is written on one board is read on another") {
  for (const auto &devices : std::vector<std::vector<Device *>>{
           {&card(), &otherCard()}, {&card(), &shared()}, {&shared(), &card(), &otherCard()}}) {
    const Ref<Context> context = contextOf(devices);
    for (const cl_mem_flags flags : {0, CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR}) {
      std::vector<uint8_t> model = randomBytes(kBytes, 1);
      std::vector<uint8_t> host = model;
      const bool given = flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR);
      const Ref<Buffer> buffer =
          makeRef<Buffer>(*context, flags | CL_MEM_READ_WRITE, kBytes, given ? host.data() : nullptr);
      if (!given)
        write(*devices[0], *buffer, 0, model);
      for (unsigned round = 0; round < 4; ++round)
        for (Device *device : devices) {
          REQUIRE(read(*device, *buffer) == model);
          const auto data = randomBytes(777, round);
          write(*device, *buffer, 1000 * round + 5, data);
          std::copy(data.begin(), data.end(), model.begin() + 1000 * round + 5);
        }
      CHECK(read(*devices.back(), *buffer) == model);
    }
  }
}

TEST_CASE("random commands on random boards agree with a plain memory") {
  Device *const devices[] = {&card(), &otherCard(), &shared()};
  const Ref<Context> context = contextOf({devices[0], devices[1], devices[2]});
  for (const cl_mem_flags flags : {0, CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_ALLOC_HOST_PTR}) {
    std::mt19937 random(unsigned(flags) + 3);
    std::vector<uint8_t> model = randomBytes(kBytes, 2), host = model;
    const bool given = flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR);
    const Ref<Buffer> buffer =
        makeRef<Buffer>(*context, flags | CL_MEM_READ_WRITE, kBytes, given ? host.data() : nullptr);
    if (!given)
      write(card(), *buffer, 0, model);
    for (int step = 0; step < 500; ++step) {
      Device &device = *devices[random() % 3];
      const size_t bytes = 1 + random() % 5000, at = random() % (kBytes - bytes), to = random() % (kBytes - bytes);
      switch (random() % 6) {
      case 0: {
        std::vector<uint8_t> data(bytes);
        run(device, readBuffer(device, *buffer, at, data.data(), board::Region::linear(bytes)));
        REQUIRE(std::equal(data.begin(), data.end(), model.begin() + long(at)));
        break;
      }
      case 1: {
        const auto data = randomBytes(bytes, unsigned(step));
        write(device, *buffer, at, data);
        std::copy(data.begin(), data.end(), model.begin() + long(at));
        break;
      }
      case 2:
        if (at + bytes > to && to + bytes > at)
          break;
        run(device, copyBuffer(device, *buffer, at, *buffer, to, board::Region::linear(bytes)));
        std::copy_n(model.begin() + long(at), bytes, model.begin() + long(to));
        break;
      case 3: {
        const size_t from = at / 16 * 16, length = bytes / 16 * 16;
        if (!length)
          break;
        const auto pattern = randomBytes(16, unsigned(step));
        run(device, fillBuffer(device, *buffer, from, length, pattern));
        for (size_t i = 0; i < length; ++i)
          model[from + i] = pattern[i % 16];
        break;
      }
      case 4: {
        // A map for reading or writing on one board, its unmap on another.
        const bool discard = random() % 3 == 0;
        uint8_t *const pointer =
            map(device, *buffer, at, bytes, discard ? CL_MAP_WRITE_INVALIDATE_REGION : CL_MAP_READ | CL_MAP_WRITE);
        if (!discard)
          REQUIRE(std::equal(pointer, pointer + bytes, model.begin() + long(at)));
        const auto data = randomBytes(bytes, unsigned(step) + 1);
        std::copy(data.begin(), data.end(), pointer);
        std::copy(data.begin(), data.end(), model.begin() + long(at));
        unmap(*devices[random() % 3], *buffer, pointer);
        break;
      }
      case 5:
        if (random() % 2)
          run(device, migrateToDevice(device, {buffer}, Contents::Kept));
        else
          run(device, migrateToHost({buffer}, Contents::Kept));
        break;
      }
    }
    for (Device *device : devices)
      REQUIRE(read(*device, *buffer) == model);
  }
}

TEST_CASE("disjoint sub-buffers are written on several boards at once, and the buffer has both") {
  const Ref<Context> context = contextOf({&card(), &otherCard()});
  constexpr size_t kHalf = 51'200;
  for (int round = 0; round < 20; ++round) {
    const Ref<Buffer> buffer = makeRef<Buffer>(*context, CL_MEM_READ_WRITE, 2 * kHalf, nullptr);
    const Ref<Buffer> halves[] = {makeRef<Buffer>(*buffer, CL_MEM_READ_WRITE, 0, kHalf),
                                  makeRef<Buffer>(*buffer, CL_MEM_READ_WRITE, kHalf, kHalf)};
    const auto data = randomBytes(2 * kHalf, unsigned(round));
    Device *const devices[] = {&card(), &otherCard()};
    std::vector<std::thread> threads;
    for (size_t i = 0; i < 2; ++i)
      threads.emplace_back([&, i] {
        for (size_t at = 0; at < kHalf; at += 5120)
          write(*devices[i], *halves[i], at,
                {data.begin() + long(i * kHalf + at), data.begin() + long(i * kHalf + at + 5120)});
      });
    for (std::thread &thread : threads)
      thread.join();
    REQUIRE(read(*devices[round % 2], *buffer) == data);
  }
}

TEST_CASE("several threads read one buffer on all boards while its contents move") {
  const Ref<Context> context = contextOf({&card(), &otherCard(), &shared()});
  Device *const devices[] = {&card(), &otherCard(), &shared()};
  auto data = randomBytes(kBytes, 5);
  const Ref<Buffer> buffer = makeRef<Buffer>(*context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, kBytes, data.data());
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 6; ++i)
    threads.emplace_back([&, i] {
      for (unsigned round = 0; round < 20; ++round)
        wrong += read(*devices[(i + round) % 3], *buffer) != data;
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(wrong == 0);
}

TEST_CASE("device memory is taken with the first use on a board, and given back with the buffer") {
  const Ref<Context> context = contextOf({&card(), &otherCard()});
  const uint64_t before = card().memory().available(), otherBefore = otherCard().memory().available();
  {
    const Ref<Buffer> buffer = makeRef<Buffer>(*context, CL_MEM_READ_WRITE, kBytes, nullptr);
    CHECK(card().memory().available() == before);
    read(otherCard(), *buffer);
    CHECK(card().memory().available() == before);
    CHECK(otherCard().memory().available() < otherBefore);
    const uint64_t address = buffer->address(otherCard());
    read(card(), *buffer);
    CHECK(buffer->address(otherCard()) == address);
  }
  CHECK(card().memory().available() == before);
  CHECK(otherCard().memory().available() == otherBefore);
}

TEST_CASE("a buffer that fits one of two boards works there and is refused on the other") {
  const Ref<Context> context = contextOf({&small(), &card()});
  const uint64_t before = small().memory().available();
  const Ref<Buffer> buffer = makeRef<Buffer>(*context, CL_MEM_READ_WRITE, 1 << 20, nullptr);
  const auto data = randomBytes(1 << 20, 9);
  write(card(), *buffer, 0, data);
  std::vector<uint8_t> back(16);
  CHECK(codeOf([&] { readBuffer(small(), *buffer, 0, back.data(), board::Region::linear(16)); }) ==
        CL_MEM_OBJECT_ALLOCATION_FAILURE);
  CHECK(codeOf([&] { migrateToDevice(small(), {buffer}, Contents::Kept); }) == CL_MEM_OBJECT_ALLOCATION_FAILURE);
  CHECK(small().memory().available() == before);
  CHECK(read(card(), *buffer) == data);
}

TEST_CASE("a buffer that fits no board is refused at its creation and leaves nothing behind") {
  const Ref<Context> one = contextOf({&small()}), two = contextOf({&small(), &makeDevice(false, 1 << 18)});
  for (const Ref<Context> &context : {one, two}) {
    std::vector<uint8_t> host(1 << 20);
    for (const cl_mem_flags flags : {0, CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_ALLOC_HOST_PTR})
      CHECK(codeOf([&] { makeRef<Buffer>(*context, flags, host.size(), host.data()); }) ==
            CL_MEM_OBJECT_ALLOCATION_FAILURE);
    CHECK(small().memory().available() == small().memory().capacity());
  }
}

TEST_CASE("shared memory: a map is the device's memory, and neither map nor unmap nor any transfer uses the device") {
  const Ref<Context> context = contextOf({&shared()});
  std::vector<uint8_t> model = randomBytes(kBytes, 11);
  for (const cl_mem_flags flags : {0, CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR}) {
    const Ref<Buffer> buffer = makeRef<Buffer>(*context, flags | CL_MEM_READ_WRITE, kBytes,
                                               flags & CL_MEM_COPY_HOST_PTR ? model.data() : nullptr);
    const uint64_t cycles = shared().board().deviceCycles();
    if (!(flags & CL_MEM_COPY_HOST_PTR))
      write(shared(), *buffer, 0, model);

    uint8_t *const pointer = map(shared(), *buffer, 100, 500, CL_MAP_READ | CL_MAP_WRITE);
    CHECK(inMemory(shared(), pointer));
    CHECK(pointer == shared().board().sharedMemory() + buffer->address(shared()) + 100);
    CHECK(std::equal(pointer, pointer + 500, model.begin() + 100));
    pointer[3] ^= 0xff;
    auto changed = model;
    changed[103] ^= 0xff;
    CHECK(!unmap(shared(), *buffer, pointer));

    CHECK(read(shared(), *buffer) == changed);
    const auto pattern = randomBytes(128, 4);
    run(shared(), fillBuffer(shared(), *buffer, 256, 640, pattern));
    for (size_t i = 0; i < 640; ++i)
      changed[256 + i] = pattern[i % 128];
    const board::Region box{10, 4, 3, 32, 32 * 8, 50, 50 * 5};
    run(shared(), copyBuffer(shared(), *buffer, 0, *buffer, 50'000, box));
    for (size_t z = 0; z < 3; ++z)
      for (size_t y = 0; y < 4; ++y)
        for (size_t x = 0; x < 10; ++x)
          changed[50'000 + z * 250 + y * 50 + x] = changed[z * 256 + y * 32 + x];
    CHECK(read(shared(), *buffer) == changed);
    CHECK(shared().board().deviceCycles() == cycles);
  }
}

TEST_CASE("shared memory: host_ptr of CL_MEM_USE_HOST_PTR is copied at map, unmap and use, without the device") {
  const Ref<Context> context = contextOf({&shared()});
  std::vector<uint8_t> host = randomBytes(kBytes, 12);
  const auto original = host;
  const Ref<Buffer> buffer = makeRef<Buffer>(*context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, kBytes, host.data());
  const uint64_t cycles = shared().board().deviceCycles();
  CHECK(read(shared(), *buffer) == original);
  const uint8_t mark = 0x5a;
  run(shared(), fillBuffer(shared(), *buffer, 10, 1, {mark}));
  uint8_t *const pointer = map(shared(), *buffer, 0, 64, CL_MAP_READ | CL_MAP_WRITE);
  CHECK(pointer == host.data());
  CHECK(host[10] == mark);
  host[11] = 0x77;
  unmap(shared(), *buffer, pointer);
  CHECK(shared().board().sharedMemory()[buffer->address(shared()) + 11] == 0x77);
  CHECK(shared().board().deviceCycles() == cycles);
}

TEST_CASE("a map of what the host has already moves nothing; a device write makes it move again") {
  const Ref<Context> context = contextOf({&card()});
  auto data = randomBytes(kBytes, 13);
  const Ref<Buffer> buffer = makeRef<Buffer>(*context, CL_MEM_READ_WRITE, kBytes, nullptr);
  write(card(), *buffer, 0, data);
  const auto view = [&] {
    const uint64_t cycles = card().board().deviceCycles();
    uint8_t *const pointer = map(card(), *buffer, 0, kBytes, CL_MAP_READ);
    CHECK(std::equal(data.begin(), data.end(), pointer));
    CHECK(!unmap(card(), *buffer, pointer));
    return card().board().deviceCycles() != cycles;
  };
  CHECK(view());
  CHECK(!view());
  run(card(), migrateToHost({buffer}, Contents::Kept));
  CHECK(!view());
  data[40] ^= 1;
  write(card(), *buffer, 40, {data[40]});
  CHECK(view());
}

TEST_CASE("migration moves at once; with undefined contents it moves nothing") {
  const Ref<Context> context = contextOf({&card(), &otherCard()});
  auto data = randomBytes(kBytes, 14);
  const Ref<Buffer> buffer = makeRef<Buffer>(*context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, kBytes, data.data());
  const auto cyclesOf = [](Device &device, const auto &action) {
    const uint64_t before = device.board().deviceCycles();
    action();
    return device.board().deviceCycles() - before;
  };
  CHECK(cyclesOf(card(), [&] { run(card(), migrateToDevice(card(), {buffer}, Contents::Kept)); }) > 0);
  CHECK(cyclesOf(card(), [&] { run(card(), migrateToDevice(card(), {buffer}, Contents::Kept)); }) == 0);
  CHECK(cyclesOf(card(), [&] { run(otherCard(), migrateToDevice(otherCard(), {buffer}, Contents::Undefined)); }) == 0);
  // After the contents were given up, moving to another board has nothing to move.
  write(otherCard(), *buffer, 0, data);
  run(otherCard(), migrateToHost({buffer}, Contents::Undefined));
  CHECK(cyclesOf(otherCard(), [&] { run(card(), migrateToDevice(card(), {buffer}, Contents::Kept)); }) == 0);
  write(card(), *buffer, 0, data);
  CHECK(cyclesOf(card(), [&] { CHECK(read(otherCard(), *buffer) == data); }) > 0);
}
