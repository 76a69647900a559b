// SPDX-License-Identifier: Apache-2.0
#include "buffers.h"

using namespace test;

TEST_CASE_METHOD(WeftQueue, "clSetMemObjectDestructorCallback: in reverse order, after queued users, with the handle") {
  struct Note {
    char letter;
    std::string *order;
    cl_mem handle;
  };
  std::string order;
  const auto note = [](cl_mem memory, void *data) {
    auto *note = static_cast<Note *>(data);
    *note->order += memory == note->handle ? note->letter : '?';
  };
  OwnMem buffer = makeBuffer(64);
  Note a{'a', &order, buffer}, b{'b', &order, buffer}, c{'c', &order, buffer};
  for (Note *each : {&a, &b, &c})
    REQUIRE(clSetMemObjectDestructorCallback(buffer, note, each) == CL_SUCCESS);
  const OwnEvent gate = makeUserEvent();
  const uint8_t zero = 0;
  REQUIRE(clEnqueueFillBuffer(queue, buffer, &zero, 1, 0, 64, 1, &gate, nullptr) == CL_SUCCESS);
  buffer.reset();
  CHECK(order.empty());
  REQUIRE(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  REQUIRE(clFinish(queue) == CL_SUCCESS);
  CHECK(order == "cba");
}

TEST_CASE_METHOD(Weft, "clSetMemObjectDestructorCallback: a parent goes after its sub-buffers") {
  static std::string order;
  order.clear();
  OwnMem parent = makeBuffer(256);
  OwnMem window(subBuffer(parent, 0, 128, 128));
  const auto parentGone = [](cl_mem, void *) { order += 'p'; };
  const auto windowGone = [](cl_mem, void *) { order += 'w'; };
  REQUIRE(clSetMemObjectDestructorCallback(parent, parentGone, nullptr) == CL_SUCCESS);
  REQUIRE(clSetMemObjectDestructorCallback(window, windowGone, nullptr) == CL_SUCCESS);
  parent.reset();
  CHECK(order.empty());
  window.reset();
  CHECK(order == "wp");
}

TEST_CASE_METHOD(Weft, "clSetMemObjectDestructorCallback: the callback may free host_ptr") {
  auto *host = new std::vector<uint8_t>(4096, uint8_t(3));
  OwnMem buffer = makeBuffer(host->size(), CL_MEM_USE_HOST_PTR, host->data());
  const auto free = [](cl_mem, void *data) { delete static_cast<std::vector<uint8_t> *>(data); };
  REQUIRE(clSetMemObjectDestructorCallback(buffer, free, host) == CL_SUCCESS);
}

TEST_CASE_METHOD(Weft, "clSetMemObjectDestructorCallback: CL_INVALID_MEM_OBJECT") {
  const auto nothing = [](cl_mem, void *) {};
  CHECK(clSetMemObjectDestructorCallback(nullptr, nothing, nullptr) == CL_INVALID_MEM_OBJECT);
  const auto wrong = reinterpret_cast<cl_mem>(cl_context(context));
  CHECK(clSetMemObjectDestructorCallback(wrong, nothing, nullptr) == CL_INVALID_MEM_OBJECT);
}

TEST_CASE_METHOD(Weft, "clSetMemObjectDestructorCallback: CL_INVALID_VALUE, pfn_notify is NULL") {
  CHECK(clSetMemObjectDestructorCallback(makeBuffer(16), nullptr, nullptr) == CL_INVALID_VALUE);
}
