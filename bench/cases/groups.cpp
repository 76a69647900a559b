// SPDX-License-Identifier: Apache-2.0
// Work-groups that combine their elements in local memory.
#include <fmt/format.h>
#include <numeric>

#include "values.h"

namespace weft::bench {
namespace {

constexpr size_t kBlock = 256;  // of a scan

}  // namespace

Case reduce(const Setting &setting) {
  constexpr size_t local = 128;
  const size_t n = setting.size<size_t>(65536, 8192), groups = 8;
  Case result;
  result.name = "reduce";
  result.size = grouped(n) + " elements";
  result.source = "examples/reduce/kernel.cl";
  result.buffers = {randomWords(n), Words(groups)};
  result.launches = {{bufferArguments(2), 1, {groups * local, 1, 1}, {local, 1, 1}}};
  result.launches[0].arguments.insert(result.launches[0].arguments.end(),
                                      {LocalArgument{local * 4}, scalar(cl_uint(n))});
  result.work = {4 * (n + groups), "reads the elements, writes a sum a group", double(n), "addition"};
  result.check = [](const Buffers &before, const Buffers &after) {
    Words expected(groups);
    for (size_t i = 0; i < before[0].size(); ++i)
      expected[i / local % groups] += before[0][i];
    return firstDifference(expected, after[1]);
  };
  return result;
}

Case scan(const Setting &setting) {
  const size_t n = setting.size<size_t>(16384, 4096);
  Case result;
  result.name = "scan";
  result.size = fmt::format("{} in blocks of {}", grouped(n), kBlock);
  result.source = "bench/scan.cl";
  result.buffers = {randomWords(n), Words(n)};
  result.launches = {{bufferArguments(2), 1, {n / 2, 1, 1}, {kBlock / 2, 1, 1}}};
  result.work = {2 * 4 * n, "reads the elements, writes the sums", 4.0 * double(n),
                 "visit of an element: load, sum upwards, sum downwards, store"};
  result.check = [](const Buffers &before, const Buffers &after) {
    Words expected(before[0].size());
    for (size_t first = 0; first < expected.size(); first += kBlock) {
      const auto begin = before[0].begin() + ptrdiff_t(first);
      std::exclusive_scan(begin, begin + ptrdiff_t(kBlock), expected.begin() + ptrdiff_t(first), 0U);
    }
    return firstDifference(expected, after[1]);
  };
  return result;
}

Case histogram(const Setting &setting) {
  const size_t n = setting.size<size_t>(65536, 8192);
  Case result;
  result.name = "histogram";
  result.size = grouped(n) + " bytes";
  result.source = "examples/histogram/kernel.cl";
  result.buffers = {randomWords(n / 4), Words(256)};
  result.launches = {{{BufferArgument{0}, scalar(cl_uint(n)), BufferArgument{1}}, 1, {1024, 1, 1}, {256, 1, 1}}};
  result.work = {n + 2 * 4 * 256, "reads the bytes; reads and writes the counts", double(n), "count"};
  result.check = [](const Buffers &before, const Buffers &after) {
    Words expected(256);
    for (const uint32_t word : before[0])
      for (int shift = 0; shift < 32; shift += 8)
        ++expected[word >> shift & 255];
    return firstDifference(expected, after[1]);
  };
  return result;
}

}  // namespace weft::bench
