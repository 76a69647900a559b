// SPDX-License-Identifier: Apache-2.0
// Ranges that no number of equal work-groups fills: the last group of each dimension is smaller, against the host's
// count.
#include "fixture.h"

#include <algorithm>
#include <array>

namespace {

using Sizes = std::array<size_t, 3>;

struct Range {
  Sizes global, local, offset{0, 0, 0};
};

/// Results of a work-item: 27 ids and sizes, then what its group exchanges.
constexpr unsigned kResults = 36;
constexpr char kSource[] =
    "REQUIRED kernel void k(global uint *out, local uint *scratch) {\n"
    "  const uint n = get_local_size(0) * get_local_size(1) * get_local_size(2), l = get_local_linear_id();\n"
    "  const uint at = get_global_linear_id();\n"
    "  global uint *o = out + at * 36;\n"
    "  for (uint d = 0; d < 3; ++d) {\n"
    "    o[d] = get_global_id(d); o[3 + d] = get_local_id(d); o[6 + d] = get_group_id(d);\n"
    "    o[9 + d] = get_local_size(d); o[12 + d] = get_enqueued_local_size(d); o[15 + d] = get_num_groups(d);\n"
    "    o[18 + d] = get_global_size(d); o[21 + d] = get_global_offset(d);\n"
    "  }\n"
    "  o[24] = l; o[25] = get_num_sub_groups(); o[26] = get_enqueued_num_sub_groups();\n"
    "  scratch[l] = at; barrier(CLK_LOCAL_MEM_FENCE); o[27] = scratch[n - 1 - l];\n"
    "  o[28] = work_group_reduce_add(at); o[29] = work_group_scan_inclusive_add(at);\n"
    "  o[30] = work_group_scan_exclusive_max(at); o[31] = work_group_reduce_min(at);\n"
    "  o[32] = work_group_broadcast(at, get_local_size(0) - 1, get_local_size(1) - 1, get_local_size(2) - 1);\n"
    "  o[33] = work_group_any(at == 0) != 0; o[34] = work_group_all(at != 0) != 0;\n"
    "  for (uint turn = 0; turn < 3; ++turn) {\n"
    "    uint next = scratch[(l + 1) % n]; barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    scratch[l] = next; barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  }\n"
    "  o[35] = scratch[l];\n}\n";

/// Of one group; `at(i)` is the global linear id of its work-item i.
void addExchanges(const std::vector<cl_uint> &at, std::vector<cl_uint> &out) {
  const size_t n = at.size();
  cl_uint sum = 0, before = 0, highest = 0;
  for (const cl_uint each : at)
    sum += each;
  const cl_uint lowest = *std::min_element(at.begin(), at.end());
  for (size_t l = 0; l < n; ++l) {
    cl_uint *o = &out[size_t(at[l]) * kResults];
    o[24] = cl_uint(l);
    o[27] = at[n - 1 - l];
    o[28] = sum;
    o[29] = before += at[l];
    o[30] = highest;
    o[31] = lowest;
    o[32] = at[n - 1];
    o[33] = lowest == 0;
    o[34] = lowest != 0;
    o[35] = at[(l + 3) % n];
    highest = std::max(highest, at[l]);
  }
}

std::vector<cl_uint> expected(const Range &range) {
  const auto &[global, local, offset] = range;
  std::vector<cl_uint> out(global[0] * global[1] * global[2] * kResults);
  Sizes groups;
  for (unsigned d = 0; d < 3; ++d)
    groups[d] = (global[d] + local[d] - 1) / local[d];
  for (size_t g = 0; g < groups[0] * groups[1] * groups[2]; ++g) {
    const Sizes group{g % groups[0], g / groups[0] % groups[1], g / groups[0] / groups[1]};
    Sizes size;
    for (unsigned d = 0; d < 3; ++d)
      size[d] = std::min(local[d], global[d] - group[d] * local[d]);
    std::vector<cl_uint> at;
    for (size_t l = 0; l < size[0] * size[1] * size[2]; ++l) {
      const Sizes id{l % size[0], l / size[0] % size[1], l / size[0] / size[1]};
      Sizes place;
      for (unsigned d = 0; d < 3; ++d)
        place[d] = group[d] * local[d] + id[d];
      at.push_back(cl_uint((place[2] * global[1] + place[1]) * global[0] + place[0]));
      cl_uint *o = &out[size_t(at.back()) * kResults];
      for (unsigned d = 0; d < 3; ++d) {
        const size_t values[] = {
            place[d] + offset[d], id[d], group[d], size[d], local[d], groups[d], global[d], offset[d]};
        for (unsigned i = 0; i < 8; ++i)
          o[3 * i + d] = cl_uint(values[i]);
      }
      o[25] = cl_uint(size[0] * size[1] * size[2]);  // a sub-group is one work-item
      o[26] = cl_uint(local[0] * local[1] * local[2]);
    }
    addExchanges(at, out);
  }
  return out;
}

cl_int launch(const Weft &weft, cl_kernel kernel, const Range &range, cl_event *event = nullptr) {
  return clEnqueueNDRangeKernel(weft.queue, kernel, 3, range.offset.data(), range.global.data(), range.local.data(), 0,
                                nullptr, event);
}

void check(const Weft &weft, const Range &range, const char *options = "-cl-std=CL3.0 -DREQUIRED=") {
  cl_kernel kernel = weft.kernel(kSource, "k", options);
  const std::vector<cl_uint> wanted = expected(range);
  cl_mem out = weft.buffer(std::vector<cl_uint>(wanted.size(), 0xdeadbeef));
  setArg(kernel, 0, out);
  REQUIRE(clSetKernelArg(kernel, 1, range.local[0] * range.local[1] * range.local[2] * 4, nullptr) == CL_SUCCESS);
  REQUIRE(launch(weft, kernel, range) == CL_SUCCESS);
  const std::vector<cl_uint> found = weft.read(out, wanted.size());
  const auto [at, other] = std::mismatch(found.begin(), found.end(), wanted.begin());
  INFO(range.global[0] << "x" << range.global[1] << "x" << range.global[2] << " in groups of " << range.local[0] << "x"
                       << range.local[1] << "x" << range.local[2] << ": work-item " << (at - found.begin()) / kResults
                       << ", result " << (at - found.begin()) % kResults << " is " << (at == found.end() ? 0 : *at)
                       << ", not " << (at == found.end() ? 0 : *other));
  CHECK((at == found.end() || *at == *other));
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}

}  // namespace

TEST_CASE("work-groups at the edges of a range are smaller", "[parts]") {
  const Weft weft;
  check(weft, {{12, 1, 1}, {4, 1, 1}});
  check(weft, {{10, 1, 1}, {4, 1, 1}, {1000, 0, 0}});
  check(weft, {{3, 1, 1}, {8, 1, 1}});
  check(weft, {{211, 1, 1}, {64, 1, 1}});
  check(weft, {{9, 7, 1}, {4, 2, 1}, {5, 7, 9}});
  check(weft, {{1, 5, 6}, {1, 4, 4}});
  check(weft, {{7, 5, 3}, {4, 2, 2}});
}

TEST_CASE("work-groups of a required size are smaller at the edges too", "[parts]") {
  const Weft weft;
  const char *const options = "-cl-std=CL3.0 -DREQUIRED=__attribute__((reqd_work_group_size(4,2,1)))";
  check(weft, {{9, 5, 1}, {4, 2, 1}}, options);
  check(weft, {{8, 4, 2}, {4, 2, 1}}, options);
}

TEST_CASE("ranges that equal work-groups do not fill are refused where a kernel was built for them") {
  const Weft weft;
  const char *const source = "kernel void k(global uint *out) { out[get_global_id(0)] = get_local_size(0); }";
  for (const char *options : {"", "-cl-std=CL1.1", "-cl-std=CL3.0 -cl-uniform-work-group-size"}) {
    INFO(options);
    cl_kernel kernel = weft.kernel(source, "k", options);
    cl_mem out = weft.buffer(std::vector<cl_uint>(16));
    setArg(kernel, 0, out);
    CHECK(launch(weft, kernel, {{10, 1, 1}, {4, 1, 1}}) == CL_INVALID_WORK_GROUP_SIZE);
    CHECK(launch(weft, kernel, {{12, 1, 1}, {4, 1, 1}}) == CL_SUCCESS);
    CHECK(weft.read(out, 12) == std::vector<cl_uint>(12, 4));
    clReleaseMemObject(out);
    clReleaseKernel(kernel);
  }
}

TEST_CASE("without a local size, a range that few sizes divide gets groups all the same") {
  const Weft weft;
  // Of so much local memory there is room for few groups.
  const char *const source = "kernel void k(global uint *out) {\n"
                             "  local uint t[2048]; uint n = get_local_size(0), l = get_local_id(0);\n"
                             "  t[l] = l; barrier(CLK_LOCAL_MEM_FENCE);\n"
                             "  out[get_global_id(0)] = n + t[n - 1 - l] + l + 1 - n;\n}\n";
  constexpr size_t kPrime = 2003;  // more than a group can have
  for (const bool smaller : {false, true}) {
    cl_kernel kernel = weft.kernel(source, "k", smaller ? "-cl-std=CL3.0" : "-cl-std=CL1.2");
    cl_mem out = weft.buffer(std::vector<cl_uint>(kPrime));
    setArg(kernel, 0, out);
    CHECK(weft.run(kernel, kPrime, 0) == CL_COMPLETE);
    const std::vector<cl_uint> sizes = weft.read(out, kPrime);
    CHECK((smaller ? sizes[0] >= 64 : sizes[0] == 1));
    std::vector<cl_uint> expected(kPrime, sizes[0]);
    std::fill(expected.end() - kPrime % sizes[0], expected.end(), kPrime % sizes[0]);
    CHECK(sizes == expected);
    clReleaseMemObject(out);
    clReleaseKernel(kernel);
  }
}

TEST_CASE("a launch in parts is one command") {
  const Weft weft;
  cl_kernel kernel = weft.kernel("kernel void k(global uint *out) {\n"
                                 "  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] += 1;\n}\n",
                                 "k", "-cl-std=CL3.0");
  cl_mem out = weft.buffer(std::vector<cl_uint>(99));
  setArg(kernel, 0, out);
  const auto cycles = [&](const Range &range) {
    cl_event event = nullptr;
    REQUIRE(launch(weft, kernel, range, &event) == CL_SUCCESS);
    REQUIRE(clWaitForEvents(1, &event) == CL_SUCCESS);
    cl_ulong run = 0, start = 0, end = 0;
    REQUIRE(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_CYCLES_WEFT, sizeof run, &run, nullptr) == CL_SUCCESS);
    REQUIRE(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr) == CL_SUCCESS);
    REQUIRE(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr) == CL_SUCCESS);
    CHECK(end > start);
    clReleaseEvent(event);
    return run;
  };
  // The parts' cycles are added up.
  CHECK(cycles({{11, 9, 1}, {4, 4, 1}}) > cycles({{8, 8, 1}, {4, 4, 1}}));
  std::vector<cl_uint> counts(99, 1);
  for (size_t i = 0; i < 64; ++i)  // rows of the second launch are 8 long
    ++counts[i];
  CHECK(weft.read(out, 99) == counts);
  // A part that fails ends the command.
  const size_t bytes = 4 * 8 * 11;
  cl_mem small = clCreateBuffer(weft.context, CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
  setArg(kernel, 0, small);
  cl_event event = nullptr;
  REQUIRE(launch(weft, kernel, {{11, 9, 1}, {11, 8, 1}}, &event) == CL_SUCCESS);
  CHECK(clWaitForEvents(1, &event) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  cl_int status = CL_COMPLETE;
  REQUIRE(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr) == CL_SUCCESS);
  CHECK(status == CL_OUT_OF_RESOURCES);
  clReleaseEvent(event);
  clReleaseMemObject(small);
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}
