// SPDX-License-Identifier: Apache-2.0
// Each operation of the board in turn fails in the middle of a command, for every kind of command: who is told, what is
// still right, and that nothing hangs or stays behind.
#include <array>
#include <functional>

#include "board_scene.h"

using namespace test;

namespace {

using Fault = FaultyBoard::Fault;

struct Waits {
  cl_uint count = 0;
  const cl_event *list = nullptr;
};

/// A kind of command: what it reads is Scene::source, what it writes Scene::target.
struct Kind {
  const char *name;
  bool deviceOnly = false;  // it uses the device even where memory is shared
  bool blocks = false;      // it has a blocking form
  bool maps = false;
  bool once = false;  // it cannot be tried again
  std::function<void(Scene &)> prepare = [](Scene &) {};
  std::function<cl_int(Scene &, cl_bool blocking, Waits, cl_event *)> enqueue;
  /// What must hold once it has succeeded, beyond Scene::targetData.
  std::function<bool(Scene &)> holds = [](Scene &) { return true; };
};

/// A box in a buffer; in host memory it is packed.
constexpr std::array<size_t, 3> kOrigin{32, 2, 1}, kOther{0, 4, 8}, kPacked{0, 0, 0}, kRegion{100, 8, 4};
constexpr size_t kRow = 256, kSlice = 4096;

template <class Action> void forBox(const std::array<size_t, 3> &origin, Action action) {
  for (size_t z = 0; z < kRegion[2]; ++z)
    for (size_t y = 0; y < kRegion[1]; ++y)
      for (size_t x = 0; x < kRegion[0]; ++x)
        action((origin[2] + z) * kSlice + (origin[1] + y) * kRow + origin[0] + x,
               (z * kRegion[1] + y) * kRegion[0] + x);
}

/// Contents that only the device has.
void moveToDevice(Scene &s) {
  s.write(s.source, s.sourceData);
  s.write(s.target, s.targetData);
}

/// The target's bytes that linear commands cover become those of `data`.
void covers(Scene &s, const std::vector<uint8_t> &data) {
  std::copy_n(data.begin() + long(s.at), s.size, s.targetData.begin() + long(s.at));
  std::fill_n(s.covered.begin() + long(s.at), s.size, uint8_t(1));
}

uint8_t *mapTarget(Scene &s, cl_bool blocking, cl_map_flags flags, Waits waits, cl_event *event, cl_int *error) {
  return static_cast<uint8_t *>(
      clEnqueueMapBuffer(s.queue, s.target, blocking, flags, s.at, s.size, waits.count, waits.list, event, error));
}

Kind mapping(const char *name, cl_map_flags flags) {
  return {.name = name,
          .blocks = true,
          .maps = true,
          .prepare = moveToDevice,
          .enqueue =
              [flags](Scene &s, cl_bool blocking, Waits waits, cl_event *event) {
                cl_int error = 1;
                s.mapped = mapTarget(s, blocking, flags, waits, event, &error);
                REQUIRE((error == CL_SUCCESS) == (s.mapped != nullptr));
                return error;
              },
          .holds = [](Scene &s) { return std::equal(s.mapped, s.mapped + s.size, s.targetData.begin() + long(s.at)); }};
}

const std::vector<Kind> &kinds() {
  static const std::vector<Kind> all{
      {.name = "CL_COMMAND_READ_BUFFER",
       .blocks = true,
       .enqueue =
           [](Scene &s, cl_bool blocking, Waits waits, cl_event *event) {
             return clEnqueueReadBuffer(s.queue, s.source, blocking, s.at, s.size, s.read.data(), waits.count,
                                        waits.list, event);
           },
       .holds =
           [](Scene &s) {
             return std::equal(s.sourceData.begin() + long(s.at), s.sourceData.end() - long(s.at), s.read.begin());
           }},
      {.name = "CL_COMMAND_WRITE_BUFFER",
       .blocks = true,
       .enqueue =
           [](Scene &s, cl_bool blocking, Waits waits, cl_event *event) {
             covers(s, s.given);
             return clEnqueueWriteBuffer(s.queue, s.target, blocking, s.at, s.size, s.given.data() + s.at, waits.count,
                                         waits.list, event);
           }},
      {.name = "CL_COMMAND_READ_BUFFER_RECT",
       .blocks = true,
       .enqueue =
           [](Scene &s, cl_bool blocking, Waits waits, cl_event *event) {
             return clEnqueueReadBufferRect(s.queue, s.source, blocking, kOrigin.data(), kPacked.data(), kRegion.data(),
                                            kRow, kSlice, 0, 0, s.read.data(), waits.count, waits.list, event);
           },
       .holds =
           [](Scene &s) {
             bool same = true;
             forBox(kOrigin, [&](size_t inBuffer, size_t packed) { same &= s.read[packed] == s.sourceData[inBuffer]; });
             return same;
           }},
      {.name = "CL_COMMAND_WRITE_BUFFER_RECT",
       .blocks = true,
       .enqueue =
           [](Scene &s, cl_bool blocking, Waits waits, cl_event *event) {
             forBox(kOrigin, [&](size_t inBuffer, size_t packed) { s.becomes(inBuffer, s.given[packed]); });
             return clEnqueueWriteBufferRect(s.queue, s.target, blocking, kOrigin.data(), kPacked.data(),
                                             kRegion.data(), kRow, kSlice, 0, 0, s.given.data(), waits.count,
                                             waits.list, event);
           }},
      {.name = "CL_COMMAND_COPY_BUFFER",
       .enqueue =
           [](Scene &s, cl_bool, Waits waits, cl_event *event) {
             covers(s, s.sourceData);
             return clEnqueueCopyBuffer(s.queue, s.source, s.target, s.at, s.at, s.size, waits.count, waits.list,
                                        event);
           }},
      {.name = "CL_COMMAND_COPY_BUFFER_RECT",
       .enqueue =
           [](Scene &s, cl_bool, Waits waits, cl_event *event) {
             std::vector<uint8_t> packedData(kRegion[0] * kRegion[1] * kRegion[2]);
             forBox(kOther, [&](size_t inBuffer, size_t packed) { packedData[packed] = s.sourceData[inBuffer]; });
             forBox(kOrigin, [&](size_t inBuffer, size_t packed) { s.becomes(inBuffer, packedData[packed]); });
             return clEnqueueCopyBufferRect(s.queue, s.source, s.target, kOther.data(), kOrigin.data(), kRegion.data(),
                                            kRow, kSlice, kRow, kSlice, waits.count, waits.list, event);
           }},
      {.name = "CL_COMMAND_FILL_BUFFER",
       .enqueue =
           [](Scene &s, cl_bool, Waits waits, cl_event *event) {
             const uint32_t value = 0x01020304;
             const std::vector<uint32_t> filled(s.targetData.size() / sizeof(value), value);
             const auto *const bytes = reinterpret_cast<const uint8_t *>(filled.data());
             covers(s, {bytes, bytes + s.targetData.size()});
             return clEnqueueFillBuffer(s.queue, s.target, &value, sizeof(value), s.at, s.size, waits.count, waits.list,
                                        event);
           }},
      {.name = "CL_COMMAND_MIGRATE_MEM_OBJECTS",  // to the device
       .enqueue =
           [](Scene &s, cl_bool, Waits waits, cl_event *event) {
             const cl_mem both[] = {s.source, s.target};
             return clEnqueueMigrateMemObjects(s.queue, 2, both, 0, waits.count, waits.list, event);
           }},
      {.name = "CL_COMMAND_MIGRATE_MEM_OBJECTS",  // to the host
       .prepare = moveToDevice,
       .enqueue =
           [](Scene &s, cl_bool, Waits waits, cl_event *event) {
             const cl_mem both[] = {s.source, s.target};
             return clEnqueueMigrateMemObjects(s.queue, 2, both, CL_MIGRATE_MEM_OBJECT_HOST, waits.count, waits.list,
                                               event);
           }},
      mapping("CL_COMMAND_MAP_BUFFER", CL_MAP_READ),
      mapping("CL_COMMAND_MAP_BUFFER", CL_MAP_WRITE),
      {.name = "CL_COMMAND_UNMAP_MEM_OBJECT",
       .once = true,
       .prepare =
           [](Scene &s) {
             moveToDevice(s);
             s.mapped = mapTarget(s, CL_TRUE, CL_MAP_WRITE, {}, nullptr, nullptr);
             REQUIRE(s.mapped);
             std::copy_n(s.given.begin() + long(s.at), s.size, s.mapped);
             covers(s, s.given);
           },
       .enqueue =
           [](Scene &s, cl_bool, Waits waits, cl_event *event) {
             return clEnqueueUnmapMemObject(s.queue, s.target, s.mapped, waits.count, waits.list, event);
           }},
      {.name = "CL_COMMAND_NDRANGE_KERNEL",
       .deviceOnly = true,
       .enqueue =
           [](Scene &s, cl_bool, Waits waits, cl_event *event) {
             const OwnKernel kernel = s.makeKernel();
             const size_t global = 64;
             return clEnqueueNDRangeKernel(s.queue, kernel, 1, nullptr, &global, nullptr, waits.count, waits.list,
                                           event);
           }},
      {.name = "CL_COMMAND_TASK",
       .deviceOnly = true,
       .enqueue =
           [](Scene &s, cl_bool, Waits waits, cl_event *event) {
             return clEnqueueTask(s.queue, s.makeKernel(), waits.count, waits.list, event);
           }},
      {.name = "CL_COMMAND_NDRANGE_KERNEL",
       .deviceOnly = true,
       .enqueue =
           [](Scene &s, cl_bool, Waits waits, cl_event *event) {
             covers(s, s.sourceData);
             return clEnqueueNDRangeKernel(s.queue, s.makeKernel("weft_copy", cl_mem(s.source)), 1, &s.at, &s.size,
                                           nullptr, waits.count, waits.list, event);
           }},
      {.name = "CL_COMMAND_TASK",
       .deviceOnly = true,
       .enqueue =
           [](Scene &s, cl_bool, Waits waits, cl_event *event) {
             for (size_t i = 0; i < sizeof(cl_uint); ++i)
               s.becomes(i, 0x55);
             return clEnqueueTask(s.queue, s.makeKernel("weft_fill", cl_uint(0x55555555)), waits.count, waits.list,
                                  event);
           }},
  };
  return all;
}

/// The target is as before, but for what the command that failed may have written.
void checkTarget(Scene &s, const std::vector<uint8_t> &before) {
  std::vector<uint8_t> now(before.size());
  REQUIRE(clEnqueueReadBuffer(s.queue, s.target, CL_TRUE, 0, now.size(), now.data(), 0, nullptr, nullptr) ==
          CL_SUCCESS);
  size_t wrong = 0;
  if (now != before)
    for (size_t i = 0; i < now.size(); ++i)
      wrong += now[i] != before[i] && !s.covered[i];
  CHECK(wrong == 0);
  // All places agree on it.
  cl_int error = 1;
  const auto *const shown = static_cast<uint8_t *>(
      clEnqueueMapBuffer(s.queue, s.target, CL_TRUE, CL_MAP_READ, 0, now.size(), 0, nullptr, nullptr, &error));
  REQUIRE(error == CL_SUCCESS);
  CHECK(std::equal(now.begin(), now.end(), shown));
  REQUIRE(clEnqueueUnmapMemObject(s.queue, s.target, const_cast<uint8_t *>(shown), 0, nullptr, nullptr) == CL_SUCCESS);
}

void unmap(Scene &s) {
  REQUIRE(clEnqueueUnmapMemObject(s.queue, s.target, s.mapped, 0, nullptr, nullptr) == CL_SUCCESS);
  REQUIRE(clFinish(s.queue) == CL_SUCCESS);
  CHECK(s.mapCount() == 0);
}

void checkSuccess(Scene &s, const Kind &kind) {
  CHECK(kind.holds(s));
  if (kind.maps)
    unmap(s);
  CHECK(s.contains(s.target, s.targetData));
  CHECK(s.contains(s.source, s.sourceData));
}

enum class Form { Event, NoEvent, Blocking };

/// Has the n-th operation of a command fail. False once there is none: it succeeds.
bool attempt(const Kind &kind, const Setting &setting, Form form, Fault fault, unsigned n) {
  Scene s(setting);
  INFO(kind.name << (setting.shared ? " on shared memory" : "") << ", operation " << n << " fails");
  kind.prepare(s);
  const std::vector<uint8_t> before = s.targetData;
  s.covered.assign(setting.bytes, 0);
  // The others move nothing through the device where memory is shared.
  const bool otherwiseFine = fault == Fault::Error || setting.shared;
  s.faulty.lost = fault != Fault::Error;
  bool failed = false;

  if (form == Form::Blocking) {
    cl_event event = nullptr;
    s.faulty.board->failAt(n, fault);
    const cl_int code = kind.enqueue(s, CL_TRUE, {}, &event);
    failed = s.faulty.board->disarm();
    REQUIRE(code == (failed ? CL_OUT_OF_RESOURCES : CL_SUCCESS));
    CHECK((event == nullptr) == failed);
    const OwnEvent own(event);
    CHECK(clFinish(s.queue) == CL_SUCCESS);  // it has been told
    CHECK(s.mapCount() == (kind.maps && !failed ? 1 : 0));
  } else if (form == Form::NoEvent) {
    s.faulty.board->failAt(n, fault);
    REQUIRE(kind.enqueue(s, CL_FALSE, {}, nullptr) == CL_SUCCESS);
    const cl_int finished = clFinish(s.queue);
    failed = s.faulty.board->disarm();
    REQUIRE(finished == (failed ? CL_OUT_OF_RESOURCES : CL_SUCCESS));
    CHECK(clFinish(s.queue) == CL_SUCCESS);
  } else {
    const OwnEvent gate = s.makeUserEvent(), afterwards = s.makeUserEvent();
    OwnEvent event, marker, dependent, independent;
    Record record;
    std::vector<uint8_t> unread(4096), read(4096);
    REQUIRE(kind.enqueue(s, CL_FALSE, {1, &gate}, &event) == CL_SUCCESS);
    REQUIRE(clSetEventCallback(event, CL_COMPLETE, Record::note, &record) == CL_SUCCESS);
    const cl_event both[] = {event, afterwards};
    REQUIRE(clEnqueueMarkerWithWaitList(s.queue, 1, &event, &marker) == CL_SUCCESS);
    REQUIRE(clEnqueueReadBuffer(s.queue, s.bystander, CL_FALSE, 0, 4096, unread.data(), 2, both, &dependent) ==
            CL_SUCCESS);
    REQUIRE(clEnqueueReadBuffer(s.queue, s.bystander, CL_FALSE, 0, 4096, read.data(), 1, &afterwards, &independent) ==
            CL_SUCCESS);
    s.faulty.board->failAt(n, fault);
    REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
    const cl_int waited = clWaitForEvents(1, &event);
    failed = s.faulty.board->disarm();
    REQUIRE(clSetUserEventStatus(afterwards, CL_COMPLETE) == CL_SUCCESS);
    CHECK(clFinish(s.queue) == CL_SUCCESS);  // events tell
    REQUIRE(waited == (failed ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS));
    const cl_int status = failed ? CL_OUT_OF_RESOURCES : CL_COMPLETE;
    const cl_int dependentStatus = failed ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_COMPLETE;
    CHECK(statusOf(event) == status);
    CHECK(record.wait(1) == std::vector<cl_int>{status});
    CHECK(statusOf(marker) == dependentStatus);
    CHECK(statusOf(dependent) == dependentStatus);
    CHECK(statusOf(independent) == (failed && !otherwiseFine ? CL_OUT_OF_RESOURCES : CL_COMPLETE));
    if (!failed || otherwiseFine)
      CHECK(read == pattern(4096));
  }

  if (!failed) {
    s.faulty.lost = false;
    CHECK(s.reports.messages().empty());
    checkSuccess(s, kind);
    s.close();
    return false;
  }
  const std::vector<std::string> messages = s.reports.messages();
  REQUIRE(messages.size() >= 1);
  CHECK(messages[0].find(kind.name) == 0);
  if (otherwiseFine)
    CHECK(messages.size() == 1);  // those that waited for it have no story of their own
  if (kind.maps && form != Form::Blocking) {
    // It counts until it is unmapped, and what its pointer shows is not the contents.
    CHECK(s.mapCount() == 1);
    unmap(s);
  }
  if (fault == Fault::Error) {
    CHECK(s.contains(s.source, s.sourceData));
    checkTarget(s, before);
    if (!kind.once) {
      REQUIRE(kind.enqueue(s, CL_FALSE, {}, nullptr) == CL_SUCCESS);
      REQUIRE(clFinish(s.queue) == CL_SUCCESS);
    }
    checkSuccess(s, kind);
  } else if (!setting.shared) {
    CHECK(clEnqueueReadBuffer(s.queue, s.bystander, CL_TRUE, 0, 1, s.read.data(), 0, nullptr, nullptr) ==
          CL_OUT_OF_RESOURCES);
  }
  s.close();
  return true;
}

void failEach(const Setting &setting, Form form, Fault fault) {
  for (const Kind &kind : kinds()) {
    if (form == Form::Blocking && !kind.blocks)
      continue;
    unsigned n = 1;
    while (attempt(kind, setting, form, fault, n))
      ++n;
    INFO(kind.name);
    CHECK((n > 1) == (kind.deviceOnly || !setting.shared));  // there was something to fail
  }
}

}  // namespace

TEST_CASE("a board operation fails: the command's event tells, and those that wait for it") {
  const bool shared = GENERATE(false, true);
  const auto order =
      GENERATE(cl_command_queue_properties(0), cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
  failEach({.shared = shared, .order = order}, Form::Event, Fault::Error);
}

TEST_CASE("a board operation fails: host_ptr of CL_MEM_USE_HOST_PTR is not believed either") {
  failEach({.shared = GENERATE(false, true), .flags = CL_MEM_USE_HOST_PTR}, Form::Event, Fault::Error);
}

TEST_CASE("a board operation fails: clFinish tells, once, if nobody took the event") {
  failEach({.shared = GENERATE(false, true)}, Form::NoEvent, Fault::Error);
}

TEST_CASE("a board operation fails: a blocking call tells itself") {
  failEach({.shared = GENERATE(false, true)}, Form::Blocking, Fault::Error);
}

TEST_CASE("a board stops to answer or is gone: nothing hangs, and all is released") {
  const bool shared = GENERATE(false, true);
  const Fault fault = GENERATE(Fault::Silent, Fault::Gone);
  const Form form = GENERATE(Form::Event, Form::Blocking);
  failEach({.shared = shared, .bytes = 1 << 16}, form, fault);
}

namespace {

/// A context of two boards. The buffer's contents are on the first only.
struct TwoFaulty : Weft {
  FaultyDevice &first, &second;
  std::vector<uint8_t> data = pattern(kBytes), read = std::vector<uint8_t>(kBytes);
  OwnQueue onFirst, onSecond;
  OwnMem buffer;
  static constexpr size_t kBytes = 5 << 20;  // two chunks on the way through host memory

  explicit TwoFaulty(bool shared) : first(FaultyDevice::get(false)), second(FaultyDevice::get(shared, &first)) {
    const cl_device_id both[] = {first.device->handle(), second.device->handle()};
    context = OwnContext(clCreateContext(nullptr, 2, both, nullptr, nullptr, nullptr));
    REQUIRE(context);
    onFirst = OwnQueue(clCreateCommandQueue(context, both[0], 0, nullptr));
    onSecond = OwnQueue(clCreateCommandQueue(context, both[1], 0, nullptr));
    buffer = makeBuffer(kBytes);
    REQUIRE(clEnqueueWriteBuffer(onFirst, buffer, CL_TRUE, 0, kBytes, data.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  }
  cl_int readOn(cl_command_queue queue) {
    std::fill(read.begin(), read.end(), uint8_t(0));
    return clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, kBytes, read.data(), 0, nullptr, nullptr);
  }
};

}  // namespace

TEST_CASE("a board operation fails on the way from board to board: the contents stay where they were") {
  const bool shared = GENERATE(false, true), source = GENERATE(true, false);
  bool failed = true;
  unsigned n = 0;
  while (failed) {
    TwoFaulty two(shared);
    FaultyBoard &board = *(source ? two.first : two.second).board;
    INFO("operation " << ++n << " of the " << (source ? "first" : "second") << " board fails");
    board.failAt(n, Fault::Error);
    const cl_int code = two.readOn(two.onSecond);
    failed = board.disarm();
    REQUIRE(code == (failed ? CL_OUT_OF_RESOURCES : CL_SUCCESS));
    for (const cl_command_queue queue : {cl_command_queue(two.onFirst), cl_command_queue(two.onSecond)}) {
      REQUIRE(two.readOn(queue) == CL_SUCCESS);
      CHECK(two.read == two.data);
    }
  }
  CHECK((n > 1) == (source || !shared));
}

TEST_CASE("a board is lost: another one of the context goes on with what it has, and with what is written there") {
  const bool shared = GENERATE(false, true);
  const Fault fault = GENERATE(Fault::Silent, Fault::Gone);
  TwoFaulty two(shared);
  const OwnMem other = two.makeBuffer(TwoFaulty::kBytes);
  REQUIRE(clEnqueueWriteBuffer(two.onSecond, other, CL_TRUE, 0, two.data.size(), two.data.data(), 0, nullptr,
                               nullptr) == CL_SUCCESS);
  two.first.lost = true;
  two.first.board->failAt(1, fault);
  CHECK(two.readOn(two.onSecond) == CL_OUT_OF_RESOURCES);
  CHECK(clEnqueueCopyBuffer(two.onSecond, two.buffer, other, 0, 0, 16, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(clFinish(two.onSecond) == CL_OUT_OF_RESOURCES);
  REQUIRE(clEnqueueCopyBuffer(two.onSecond, other, two.buffer, 16, 16, two.data.size() - 16, 0, nullptr, nullptr) ==
          CL_SUCCESS);
  REQUIRE(clEnqueueWriteBuffer(two.onSecond, two.buffer, CL_TRUE, 0, 16, two.data.data(), 0, nullptr, nullptr) ==
          CL_SUCCESS);
  REQUIRE(two.readOn(two.onSecond) == CL_SUCCESS);
  CHECK(two.read == two.data);
  CHECK(two.readOn(two.onFirst) == CL_OUT_OF_RESOURCES);
}
