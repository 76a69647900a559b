// SPDX-License-Identifier: Apache-2.0
// A kernel to measure: its source, data and launches, what it must give, and the least that it must do.
#pragma once
#include <CL/cl.h>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace weft::bench {

using Words = std::vector<uint32_t>;
using Buffers = std::vector<Words>;

/// One of the case's buffers, by number.
struct BufferArgument {
  size_t number;
};
struct LocalArgument {
  size_t bytes;
};
struct ScalarArgument {
  std::vector<uint8_t> bytes;
};
using Argument = std::variant<BufferArgument, LocalArgument, ScalarArgument>;

struct Launch {
  std::vector<Argument> arguments;
  cl_uint dimensions = 1;
  std::array<size_t, 3> global{1, 1, 1}, local{1, 1, 1};
};

struct Setting {
  bool quick = false;  // sizes of which a simulator runs one in a second
  unsigned lineBytes = 64;

  template <class T> T size(T full, T small) const { return quick ? small : full; }
};

/// What no implementation of the kernel can do without.
struct Work {
  uint64_t bytes = 0;      // that cross the memory port
  std::string traffic;     // what they are
  double operations = 0;   // of which each of 16 lanes does one a cycle
  std::string operation;   // what one is
  bool isLatency = false;  // operations wait for each other: neither port nor lanes are what limits them
};

struct Case {
  std::string name;  // of the kernel too
  std::string size;
  std::string source;  // below share/weft
  Buffers buffers;     // before the first launch
  std::vector<Launch> launches;
  Work work;
  /// What is wrong with the buffers after the last launch; empty: nothing.
  std::function<std::string(const Buffers &before, const Buffers &after)> check;
};

struct NamedCase {
  std::string_view name;
  Case (*make)(const Setting &);
};

std::vector<NamedCase> allCases();

// streams.cpp
Case vecadd(const Setting &);
Case saxpy(const Setting &);
Case copy(const Setting &);
Case scale(const Setting &);
Case add(const Setting &);
Case triad(const Setting &);
// matrices.cpp
Case matmul(const Setting &);
Case matmulNaive(const Setting &);
Case transpose(const Setting &);
Case spmv(const Setting &);
// pictures.cpp
Case stencil5(const Setting &);
Case stencil3x3(const Setting &);
Case sobel(const Setting &);
Case mandelbrot(const Setting &);
// groups.cpp
Case reduce(const Setting &);
Case scan(const Setting &);
Case histogram(const Setting &);
// butterflies.cpp
Case bitonic(const Setting &);
Case fft(const Setting &);
// sha256.cpp
Case sha256(const Setting &);
// irregular.cpp
Case gather(const Setting &);
Case chase(const Setting &);

}  // namespace weft::bench
