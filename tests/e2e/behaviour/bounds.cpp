// SPDX-License-Identifier: Apache-2.0
// Accesses outside variables on chip, and outside buffers where the address would wrap round.
#include "fixture.h"

#include <algorithm>
#include <random>

namespace {

bool says(const Weft &weft, const std::string &text) {
  return std::any_of(weft.messages.begin(), weft.messages.end(),
                     [&](const std::string &message) { return message.find(text) != std::string::npos; });
}

// An index picks what a kernel of several arrays writes and reads. The neighbours of what is missed are looked at too.
const char *const kArrays = "constant int table[7] = {1, 2, 3, 4, 5, 6, 7};\n"
                            "kernel void arrays(global int *out, int which, long write, long read, local int *pool,\n"
                            "                   local int *next) {\n"
                            "  int array[10];\n"
                            "  local int tile[12];\n"
                            "  int grid[4][6];\n"
                            "  for (int i = 0; i < 10; ++i) array[i] = 100 + i;\n"
                            "  for (int i = 0; i < 12; ++i) tile[i] = 200 + i;\n"
                            "  for (int i = 0; i < 24; ++i) grid[i / 6][i % 6] = 300 + i;\n"
                            "  for (int i = 0; i < 16; ++i) { pool[i] = 400 + i; next[i] = 500 + i; }\n"
                            "  int value = -1;\n"
                            "  if (which == 0) {\n"
                            "    array[write] = 7; value = array[read];\n"  // line 13
                            "  } else if (which == 1) {\n"
                            "    tile[write] = 7; value = tile[read];\n"  // line 15
                            "  } else if (which == 2) {\n"
                            "    pool[write] = 7; value = pool[read];\n"  // line 17
                            "  } else if (which == 3) {\n"
                            "    grid[write][3] = 7; value = grid[read][3];\n"  // line 19
                            "  } else if (which == 4) {\n"
                            "    value = table[read];\n"  // line 21
                            "  } else {\n"
                            "    value = atomic_add(&tile[write], 7); tile[0] = tile[read];\n"  // line 23
                            "  }\n"
                            "  int sum = 0;\n"
                            "  for (int i = 0; i < 10; ++i) sum = sum * 31 + array[i];\n"
                            "  for (int i = 0; i < 12; ++i) sum = sum * 31 + tile[i];\n"
                            "  for (int i = 0; i < 24; ++i) sum = sum * 31 + grid[i / 6][i % 6];\n"
                            "  for (int i = 0; i < 16; ++i) sum = sum * 31 + pool[i] + 17 * next[i];\n"
                            "  out[0] = value; out[1] = sum;\n"
                            "}\n";

/// What the kernel does, with accesses outside left out.
struct Reference {
  std::vector<cl_uint> array, tile, grid, pool, next;
  cl_uint value = ~0u;
  std::string variable;  // of the first access outside
  unsigned line = 0;

  Reference(int which, cl_long write, cl_long read) {
    auto fill = [](size_t n, cl_uint first) {
      std::vector<cl_uint> v(n);
      for (size_t i = 0; i < n; ++i)
        v[i] = first + cl_uint(i);
      return v;
    };
    array = fill(10, 100), tile = fill(12, 200), grid = fill(24, 300), pool = fill(16, 400), next = fill(16, 500);
    const std::vector<cl_uint> table = {1, 2, 3, 4, 5, 6, 7};
    auto inside = [&](const std::vector<cl_uint> &v, cl_long scale, cl_long fixed, cl_long i, const char *name) {
      const auto at = __int128(i) * scale + fixed;
      if (at >= 0 && at < __int128(v.size()))
        return true;
      if (variable.empty())
        variable = name;
      return false;
    };
    auto put = [&](std::vector<cl_uint> &v, const char *name, cl_long scale = 1, cl_long fixed = 0) {
      if (inside(v, scale, fixed, write, name))
        v[size_t(write * scale + fixed)] = 7;
    };
    auto get = [&](const std::vector<cl_uint> &v, const char *name, cl_long scale = 1, cl_long fixed = 0) {
      return inside(v, scale, fixed, read, name) ? v[size_t(read * scale + fixed)] : 0;
    };
    switch (which) {
    case 0:
      put(array, "variable array: "), value = get(array, "variable array: "), line = 13;
      break;
    case 1:
      put(tile, "variable tile: "), value = get(tile, "variable tile: "), line = 15;
      break;
    case 2:
      put(pool, "(pool): "), value = get(pool, "(pool): "), line = 17;
      break;
    case 3:
      put(grid, "variable grid: ", 6, 3), value = get(grid, "variable grid: ", 6, 3), line = 19;
      break;
    case 4:
      value = get(table, "variable table: "), line = 21;
      break;
    default:
      value = 0;
      if (inside(tile, 1, 0, write, "variable tile: "))
        value = tile[size_t(write)], tile[size_t(write)] += 7;
      tile[0] = get(tile, "variable tile: "), line = 23;
    }
  }

  cl_uint sum() const {
    cl_uint s = 0;
    for (const auto *v : {&array, &tile, &grid})
      for (cl_uint x : *v)
        s = s * 31 + x;
    for (size_t i = 0; i < pool.size(); ++i)
      s = s * 31 + pool[i] + 17 * next[i];
    return s;
  }
};

}  // namespace

TEST_CASE("indices outside arrays on chip are reported by name and line, and touch nothing else") {
  Weft weft;
  cl_kernel kernel = weft.kernel(kArrays, "arrays");
  cl_mem out = weft.buffer({0, 0});
  setArg(kernel, 0, out);
  REQUIRE(clSetKernelArg(kernel, 4, 64, nullptr) == CL_SUCCESS);
  REQUIRE(clSetKernelArg(kernel, 5, 64, nullptr) == CL_SUCCESS);
  std::mt19937_64 random(20);
  for (unsigned round = 0; round < 240; ++round) {
    const int which = int(round % 6);
    auto pick = [&]() -> cl_long {
      static constexpr cl_long kEdges[] = {-1, 3,  4,  6,       7,       9,         10,       11,
                                           12, 15, 16, 1 << 29, 1 << 30, INT32_MAX, INT32_MIN};
      switch (random() % 4) {
      case 0:
        return kEdges[random() % std::size(kEdges)];
      case 1:
        return cl_long(random()) >> (random() % 64);
      default:
        return cl_long(random() % 14) - 1;
      }
    };
    cl_long write = pick(), read = pick();
    if (round % 12 < 6)  // half of them inside
      write = cl_long(random() % (which == 3 ? 4 : 10)), read = cl_long(random() % (which == 3 ? 4 : 7));
    const Reference expected(which, write, read);
    INFO("which " << which << " write " << write << " read " << read);
    setArg(kernel, 1, which);
    setArg(kernel, 2, write);
    setArg(kernel, 3, read);
    weft.messages.clear();
    const cl_int status = weft.run(kernel, 1, 1);
    CHECK((status < 0) == !expected.variable.empty());
    if (status < 0) {
      INFO((weft.messages.empty() ? "no message" : weft.messages[0]));
      CHECK(says(weft, "arrays"));
      CHECK(says(weft, expected.variable));
      CHECK(says(weft, ":" + std::to_string(expected.line) + ":"));
    }
    CHECK(weft.read(out, 2) == std::vector<cl_uint>{expected.value, expected.sum()});
  }
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}

TEST_CASE("what a condition keeps away is not reported") {
  Weft weft;
  cl_kernel kernel = weft.kernel("kernel void k(global int *out, local int *pool, int n) {\n"
                                 "  int array[8]; local int tile[8];\n"
                                 "  const int i = get_global_id(0);\n"
                                 "  if (i < 8) { array[i & 7] = i; tile[i] = i; }\n"
                                 "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "  if (i < n) pool[i] = i * 2;\n"
                                 "  int sum = 0;\n"
                                 "  for (int j = i; j < 8; ++j) sum += tile[j];\n"
                                 "  if (i < n) sum += pool[i];\n"
                                 "  out[i] = i < 8 ? sum + array[i] : sum;\n"
                                 "}\n",
                                 "k");
  cl_mem out = weft.buffer(std::vector<cl_uint>(32, 9));
  setArg(kernel, 0, out);
  REQUIRE(clSetKernelArg(kernel, 1, 20, nullptr) == CL_SUCCESS);
  setArg(kernel, 2, cl_int(5));
  REQUIRE(weft.run(kernel, 32, 32) == CL_COMPLETE);
  const std::vector<cl_uint> result = weft.read(out, 32);
  for (cl_uint i = 0; i < 32; ++i) {
    cl_uint sum = 0;
    for (cl_uint j = i; j < 8; ++j)
      sum += j;
    CHECK(result[i] == sum + (i < 5 ? i * 2 : 0) + (i < 8 ? i : 0));
  }
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}

TEST_CASE("accesses at constant offsets outside their variable are reported when they are reached") {
  Weft weft;
  cl_kernel kernel = weft.kernel("kernel void k(global int *out, int which) {\n"
                                 "  int array[4] = {1, 2, 3, which};\n"
                                 "  int value = 5;\n"
                                 "  if (which == 1)\n"
                                 "    array[4] = 9;\n"
                                 "  if (which == 2)\n"
                                 "    value = array[-1];\n"
                                 "  if (which == 3)\n"
                                 "    for (int i = 2; i < 6; ++i)\n"
                                 "      array[i] = 8;\n"
                                 "  out[0] = value; out[1] = array[0] + 10 * array[1] + 100 * array[2];\n"
                                 "}\n",
                                 "k");
  cl_mem out = weft.buffer({0, 0});
  setArg(kernel, 0, out);
  for (cl_int which = 0; which < 4; ++which) {
    INFO("which " << which);
    setArg(kernel, 1, which);
    weft.messages.clear();
    CHECK((weft.run(kernel, 1, 1) < 0) == (which > 0));
    if (which > 0) {
      INFO((weft.messages.empty() ? "no message" : weft.messages[0]));
      CHECK(says(weft, "variable array"));
      CHECK(says(weft, which == 1 ? ":5:" : which == 2 ? ":7:" : ":10:"));
    }
    CHECK(weft.read(out, 2) == std::vector<cl_uint>{which == 2 ? 0u : 5u, which == 3 ? 821u : 321u});
  }
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}

TEST_CASE("an index whose address would wrap round is reported") {
  Weft weft;
  cl_kernel writer = weft.kernel(
      "typedef struct { int a[3]; } triple;\n"
      "kernel void ints(global int *a, long i) { a[i] = 777; }\n"
      "kernel void triples(global triple *a, long i) { a[i].a[2] = 777; }\n"
      "kernel void reads(global int *a, long i) { a[63] = a[i]; }\n"
      "kernel void constants(global int *a, long i) { if (i) a[(size_t)1 << (sizeof(size_t) * 8 - 2)] = 777; }\n",
      "ints");
  cl_program program = nullptr;
  REQUIRE(clGetKernelInfo(writer, CL_KERNEL_PROGRAM, sizeof program, &program, nullptr) == CL_SUCCESS);
  const std::vector<cl_uint> before(64, 5);
  for (const char *name : {"ints", "triples", "reads", "constants"}) {
    cl_int created = CL_SUCCESS;
    cl_kernel kernel = clCreateKernel(program, name, &created);
    REQUIRE(created == CL_SUCCESS);
    for (unsigned shift = 27; shift < 64; ++shift)
      for (cl_long offset : {0, 5}) {
        const cl_long index = cl_long((cl_ulong(1) << shift) + cl_ulong(offset));
        INFO(name << " 1 << " << shift << " + " << offset);
        cl_mem memory = weft.buffer(before);
        setArg(kernel, 0, memory);
        setArg(kernel, 1, index);
        weft.messages.clear();
        CHECK(weft.run(kernel, 1, 1) < 0);
        CHECK(says(weft, "(a)"));
        std::vector<cl_uint> after = weft.read(memory, 64);
        if (name == std::string("reads"))
          after[63] = 5;  // what it read is no other element
        CHECK(after == before);
        clReleaseMemObject(memory);
        if (name == std::string("constants"))
          shift = 64;
      }
    clReleaseKernel(kernel);
  }
  clReleaseKernel(writer);
}

TEST_CASE("structures passed by value, stored pointers and pointers made from integers are checked too") {
  Weft weft;
  cl_kernel first = weft.kernel("typedef struct { uchar a[20]; int tail; } Box;\n"
                                "kernel void boxed(global int *out, Box box, long i) {\n"
                                "  out[0] = box.a[i];\n"
                                "}\n"
                                "kernel void kept(global int *out, Box box, long i) {\n"
                                "  int array[6] = {1, 2, 3, 4, 5, 6};\n"
                                "  int *pointers[2] = {array, array + 3};\n"
                                "  volatile int which = 1;\n"
                                "  out[0] = pointers[which][i];\n"
                                "}\n"
                                "kernel void made(global int *out, Box box, long i) {\n"
                                "  global int *p = (global int *)((uintptr_t)out + (size_t)i * 4);\n"
                                "  *p = 77;\n"
                                "}\n",
                                "boxed");
  cl_program program = nullptr;
  REQUIRE(clGetKernelInfo(first, CL_KERNEL_PROGRAM, sizeof program, &program, nullptr) == CL_SUCCESS);
  struct {
    cl_uchar a[20];
    cl_int tail;
  } box = {{10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29}, 7};
  cl_uint addressBits = 0;
  REQUIRE(clGetDeviceInfo(weft.device, CL_DEVICE_ADDRESS_BITS, sizeof addressBits, &addressBits, nullptr) ==
          CL_SUCCESS);
  const bool wide = addressBits == 64;
  struct Case {
    const char *kernel;
    cl_long index;
    cl_uint expected;  // out[0]
    const char *message;
  };
  const Case cases[] = {{"boxed", 19, 29, nullptr},
                        {"boxed", 0, 10, nullptr},
                        {"boxed", 24, 0, "variable box"},
                        {"boxed", -1, 0, "variable box"},
                        {"boxed", cl_long(1) << 30, 0, "variable box"},
                        {"kept", 2, 6, nullptr},
                        {"kept", -3, 1, nullptr},
                        {"kept", 3, 0, "variable array"},
                        {"kept", -4, 0, "variable array"},
                        {"made", 0, 77, nullptr},
                        {"made", 4, 5, "(out)"},
                        // Above what the board decodes; with 32 bits, C's own arithmetic wraps round to the element.
                        {"made", cl_long(1) << 38, wide ? 5u : 77u, wide ? "(out)" : nullptr}};
  for (const Case &c : cases) {
    INFO(c.kernel << " " << c.index);
    cl_int created = CL_SUCCESS;
    cl_kernel kernel = clCreateKernel(program, c.kernel, &created);
    REQUIRE(created == CL_SUCCESS);
    cl_mem out = weft.buffer({5, 5, 5, 5});
    setArg(kernel, 0, out);
    setArg(kernel, 1, box);
    setArg(kernel, 2, c.index);
    weft.messages.clear();
    CHECK((weft.run(kernel, 1, 1) < 0) == (c.message != nullptr));
    if (c.message) {
      INFO((weft.messages.empty() ? "no message" : weft.messages[0]));
      CHECK(says(weft, c.message));
    }
    CHECK(weft.read(out, 4) == std::vector<cl_uint>{c.expected, 5, 5, 5});
    clReleaseMemObject(out);
    clReleaseKernel(kernel);
  }
  clReleaseKernel(first);
}
