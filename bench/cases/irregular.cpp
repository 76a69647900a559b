// SPDX-License-Identifier: Apache-2.0
// Accesses at places that memory holds.
#include <fmt/format.h>

#include "ideal_cache.h"
#include "values.h"

namespace weft::bench {

Case gather(const Setting &setting) {
  const size_t n = setting.size<size_t>(65536, 4096);
  const size_t words = setting.size<size_t>(1 << 18, 1 << 14);
  Case result;
  result.name = "gather";
  result.size = fmt::format("{} of {} KiB", grouped(n), words / 256);
  result.source = "bench/gather.cl";
  const Words indices = randomIndices(n, uint32_t(words), 2);
  constexpr size_t cacheKib = 16;  // of a table far larger than that
  Words lines;
  for (const uint32_t index : indices)
    lines.push_back(index * 4 / setting.lineBytes);
  const uint64_t read = leastMisses(lines, cacheKib * 1024 / setting.lineBytes);
  result.buffers = {randomWords(words), indices, Words(n)};
  result.launches = {{bufferArguments(3), 1, {n, 1, 1}, {128, 1, 1}}};
  result.work = {
      2 * 4 * n + read * setting.lineBytes,
      fmt::format("reads indices, and lines of the table that an ideal cache of {} KiB lacks; writes results",
                  cacheKib),
      double(n), "load"};
  result.check = [](const Buffers &before, const Buffers &after) {
    Words expected;
    for (const uint32_t index : before[1])
      expected.push_back(before[0][index]);
    return firstDifference(expected, after[2]);
  };
  return result;
}

Case chase(const Setting &setting) {
  constexpr uint32_t n = 1 << 16;
  const uint32_t steps = setting.size<uint32_t>(10000, 1000);
  Words next(n);
  for (uint32_t i = 0; i < n; ++i)
    next[i] = (i * 40501 + 12345) % n;  // one circle through all (Hull and Dobell, 1962)
  Case result;
  result.name = "chase";
  result.size = grouped(steps) + " loads, one after the other";
  result.source = "bench/chase.cl";
  result.buffers = {next, Words(1)};
  result.launches = {{bufferArguments(2)}};
  result.launches[0].arguments.emplace_back(scalar(cl_uint(steps)));
  result.work = {uint64_t(steps) * setting.lineBytes, "reads a line for each load", double(steps), "load", true};
  result.check = [steps](const Buffers &before, const Buffers &after) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < steps; ++i)
      at = before[0][at];
    return firstDifference({at}, after[1]);
  };
  return result;
}

}  // namespace weft::bench
