// SPDX-License-Identifier: Apache-2.0
// The largest work-groups, and ids up to the largest that the device counts.
#include "fixture.h"

#include <array>
#include <cstring>
#include <numeric>

namespace {

using Sizes = std::array<size_t, 3>;

cl_int launch(const Weft &weft, cl_kernel kernel, const Sizes &offset, const Sizes &global, const Sizes &local) {
  return clEnqueueNDRangeKernel(weft.queue, kernel, 3, offset.data(), global.data(), local.data(), 0, nullptr, nullptr);
}

/// In a loop with barriers, each work-item takes the value of the one three further on.
constexpr char kRotate[] = "kernel void k(global uint *data, local uint *a, uint turns) {\n"
                           "  local uint b[1024];\n"
                           "  uint n = get_local_size(0) * get_local_size(1) * get_local_size(2);\n"
                           "  uint l = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) +\n"
                           "           get_local_id(0);\n"
                           "  uint group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) *\n"
                           "               get_num_groups(0) + get_group_id(0);\n"
                           "  a[l] = data[group * n + l];\n"
                           "  for (uint i = 0; i < turns; ++i) {\n"
                           "    barrier(CLK_LOCAL_MEM_FENCE); b[l] = a[(l + 1) % n] + 1;\n"
                           "    barrier(CLK_LOCAL_MEM_FENCE); a[l] = b[(l + 2) % n];\n"
                           "  }\n"
                           "  data[group * n + l] = a[l];\n}\n";

}  // namespace

TEST_CASE("work-groups of a thousand work-items", "[card]") {
  const Weft weft;
  size_t most = 0;
  REQUIRE(clGetDeviceInfo(weft.device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, nullptr) == CL_SUCCESS);
  REQUIRE(most >= 1024);
  constexpr cl_uint kTurns = 5;
  for (const auto &[global, local] : {std::pair<Sizes, Sizes>{{3072, 1, 1}, {1024, 1, 1}},
                                      {{64, 64, 1}, {32, 32, 1}},
                                      {{16, 16, 16}, {16, 8, 8}},
                                      {{3000, 1, 1}, {1000, 1, 1}}}) {
    cl_kernel kernel = weft.kernel(kRotate, "k");
    const size_t count = global[0] * global[1] * global[2], group = local[0] * local[1] * local[2];
    std::vector<cl_uint> in(count), expected(count);
    std::iota(in.begin(), in.end(), 17);
    for (size_t i = 0; i < count; ++i)
      expected[i] = in[i / group * group + (i % group + 3 * kTurns) % group] + kTurns;
    cl_mem data = weft.buffer(in);
    setArg(kernel, 0, data);
    REQUIRE(clSetKernelArg(kernel, 1, group * 4, nullptr) == CL_SUCCESS);
    setArg(kernel, 2, kTurns);
    REQUIRE(launch(weft, kernel, {0, 0, 0}, global, local) == CL_SUCCESS);
    INFO("groups of " << local[0] << "x" << local[1] << "x" << local[2]);
    CHECK(weft.read(data, count) == expected);
    clReleaseMemObject(data);
    clReleaseKernel(kernel);
  }
}

TEST_CASE("a kernel whose private arrays take the room has smaller groups", "[card]") {
  const Weft weft;
  cl_kernel kernel = weft.kernel("kernel void k(global uint *o) {\n"
                                 "  uint a[16384]; uint n = o[get_global_id(0)];\n"
                                 "  for (uint i = 0; i < n; ++i) a[i * 3] = i + n;\n"
                                 "  uint sum = 0; for (uint i = 0; i < n; ++i) sum += a[i * 3];\n"
                                 "  o[get_global_id(0)] = sum;\n}\n",
                                 "k");
  size_t most = 0;
  REQUIRE(clGetKernelWorkGroupInfo(kernel, weft.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, nullptr) ==
          CL_SUCCESS);
  CHECK(most >= 256);
  CHECK(most < 1024);
  std::vector<cl_uint> in(2 * most), expected(2 * most);
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = cl_uint(i % 7);
    expected[i] = in[i] * in[i] + in[i] * (in[i] - 1) / 2;
  }
  cl_mem data = weft.buffer(in);
  setArg(kernel, 0, data);
  CHECK(weft.run(kernel, 2 * most, most) == CL_COMPLETE);
  CHECK(weft.read(data, in.size()) == expected);
  const size_t global = 1024;
  CHECK(clEnqueueNDRangeKernel(weft.queue, kernel, 1, nullptr, &global, &global, 0, nullptr, nullptr) ==
        CL_INVALID_WORK_GROUP_SIZE);
  clReleaseMemObject(data);
  clReleaseKernel(kernel);
}

/// What the work-item functions give, in the order of the results below.
constexpr char kIds[] =
    "#if __OPENCL_C_VERSION__ < 200\n"
    "#define get_global_linear_id() (z * get_global_size(1) + y) * get_global_size(0) + x\n"
    "#endif\n"
    "kernel void k(global ulong *o) {\n"
    "  ulong x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1),\n"
    "        z = get_global_id(2) - get_global_offset(2);\n"
    "  o += ((z * get_global_size(1) + y) * get_global_size(0) + x) * 19;\n"
    "  for (uint d = 0; d < 3; ++d) {\n"
    "    o[d] = get_global_id(d); o[3 + d] = get_group_id(d); o[6 + d] = get_local_id(d);\n"
    "    o[9 + d] = get_global_offset(d); o[12 + d] = get_global_size(d); o[15 + d] = get_num_groups(d);\n"
    "  }\n"
    "  o[18] = get_global_linear_id();\n}\n";

void checkIds(const Weft &weft, const char *options, const Sizes &offset, const Sizes &global, const Sizes &local) {
  const size_t count = global[0] * global[1] * global[2];
  cl_kernel kernel = weft.kernel(kIds, "k", options);
  cl_mem out = weft.buffer(std::vector<cl_uint>(count * 38));
  setArg(kernel, 0, out);
  INFO(options << " offset " << offset[0] << " global " << global[0] << "x" << global[1] << "x" << global[2]);
  REQUIRE(launch(weft, kernel, offset, global, local) == CL_SUCCESS);
  const std::vector<cl_uint> words = weft.read(out, count * 38);
  std::vector<cl_ulong> found(count * 19), expected;
  std::memcpy(found.data(), words.data(), count * 19 * 8);
  for (size_t i = 0; i < count; ++i) {
    const Sizes at{i % global[0], i / global[0] % global[1], i / global[0] / global[1]};
    const std::array<Sizes, 3> kinds{offset, at, local};
    for (unsigned d = 0; d < 3; ++d)
      expected.push_back(kinds[0][d] + kinds[1][d]);
    for (unsigned d = 0; d < 3; ++d)
      expected.push_back(at[d] / local[d]);
    for (unsigned d = 0; d < 3; ++d)
      expected.push_back(at[d] % local[d]);
    expected.insert(expected.end(), offset.begin(), offset.end());
    expected.insert(expected.end(), global.begin(), global.end());
    for (unsigned d = 0; d < 3; ++d)
      expected.push_back((global[d] + local[d] - 1) / local[d]);
    expected.push_back(i);
  }
  CHECK(found == expected);
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}

// WEFT_LARGEST_PART makes several parts of these, too.
TEST_CASE("work-item functions up to the largest ids that a size_t holds", "[parts]") {
  const Weft weft;
  cl_uint bits = 0;
  REQUIRE(clGetDeviceInfo(weft.device, CL_DEVICE_ADDRESS_BITS, sizeof bits, &bits, nullptr) == CL_SUCCESS);
  const size_t end = bits == 32 ? UINT32_MAX : SIZE_MAX;
  std::vector<Sizes> offsets = {{0, 0, 0}, {end - 12, end - 4, end - 5}};
  if (bits == 64)  // across the end of 32 bits, and far behind it
    offsets.insert(offsets.end(), {{(size_t(1) << 32) - 12, (size_t(1) << 32) - 4, 0},
                                   {(size_t(1) << 32) - 5, 3, size_t(1) << 40},
                                   {0, size_t(1) << 32, (size_t(1) << 63) - 2}});
  for (const Sizes &offset : offsets) {
    checkIds(weft, "", offset, {12, 1, 1}, {3, 1, 1});
    checkIds(weft, "", offset, {4, 4, 5}, {2, 4, 1});
    checkIds(weft, "-cl-std=CL3.0", offset, {11, 3, 5}, {4, 2, 2});
  }
}

TEST_CASE("launches with ids of more than 32 bits have the program's variables and local memory", "[parts]") {
  const Weft weft;
  cl_uint bits = 0;
  REQUIRE(clGetDeviceInfo(weft.device, CL_DEVICE_ADDRESS_BITS, sizeof bits, &bits, nullptr) == CL_SUCCESS);
  if (bits == 32)
    return;
  cl_kernel kernel = weft.kernel("global uint calls;\n"
                                 "kernel void k(global uint *out, local uint *both) {\n"
                                 "  both[get_local_id(0)] = (uint)(get_global_id(0) >> 32);\n"
                                 "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "  uint before = atomic_inc(&calls);\n"
                                 "  uint i = get_global_id(0) - get_global_offset(0);\n"
                                 "  out[i] = both[0] * 100 + both[1] * 10 + (before < 24);\n}\n",
                                 "k", "-cl-std=CL3.0");
  cl_mem out = weft.buffer(std::vector<cl_uint>(8));
  setArg(kernel, 0, out);
  REQUIRE(clSetKernelArg(kernel, 1, 8, nullptr) == CL_SUCCESS);
  // The variable is one for launches of both kinds: it counts the work-items of all.
  const size_t offsets[] = {0, (size_t(1) << 32) - 5, (size_t(2) << 32) - 3, 0};
  for (unsigned turn = 0; turn < 4; ++turn) {
    const size_t offset = offsets[turn];
    REQUIRE(launch(weft, kernel, {offset, 0, 0}, {8, 1, 1}, {2, 1, 1}) == CL_SUCCESS);
    std::vector<cl_uint> expected(8);
    for (size_t i = 0; i < 8; ++i) {
      const size_t first = offset + i / 2 * 2;
      expected[i] = cl_uint((first >> 32) * 100 + ((first + 1) >> 32) * 10 + (turn < 3));
    }
    CHECK(weft.read(out, 8) == expected);
  }
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}

TEST_CASE("more than 2^32 work-items", "[.][more]") {
  const Weft weft;
  cl_kernel kernel = weft.kernel("kernel void k(global ulong *out) {\n"
                                 "  ulong i = get_global_id(0);\n"
                                 "  if (i >= (1ul << 32) - 4) out[i - (1ul << 32) + 4] = i + get_group_id(0);\n}\n",
                                 "k");
  constexpr size_t kCount = (size_t(1) << 32) + 64;
  cl_mem out = weft.buffer(std::vector<cl_uint>(68 * 2));
  setArg(kernel, 0, out);
  REQUIRE(launch(weft, kernel, {0, 0, 0}, {kCount, 1, 1}, {64, 1, 1}) == CL_SUCCESS);
  const std::vector<cl_uint> words = weft.read(out, 68 * 2);
  for (size_t i = 0; i < 68; ++i) {
    const size_t id = kCount - 68 + i;
    CHECK((words[2 * i] | cl_ulong(words[2 * i + 1]) << 32) == id + id / 64);
  }
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}
