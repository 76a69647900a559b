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

TEST_CASE("ids up to the largest") {
  const Weft weft;
  cl_uint bits = 0;
  REQUIRE(clGetDeviceInfo(weft.device, CL_DEVICE_ADDRESS_BITS, sizeof bits, &bits, nullptr) == CL_SUCCESS);
  // A size_t of the device holds offset plus size.
  const size_t end = (size_t(1) << 32) - (bits == 32 ? 1 : 0);
  cl_kernel kernel = weft.kernel("kernel void k(global ulong *o) {\n"
                                 "  ulong x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);\n"
                                 "  uint at = ((z - get_global_offset(2)) * get_global_size(1) +\n"
                                 "             (y - get_global_offset(1))) * get_global_size(0) +\n"
                                 "            (x - get_global_offset(0));\n"
                                 "  o += at * 4; o[0] = x; o[1] = y; o[2] = z; o[3] = x + y + z;\n}\n",
                                 "k");
  for (const Sizes &global : {Sizes{12, 1, 1}, {3, 4, 1}, {2, 3, 5}}) {
    const size_t count = global[0] * global[1] * global[2];
    cl_mem out = weft.buffer(std::vector<cl_uint>(count * 8));
    setArg(kernel, 0, out);
    const Sizes offset{end - global[0], end - global[1], end - global[2]};
    REQUIRE(launch(weft, kernel, offset, global, {global[0], 1, 1}) == CL_SUCCESS);
    const std::vector<cl_uint> found = weft.read(out, count * 8);
    std::vector<cl_ulong> ids(count * 4);
    std::memcpy(ids.data(), found.data(), count * 32);
    for (size_t i = 0; i < count; ++i) {
      const cl_ulong x = offset[0] + i % global[0], y = offset[1] + i / global[0] % global[1],
                     z = offset[2] + i / global[0] / global[1];
      CHECK(std::vector<cl_ulong>(&ids[i * 4], &ids[i * 4] + 4) == std::vector<cl_ulong>{x, y, z, x + y + z});
    }
    CHECK(launch(weft, kernel, {offset[0] + 1, 0, 0}, global, {global[0], 1, 1}) == CL_INVALID_GLOBAL_OFFSET);
    clReleaseMemObject(out);
  }
  CHECK(launch(weft, kernel, {0, 0, 0}, {size_t(1) << 32, 1, 1}, {1, 1, 1}) == CL_INVALID_GLOBAL_WORK_SIZE);
  clReleaseKernel(kernel);
}
