// SPDX-License-Identifier: Apache-2.0
// One element a work-item, from vectors to a vector.
#include <fmt/format.h>

#include "values.h"

namespace weft::bench {
namespace {

constexpr float kFactor = 0.75f;  // its products with random floats (24 bits) are rounded

size_t elements(const Setting &setting) { return setting.size<size_t>(131072, 16384); }

/// `target`: the buffer that is written. `expected` gives an element from those of all buffers before.
Case stream(const Setting &setting, const char *name, size_t buffers, size_t target, std::vector<Argument> arguments,
            Work work, Exact (*expected)(const double *element)) {
  const size_t n = elements(setting);
  Case result;
  result.name = name;
  result.size = grouped(n) + " floats";
  result.source = fmt::format("bench/{}.cl", name);
  for (size_t i = 0; i < buffers; ++i)
    result.buffers.push_back(randomFloats(n, uint32_t(i) + 1));
  result.launches = {{std::move(arguments), 1, {n, 1, 1}, {128, 1, 1}}};
  result.work = std::move(work);
  result.check = [target, expected](const Buffers &before, const Buffers &after) {
    std::vector<std::vector<float>> values;
    for (const Words &words : before)
      values.push_back(floatsOf(words));
    std::vector<Exact> results;
    std::vector<double> element(before.size());
    for (size_t i = 0; i < before[0].size(); ++i) {
      for (size_t b = 0; b < before.size(); ++b)
        element[b] = values[b][i];
      results.push_back(expected(element.data()));
    }
    return firstBeyond(results, after[target], 2);  // a product and a sum at most
  };
  return result;
}

Work workOf(const Setting &setting, uint64_t vectors, const char *traffic, const char *operation) {
  const size_t n = elements(setting);
  return {vectors * 4 * n, traffic, double(n), operation};
}

Exact sum(double a, double b) {
  Exact result;
  result.add(a);
  result.add(b);
  return result;
}

Exact first(double a) { return {a, 0}; }  // no rounding

}  // namespace

Case vecadd(const Setting &setting) {
  Case result =
      stream(setting, "vecadd", 3, 2, bufferArguments(3), workOf(setting, 3, "reads a and b, writes c", "addition"),
             [](const double *e) { return sum(e[0], e[1]); });
  result.source = "examples/vecadd/kernel.cl";
  return result;
}

Case saxpy(const Setting &setting) {
  return stream(setting, "saxpy", 2, 1, {scalar(kFactor), BufferArgument{0}, BufferArgument{1}},
                workOf(setting, 3, "reads x and y, writes y", "multiply-add"),
                [](const double *e) { return sum(kFactor * e[0], e[1]); });
}

Case copy(const Setting &setting) {
  return stream(setting, "copy", 2, 1, bufferArguments(2), workOf(setting, 2, "reads a, writes c", "element"),
                [](const double *e) { return first(e[0]); });
}

Case scale(const Setting &setting) {
  return stream(setting, "scale", 2, 0, {BufferArgument{0}, BufferArgument{1}, scalar(kFactor)},
                workOf(setting, 2, "reads c, writes b", "product"),
                [](const double *e) { return sum(kFactor * e[1], 0); });
}

Case add(const Setting &setting) {
  return stream(setting, "add", 3, 2, bufferArguments(3), workOf(setting, 3, "reads a and b, writes c", "addition"),
                [](const double *e) { return sum(e[0], e[1]); });
}

Case triad(const Setting &setting) {
  return stream(setting, "triad", 3, 0, {BufferArgument{0}, BufferArgument{1}, BufferArgument{2}, scalar(kFactor)},
                workOf(setting, 3, "reads b and c, writes a", "multiply-add"),
                [](const double *e) { return sum(e[1], kFactor * e[2]); });
}

}  // namespace weft::bench
