// SPDX-License-Identifier: Apache-2.0
#include "handles.h"

using namespace test;

namespace {

void CL_CALLBACK note(cl_context context, void *data) {
  static_cast<std::vector<std::pair<cl_context, void *>> *>(data)->emplace_back(context, data);
}

}  // namespace

TEST_CASE_METHOD(Weft, "clSetContextDestructorCallback: last registered, first called") {
  static std::string order;
  order.clear();
  OwnContext own = makeContext();
  const auto add = [](cl_context, void *letter) { order += *static_cast<char *>(letter); };
  char a = 'a', b = 'b', c = 'c';
  for (char *letter : {&a, &b, &c})
    REQUIRE(clSetContextDestructorCallback(own, add, letter) == CL_SUCCESS);
  own.reset();
  CHECK(order == "cba");
}

TEST_CASE_METHOD(Weft, "clSetContextDestructorCallback: called when the last object of the context is gone") {
  std::vector<std::pair<cl_context, void *>> calls;
  OwnContext own = makeContext();
  const cl_context raw = own;
  REQUIRE(clSetContextDestructorCallback(own, note, &calls) == CL_SUCCESS);
  cl_int error = 1;
  OwnMem buffer(clCreateBuffer(own, 0, 64, nullptr, &error));
  REQUIRE(error == CL_SUCCESS);
  own.reset();
  CHECK(calls.empty());
  buffer.reset();
  REQUIRE(calls.size() == 1);
  CHECK(calls[0].first == raw);
}

TEST_CASE_METHOD(Weft, "clSetContextDestructorCallback: CL_INVALID_CONTEXT, context is not a valid context") {
  for (cl_context wrong : invalidHandles<cl_context>(*this))
    CHECK(clSetContextDestructorCallback(wrong, note, nullptr) == CL_INVALID_CONTEXT);
}

TEST_CASE_METHOD(Weft, "clSetContextDestructorCallback: CL_INVALID_VALUE, pfn_notify is NULL") {
  CHECK(clSetContextDestructorCallback(context, nullptr, nullptr) == CL_INVALID_VALUE);
}
