// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <set>

#include "values.h"

namespace weft::bench {
namespace {

constexpr size_t kTile = 16;

std::string checkProduct(size_t n, const Buffers &before, const Buffers &after) {
  const std::vector<float> a = floatsOf(before[0]), b = floatsOf(before[1]);
  std::vector<Exact> expected(n * n);
  for (size_t row = 0; row < n; ++row)
    for (size_t k = 0; k < n; ++k)
      for (size_t column = 0; column < n; ++column)
        expected[row * n + column].add(double(a[row * n + k]) * b[k * n + column]);
  return firstBeyond(expected, after[2], double(n) + 1);  // a term's product, and as many sums as there are terms
}

/// `unroll`: multiply-adds that the source asks a work-item to make at a time.
Case product(const Setting &setting, const char *name, const char *source, size_t unroll) {
  const size_t n = setting.size<size_t>(256, 64);
  Case result;
  result.name = name;
  result.size = fmt::format("{0} x {0} x {0}", n);
  result.source = source;
  result.buffers = {randomFloats(n * n, 1), randomFloats(n * n, 2), Words(n * n)};
  result.launches = {{bufferArguments(3), 2, {n, n, 1}, {kTile, kTile, 1}}};
  result.launches[0].arguments.emplace_back(scalar(cl_int(n)));
  result.work = {3 * 4 * n * n, "reads a and b, writes c", double(n * n * n) / double(unroll),
                 unroll == 1 ? "multiply-add" : fmt::format("{} multiply-adds (unrolled)", unroll)};
  result.check = [n](const Buffers &before, const Buffers &after) { return checkProduct(n, before, after); };
  return result;
}

/// Lines of x that the row's columns lie in are read at least once.
uint64_t bytesOfLines(const Words &indices, unsigned lineBytes) {
  std::set<uint32_t> lines;
  for (const uint32_t index : indices)
    lines.insert(index * 4 / lineBytes);
  return uint64_t(lines.size()) * lineBytes;
}

}  // namespace

Case matmul(const Setting &setting) { return product(setting, "matmul", "examples/matmul/kernel.cl", 4); }

Case matmulNaive(const Setting &setting) { return product(setting, "matmul_naive", "bench/matmul_naive.cl", 1); }

Case transpose(const Setting &setting) {
  const size_t n = setting.size<size_t>(256, 64);
  Case result;
  result.name = "transpose";
  result.size = fmt::format("{0} x {0}", n);
  result.source = "bench/transpose.cl";
  result.buffers = {randomWords(n * n), Words(n * n)};
  result.launches = {{bufferArguments(2), 2, {n, n, 1}, {kTile, kTile, 1}}};
  result.launches[0].arguments.emplace_back(scalar(cl_int(n)));
  result.work = {2 * 4 * n * n, "reads the matrix, writes the other", double(n * n), "element"};
  result.check = [n](const Buffers &before, const Buffers &after) {
    Words expected(n * n);
    for (size_t row = 0; row < n; ++row)
      for (size_t column = 0; column < n; ++column)
        expected[column * n + row] = before[0][row * n + column];
    return firstDifference(expected, after[1]);
  };
  return result;
}

Case spmv(const Setting &setting) {
  constexpr size_t perRow = 10;
  const size_t rows = setting.size<size_t>(8192, 1024);
  Case result;
  result.name = "spmv";
  result.size = fmt::format("{} rows of {}", grouped(rows), perRow);
  result.source = "bench/spmv.cl";
  Words starts(rows + 1);
  for (size_t row = 0; row <= rows; ++row)
    starts[row] = uint32_t(row * perRow);
  const Words columns = randomIndices(rows * perRow, uint32_t(rows));
  const uint64_t bytesOfX = bytesOfLines(columns, setting.lineBytes);
  result.buffers = {starts, columns, randomFloats(rows * perRow, 2), randomFloats(rows, 3), Words(rows)};
  result.launches = {{bufferArguments(5), 1, {rows, 1, 1}, {128, 1, 1}}};
  result.work = {4 * (rows + 1) + 2 * 4 * rows * perRow + bytesOfX + 4 * rows,
                 "reads rows, columns, values, and lines of x once; writes y", double(rows * perRow), "multiply-add"};
  result.check = [](const Buffers &before, const Buffers &after) {
    const std::vector<float> values = floatsOf(before[2]), x = floatsOf(before[3]);
    std::vector<Exact> expected(after[4].size());
    for (size_t row = 0; row < expected.size(); ++row)
      for (uint32_t k = before[0][row]; k < before[0][row + 1]; ++k)
        expected[row].add(double(values[k]) * x[before[1][k]]);
    return firstBeyond(expected, after[4], perRow + 1);
  };
  return result;
}

}  // namespace weft::bench
