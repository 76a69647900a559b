// SPDX-License-Identifier: Apache-2.0
#include "../waiting.h"
#include "boards.h"

using namespace test;

namespace {

struct Creating : Weft {
  cl_int error = 1;
  OwnQueue create(const std::vector<cl_queue_properties> &list) {
    return clCreateCommandQueueWithProperties(context, device, list.empty() ? nullptr : list.data(), &error);
  }
  cl_int errorOf(const std::vector<cl_queue_properties> &list) {
    CHECK((cl_command_queue)create(list) == nullptr);
    return error;
  }
  std::vector<cl_queue_properties> listOf(cl_command_queue queue) {
    size_t bytes = 1;
    REQUIRE(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, 0, nullptr, &bytes) == CL_SUCCESS);
    std::vector<cl_queue_properties> list(bytes / sizeof(cl_queue_properties));
    REQUIRE(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, bytes, list.data(), nullptr) == CL_SUCCESS);
    return list;
  }
};

}  // namespace

TEST_CASE_METHOD(Creating, "clCreateCommandQueueWithProperties") {
  for (const std::vector<cl_queue_properties> &list : std::vector<std::vector<cl_queue_properties>>{
           {},
           {0},
           {CL_QUEUE_PROPERTIES, 0, 0},
           {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0}}) {
    const OwnQueue queue = create(list);
    REQUIRE(error == CL_SUCCESS);
    CHECK(info<cl_command_queue_properties>(clGetCommandQueueInfo, (cl_command_queue)queue, CL_QUEUE_PROPERTIES) ==
          cl_command_queue_properties(list.size() == 3 ? list[1] : 0));
    CHECK(listOf(queue) == list);  // as given, the terminator included
  }
}

TEST_CASE_METHOD(Creating, "clCreateCommandQueueWithProperties: errors") {
  SECTION("CL_INVALID_CONTEXT") {
    CHECK(clCreateCommandQueueWithProperties(nullptr, device, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_CONTEXT);
    CHECK(clCreateCommandQueueWithProperties(wrongHandle<cl_context>(device), device, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_DEVICE") {
    for (cl_device_id wrong : {cl_device_id(nullptr), fourUnits(platform)}) {  // the other is not of the context
      CHECK(clCreateCommandQueueWithProperties(context, wrong, nullptr, &error) == nullptr);
      CHECK(error == CL_INVALID_DEVICE);
    }
  }
  SECTION("CL_INVALID_VALUE: unknown names, unknown bits, a name twice") {
    CHECK(errorOf({0x7777, 0, 0}) == CL_INVALID_VALUE);
    CHECK(errorOf({CL_QUEUE_PROPERTIES, 0x100, 0}) == CL_INVALID_VALUE);
    CHECK(errorOf({CL_QUEUE_PROPERTIES, 0, CL_QUEUE_PROPERTIES, 0, 0}) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_QUEUE_PROPERTIES: queues on the device, and sizes, which are for them") {
    CHECK(errorOf({CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0}) ==
          CL_INVALID_QUEUE_PROPERTIES);
    CHECK(errorOf({CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_SIZE,
                   1024, 0}) == CL_INVALID_QUEUE_PROPERTIES);
    CHECK(errorOf({CL_QUEUE_SIZE, 1024, 0}) == CL_INVALID_QUEUE_PROPERTIES);
  }
}
