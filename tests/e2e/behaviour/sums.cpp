// SPDX-License-Identifier: Apache-2.0
// What a loop loads and stores at one place in each round, without `restrict`: right where other pointers mean the same
// place, and as fast as with `restrict` where they do not.
#include "fixture.h"

#include <array>

namespace {

constexpr cl_uint kItems = 1024, kRows = 12;

// Each work-item has a column of its own, in all buffers.
const char *const kSource = R"(
__kernel void sum(__global const uint *QUALIFIER a, __global const uint *QUALIFIER b, __global uint *QUALIFIER c,
                  __global uint *QUALIFIER d, uint n, uint rounds) {
  uint i = get_global_id(0);
  for (uint k = 0; k < rounds; ++k)
    c[i] += 3 * a[k * n + i] + b[k * n + i];
}
__kernel void two(__global const uint *QUALIFIER a, __global const uint *QUALIFIER b, __global uint *QUALIFIER c,
                  __global uint *QUALIFIER d, uint n, uint rounds) {
  uint i = get_global_id(0);
#pragma unroll 4
  for (uint k = 0; k < (i + rounds) % 13; ++k) {
    d[i] = 5 * d[i] + a[k * n + i];
    c[i] ^= d[i] + b[k * n + i];
  }
}
__kernel void last(__global const uint *QUALIFIER a, __global const uint *QUALIFIER b, __global uint *QUALIFIER c,
                   __global uint *QUALIFIER d, uint n, uint rounds) {
  uint i = get_global_id(0);
  for (uint k = 0; k < rounds; ++k) {
    c[i] = a[k * n + i] + k;
    d[i] += c[i] + b[k * n + i];
  }
}
__kernel void column(__global const uint *QUALIFIER a, __global const uint *QUALIFIER b, __global uint *QUALIFIER c,
                     __global uint *QUALIFIER d, uint n, uint rounds) {
  uint i = get_global_id(0);
  for (uint k = 0; k < rounds; ++k) {
    c[i] += a[k * n + i] * c[k * n + i];
    if (b[k * n + i] & 1)
      d[i] += c[i];
  }
}
__kernel void terms(__global const uint *QUALIFIER a, __global const uint *QUALIFIER b, __global uint *QUALIFIER c,
                    __global uint *QUALIFIER d, uint n, uint rounds) {
  uint i = get_global_id(0), s = 1;
  for (uint k = 0; k < rounds; ++k) {
    c[i] += 3 * a[k * n + i];
    s = 5 * s + b[k * n + i];
    c[i] ^= d[i] + s;
    d[i] += s * a[i];
    c[i] -= b[(rounds - 1 - k) * n + i];
  }
  d[i] ^= s;
}
__kernel void moves(__global const uint *QUALIFIER a, __global const uint *QUALIFIER b, __global uint *QUALIFIER c,
                    __global uint *QUALIFIER d, uint n, uint rounds) {
  uint i = get_global_id(0);
  for (uint k = 0; k < rounds; ++k) {
    c[i] += 7 * a[k * n + i];
    d[k * n + i] = b[i] ^ a[k * n + i];
    c[i] ^= b[k * n + i];
  }
}
__kernel void chosen(__global const uint *QUALIFIER a, __global const uint *QUALIFIER b, __global uint *QUALIFIER c,
                     __global uint *QUALIFIER d, uint n, uint rounds) {
  uint i = get_global_id(0);
  for (uint k = 0; k < rounds; ++k) {
    c[i] = k;
    d[i] = 3 * d[i] + a[b[i] * n + i];
  }
})";

/// Where the buffers begin, in rows of one array.
struct Places {
  size_t a, b, c, d;
};

using Memory = std::vector<cl_uint>;

/// A work-item's column of one buffer.
class Column {
public:
  Column(Memory &memory, size_t first, size_t i) : memory_(memory), first_(first), i_(i) {}
  cl_uint &operator[](cl_uint row) const { return memory_[(first_ + row) * kItems + i_]; }

private:
  Memory &memory_;
  size_t first_, i_;
};

/// One work-item of a kernel with one or two sums, access after access.
void sums(const std::string &kernel, const Column &a, const Column &b, const Column &c, const Column &d,
          cl_uint rounds) {
  for (cl_uint k = 0; k < rounds; ++k) {
    if (kernel == "sum") {
      c[0] += 3 * a[k] + b[k];
    } else if (kernel == "two") {
      d[0] = 5 * d[0] + a[k];
      c[0] ^= d[0] + b[k];
    } else if (kernel == "last") {
      c[0] = a[k] + k;
      d[0] += c[0] + b[k];
    } else if (kernel == "column") {
      c[0] += a[k] * c[k];
      if (b[k] & 1)
        d[0] += c[0];
    }
  }
}

/// One work-item of any kernel.
void reference(const std::string &kernel, Memory &memory, const Places &rows, size_t i, cl_uint rounds) {
  const Column a(memory, rows.a, i), b(memory, rows.b, i), c(memory, rows.c, i), d(memory, rows.d, i);
  sums(kernel, a, b, c, d, kernel == "two" ? (cl_uint(i) + rounds) % 13 : rounds);
  cl_uint s = 1;
  for (cl_uint k = 0; k < rounds; ++k) {
    if (kernel == "terms") {
      c[0] += 3 * a[k];
      s = 5 * s + b[k];
      c[0] ^= d[0] + s;
      d[0] += s * a[0];
      c[0] -= b[rounds - 1 - k];
    } else if (kernel == "moves") {
      c[0] += 7 * a[k];
      d[k] = b[0] ^ a[k];
      c[0] ^= b[k];
    } else if (kernel == "chosen") {
      c[0] = k;
      d[0] = 3 * d[0] + a[b[0]];
    }
  }
  if (kernel == "terms")
    d[0] ^= s;
}

Memory patterned(size_t words) {
  Memory result(words);
  for (size_t i = 0; i < words; ++i)
    result[i] = cl_uint(i * 2654435761u) >> 7;
  return result;
}

/// Buffers that are parts of one, each of kRows rows.
cl_ulong run(const Weft &weft, cl_kernel kernel, cl_mem whole, const Places &rows, cl_uint rounds) {
  cl_uint index = 0;
  std::array<cl_mem, 4> parts{};
  for (size_t first : {rows.a, rows.b, rows.c, rows.d}) {
    const cl_buffer_region region = {first * kItems * 4, size_t(kRows) * kItems * 4};
    cl_int status = CL_SUCCESS;
    parts[index] = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
    REQUIRE(status == CL_SUCCESS);
    setArg(kernel, index, parts[index]);
    ++index;
  }
  setArg(kernel, 4, kItems);
  setArg(kernel, 5, rounds);
  cl_ulong cycles = 0;
  REQUIRE(weft.run(kernel, kItems, 0, &cycles) == CL_COMPLETE);
  for (cl_mem part : parts)
    clReleaseMemObject(part);
  return cycles;
}

}  // namespace

TEST_CASE("sums in memory are right, whether buffers overlap or not") {
  const Weft weft;
  const std::string name = GENERATE("sum", "two", "last", "column", "terms", "moves", "chosen");
  const char *options = GENERATE("-DQUALIFIER= -weft-lanes=1", "-DQUALIFIER= -weft-lanes=4", "-DQUALIFIER=");
  INFO(name << " " << options);
  cl_kernel kernel = weft.kernel(kSource, name.c_str(), options);
  // Apart; the sum in a row that is read, of one buffer or of parts; both sums at one place; all the same.
  for (Places rows : {Places{0, 12, 24, 36}, Places{0, 12, 3, 36}, Places{8, 12, 19, 2}, Places{0, 12, 24, 24},
                      Places{0, 0, 0, 0}, Places{24, 36, 12, 0}, Places{0, 12, 14, 30}, Places{0, 12, 24, 1}}) {
    if (name == "chosen")
      rows.b = rows.c;  // or what is there is no index
    for (const cl_uint rounds : {0u, 1u, 2u, 7u, kRows}) {
      Memory expected = patterned(size_t(4) * kRows * kItems);
      cl_mem whole = weft.buffer(expected);
      for (size_t i = 0; i < kItems; ++i)
        reference(name, expected, rows, i, rounds);
      run(weft, kernel, whole, rows, rounds);
      INFO(rows.a << " " << rows.b << " " << rows.c << " " << rows.d << ", rounds: " << rounds);
      CHECK((weft.read(whole, expected.size()) == expected));  // shown whole they take minutes
      clReleaseMemObject(whole);
    }
  }
  clReleaseKernel(kernel);
}

TEST_CASE("sums in memory without restrict take as long as with it, unless buffers overlap") {
  const Weft weft;
  cl_mem whole = weft.buffer(patterned(size_t(4) * kRows * kItems));
  for (const std::string name : {"sum", "last", "terms", "moves"})
    for (const std::string lanes : {"-weft-lanes=1", ""}) {
      cl_kernel open = weft.kernel(kSource, name.c_str(), ("-DQUALIFIER= " + lanes).c_str());
      cl_kernel closed = weft.kernel(kSource, name.c_str(), ("-DQUALIFIER=restrict " + lanes).c_str());
      const Places apart{0, 12, 24, 36};
      const cl_ulong with = run(weft, closed, whole, apart, kRows), without = run(weft, open, whole, apart, kRows);
      INFO(name << " " << lanes << ": " << with << " cycles with restrict, " << without << " without");
      CHECK(double(without) <= 1.3 * double(with));
      clReleaseKernel(open);
      clReleaseKernel(closed);
    }
  clReleaseMemObject(whole);
}
