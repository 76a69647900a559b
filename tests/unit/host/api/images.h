// SPDX-License-Identifier: Apache-2.0
// What the image functions answer where no device has images.
#pragma once
#include "tests/unit/host/fixture.h"

namespace test {

/// `create(context, format, description, error)`.
template <class Create> void checkNoImages(const Weft &weft, Create create) {
  const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = 4;
  cl_int error = 1;
  REQUIRE(info<cl_bool>(clGetDeviceInfo, weft.device, CL_DEVICE_IMAGE_SUPPORT) == CL_FALSE);
  SECTION("CL_INVALID_CONTEXT") {
    CHECK(create(nullptr, &format, &desc, &error) == nullptr);
    CHECK(error == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_OPERATION: no device of the context supports images") {
    CHECK(create(weft.context, &format, &desc, &error) == nullptr);
    CHECK(error == CL_INVALID_OPERATION);
  }
}

constexpr size_t kImageOrigin[3] = {0, 0, 0}, kImageRegion[3] = {1, 1, 1};

/// `enqueue(queue, image, buffer, event)`: a command with a place for an image; `buffer` is a good buffer.
template <class Enqueue> void checkNotAnImage(const WeftQueue &weft, Enqueue enqueue) {
  const OwnMem buffer = weft.makeBuffer(64);
  cl_event event = nullptr;
  SECTION("CL_INVALID_COMMAND_QUEUE") {
    CHECK(enqueue(nullptr, buffer, buffer, &event) == CL_INVALID_COMMAND_QUEUE);
    const auto wrong = reinterpret_cast<cl_command_queue>(cl_context(weft.context));
    CHECK(enqueue(wrong, buffer, buffer, &event) == CL_INVALID_COMMAND_QUEUE);
  }
  SECTION("CL_INVALID_MEM_OBJECT: not an image") {
    CHECK(enqueue(weft.queue, nullptr, buffer, &event) == CL_INVALID_MEM_OBJECT);
    CHECK(enqueue(weft.queue, buffer, buffer, &event) == CL_INVALID_MEM_OBJECT);
  }
  CHECK(event == nullptr);
}

}  // namespace test
