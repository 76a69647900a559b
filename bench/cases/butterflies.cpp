// SPDX-License-Identifier: Apache-2.0
// Networks of pairs at distances that are powers of two.
#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <fmt/format.h>

#include "values.h"

namespace weft::bench {
namespace {

using Complex = std::complex<double>;

constexpr size_t kPoints = 4096, kStages = 12;

Complex rootOfUnity(size_t k, size_t points) { return std::polar(1.0, -2 * M_PI * double(k) / double(points)); }

std::vector<Complex> complexOf(const Words &words) {
  const std::vector<float> parts = floatsOf(words);
  std::vector<Complex> values(parts.size() / 2);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = {parts[2 * i], parts[2 * i + 1]};
  return values;
}

std::vector<Complex> transform(const std::vector<Complex> &values) {
  const size_t n = values.size();
  if (n == 1)
    return values;
  std::vector<Complex> even(n / 2), odd(n / 2), result(n);
  for (size_t i = 0; i < n / 2; ++i) {
    even[i] = values[2 * i];
    odd[i] = values[2 * i + 1];
  }
  even = transform(even);
  odd = transform(odd);
  for (size_t k = 0; k < n / 2; ++k) {
    const Complex term = rootOfUnity(k, n) * odd[k];
    result[k] = even[k] + term;
    result[k + n / 2] = even[k] - term;
  }
  return result;
}

Words twiddles() {
  std::vector<float> parts;
  for (size_t k = 0; k < kPoints / 2; ++k) {
    const Complex root = rootOfUnity(k, kPoints);
    parts.insert(parts.end(), {float(root.real()), float(root.imag())});
  }
  return wordsOf(parts);
}

/// Each part of an output is a sum of all inputs' parts with factors of at most 1. A term is rounded four times a
/// stage: twiddle, product, difference of products, sum of the pair.
std::string checkTransforms(const Buffers &before, const Buffers &after) {
  const std::vector<Complex> in = complexOf(before[0]);
  std::vector<Exact> expected;
  for (size_t first = 0; first < in.size(); first += kPoints) {
    const std::vector<Complex> values(in.begin() + ptrdiff_t(first), in.begin() + ptrdiff_t(first + kPoints));
    double magnitude = 0;
    for (const Complex &value : values)
      magnitude += std::abs(value.real()) + std::abs(value.imag());
    for (const Complex &value : transform(values))
      expected.insert(expected.end(), {{value.real(), magnitude}, {value.imag(), magnitude}});
  }
  return firstBeyond(expected, after[2], 4 * kStages);
}

}  // namespace

Case bitonic(const Setting &setting) {
  const size_t n = setting.size<size_t>(16384, 1024);
  Case result;
  result.name = "bitonic";
  result.source = "bench/bitonic.cl";
  result.buffers = {randomWords(n)};
  for (size_t block = 2; block <= n; block *= 2)
    for (size_t distance = block / 2; distance > 0; distance /= 2)
      result.launches.push_back(
          {{BufferArgument{0}, scalar(cl_uint(block)), scalar(cl_uint(distance))}, 1, {n / 2, 1, 1}, {128, 1, 1}});
  const size_t steps = result.launches.size();
  result.size = fmt::format("{} in {} steps", grouped(n), steps);
  result.work = {steps * 2 * 4 * n, "reads and writes all in each step", double(steps * n) / 2, "pair"};
  result.check = [](const Buffers &before, const Buffers &after) {
    Words expected = before[0];
    std::sort(expected.begin(), expected.end());
    return firstDifference(expected, after[0]);
  };
  return result;
}

Case fft(const Setting &setting) {
  const size_t batch = setting.size<size_t>(16, 1);
  Case result;
  result.name = "fft";
  result.size = fmt::format("{} of {} points", batch, grouped(kPoints));
  result.source = "bench/fft.cl";
  result.buffers = {randomFloats(2 * kPoints * batch), twiddles(), Words(2 * kPoints * batch)};
  result.launches = {{bufferArguments(3), 1, {256 * batch, 1, 1}, {256, 1, 1}}};
  result.work = {8 * (2 * kPoints * batch + kPoints / 2), "reads values and twiddles, writes results",
                 double(batch * kStages * kPoints) / 2, "butterfly"};
  result.check = checkTransforms;
  return result;
}

}  // namespace weft::bench
