// SPDX-License-Identifier: Apache-2.0
// Grids of work-items: stencils and images.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "values.h"

namespace weft::bench {
namespace {

struct Grid {
  size_t width, height;
  size_t points() const { return width * height; }
  size_t bordered() const { return (width + 2) * (height + 2); }
};

Grid gridOf(const Setting &setting) { return {setting.size<size_t>(256, 128), setting.size<size_t>(128, 32)}; }

/// A kernel that reads a grid with a border and writes one without.
Case stencil(const Setting &setting, const char *name) {
  const Grid grid = gridOf(setting);
  Case result;
  result.name = name;
  result.size = fmt::format("{} x {}", grid.width, grid.height);
  result.source = fmt::format("bench/{}.cl", name);
  result.buffers = {randomFloats(grid.bordered())};
  result.launches = {{{}, 2, {grid.width, grid.height, 1}, {64, 1, 1}}};
  result.work = {4 * (grid.bordered() + grid.points()), "reads the grid and its border, writes the grid",
                 double(grid.points()), "point"};
  return result;
}

int brightness(const Words &in, int width, int height, int x, int y) {
  const auto column = size_t(std::clamp(x, 0, width - 1)), row = size_t(std::clamp(y, 0, height - 1));
  const uint32_t p = in[row * size_t(width) + column];
  return int(77 * (p & 255) + 150 * (p >> 8 & 255) + 29 * (p >> 16 & 255)) >> 8;
}

uint32_t sobelOf(const Words &in, int width, int height, int x, int y) {
  const auto at = [&](int dx, int dy) { return brightness(in, width, height, x + dx, y + dy); };
  const int gx = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
  const int gy = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
  const auto m = uint32_t(std::min(std::sqrt(float(gx * gx + gy * gy)), 255.0f));
  return m | m << 8 | m << 16 | 0xff000000;
}

struct View {
  int width, height, limit;
  float left = -2.25f, top = 1.0f;
  float step() const { return 3.0f / float(width); }

  /// Of the same operations in the same order as the kernel, which forbids contraction.
  int iterations(int px, int py) const {
    const float cx = left + float(px) * step(), cy = top - float(py) * step();
    float x = 0, y = 0;
    int n = 0;
    for (; n < limit && x * x + y * y <= 4.0f; ++n) {
      const float next = x * x - y * y + cx;
      y = 2.0f * x * y + cy;
      x = next;
    }
    return n;
  }
  Words picture() const {
    Words result;
    for (int py = 0; py < height; ++py)
      for (int px = 0; px < width; ++px)
        result.push_back(uint32_t(iterations(px, py)));
    return result;
  }
};

}  // namespace

Case stencil5(const Setting &setting) {
  const Grid grid = gridOf(setting);
  Case result = stencil(setting, "stencil5");
  result.buffers.emplace_back(grid.points());
  result.launches[0].arguments = bufferArguments(2);
  result.launches[0].arguments.emplace_back(scalar(cl_int(grid.width)));
  result.check = [grid](const Buffers &before, const Buffers &after) {
    const std::vector<float> in = floatsOf(before[0]);
    const size_t pitch = grid.width + 2;
    std::vector<Exact> expected(grid.points());
    for (size_t i = 0; i < grid.points(); ++i) {
      const float *centre = &in[(i / grid.width + 1) * pitch + i % grid.width + 1];
      expected[i].add(*centre);
      expected[i].add(0.1f * -4.0 * *centre);
      for (const float *neighbour : {centre - pitch, centre - 1, centre + 1, centre + pitch})
        expected[i].add(double(0.1f) * *neighbour);
    }
    return firstBeyond(expected, after[1], 6);  // a neighbour: three sums, the difference, the product, the last sum
  };
  return result;
}

Case stencil3x3(const Setting &setting) {
  const Grid grid = gridOf(setting);
  Case result = stencil(setting, "stencil3x3");
  result.buffers.push_back(randomFloats(9, 2));
  result.buffers.emplace_back(grid.points());
  result.launches[0].arguments = bufferArguments(3);
  result.launches[0].arguments.emplace_back(scalar(cl_int(grid.width)));
  result.check = [grid](const Buffers &before, const Buffers &after) {
    const std::vector<float> in = floatsOf(before[0]), weights = floatsOf(before[1]);
    std::vector<Exact> expected(grid.points());
    for (size_t i = 0; i < grid.points(); ++i)
      for (size_t k = 0; k < 9; ++k) {
        const size_t x = i % grid.width + k % 3, y = i / grid.width + k / 3;
        expected[i].add(double(weights[k]) * in[y * (grid.width + 2) + x]);
      }
    return firstBeyond(expected, after[2], 10);  // a term's product, and nine sums
  };
  return result;
}

Case sobel(const Setting &setting) {
  const Grid grid = gridOf(setting);
  const int width = int(grid.width), height = int(grid.height);
  Case result;
  result.name = "sobel";
  result.size = fmt::format("{} x {} pixels", width, height);
  result.source = "examples/sobel/kernel.cl";
  result.buffers = {randomWords(grid.points()), Words(grid.points())};
  result.launches = {{bufferArguments(2), 2, {grid.width, grid.height, 1}, {64, 1, 1}}};
  result.launches[0].arguments.insert(result.launches[0].arguments.end(),
                                      {scalar(cl_int(width)), scalar(cl_int(height))});
  result.work = {2 * 4 * grid.points(), "reads the picture, writes the other", double(grid.points()), "pixel"};
  result.check = [width, height](const Buffers &before, const Buffers &after) {
    Words expected;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        expected.push_back(sobelOf(before[0], width, height, x, y));
    return firstDifference(expected, after[1]);
  };
  return result;
}

Case mandelbrot(const Setting &setting) {
  const View view{setting.size(96, 64), setting.size(64, 16), setting.size(64, 32)};
  const Words picture = view.picture();
  double iterations = 0;
  for (const uint32_t pixel : picture)
    iterations += pixel;
  Case result;
  result.name = "mandelbrot";
  result.size = fmt::format("{} x {} pixels, up to {} steps", view.width, view.height, view.limit);
  result.source = "examples/mandelbrot/kernel.cl";
  result.buffers = {Words(picture.size())};
  result.launches = {{{BufferArgument{0}, scalar(cl_int(view.width)), scalar(view.left), scalar(view.top),
                       scalar(view.step()), scalar(cl_int(view.limit))},
                      2,
                      {size_t(view.width), size_t(view.height), 1},
                      {32, 4, 1}}};
  result.work = {4 * picture.size(), "writes the counts", iterations, "iteration"};
  result.check = [picture](const Buffers &, const Buffers &after) { return firstDifference(picture, after[0]); };
  return result;
}

}  // namespace weft::bench
