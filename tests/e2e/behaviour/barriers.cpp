// SPDX-License-Identifier: Apache-2.0
// Barriers under conditions that are the same for a whole group: in arms, in loops, after early returns of whole
// groups.
#include "fixture.h"

namespace {

constexpr size_t kGroups = 6, kLocal = 5;

const char *const kSource = "__kernel void k(__global uint *out, __global uint *counter, uint n) {\n"
                            "  __local uint tile[5];\n"
                            "  uint id = get_local_id(0), group = get_group_id(0), v = get_global_id(0) * 7u;\n"
                            "  if (group == n) { out[get_global_id(0)] = 12345; return; }\n"
                            "  for (uint i = 0; i < 4; ++i) {\n"
                            "    if ((group ^ i) & 1) {\n"
                            "      tile[id] = v + i;\n"
                            "      barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "      v = tile[(id + 1) % 5];\n"
                            "      barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "    } else if (i == 2) {\n"
                            "      atomic_add(counter, v);\n"
                            "      tile[id] = v * 3;\n"
                            "      barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "      v ^= tile[4 - id];\n"
                            "      barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "    } else {\n"
                            "      atomic_inc(counter + 1);\n"
                            "      v = v * 5 + id;\n"
                            "    }\n"
                            "    if (group == 4 && i == 1) break;\n"
                            "  }\n"
                            "  out[get_global_id(0)] = v;\n"
                            "}\n";

struct Expected {
  std::vector<cl_uint> out = std::vector<cl_uint>(kGroups * kLocal);
  std::vector<cl_uint> counter = std::vector<cl_uint>(2);
};

/// Group by group, step by step: between barriers all work-items of a group do the same thing.
Expected reference(cl_uint n) {
  Expected result;
  for (cl_uint group = 0; group < kGroups; ++group) {
    std::vector<cl_uint> v(kLocal), tile(kLocal);
    for (cl_uint id = 0; id < kLocal; ++id)
      v[id] = (group * kLocal + id) * 7u;
    for (cl_uint i = 0; i < 4 && group != n; ++i) {
      if ((group ^ i) & 1) {
        for (cl_uint id = 0; id < kLocal; ++id)
          tile[id] = v[id] + i;
        for (cl_uint id = 0; id < kLocal; ++id)
          v[id] = tile[(id + 1) % 5];
      } else if (i == 2) {
        for (cl_uint id = 0; id < kLocal; ++id) {
          result.counter[0] += v[id];
          tile[id] = v[id] * 3;
        }
        for (cl_uint id = 0; id < kLocal; ++id)
          v[id] ^= tile[4 - id];
      } else {
        for (cl_uint id = 0; id < kLocal; ++id) {
          ++result.counter[1];
          v[id] = v[id] * 5 + id;
        }
      }
      if (group == 4 && i == 1)
        break;
    }
    for (cl_uint id = 0; id < kLocal; ++id)
      result.out[group * kLocal + id] = group == n ? 12345 : v[id];
  }
  return result;
}

}  // namespace

TEST_CASE("barriers in arms that whole groups take or leave") {
  Weft weft;
  cl_kernel kernel = weft.kernel(kSource, "k");
  const cl_uint n = GENERATE(0u, 3u, 5u, 99u);
  cl_mem out = weft.buffer(std::vector<cl_uint>(kGroups * kLocal)), counter = weft.buffer({0, 0});
  setArg(kernel, 0, out);
  setArg(kernel, 1, counter);
  setArg(kernel, 2, n);
  REQUIRE(weft.run(kernel, kGroups * kLocal, kLocal) == CL_COMPLETE);
  const Expected expected = reference(n);
  CHECK(weft.read(out, kGroups * kLocal) == expected.out);
  CHECK(weft.read(counter, 2) == expected.counter);
  clReleaseMemObject(out);
  clReleaseMemObject(counter);
  clReleaseKernel(kernel);
}
