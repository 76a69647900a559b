// SPDX-License-Identifier: Apache-2.0
#include "buffers.h"

using namespace test;

namespace {

constexpr size_t kAlign = 128;

struct SubBuffers : WeftQueue {
  OwnMem parent = makeBuffer(4 * kAlign);
  cl_int error = 1;
  cl_int fails(cl_mem of, cl_mem_flags flags, size_t origin, size_t bytes) {
    CHECK(subBuffer(of, flags, origin, bytes, &error) == nullptr);
    return error;
  }
  cl_mem_flags flagsOf(cl_mem_flags parentFlags, cl_mem_flags flags) {
    const OwnMem of = makeBuffer(4 * kAlign, parentFlags);
    const OwnMem window(subBuffer(of, flags, kAlign, kAlign, &error));
    REQUIRE(error == CL_SUCCESS);
    return info<cl_mem_flags>(clGetMemObjectInfo, (cl_mem)window, CL_MEM_FLAGS);
  }
};

}  // namespace

TEST_CASE_METHOD(SubBuffers, "clCreateSubBuffer: a window on the parent") {
  const auto data = pattern(4 * kAlign);
  REQUIRE(clEnqueueWriteBuffer(queue, parent, CL_TRUE, 0, data.size(), data.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  const OwnMem window(subBuffer(parent, 0, kAlign, 2 * kAlign, &error));
  REQUIRE(error == CL_SUCCESS);
  CHECK(contents(window, 2 * kAlign) == std::vector<uint8_t>(data.begin() + kAlign, data.begin() + 3 * kAlign));
  const uint8_t mark = 0xee;
  REQUIRE(clEnqueueFillBuffer(queue, window, &mark, 1, 0, 1, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(contents(parent, 4 * kAlign)[kAlign] == mark);
}

TEST_CASE_METHOD(SubBuffers, "clCreateSubBuffer: windows may overlap and show each other's writes") {
  const OwnMem first(subBuffer(parent, 0, 0, 2 * kAlign, &error)), second(subBuffer(parent, 0, kAlign, kAlign, &error));
  const auto data = pattern(kAlign);
  REQUIRE(clEnqueueWriteBuffer(queue, second, CL_TRUE, 0, kAlign, data.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  const auto seen = contents(first, 2 * kAlign);
  CHECK(std::equal(data.begin(), data.end(), seen.begin() + kAlign));
}

TEST_CASE_METHOD(SubBuffers, "clCreateSubBuffer: the parent's memory outlives its release") {
  const OwnMem window(subBuffer(parent, 0, kAlign, kAlign));
  const auto data = pattern(kAlign);
  REQUIRE(clEnqueueWriteBuffer(queue, window, CL_TRUE, 0, kAlign, data.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  parent.reset();
  const OwnMem other = makeBuffer(4 * kAlign);
  const uint8_t zero = 0;
  REQUIRE(clEnqueueFillBuffer(queue, other, &zero, 1, 0, 4 * kAlign, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(contents(window, kAlign) == data);
}

TEST_CASE_METHOD(SubBuffers, "clCreateSubBuffer: flags that are not given are inherited") {
  CHECK(flagsOf(CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY, 0) == (CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY));
  CHECK(flagsOf(CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY) == CL_MEM_WRITE_ONLY);
  CHECK(flagsOf(0, 0) == CL_MEM_READ_WRITE);
  CHECK(flagsOf(CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS) == (CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS));
  CHECK(flagsOf(CL_MEM_ALLOC_HOST_PTR, CL_MEM_READ_ONLY) == (CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR));
}

TEST_CASE_METHOD(SubBuffers, "clCreateSubBuffer: host access flags of the sub-buffer are enforced") {
  uint8_t data[kAlign] = {};
  const OwnMem hidden(subBuffer(parent, CL_MEM_HOST_NO_ACCESS, 0, kAlign));
  CHECK(clEnqueueReadBuffer(queue, hidden, CL_TRUE, 0, kAlign, data, 0, nullptr, nullptr) == CL_INVALID_OPERATION);
  CHECK(clEnqueueWriteBuffer(queue, hidden, CL_TRUE, 0, kAlign, data, 0, nullptr, nullptr) == CL_INVALID_OPERATION);
  CHECK(clEnqueueMapBuffer(queue, hidden, CL_TRUE, CL_MAP_READ, 0, 1, 0, nullptr, nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_OPERATION);
  CHECK(clEnqueueReadBuffer(queue, parent, CL_TRUE, 0, kAlign, data, 0, nullptr, nullptr) == CL_SUCCESS);
  const OwnMem readOnly = makeBuffer(2 * kAlign, CL_MEM_HOST_READ_ONLY);
  const OwnMem window(subBuffer(readOnly, 0, 0, kAlign));
  CHECK(clEnqueueReadBuffer(queue, window, CL_TRUE, 0, kAlign, data, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(clEnqueueWriteBuffer(queue, window, CL_TRUE, 0, kAlign, data, 0, nullptr, nullptr) == CL_INVALID_OPERATION);
}

TEST_CASE_METHOD(SubBuffers, "clCreateSubBuffer: CL_INVALID_MEM_OBJECT, not a buffer or itself a sub-buffer") {
  CHECK(fails(nullptr, 0, 0, kAlign) == CL_INVALID_MEM_OBJECT);
  CHECK(fails(reinterpret_cast<cl_mem>(cl_context(context)), 0, 0, kAlign) == CL_INVALID_MEM_OBJECT);
  const OwnMem window(subBuffer(parent, 0, 0, kAlign));
  CHECK(fails(window, 0, 0, kAlign) == CL_INVALID_MEM_OBJECT);
}

TEST_CASE_METHOD(SubBuffers, "clCreateSubBuffer: CL_INVALID_VALUE, flags that relax the parent's") {
  const struct {
    cl_mem_flags parent, window;
  } refused[] = {{CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE},          {CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY},
                 {CL_MEM_READ_ONLY, CL_MEM_READ_WRITE},           {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY},
                 {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY}, {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY},
                 {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY},  {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_WRITE_ONLY}};
  for (const auto &[parentFlags, flags] : refused)
    CHECK(fails(makeBuffer(kAlign, parentFlags), flags, 0, kAlign) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(SubBuffers, "clCreateSubBuffer: CL_INVALID_VALUE, flags that a sub-buffer cannot have") {
  for (const cl_mem_flags flags : {CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR})
    CHECK(fails(parent, cl_mem_flags(flags), 0, kAlign) == CL_INVALID_VALUE);
  CHECK(fails(parent, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 0, kAlign) == CL_INVALID_VALUE);
  CHECK(fails(parent, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 0, kAlign) == CL_INVALID_VALUE);
  CHECK(fails(parent, cl_mem_flags(1) << 40, 0, kAlign) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(SubBuffers, "clCreateSubBuffer: CL_INVALID_VALUE, buffer_create_type and buffer_create_info") {
  const cl_buffer_region region{0, kAlign};
  CHECK(clCreateSubBuffer(parent, 0, 0x7777, &region, &error) == nullptr);
  CHECK(error == CL_INVALID_VALUE);
  CHECK(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, nullptr, &error) == nullptr);
  CHECK(error == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(SubBuffers, "clCreateSubBuffer: CL_INVALID_VALUE, the region is out of bounds") {
  CHECK(fails(parent, 0, 3 * kAlign, 2 * kAlign) == CL_INVALID_VALUE);
  CHECK(fails(parent, 0, 5 * kAlign, 1) == CL_INVALID_VALUE);
  CHECK(fails(parent, 0, SIZE_MAX - kAlign + 1, kAlign) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(SubBuffers, "clCreateSubBuffer: CL_INVALID_BUFFER_SIZE, a size of 0") {
  CHECK(fails(parent, 0, 0, 0) == CL_INVALID_BUFFER_SIZE);
}

TEST_CASE_METHOD(SubBuffers, "clCreateSubBuffer: CL_MISALIGNED_SUB_BUFFER_OFFSET, aligned for no device") {
  const auto bits = info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MEM_BASE_ADDR_ALIGN);
  CHECK(fails(parent, 0, bits / 8 / 2, 8) == CL_MISALIGNED_SUB_BUFFER_OFFSET);
  CHECK(fails(parent, 0, 4, kAlign) == CL_MISALIGNED_SUB_BUFFER_OFFSET);
  const OwnMem aligned(subBuffer(parent, 0, bits / 8, 8, &error));
  CHECK(error == CL_SUCCESS);
}
