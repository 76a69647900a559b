// SPDX-License-Identifier: Apache-2.0
// Built-in functions of extensions that PoCL does not have, against the host's own.
#include "fixture.h"

#include <CL/cl_ext.h>
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <random>

namespace {

std::vector<cl_uint> randomWords(size_t count, unsigned seed) {
  std::mt19937 random{seed};
  std::vector<cl_uint> words(count);
  for (cl_uint &each : words)
    each = random();
  return words;
}

/// Both as sums of products of their bytes, each signed or not.
int64_t dot(cl_uint a, bool aSigned, cl_uint b, bool bSigned) {
  const auto element = [](cl_uint of, bool isSigned, unsigned i) {
    const cl_uint byte = of >> 8 * i & 0xff;
    return isSigned ? int64_t(int8_t(byte)) : int64_t(byte);
  };
  int64_t sum = 0;
  for (unsigned i = 0; i < 4; ++i)
    sum += element(a, aSigned, i) * element(b, bSigned, i);
  return sum;
}

constexpr char kDots[] = "#if !defined(cl_khr_integer_dot_product) || \\\n"
                         "    !defined(__opencl_c_integer_dot_product_input_4x8bit) || \\\n"
                         "    !defined(__opencl_c_integer_dot_product_input_4x8bit_packed)\n#error\n#endif\n"
                         "#define FORMS(name, result, ta, tb)                                 \\\n"
                         "  o[0] = dot(as_##ta(x), as_##tb(y));                               \\\n"
                         "  o[1] = dot_4x8packed_##name##_##result(x, y);                     \\\n"
                         "  o[2] = dot_acc_sat(as_##ta(x), as_##tb(y), (result)z);            \\\n"
                         "  o[3] = dot_acc_sat_4x8packed_##name##_##result(x, y, (result)z);  \\\n"
                         "  o += 4;\n"
                         "kernel void k(global const uint *a, global const uint *b, global const uint *c,\n"
                         "              global uint *o) {\n"
                         "  size_t i = get_global_id(0); uint x = a[i], y = b[i], z = c[i]; o += 16 * i;\n"
                         "  FORMS(uu, uint, uchar4, uchar4) FORMS(ss, int, char4, char4)\n"
                         "  FORMS(us, int, uchar4, char4) FORMS(su, int, char4, uchar4)\n}\n";

/// A box of lines and planes; sizes and distances in elements.
struct Box {
  size_t elements, lines, planes, fromLine, fromPlane, toLine, toPlane, fromOffset, toOffset;
};

/// Copies of elements of `bytes` bytes into local memory, then back out to another place: the box goes there and
/// back. `sizes` are the arguments between the pointers and the event.
std::string boxes(unsigned bytes, const Box &box, bool isThree, bool isConstant) {
  const auto number = [&](const char *name, size_t value) {
    return isConstant ? std::to_string(value) : std::string(name);
  };
  const std::string counts = ", " + number("bytes", bytes) + ", " + number("elements", box.elements) + ", " +
                             number("lines", box.lines) + (isThree ? ", " + number("planes", box.planes) : "");
  const auto distances = [&](size_t line, const char *lineName, size_t plane, const char *planeName) {
    return ", " + number(lineName, line) + (isThree ? ", " + number(planeName, plane) : "");
  };
  const std::string from = distances(box.fromLine, "from_line", box.fromPlane, "from_plane"),
                    to = distances(box.toLine, "to_line", box.toPlane, "to_plane");
  const std::string copy = std::string("async_work_group_copy_") + (isThree ? "3D3D" : "2D2D");
  return "typedef struct { uchar byte[" + std::to_string(bytes) +
         "]; } element;\n"
         "kernel void k(global const element *in, global element *out, local element *tile, uint tile_bytes, uint "
         "bytes,\n"
         "              uint elements, uint lines, uint planes, uint from_line, uint from_plane, uint to_line,\n"
         "              uint to_plane) {\n"
         "  size_t first = get_local_linear_id(), step = get_local_size(0) * get_local_size(1);\n"
         "  for (uint i = first; i < tile_bytes; i += step) ((local uchar *)tile)[i] = 0x5a;\n"
         "  barrier(CLK_LOCAL_MEM_FENCE);\n"
         "  event_t e = " +
         copy + "(tile, " + std::to_string(box.toOffset) + ", in, " + std::to_string(box.fromOffset) + counts + from +
         to +
         ", (event_t)0);\n"
         "  wait_group_events(1, &e);\n"
         "  e = " +
         copy + "(out, " + std::to_string(box.fromOffset) + ", (local const element *)tile, " +
         std::to_string(box.toOffset) + counts + to + from + ", (event_t)0);\n  wait_group_events(1, &e);\n}\n";
}

void checkBox(const Weft &weft, unsigned bytes, const Box &box, bool isConstant, std::array<size_t, 2> group) {
  const bool isThree = box.planes != 1;
  const size_t inElements = box.fromOffset + box.planes * box.fromPlane + box.lines * box.fromLine,
               tileElements = box.toOffset + box.planes * box.toPlane + box.lines * box.toLine,
               words = (inElements * bytes + 3) / 4;
  const std::vector<cl_uint> in = randomWords(words, bytes);
  cl_kernel kernel = weft.kernel(boxes(bytes, box, isThree, isConstant), "k", "-cl-std=CL3.0");
  cl_mem from = weft.buffer(in), to = weft.buffer(std::vector<cl_uint>(words, 0xabababab));
  setArg(kernel, 0, from);
  setArg(kernel, 1, to);
  const size_t tileBytes = tileElements * bytes;
  REQUIRE(clSetKernelArg(kernel, 2, tileBytes, nullptr) == CL_SUCCESS);
  cl_uint index = 3;
  for (size_t value : {tileBytes, size_t(bytes), box.elements, box.lines, box.planes, box.fromLine, box.fromPlane,
                       box.toLine, box.toPlane})
    setArg(kernel, index++, cl_uint(value));
  REQUIRE(clEnqueueNDRangeKernel(weft.queue, kernel, 2, nullptr, group.data(), group.data(), 0, nullptr, nullptr) ==
          CL_SUCCESS);
  std::vector<cl_uint> expected(words, 0xabababab);
  for (size_t plane = 0; plane < box.planes; ++plane)
    for (size_t line = 0; line < box.lines; ++line) {
      const size_t at = (box.fromOffset + plane * box.fromPlane + line * box.fromLine) * bytes;
      std::memcpy(reinterpret_cast<char *>(expected.data()) + at, reinterpret_cast<const char *>(in.data()) + at,
                  box.elements * bytes);
    }
  INFO(bytes << " bytes, " << box.elements << "x" << box.lines << "x" << box.planes << ", group " << group[0] << "x"
             << group[1] << (isConstant ? ", constant" : ""));
  CHECK(weft.read(to, words) == expected);
  clReleaseMemObject(from);
  clReleaseMemObject(to);
  clReleaseKernel(kernel);
}

}  // namespace

TEST_CASE("integer dot products") {
  constexpr size_t kItems = 192;
  const Weft weft;
  for (const char *options : {"", "-cl-std=CL3.0"}) {
    cl_kernel kernel = weft.kernel(kDots, "k", options);
    std::vector<cl_uint> a = randomWords(kItems, 1), b = randomWords(kItems, 2), c = randomWords(kItems, 3);
    // The ends of the ranges, and sums that saturate.
    const cl_uint ends[] = {0, 0x80808080, 0x7f7f7f7f, 0xffffffff, 0x80000000, 0x7fffffff};
    for (size_t i = 0; i < 6 * 6; ++i) {
      a[i] = ends[i / 6];
      b[i] = ends[i % 6];
      c[i] = ends[(i + i / 6) % 6];
    }
    cl_mem out = weft.buffer(std::vector<cl_uint>(kItems * 16));
    cl_uint index = 0;
    const cl_mem inputs[] = {weft.buffer(a), weft.buffer(b), weft.buffer(c), out};
    for (cl_mem memory : inputs)
      setArg(kernel, index++, memory);
    CHECK(weft.run(kernel, kItems, 64) == CL_COMPLETE);
    std::vector<cl_uint> expected;
    for (size_t i = 0; i < kItems; ++i)
      for (unsigned form = 0; form < 4; ++form) {
        // uu, ss, us, su
        const int64_t product = dot(a[i], form == 1 || form == 3, b[i], form == 1 || form == 2);
        const int64_t low = form == 0 ? 0 : std::numeric_limits<cl_int>::min(),
                      high =
                          form == 0 ? int64_t(std::numeric_limits<cl_uint>::max()) : std::numeric_limits<cl_int>::max();
        const int64_t total = std::clamp(product + (form == 0 ? int64_t(c[i]) : int64_t(cl_int(c[i]))), low, high);
        expected.insert(expected.end(), {cl_uint(product), cl_uint(product), cl_uint(total), cl_uint(total)});
      }
    CHECK(weft.read(out, kItems * 16) == expected);
    for (cl_mem memory : inputs)
      clReleaseMemObject(memory);
    clReleaseKernel(kernel);
  }
}

TEST_CASE("boxes are copied between global and local memory") {
  const Weft weft;
  const Box flat{5, 7, 1, 9, 0, 6, 0, 2, 3}, deep{3, 4, 5, 7, 40, 4, 18, 1, 0}, wide{70, 3, 1, 80, 0, 70, 0, 0, 0};
  for (unsigned bytes : {1u, 2u, 3u, 4u, 6u, 8u, 12u, 16u})
    checkBox(weft, bytes, flat, true, {16, 1});
  checkBox(weft, 4, flat, false, {13, 3});
  checkBox(weft, 3, deep, false, {8, 8});
  checkBox(weft, 4, deep, true, {5, 1});
  checkBox(weft, 8, wide, true, {16, 2});
  checkBox(weft, 4, wide, false, {1, 1});
}

TEST_CASE("hints to the compiler change no result") {
  const Weft weft;
  cl_kernel kernel =
      weft.kernel("#ifndef cl_khr_expect_assume\n#error\n#endif\n"
                  "kernel void k(global const int *in, global int *out) {\n"
                  "  size_t i = get_global_id(0); int v = in[i];\n"
                  "  if (__builtin_expect(v > 0, 0)) v *= 3;\n"
                  "  __builtin_assume(in[i] >= -8);\n"
                  "  out[i] = __builtin_expect(v, 0) % 4 + __builtin_expect_with_probability(v & 1, 1, 0.9);\n"
                  "}\n",
                  "k");
  std::vector<cl_uint> in, expected;
  for (cl_int i = -8; i < 24; ++i) {
    in.push_back(cl_uint(i));
    const cl_int v = i > 0 ? i * 3 : i;
    expected.push_back(cl_uint(v % 4 + (v & 1)));
  }
  cl_mem from = weft.buffer(in), to = weft.buffer(std::vector<cl_uint>(in.size()));
  setArg(kernel, 0, from);
  setArg(kernel, 1, to);
  CHECK(weft.run(kernel, in.size(), 8) == CL_COMPLETE);
  CHECK(weft.read(to, in.size()) == expected);
  clReleaseMemObject(from);
  clReleaseMemObject(to);
  clReleaseKernel(kernel);
}

TEST_CASE("a suggested local size is the one that a launch without one takes") {
  const Weft weft;
  cl_platform_id platform = nullptr;
  REQUIRE(clGetDeviceInfo(weft.device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr) == CL_SUCCESS);
  const auto suggest = reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSuggestedLocalWorkSizeKHR"));
  REQUIRE(suggest != nullptr);
  cl_kernel kernel = weft.kernel("kernel void k(global uint *out) {\n"
                                 "  for (uint d = 0; d < 3; ++d) out[d] = get_local_size(d);\n}\n",
                                 "k");
  cl_mem out = weft.buffer(std::vector<cl_uint>(3));
  setArg(kernel, 0, out);
  for (const std::array<size_t, 3> &global : {std::array<size_t, 3>{240, 1, 1}, {17, 9, 1}, {6, 10, 4}}) {
    std::array<size_t, 3> local{};
    REQUIRE(suggest(weft.queue, kernel, 3, nullptr, global.data(), local.data()) == CL_SUCCESS);
    REQUIRE(clEnqueueNDRangeKernel(weft.queue, kernel, 3, nullptr, global.data(), nullptr, 0, nullptr, nullptr) ==
            CL_SUCCESS);
    CHECK(weft.read(out, 3) == std::vector<cl_uint>(local.begin(), local.end()));
  }
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}
