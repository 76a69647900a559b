// SPDX-License-Identifier: Apache-2.0
// Two different boards in one context: one program for both, buffers that go to and fro, a binary for each. Run by name
// where WEFT_DEVICE lists two boards (see CMakeLists.txt).
#include "fixture.h"

#include <array>

namespace {

constexpr const char *kSource = R"(
kernel void advance(global uint *x, uint factor) {
  x[get_global_id(0)] = x[get_global_id(0)] * factor + sizeof(size_t);
})";
constexpr size_t kWords = 1024;

struct Boards {
  std::array<cl_device_id, 2> devices{};
  cl_context context = nullptr;
  std::array<cl_command_queue, 2> queues{};
  std::array<cl_uint, 2> sizeofSize{};

  Boards() {
    cl_platform_id platform = nullptr;
    REQUIRE(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS);
    cl_uint count = 0;
    REQUIRE(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 2, devices.data(), &count) == CL_SUCCESS);
    REQUIRE(count == 2);
    cl_int status = CL_SUCCESS;
    context = clCreateContext(nullptr, 2, devices.data(), nullptr, nullptr, &status);
    REQUIRE(status == CL_SUCCESS);
    for (size_t i = 0; i < 2; ++i) {
      queues[i] = clCreateCommandQueue(context, devices[i], 0, &status);
      REQUIRE(status == CL_SUCCESS);
      cl_uint bits = 0;
      REQUIRE(clGetDeviceInfo(devices[i], CL_DEVICE_ADDRESS_BITS, sizeof bits, &bits, nullptr) == CL_SUCCESS);
      sizeofSize[i] = bits / 8;
    }
    REQUIRE(sizeofSize[0] != sizeofSize[1]);
  }
  ~Boards() {
    for (cl_command_queue queue : queues)
      clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }
  Boards(const Boards &) = delete;
  Boards &operator=(const Boards &) = delete;

  cl_program build(cl_program program) const {
    REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
    return program;
  }
  cl_program fromSource() const {
    const char *source = kSource;
    return build(clCreateProgramWithSource(context, 1, &source, nullptr, nullptr));
  }

  /// One buffer is advanced on both boards in turn, only events ordering the commands; nothing is waited for before the
  /// end. What each board adds differs: a result tells where each step ran.
  void check(cl_program program) const {
    cl_int status = CL_SUCCESS;
    cl_kernel kernel = clCreateKernel(program, "advance", &status);
    REQUIRE(status == CL_SUCCESS);
    std::vector<cl_uint> expected(kWords), found(kWords);
    for (cl_uint i = 0; i < kWords; ++i)
      expected[i] = i * 2654435761u;
    const std::vector<cl_uint> initial = expected;
    for (const cl_mem_flags flags : {0, CL_MEM_ALLOC_HOST_PTR}) {
      expected = initial;
      cl_mem buffer = clCreateBuffer(context, flags, kWords * 4, nullptr, &status);
      REQUIRE(status == CL_SUCCESS);
      cl_event last = nullptr;
      REQUIRE(clEnqueueWriteBuffer(queues[1], buffer, CL_FALSE, 0, kWords * 4, initial.data(), 0, nullptr, &last) ==
              CL_SUCCESS);
      const auto step = [&](size_t board, cl_uint factor, size_t first, size_t items) {
        setArg(kernel, 0, buffer);
        setArg(kernel, 1, factor);
        cl_event event = nullptr;
        REQUIRE(clEnqueueNDRangeKernel(queues[board], kernel, 1, &first, &items, nullptr, 1, &last, &event) ==
                CL_SUCCESS);
        clReleaseEvent(last);
        last = event;
        for (size_t i = first; i < first + items; ++i)
          expected[i] = expected[i] * factor + sizeofSize[board];
      };
      step(0, 3, 0, kWords);
      step(1, 5, 0, kWords / 2);
      step(0, 7, 100, 300);
      step(1, 9, 0, kWords);
      step(1, 11, 512, 512);
      step(0, 13, 0, kWords);
      for (cl_command_queue queue : queues)
        REQUIRE(clFlush(queue) == CL_SUCCESS);
      REQUIRE(clEnqueueReadBuffer(queues[1], buffer, CL_TRUE, 0, kWords * 4, found.data(), 1, &last, nullptr) ==
              CL_SUCCESS);
      CHECK((found == expected));
      clReleaseEvent(last);
      clReleaseMemObject(buffer);
    }
    clReleaseKernel(kernel);
    clReleaseProgram(program);
  }
};

}  // namespace

TEST_CASE_METHOD(Boards, "one program runs on both boards, and a buffer's contents follow", "[.boards]") {
  check(fromSource());
}

TEST_CASE_METHOD(Boards, "each board's binary is reloaded and runs there", "[.boards]") {
  cl_program program = fromSource();
  std::array<size_t, 2> sizes{};
  REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes.data(), nullptr) == CL_SUCCESS);
  std::vector<unsigned char> card(sizes[0]), soc(sizes[1]);
  std::array<unsigned char *, 2> pointers{card.data(), soc.data()};
  REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof pointers, pointers.data(), nullptr) == CL_SUCCESS);
  REQUIRE(clReleaseProgram(program) == CL_SUCCESS);
  // The other way round: devices and binaries go by the list.
  const std::array<cl_device_id, 2> reversed{devices[1], devices[0]};
  const std::array<size_t, 2> lengths{soc.size(), card.size()};
  std::array<const unsigned char *, 2> binaries{soc.data(), card.data()};
  std::array<cl_int, 2> statuses{1, 1};
  cl_int status = 1;
  cl_program loaded =
      clCreateProgramWithBinary(context, 2, reversed.data(), lengths.data(), binaries.data(), statuses.data(), &status);
  REQUIRE(status == CL_SUCCESS);
  CHECK((statuses == std::array<cl_int, 2>{CL_SUCCESS, CL_SUCCESS}));
  check(build(loaded));
}
