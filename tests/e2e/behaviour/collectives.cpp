// SPDX-License-Identifier: Apache-2.0
// Work-group functions against sums, minima and maxima of the host.
#include "fixture.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>

namespace {

/// Twelve results a work-item: reductions, inclusive and exclusive scans, broadcast, any and all. `inner`: the type of
/// the values in between, from which CONVERT leads back.
std::string source(const std::string &type, const std::string &inner) {
  std::string text = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n__kernel void k(__global const TYPE *in, __global "
                     "TYPE *out, uint from) {\n"
                     "  size_t i = get_global_linear_id(); " +
                     inner + " x = in[i]; __global TYPE *o = out + i * 12;\n";
  unsigned at = 0;
  for (const char *form : {"reduce", "scan_inclusive", "scan_exclusive"})
    for (const char *operation : {"add", "min", "max"})
      text += "  o[" + std::to_string(at++) + "] = CONVERT(work_group_" + form + "_" + operation + "(x));\n";
  text += "  o[9] = CONVERT(get_work_dim() == 1 ? work_group_broadcast(x, from) : get_work_dim() == 2 ?\n"
          "      work_group_broadcast(x, from, 1) : work_group_broadcast(x, from, 1, 1));\n"
          "  o[10] = work_group_any(x == in[0]); o[11] = work_group_all(x != in[0]);\n}\n";
  for (size_t found = 0; (found = text.find("TYPE", found)) != std::string::npos;)
    text.replace(found, 4, type);
  return text;
}

template <class T> T least() {
  return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::lowest();
}
template <class T> T greatest() {
  return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
}

/// What one group gives; sums are of small integers, so exact in any order.
template <class T> std::vector<T> expected(const std::vector<T> &x, T first, size_t from) {
  std::vector<T> out;
  const T sum = std::accumulate(x.begin(), x.end(), T(0));
  const auto [low, high] = std::minmax_element(x.begin(), x.end());
  const bool any = std::find(x.begin(), x.end(), first) != x.end();
  T sums = 0, lows = greatest<T>(), highs = least<T>();
  for (T each : x) {
    const T before[] = {sums, lows, highs};
    sums += each;
    lows = std::min(lows, each);
    highs = std::max(highs, each);
    for (T value : {sum, *low, *high, sums, lows, highs, before[0], before[1], before[2], x[from], T(any), T(!any)})
      out.push_back(value);
  }
  return out;
}

template <class T> std::vector<cl_uint> words(const std::vector<T> &values) {
  std::vector<cl_uint> result(values.size() * sizeof(T) / 4);
  std::memcpy(result.data(), values.data(), values.size() * sizeof(T));
  return result;
}

struct Range {
  cl_uint dimensions;
  size_t global[3], local[3];
};

/// Inputs lie within `extent` of 0, or of each other.
template <class T>
void check(const Weft &weft, const char *type, const Range &range, const char *inner = "", unsigned extent = 1000) {
  const std::string options = std::string("-cl-std=CL3.0 -DCONVERT(x)=") + (*inner ? "convert_int_sat(x)" : "(x)");
  cl_kernel kernel = weft.kernel(source(type, *inner ? inner : type), "k", options.c_str());
  const size_t size = range.local[0] * range.local[1] * range.local[2],
               count = range.global[0] * range.global[1] * range.global[2];
  std::mt19937 random{unsigned(size)};
  std::vector<T> in(count);
  for (T &each : in)
    each = T(random() % (2 * extent)) - T(std::is_signed_v<T> ? extent : 0);
  cl_mem a = weft.buffer(words(in)), out = weft.buffer(std::vector<cl_uint>(count * 12 * sizeof(T) / 4));
  const cl_uint from = cl_uint(range.local[0] - 1);
  setArg(kernel, 0, a);
  setArg(kernel, 1, out);
  setArg(kernel, 2, from);
  REQUIRE(clEnqueueNDRangeKernel(weft.queue, kernel, range.dimensions, nullptr, range.global, range.local, 0, nullptr,
                                 nullptr) == CL_SUCCESS);
  const std::vector<cl_uint> found = weft.read(out, count * 12 * sizeof(T) / 4);
  size_t wrong = 0;
  const size_t groups[] = {range.global[0] / range.local[0], range.global[1] / range.local[1],
                           range.global[2] / range.local[2]};
  for (size_t g = 0; g < groups[0] * groups[1] * groups[2]; ++g) {
    const size_t base[] = {g % groups[0] * range.local[0], g / groups[0] % groups[1] * range.local[1],
                           g / groups[0] / groups[1] * range.local[2]};
    std::vector<T> members;
    std::vector<size_t> places;
    for (size_t i = 0; i < size; ++i) {
      const size_t x = base[0] + i % range.local[0], y = base[1] + i / range.local[0] % range.local[1],
                   z = base[2] + i / range.local[0] / range.local[1];
      places.push_back((z * range.global[1] + y) * range.global[0] + x);
      members.push_back(in[places.back()]);
    }
    const size_t row = range.dimensions == 1   ? 0
                       : range.dimensions == 2 ? range.local[0]
                                               : range.local[0] * (range.local[1] + 1);
    const std::vector<T> wanted = expected(members, in[0], row + from);
    for (size_t i = 0; i < size; ++i)
      wrong += std::memcmp(reinterpret_cast<const char *>(found.data()) + places[i] * 12 * sizeof(T), &wanted[i * 12],
                           12 * sizeof(T)) != 0;
  }
  INFO(type << ", groups of " << range.local[0] << "x" << range.local[1] << "x" << range.local[2]);
  CHECK(wrong == 0);
  clReleaseMemObject(a);
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}

}  // namespace

TEST_CASE("work-group functions") {
  const Weft weft;
  const Range ranges[] = {{1, {128, 1, 1}, {64, 1, 1}},
                          {1, {74, 1, 1}, {37, 1, 1}},
                          {1, {5, 1, 1}, {1, 1, 1}},
                          {2, {24, 6, 1}, {12, 3, 1}},
                          {3, {6, 4, 6}, {3, 2, 3}}};
  for (const Range &range : ranges)
    check<cl_int>(weft, "int", range);
  check<cl_uint>(weft, "uint", ranges[1]);
  check<cl_long>(weft, "long", ranges[4]);
  check<cl_ulong>(weft, "ulong", ranges[1]);
  check<cl_float>(weft, "float", ranges[3]);
  check<cl_double>(weft, "double", ranges[1]);
  check<cl_int>(weft, "int", ranges[1], "half", 20);  // no sum has more than 11 bits
}

TEST_CASE("work-group functions of a thousand work-items", "[card]") {
  const Weft weft;
  check<cl_int>(weft, "int", {1, {2048, 1, 1}, {1024, 1, 1}});
  check<cl_ulong>(weft, "ulong", {2, {64, 32, 1}, {32, 32, 1}});
}
