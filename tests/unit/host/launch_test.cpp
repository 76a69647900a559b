// SPDX-License-Identifier: Apache-2.0
#include "host/core/launch.h"

#include <catch2/catch.hpp>
#include <thread>

#include "host/core/device.h"
#include "host/core/platform.h"
#include "host/core/queue.h"
#include "host/core/transfer.h"

using namespace weft;
using namespace weft::core;
namespace word = weft::abi::word;

namespace {

using Argument = kernel::Argument;

Argument argument(Argument::Kind kind, uint32_t at, uint64_t bytes = 8) {
  Argument result;
  result.kind = kind;
  result.word = at;
  result.bytes = bytes;
  return result;
}

/// A kernel made by hand: a buffer, two __local arguments, an int and a 12-byte struct.
struct Launches {
  Device &device = *Platform::instance().devices().at(0);
  Ref<Context> context =
      makeRef<Context>(std::vector<Device *>{&device}, std::vector<cl_context_properties>{}, nullptr, nullptr);
  Ref<Program> program = makeRef<Program>(*context, "");
  kernel::Image image;

  Launches() {
    image.interface.name = "k";
    image.interface.maxWorkGroupSize = 256;
    image.interface.slots = 1024;
    image.interface.groupSlots = 64;
  }
  Ref<Kernel> kernel() { return kernel(device.board().prepare(image)); }
  Ref<Kernel> kernel(std::shared_ptr<board::PreparedKernel> prepared) {
    auto hls = std::make_shared<kernel::Program>();
    hls->kernels.push_back(image);
    auto executable = std::make_shared<Executable>();
    executable->program = hls;
    executable->prepared.push_back(std::move(prepared));
    return makeRef<Kernel>(*program, std::vector<KernelOnDevice>{{&device, executable}});
  }
};

NDRange range(std::array<size_t, 3> global, std::array<size_t, 3> local = {1, 1, 1}) {
  NDRange result;
  result.dimensions = 3;
  result.global = global;
  result.local = local;
  return result;
}

std::array<uint64_t, 3> threeOf(std::span<const uint64_t> words, uint32_t at) {
  return {words[at], words[at + 1], words[at + 2]};
}

std::vector<RangePart> partsOf(const NDRange &range, size_t mostItems = largestPart()) {
  RangeParts all(range, mostItems);
  std::vector<RangePart> parts;
  for (RangePart part{}; all.next(part);)
    parts.push_back(part);
  return parts;
}

}  // namespace

TEST_CASE_METHOD(Launches, "launch words: range and arguments") {
  image.interface.arguments = {argument(Argument::Kind::Buffer, 32),    argument(Argument::Kind::Local, 34),
                               argument(Argument::Kind::Local, 36),     argument(Argument::Kind::Value, 38, 4),
                               argument(Argument::Kind::Value, 39, 12), argument(Argument::Kind::Buffer, 41)};
  const Ref<Kernel> k = kernel();
  const Ref<Buffer> buffer = makeRef<Buffer>(*context, CL_MEM_READ_WRITE, 1000, nullptr);
  const Ref<Buffer> window = makeRef<Buffer>(*buffer, CL_MEM_READ_WRITE, 128, 100);
  const cl_mem handle = window->handle();
  const int32_t number = -2;
  const uint32_t structure[3] = {1, 2, 3};
  k->setArgument(0, sizeof(handle), &handle);
  k->setArgument(1, 100, nullptr);
  k->setArgument(2, 300, nullptr);
  k->setArgument(3, 4, &number);
  k->setArgument(4, 12, structure);
  k->setArgument(5, sizeof(handle), nullptr);

  NDRange r = range({40, 6, 2}, {10, 3, 1});
  r.offset = {7, 0, 1};
  const Launch launch(*k, r, device);
  const std::span<const uint64_t> words = launch.words();
  CHECK(threeOf(words, word::GLOBAL_OFFSET_X) == std::array<uint64_t, 3>{7, 0, 1});
  CHECK(threeOf(words, word::GLOBAL_SIZE_X) == std::array<uint64_t, 3>{40, 6, 2});
  CHECK(threeOf(words, word::LOCAL_SIZE_X) == std::array<uint64_t, 3>{10, 3, 1});
  CHECK(threeOf(words, word::NUM_GROUPS_X) == std::array<uint64_t, 3>{4, 2, 2});
  CHECK(words[word::WORK_DIM] == 3);
  CHECK(words[word::GROUP_SIZE] == 30);
  CHECK(words[word::GROUP_SHIFT] == 5);
  CHECK(words[word::GROUPS_MAX] == 32);  // 1024 slots >> 5
  CHECK(words[word::POOL_SHIFT] == 9);   // 128 + 300 bytes
  CHECK(words[32] == buffer->address(device) + 128);
  CHECK(words[33] == buffer->address(device) + 228);
  CHECK(words[34] == 0);
  CHECK(words[35] == 100);
  CHECK(words[36] == 128);
  CHECK(words[37] == 300);
  CHECK(words[38] == 0xfffffffe);
  CHECK(words[39] == 0x0000000200000001);
  CHECK(words[40] == 3);
  CHECK(words[41] == 0);
  CHECK(words[42] == 0);
  CHECK(words.size() == 43);
  CHECK(buffer->address(device) >= 65536);
}

TEST_CASE_METHOD(Launches, "a launch with a sub-buffer that is not aligned for the device is refused") {
  // clCreateSubBuffer lets one through if another device of the context could use it.
  image.interface.arguments = {argument(Argument::Kind::Buffer, 32)};
  const Ref<Kernel> k = kernel();
  const Ref<Buffer> buffer = makeRef<Buffer>(*context, CL_MEM_READ_WRITE, 1000, nullptr);
  const Ref<Buffer> window = makeRef<Buffer>(*buffer, CL_MEM_READ_WRITE, 64, 100);
  const cl_mem handle = window->handle();
  k->setArgument(0, sizeof(handle), &handle);
  cl_int code = CL_SUCCESS;
  try {
    Launch(*k, range({1, 1, 1}), device);
  } catch (const Error &error) {
    code = error.code();
  }
  CHECK(code == CL_MISALIGNED_SUB_BUFFER_OFFSET);
}

TEST_CASE_METHOD(Launches, "groups in flight: the scarcest resource decides, one group always runs") {
  const board::Description &board = device.description();
  CHECK(groupsInFlight(image, board, 1, std::nullopt) == 64);   // group slots
  CHECK(groupsInFlight(image, board, 64, std::nullopt) == 16);  // slots
  CHECK(groupsInFlight(image, board, 65, std::nullopt) == 8);   // rounded up to 128
  CHECK(groupsInFlight(image, board, 256, std::nullopt) == 4);
  CHECK(groupsInFlight(image, board, 64, 14) == 4);  // 64 KiB of pool in shares of 16 KiB
  CHECK(groupsInFlight(image, board, 64, 20) == 1);
  image.localMemoryBytes = 4096;
  image.localCopies = 3;
  CHECK(groupsInFlight(image, board, 64, std::nullopt) == 3);
}

TEST_CASE_METHOD(Launches, "the chosen local size divides the range and fills the slots") {
  const Ref<Kernel> k = kernel();
  const auto choose = [&](std::array<size_t, 3> global) { return chooseLocalSize(*k, range(global), device); };
  using Size = std::array<size_t, 3>;
  CHECK(choose({1024, 1, 1}) == Size{64, 1, 1});
  CHECK(choose({64, 64, 1}) == Size{64, 1, 1});
  CHECK(choose({16, 16, 16}) == Size{16, 4, 1});
  CHECK(choose({8, 1, 1}) == Size{8, 1, 1});
  CHECK(choose({1021, 1, 1}) == Size{1, 1, 1});  // a prime has no better divisor
  CHECK(choose({251, 1, 1}) == Size{251, 1, 1});
  for (const size_t x : {96u, 100u, 1000u, 4095u})
    for (const size_t y : {1u, 3u, 7u, 30u}) {
      const Size local = choose({x, y, 5});
      INFO(x << " " << y);
      CHECK(x % local[0] == 0);
      CHECK(y % local[1] == 0);
      CHECK(5 % local[2] == 0);
      CHECK(local[0] * local[1] * local[2] <= 256);
    }
}

TEST_CASE_METHOD(Launches, "where the last groups may be smaller, the chosen local size need not divide the range") {
  image.uniformGroups = false;
  const Ref<Kernel> k = kernel();
  const auto choose = [&](std::array<size_t, 3> global) { return chooseLocalSize(*k, range(global), device); };
  using Size = std::array<size_t, 3>;
  CHECK(choose({65537, 1, 1}) == Size{64, 1, 1});
  CHECK(choose({1009, 1, 1}) == Size{64, 1, 1});
  CHECK(choose({1009, 1009, 1}) == Size{64, 1, 1});  // two parts, not four
  CHECK(choose({3, 1009, 1}) == Size{1, 64, 1});
  CHECK(choose({7, 1009, 3}) == Size{7, 1, 3});  // more than half of what is possible
  // A divisor that keeps most slots full, in one part.
  CHECK(choose({1024, 1, 1}) == Size{64, 1, 1});
  CHECK(choose({1000, 1, 1}) == Size{125, 1, 1});
  CHECK(choose({61, 1, 1}) == Size{61, 1, 1});
  CHECK(choose({5, 1, 1}) == Size{5, 1, 1});
}

TEST_CASE("parts of a range cover it once, in groups of one size each") {
  using Size = std::array<size_t, 3>;
  for (const Size global : {Size{12, 1, 1}, {10, 1, 1}, {3, 1, 1}, {9, 7, 1}, {7, 5, 3}, {8, 5, 4}, {1, 1, 1}}) {
    NDRange r = range(global, {4, 2, 2});
    const std::vector<RangePart> parts = partsOf(r);
    CHECK_FALSE(needsWideIds(r));
    REQUIRE_FALSE(parts.empty());
    std::vector<unsigned> seen(global[0] * global[1] * global[2]);
    unsigned cut = 1;
    for (unsigned d = 0; d < 3; ++d)
      cut *= global[d] > r.local[d] && global[d] % r.local[d] ? 2 : 1;
    CHECK(parts.size() == cut);
    for (const RangePart &part : parts)
      for (size_t z = 0; z < part.groups[2] * part.local[2]; ++z)
        for (size_t y = 0; y < part.groups[1] * part.local[1]; ++y)
          for (size_t x = 0; x < part.groups[0] * part.local[0]; ++x) {
            const Size id{part.firstGroup[0] * r.local[0] + x, part.firstGroup[1] * r.local[1] + y,
                          part.firstGroup[2] * r.local[2] + z};
            REQUIRE((id[0] < global[0] && id[1] < global[1] && id[2] < global[2]));
            ++seen[(id[2] * global[1] + id[1]) * global[0] + id[0]];
          }
    CHECK(seen == std::vector<unsigned>(seen.size(), 1));
  }
}

TEST_CASE("a range with more work-items than a part has is cut in each dimension") {
  using Size = std::array<size_t, 3>;
  for (const auto &[global, local] : {std::pair<Size, Size>{{23, 1, 1}, {2, 1, 1}},
                                      {{11, 1, 1}, {10, 1, 1}},
                                      {{12, 12, 12}, {4, 3, 2}},
                                      {{13, 7, 21}, {4, 3, 2}}}) {
    const NDRange r = range(global, local);
    std::vector<unsigned> seen(global[0] * global[1] * global[2]);
    for (const RangePart &part : partsOf(r, 5)) {
      Size end;
      for (unsigned d = 0; d < 3; ++d) {
        CHECK((part.groups[d] * part.local[d] <= 5 || part.groups[d] == 1));
        end[d] = part.firstGroup[d] * local[d] + part.groups[d] * part.local[d];
        REQUIRE(end[d] <= global[d]);
      }
      for (size_t z = part.firstGroup[2] * local[2]; z < end[2]; ++z)
        for (size_t y = part.firstGroup[1] * local[1]; y < end[1]; ++y)
          for (size_t x = part.firstGroup[0] * local[0]; x < end[0]; ++x)
            ++seen[(z * global[1] + y) * global[0] + x];
    }
    CHECK(seen == std::vector<unsigned>(seen.size(), 1));
  }
  // The largest: the first and the last of many parts, and none that is empty.
  const size_t all = SIZE_MAX;
  NDRange r = range({all, 1, 1}, {1000, 1, 1});
  RangeParts parts(r);
  RangePart part{};
  REQUIRE(parts.next(part));
  CHECK(part.groups[0] == UINT32_MAX / 1000);
  REQUIRE(parts.next(part));
  CHECK(part.firstGroup[0] == UINT32_MAX / 1000);
  r = range({(size_t(1) << 32) + 7, 1, 1}, {16, 1, 1});
  const std::vector<RangePart> three = partsOf(r);
  REQUIRE(three.size() == 3);
  CHECK(three[1].firstGroup[0] == (size_t(1) << 28) - 1);
  CHECK(three[1].groups[0] == 1);
  CHECK(three[2].firstGroup[0] == size_t(1) << 28);
  CHECK(three[2].local[0] == 7);
}

TEST_CASE("wide ids are for ranges that need them") {
  constexpr size_t kIds = size_t(1) << 31;
  const auto wide = [](size_t offset, size_t global) {
    NDRange r = range({1, global, 1});
    r.offset = {0, offset, 0};
    return needsWideIds(r);
  };
  CHECK_FALSE(wide(0, kIds));
  CHECK(wide(0, kIds + 1));
  CHECK_FALSE(wide(kIds - 5, 5));
  CHECK(wide(kIds - 5, 6));
  CHECK(wide(kIds, 1));
  CHECK(wide(SIZE_MAX - 1, 1));
}

TEST_CASE_METHOD(Launches, "launch words: parts of a range") {
  image.uniformGroups = false;
  image.interface.arguments = {argument(Argument::Kind::Value, 32, 4)};
  const Ref<Kernel> k = kernel();
  const int32_t number = 5;
  k->setArgument(0, 4, &number);
  NDRange r = range({10, 6, 1}, {4, 4, 1});
  r.offset = {7, 1, 0};
  const Launch launch(*k, r, device);
  const std::vector<RangePart> parts = partsOf(r);
  REQUIRE(parts.size() == 4);
  const Launch::Geometry last = launch.geometry(parts[3]);
  const std::span<const uint64_t> corner = last;
  CHECK(threeOf(corner, word::GLOBAL_OFFSET_X) == std::array<uint64_t, 3>{15, 5, 0});
  CHECK(threeOf(corner, word::LOCAL_SIZE_X) == std::array<uint64_t, 3>{2, 2, 1});
  CHECK(threeOf(corner, word::NUM_GROUPS_X) == std::array<uint64_t, 3>{1, 1, 1});
  CHECK(threeOf(corner, word::FIRST_GROUP_X) == std::array<uint64_t, 3>{2, 1, 0});
  CHECK(corner[word::GROUP_SIZE] == 4);
  CHECK(corner[word::GROUP_SHIFT] == 2);
  for (const std::span<const uint64_t> words : {launch.words().first(word::ARGS), corner}) {
    CHECK(threeOf(words, word::GLOBAL_SIZE_X) == std::array<uint64_t, 3>{10, 6, 1});
    CHECK(threeOf(words, word::RANGE_OFFSET_X) == std::array<uint64_t, 3>{7, 1, 0});
    CHECK(threeOf(words, word::RANGE_GROUPS_X) == std::array<uint64_t, 3>{3, 2, 1});
    CHECK(threeOf(words, word::ENQUEUED_SIZE_X) == std::array<uint64_t, 3>{4, 4, 1});
  }
}

TEST_CASE_METHOD(Launches, "a kernel that does not look at groups is launched as one part of groups of one") {
  image.uniformGroups = false;
  image.interface.groupSlots = 0;
  image.interface.usesGroups = false;
  const Ref<Kernel> k = kernel();
  NDRange r = range({10, 6, 1}, {4, 4, 1});
  r.offset = {7, 1, 0};
  CHECK(partsOf(asLaunched(r, image.interface)).size() == 1);
  const Launch launch(*k, r, device);
  const std::span<const uint64_t> words = launch.words();
  CHECK(threeOf(words, word::GLOBAL_OFFSET_X) == std::array<uint64_t, 3>{7, 1, 0});
  CHECK(threeOf(words, word::LOCAL_SIZE_X) == std::array<uint64_t, 3>{1, 1, 1});
  CHECK(threeOf(words, word::NUM_GROUPS_X) == std::array<uint64_t, 3>{10, 6, 1});
  CHECK(words[word::GROUP_SIZE] == 1);
  CHECK(words[word::GROUP_SHIFT] == 0);
  // What it may ask for is as it was enqueued.
  CHECK(threeOf(words, word::RANGE_GROUPS_X) == std::array<uint64_t, 3>{3, 2, 1});
  CHECK(threeOf(words, word::ENQUEUED_SIZE_X) == std::array<uint64_t, 3>{4, 4, 1});
}

TEST_CASE_METHOD(Launches, "compute units get blocks of work-items that do not look at groups") {
  image.uniformGroups = false;
  image.interface.groupSlots = 0;
  image.interface.usesGroups = false;
  image.interface.inBlocks = true;
  image.interface.computeUnits = 8;
  image.interface.lanes = 4;
  const auto block = [&](std::array<size_t, 3> global) {
    const NDRange launched = asLaunched(range(global, {1, 1, 1}), image.interface);
    CHECK(launched.global == global);
    return launched.local;
  };
  using Size = std::array<size_t, 3>;
  CHECK(block({1 << 20, 1, 1}) == Size{256, 1, 1});  // 64 tokens
  CHECK(block({1024, 1, 1}) == Size{32, 1, 1});      // four for each unit
  CHECK(block({24000, 1, 1}) == Size{240, 1, 1});    // equal ones
  CHECK(block({30011, 1, 1}) == Size{256, 1, 1});    // a prime: the rest is a part of its own
  CHECK(block({8, 1, 1}) == Size{4, 1, 1});
  CHECK(block({3, 1, 1}) == Size{3, 1, 1});
  CHECK(block({64, 1024, 1}) == Size{64, 4, 1});
  CHECK(block({64, 31, 7}) == Size{64, 1, 1});
  image.interface.requiredSize[0] = image.interface.requiredSize[1] = image.interface.requiredSize[2] = 2;
  CHECK(asLaunched(range({64, 2, 2}, {2, 2, 2}), image.interface).local == Size{2, 2, 2});
}

TEST_CASE_METHOD(Launches, "with local memory for few groups the chosen groups are large") {
  image.localMemoryBytes = 32768;
  image.localCopies = 2;
  const Ref<Kernel> k = kernel();
  CHECK(chooseLocalSize(*k, range({1024, 1, 1}), device) == std::array<size_t, 3>{256, 1, 1});
}

TEST_CASE_METHOD(Launches, "a kernel may allow smaller groups than the device") {
  image.interface.maxWorkGroupSize = 16;
  const Ref<Kernel> k = kernel();
  CHECK(chooseLocalSize(*k, range({1024, 1, 1}), device) == std::array<size_t, 3>{16, 1, 1});
}

TEST_CASE_METHOD(Launches, "a launch takes what it may write from other boards, and leaves them what it only reads") {
  static const Ref<Device> other = makeRef<Device>(Platform::instance(), board::open("null:card"));
  const Ref<Context> both = makeRef<Context>(std::vector<Device *>{&device, other.get()},
                                             std::vector<cl_context_properties>{}, nullptr, nullptr);
  program = makeRef<Program>(*both, "");
  image.interface.arguments = {argument(Argument::Kind::Buffer, 32), argument(Argument::Kind::Buffer, 34)};
  kernel::Site load, store;
  load.arguments = {0};
  store.kind = kernel::Site::Kind::Store;
  store.arguments = {1};
  image.interface.sites = {load, store};
  const Ref<Kernel> k = kernel();
  const Ref<Buffer> in = makeRef<Buffer>(*both, CL_MEM_READ_WRITE, 1000, nullptr),
                    out = makeRef<Buffer>(*both, CL_MEM_READ_WRITE, 1000, nullptr);
  std::vector<uint8_t> data(1000);
  const auto run = [](Device &on, const CommandBody &body) {
    Execution execution(on, 0);
    body(execution);
  };
  const auto readOnOther = [&](const Ref<Buffer> &buffer) {
    const uint64_t before = device.board().deviceCycles();
    run(*other, readBuffer(*other, *buffer, 0, data.data(), board::Region::linear(1000)));
    return device.board().deviceCycles() - before;  // what it cost the first board
  };
  for (uint32_t i = 0; i < 2; ++i) {
    const Ref<Buffer> &buffer = i ? out : in;
    run(device, writeBuffer(device, *buffer, 0, data.data(), board::Region::linear(1000)));
    CHECK(readOnOther(buffer) > 0);
    CHECK(readOnOther(buffer) == 0);
    const cl_mem handle = buffer->handle();
    k->setArgument(i, sizeof(handle), &handle);
  }
  const Launch launch(*k, range({1, 1, 1}), device);
  run(device, [&](Execution &execution) { launch(execution); });
  CHECK(readOnOther(in) == 0);
  CHECK(readOnOther(out) > 0);
}

namespace {

/// Takes a while to be put into a region.
class UnhurriedKernel : public board::PreparedKernel {
public:
  void wait() override { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }
  bool ready() const override { return true; }
};

}  // namespace

TEST_CASE_METHOD(Launches, "a launch starts when the device gets it: what prepares it is not its own time") {
  const Ref<Kernel> k = kernel(std::make_shared<UnhurriedKernel>());
  const Ref<Queue> queue = makeRef<Queue>(*context, device, CL_QUEUE_PROFILING_ENABLE);
  const Ref<Event> event =
      queue->enqueue(CL_COMMAND_NDRANGE_KERNEL, {},
                     Work(CommandBody(std::in_place_type<Launch>, *k, range({1, 1, 1}), device), nullptr));
  REQUIRE(event->wait() == CL_COMPLETE);
  CHECK(event->stamp(Event::Started) - event->stamp(Event::Submitted) >= 20'000'000);
  CHECK(event->stamp(Event::Ended) - event->stamp(Event::Started) < 20'000'000);
}
