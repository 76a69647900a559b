// SPDX-License-Identifier: Apache-2.0
// Kernels whose work-groups are dealt out to several compute units: results, faults, hangs and ends are those of one.
#include "captured.h"
#include "fixture.h"

#include <algorithm>
#include <numeric>

namespace {

std::string unitsOption(unsigned units) { return "-weft-compute-units=" + std::to_string(units); }

/// The text is in one of the messages.
bool told(const Weft &weft, const std::string &text) {
  return std::any_of(weft.messages.begin(), weft.messages.end(),
                     [&](const std::string &message) { return message.find(text) != std::string::npos; });
}

/// A loop that leaves the memory port idle. Neighbours go round it a different number of times.
constexpr char kCollatz[] = "kernel void k(global uint *restrict out) {\n"
                            "  uint n = get_global_id(0) + 1, steps = 0;\n"
                            "  while (n != 1) {\n"
                            "    n = n & 1 ? 3 * n + 1 : n / 2;\n"
                            "    ++steps;\n"
                            "  }\n"
                            "  out[get_global_id(0)] = steps;\n"
                            "}\n";

cl_uint stepsOf(cl_uint n) {
  cl_uint steps = 0;
  for (; n != 1; ++steps)
    n = n & 1 ? 3 * n + 1 : n / 2;
  return steps;
}

std::vector<cl_uint> steps(size_t count) {
  std::vector<cl_uint> result(count);
  for (size_t i = 0; i < count; ++i)
    result[i] = stepsOf(cl_uint(i + 1));
  return result;
}

}  // namespace

TEST_CASE("compute units share the work-items of a launch") {
  const Weft weft;
  for (const unsigned units : {1, 2, 3, 4}) {
    cl_kernel kernel = weft.kernel(kCollatz, "k", unitsOption(units).c_str());
    for (const size_t items : {1, 2, 15, 16, 17, 250}) {
      INFO(units << " units, " << items << " work-items");
      cl_mem out = weft.buffer(std::vector<cl_uint>(items));
      setArg(kernel, 0, out);
      REQUIRE(weft.run(kernel, items, 0) == CL_COMPLETE);
      CHECK(weft.read(out, items) == steps(items));
      clReleaseMemObject(out);
    }
    clReleaseKernel(kernel);
  }
}

TEST_CASE("what a kernel computes takes a part of the cycles on several compute units", "[card]") {
  const Weft weft;
  constexpr size_t kItems = 8192;
  const std::vector<cl_uint> expected = steps(kItems);
  cl_ulong alone = 0;
  for (const unsigned units : {1, 2, 4}) {
    cl_kernel kernel = weft.kernel(kCollatz, "k", unitsOption(units).c_str());
    cl_mem out = weft.buffer(std::vector<cl_uint>(kItems));
    setArg(kernel, 0, out);
    cl_ulong cycles = 0;
    REQUIRE(weft.run(kernel, kItems, 0, &cycles) == CL_COMPLETE);
    CHECK(weft.read(out, kItems) == expected);
    if (units == 1)
      alone = cycles;
    INFO(units << " units: " << cycles << " cycles, one: " << alone);
    CHECK(double(cycles) < 1.15 * double(alone) / units);
    clReleaseMemObject(out);
    clReleaseKernel(kernel);
  }
}

TEST_CASE("a kernel has as many compute units as num_compute_units says, whatever the build option") {
  const Weft weft;
  cl_kernel kernel =
      weft.kernel(std::string("__attribute__((num_compute_units(3))) ") + kCollatz, "k", unitsOption(2).c_str());
  char attributes[64] = "";
  REQUIRE(clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, sizeof attributes, attributes, nullptr) == CL_SUCCESS);
  CHECK(std::string(attributes) == "num_compute_units(3)");
  cl_mem out = weft.buffer(std::vector<cl_uint>(100));
  setArg(kernel, 0, out);
  REQUIRE(weft.run(kernel, 100, 10) == CL_COMPLETE);
  CHECK(weft.read(out, 100) == steps(100));
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}

namespace {

/// Groups that turn their numbers round several times, by static memory and by that of an argument.
constexpr char kTurns[] = "kernel void k(global const uint *restrict in, global uint *restrict out, global uint *sum,\n"
                          "              local uint *more, uint rounds) {\n"
                          "  local uint tile[64];\n"
                          "  const uint l = get_local_id(0), n = get_local_size(0);\n"
                          "  uint v = in[get_global_id(0)];\n"
                          "  for (uint i = 0; i < rounds + (get_group_id(0) & 3); ++i) {\n"
                          "    tile[l] = v + i;\n"
                          "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                          "    more[l] = tile[n - 1 - l] * 3;\n"
                          "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                          "    v = more[(l + 1) % n];\n"
                          "  }\n"
                          "  out[get_global_id(0)] = v;\n"
                          "  atomic_add(sum, v);\n"
                          "}\n";

std::vector<cl_uint> turned(const std::vector<cl_uint> &in, size_t local, cl_uint rounds) {
  std::vector<cl_uint> result;
  for (size_t first = 0; first < in.size(); first += local) {
    std::vector<cl_uint> v(in.begin() + long(first), in.begin() + long(first + local)), next(local);
    for (cl_uint i = 0; i < rounds + (first / local & 3); ++i) {
      for (size_t l = 0; l < local; ++l)
        next[l] = (v[local - 1 - (l + 1) % local] + i) * 3;
      v = next;
    }
    result.insert(result.end(), v.begin(), v.end());
  }
  return result;
}

void checkTurns(const Weft &weft, cl_kernel kernel, size_t groups, size_t local) {
  INFO(groups << " groups of " << local);
  std::vector<cl_uint> in(groups * local);
  std::iota(in.begin(), in.end(), 7u);
  const std::vector<cl_uint> expected = turned(in, local, 5);
  cl_mem from = weft.buffer(in), out = weft.buffer(std::vector<cl_uint>(in.size())), sum = weft.buffer({1});
  setArg(kernel, 0, from);
  setArg(kernel, 1, out);
  setArg(kernel, 2, sum);
  REQUIRE(clSetKernelArg(kernel, 3, 64 * sizeof(cl_uint), nullptr) == CL_SUCCESS);
  setArg(kernel, 4, cl_uint(5));
  REQUIRE(weft.run(kernel, in.size(), local) == CL_COMPLETE);
  CHECK(weft.read(out, in.size()) == expected);
  CHECK(weft.read(sum, 1)[0] == std::accumulate(expected.begin(), expected.end(), 1u));
  for (cl_mem memory : {from, out, sum})
    clReleaseMemObject(memory);
}

}  // namespace

TEST_CASE("groups on several compute units have memories and barriers of their own, and device memory in common") {
  const Weft weft;
  for (const unsigned units : {2, 3, 4}) {
    INFO(units << " units");
    cl_kernel kernel = weft.kernel(kTurns, "k", unitsOption(units).c_str());
    for (const size_t local : {1, 5, 64})
      for (const size_t groups : {1, 2, 11})
        checkTurns(weft, kernel, groups, local);
    clReleaseKernel(kernel);
  }
}

TEST_CASE("every compute unit prints") {
  const Weft weft;
  cl_kernel kernel = weft.kernel("kernel void k(global uint *a) { printf(\"%u\\n\", (uint)get_global_id(0)); }", "k",
                                 unitsOption(3).c_str());
  cl_mem a = weft.buffer({0});
  setArg(kernel, 0, a);
  std::string text;
  {
    Captured out(stdout);
    REQUIRE(weft.run(kernel, 40, 4) == CL_COMPLETE);
    text = out.take();
  }
  std::vector<bool> printed(40);
  for (size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
    printed.at(std::stoul(text.substr(at, end - at))) = true;
  CHECK(std::count(printed.begin(), printed.end(), true) == 40);
  CHECK(std::count(text.begin(), text.end(), '\n') == 40);
  clReleaseMemObject(a);
  clReleaseKernel(kernel);
}

TEST_CASE("a fault in one compute unit is reported, and the device goes on") {
  Weft weft;
  // The stray write is one work-item's, whose group any unit may have.
  cl_kernel kernel = weft.kernel("kernel void k(global uint *out, uint stray) {\n"
                                 "  const uint i = get_global_id(0);\n"
                                 "  out[i == stray ? 1000u : i] = i;\n"
                                 "}\n",
                                 "k", unitsOption(4).c_str());
  cl_mem out = weft.buffer(std::vector<cl_uint>(160));
  setArg(kernel, 0, out);
  for (const cl_uint stray : {0u, 17u, 35u, 63u, 159u}) {
    setArg(kernel, 1, stray);
    weft.messages.clear();
    CHECK(weft.run(kernel, 160, 8) < 0);
    CHECK(told(weft, "out"));
    CHECK(told(weft, ":3"));
    setArg(kernel, 1, ~0u);
    CHECK(weft.run(kernel, 160, 8) == CL_COMPLETE);
  }
  std::vector<cl_uint> expected(160);
  std::iota(expected.begin(), expected.end(), 0u);
  CHECK(weft.read(out, 160) == expected);
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}

TEST_CASE("a group that hangs at a barrier of one compute unit ends the launch, and the device goes on") {
  Weft weft;
  cl_kernel kernel = weft.kernel("kernel void k(global uint *out, uint bad, uint rounds) {\n"
                                 "  local uint last;\n"
                                 "  uint v = get_global_id(0);\n"
                                 "  if (get_group_id(0) != bad || get_local_id(0) != 0) {\n"
                                 "    if (get_local_id(0) == 1) last = v;\n"
                                 "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "    v = last;\n"
                                 "  }\n"
                                 "  for (uint i = 0; i < rounds; ++i) v = v * 3 + i;\n"
                                 "  out[get_global_id(0)] = v;\n"
                                 "}\n",
                                 "k", (unitsOption(3) + " -weft-lanes=1").c_str());
  cl_mem out = weft.buffer(std::vector<cl_uint>(320));
  setArg(kernel, 0, out);
  for (const cl_uint bad : {0u, 1u, 13u, 39u})
    for (const cl_uint rounds : {0u, 500u}) {
      INFO("group " << bad << ", " << rounds << " rounds");
      setArg(kernel, 1, bad);
      setArg(kernel, 2, rounds);
      weft.messages.clear();
      CHECK(weft.run(kernel, 320, 8) < 0);
      CHECK(told(weft, "barrier"));
      setArg(kernel, 1, ~0u);
      setArg(kernel, 2, cl_uint(0));
      CHECK(weft.run(kernel, 320, 8) == CL_COMPLETE);
      std::vector<cl_uint> expected(320);
      for (size_t i = 0; i < expected.size(); ++i)
        expected[i] = cl_uint(i / 8 * 8 + 1);
      CHECK(weft.read(out, 320) == expected);
    }
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}

TEST_CASE("an endless loop on several compute units is ended at the cycle limit, with all of its work-items",
          "[.limit]") {
  Weft weft;
  cl_kernel kernel = weft.kernel("kernel void k(volatile global uint *flag, uint last) {\n"
                                 "  if (get_global_id(0) <= last)\n"
                                 "    while (flag[get_global_id(0) & 7] != 77u) ;\n"
                                 "}\n",
                                 "k", unitsOption(3).c_str());
  cl_mem flag = weft.buffer(std::vector<cl_uint>(8));
  setArg(kernel, 0, flag);
  for (const cl_uint last : {0u, 63u}) {
    setArg(kernel, 1, last);
    weft.messages.clear();
    CHECK(weft.run(kernel, 64, 0) == CL_OUT_OF_RESOURCES);
    CHECK(told(weft, "(WEFT_CYCLE_LIMIT is 20000) with " + std::to_string(last + 1) + " work-item"));
    CHECK(told(weft, "the loop at <source>:3:5"));
  }
  clReleaseMemObject(flag);
  clReleaseKernel(kernel);
}
