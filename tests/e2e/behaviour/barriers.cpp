// SPDX-License-Identifier: Apache-2.0
// Barriers under conditions that are the same for a whole group: in arms, in loops, after early returns of whole
// groups. The compiler sees that of a group's number; of the same computed from a work-item's own it does not.
#include "fixture.h"

namespace {

constexpr size_t kGroups = 6;

const char *const kSource = "__kernel void k(__global uint *out, __global uint *counter, uint n) {\n"
                            "  __local uint tile[LOCAL];\n"
                            "  uint id = get_local_id(0), group = GROUP, v = get_global_id(0) * 7u;\n"
                            "  if (group == n) { out[get_global_id(0)] = 12345; return; }\n"
                            "  for (uint i = 0; i < 4; ++i) {\n"
                            "    if ((group ^ i) & 1) {\n"
                            "      tile[id] = v + i;\n"
                            "      barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "      v = tile[(id + 1) % LOCAL];\n"
                            "      barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "    } else if (i == 2) {\n"
                            "      atomic_add(counter, v);\n"
                            "      tile[id] = v * 3;\n"
                            "      barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "      v ^= tile[LOCAL - 1 - id];\n"
                            "      barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "    } else {\n"
                            "      atomic_inc(counter + 1);\n"
                            "      v = v * 5 + id;\n"
                            "    }\n"
                            "    if (group == 4 && i == 1) break;\n"
                            "  }\n"
                            "  for (uint i = 0; i < group; ++i) {\n"
                            "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "    tile[id] = v + i;\n"
                            "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "    v += 3 * tile[(id + 2) % LOCAL];\n"
                            "  }\n"
                            "  if (group > 3) {\n"
                            "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "    tile[LOCAL - 1 - id] = v;\n"
                            "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "    out[get_global_id(0)] = tile[id];\n"
                            "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "  } else\n"
                            "    out[get_global_id(0)] = v;\n"
                            "}\n";

/// Of `v` where a group's work-items each take another one's value, `shift` further on.
std::vector<cl_uint> shifted(const std::vector<cl_uint> &v, size_t shift) {
  std::vector<cl_uint> result(v.size());
  for (size_t id = 0; id < v.size(); ++id)
    result[id] = v[(id + shift) % v.size()];
  return result;
}

/// Steps of a group of which none can see how far the work-items of another one are: between barriers all of a group do
/// the same thing.
std::vector<cl_uint> reference(cl_uint group, size_t local, std::vector<cl_uint> &counter) {
  std::vector<cl_uint> v(local);
  for (size_t id = 0; id < local; ++id)
    v[id] = cl_uint(group * local + id) * 7u;
  for (cl_uint i = 0; i < 4; ++i) {
    if ((group ^ i) & 1) {
      v = shifted(v, 1);
      for (cl_uint &each : v)
        each += i;
    } else if (i == 2) {
      const std::vector<cl_uint> before = v;
      for (size_t id = 0; id < local; ++id) {
        counter[0] += before[id];
        v[id] ^= before[local - 1 - id] * 3;
      }
    } else {
      for (size_t id = 0; id < local; ++id) {
        ++counter[1];
        v[id] = v[id] * 5 + cl_uint(id);
      }
    }
    if (group == 4 && i == 1)
      break;
  }
  for (cl_uint i = 0; i < group; ++i) {
    const std::vector<cl_uint> others = shifted(v, 2);
    for (size_t id = 0; id < local; ++id)
      v[id] += 3 * (others[id] + i);
  }
  return group > 3 ? std::vector<cl_uint>(v.rbegin(), v.rend()) : v;
}

struct Case {
  size_t local;
  const char *group, *options;
};

}  // namespace

TEST_CASE("barriers in arms and loops that whole groups take or leave") {
  static constexpr const char *kOwn = "((uint)get_global_id(0)/LOCAL)";
  const auto [local, group, options] =
      GENERATE(Case{5, "get_group_id(0)", ""}, Case{5, kOwn, "-weft-lanes=1"}, Case{5, kOwn, "-weft-lanes=2"},
               Case{16, kOwn, "-weft-lanes=4"}, Case{13, kOwn, "-weft-lanes=8"}, Case{32, kOwn, ""});
  Weft weft;
  const std::string all = "-DLOCAL=" + std::to_string(local) + " -DGROUP=" + group + " " + options;
  INFO(all);
  cl_kernel kernel = weft.kernel(kSource, "k", all.c_str());
  for (const cl_uint n : {0u, 3u, 5u, 99u}) {
    std::vector<cl_uint> expected, counts = {0, 0};
    for (cl_uint g = 0; g < kGroups; ++g) {
      const std::vector<cl_uint> part = g == n ? std::vector<cl_uint>(local, 12345) : reference(g, local, counts);
      expected.insert(expected.end(), part.begin(), part.end());
    }
    cl_mem out = weft.buffer(std::vector<cl_uint>(kGroups * local)), counter = weft.buffer({0, 0});
    setArg(kernel, 0, out);
    setArg(kernel, 1, counter);
    setArg(kernel, 2, n);
    REQUIRE(weft.run(kernel, kGroups * local, local) == CL_COMPLETE);
    CHECK(weft.read(out, kGroups * local) == expected);
    CHECK(weft.read(counter, 2) == counts);
    clReleaseMemObject(out);
    clReleaseMemObject(counter);
  }
  clReleaseKernel(kernel);
}
