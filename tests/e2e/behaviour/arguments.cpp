// SPDX-License-Identifier: Apache-2.0
// Kernel arguments of every kind reach the kernel; offsets and NULL local sizes.
#include "fixture.h"

#include <array>
#include <xmmintrin.h>

namespace {

struct Inner {
  cl_short a;
  cl_char b[5];
};

struct Packet {
  cl_char tag;
  cl_long wide;
  Inner inner;
  cl_float4 vector;
};

const char *const kSource =
    "struct Inner { short a; char b[5]; };\n"
    "struct Packet { char tag; long wide; struct Inner inner; float4 vector; };\n"
    "__kernel void k(__global uint *out, char c, ushort s, long l, float f, uchar3 v3, int16 v16, struct Packet p,\n"
    "                __local uchar *la, __local ulong *lb, uint nb) {\n"
    "  out[0] = c; out[1] = s; out[2] = (uint)l; out[3] = (uint)(l >> 32); out[4] = as_uint(f);\n"
    "  out[5] = v3.x | v3.y << 8 | v3.z << 16; out[6] = v16.s0 + v16.s9 * 3 + v16.sf * 5;\n"
    "  out[7] = p.tag; out[8] = (uint)(p.wide >> 8); out[9] = p.inner.a; out[10] = p.inner.b[4];\n"
    "  out[11] = as_uint(p.vector.z);\n"
    "  for (uint i = 0; i < nb; ++i) lb[i] = i * 3;\n"
    "  for (uint i = 0; i < 5; ++i) la[i] = (uchar)(200 + i);\n"
    "  uint sum = 0;\n"
    "  for (uint i = 0; i < nb; ++i) sum += (uint)lb[i];\n"
    "  out[12] = sum + la[4];\n"
    "}\n"
    "__kernel void ids(__global uint *out) { out[get_global_id(0) - get_global_offset(0)] = get_global_id(0); }\n"
    "__kernel void beyond(__global uint *out, uint d) {\n"
    "  out[0] = get_global_size(3); out[1] = get_local_size(d); out[2] = get_num_groups(d + 1); out[3] = "
    "get_global_id(d);\n"
    "  out[4] = get_local_id(3); out[5] = get_group_id(d + 100); out[6] = get_global_offset(d); out[7] = "
    "get_work_dim();\n"
    "}\n";

}  // namespace

TEST_CASE("scalars, vectors, structs and two local pointers") {
  Weft weft;
  cl_kernel kernel = weft.kernel(kSource, "k");
  cl_mem out = weft.buffer(std::vector<cl_uint>(13, 0xdead));
  Packet packet = {};
  packet.tag = -2;
  packet.wide = 0x1122334455667788;
  packet.inner.a = -300;
  packet.inner.b[4] = 77;
  packet.vector.s[2] = 1.5f;
  cl_int16 v16 = {};
  for (int i = 0; i < 16; ++i)
    v16.s[i] = 100 + i;
  const cl_uchar4 v3 = {{1, 2, 3, 0}};
  setArg(kernel, 0, out);
  setArg(kernel, 1, cl_char(-1));
  setArg(kernel, 2, cl_ushort(65535));
  setArg(kernel, 3, cl_long(-5000000000));
  setArg(kernel, 4, cl_float(-0.25f));
  setArg(kernel, 5, v3);
  setArg(kernel, 6, v16);
  setArg(kernel, 7, packet);
  REQUIRE(clSetKernelArg(kernel, 8, 5, nullptr) == CL_SUCCESS);
  REQUIRE(clSetKernelArg(kernel, 9, 80, nullptr) == CL_SUCCESS);
  setArg(kernel, 10, cl_uint(10));
  REQUIRE(weft.run(kernel, 1, 1) == CL_COMPLETE);
  const cl_long l = -5000000000;
  const std::vector<cl_uint> expected = {0xffffffffu,
                                         65535,
                                         cl_uint(l),
                                         cl_uint(cl_ulong(l) >> 32),
                                         0xbe800000u,
                                         0x030201,
                                         100 + 109 * 3 + 115 * 5,
                                         cl_uint(-2),
                                         0x44556677,
                                         cl_uint(-300),
                                         77,
                                         0x3fc00000,
                                         135 + 204};
  CHECK(weft.read(out, 13) == expected);
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}

TEST_CASE("structs by value are read at any index, written, chosen between") {
  struct Cell {
    cl_short a[3];
    cl_char c;
  };
  struct Table {
    cl_int n;
    cl_float f[6];
    Cell cells[4];
    cl_float4 vectors[2];
    cl_long wide[3];
    cl_uchar bytes[255];
  };
  const char *const source =
      "typedef struct { int n; float f[6]; struct { short a[3]; char c; } cells[4]; float4 vectors[2]; long wide[3];\n"
      "  uchar bytes[255]; } Table;\n"
      "int helper(Table t, int i) { t.bytes[i] += 7; return t.bytes[i] + t.bytes[9]; }\n"
      "__kernel void k(__global int *out, Table t, int tag, Table u) {\n"
      "  int i = get_global_id(0);\n"
      "  __global int *o = out + i * 8;\n"
      "  o[0] = t.n + (int)t.f[i % 6] + t.cells[i & 3].a[i % 3] * t.cells[(i + 1) & 3].c;\n"
      "  o[1] = (int)(t.wide[i % 3] >> 20);\n"
      "  o[2] = (int)(t.vectors[i & 1].s2 + t.vectors[(i >> 1) & 1].s3);\n"
      "  for (int j = 0; j < 5; ++j) o[3] += t.bytes[(i * 37 + j * 50) % 255] << j;\n"
      "  Table *one = i & 1 ? &t : &u;\n"
      "  o[4] = one->bytes[i] + one->cells[i & 3].a[1];\n"
      "  o[5] = (int)one->vectors[i & 1].s1;\n"
      "  o[6] = helper(u, i * 3);\n"
      "  o[7] = tag;\n"
      "}\n"
      // What is written, or may be a variable, is copied.
      "typedef struct { int n[6]; } Six;\n"
      "__kernel void copied(__global int *out, Six s, Six t) {\n"
      "  int i = get_global_id(0);\n"
      "  Six x = s, *one = i & 1 ? &s : &x, *other = i & 2 ? one : &t;\n"
      "  x.n[i % 6] = 70;\n"
      "  s.n[(i + 1) % 6] = 90;\n"
      "  for (int j = 0; j < 6; ++j) out[i * 8 + j] = one->n[j] * 100 + other->n[j];\n"
      "}\n";
  Weft weft;
  Table tables[2] = {};
  for (int which = 0; which < 2; ++which) {
    Table &t = tables[which];
    t.n = 1000 * (which + 1);
    for (int i = 0; i < 6; ++i)
      t.f[i] = cl_float(i * 3 + which);
    for (int i = 0; i < 4; ++i)
      t.cells[i] = {{cl_short(i), cl_short(-i * 7 - which), cl_short(i * 900)}, cl_char(i - 2)};
    for (int i = 0; i < 8; ++i)
      t.vectors[i / 4].s[i % 4] = cl_float(i * i + which);
    for (int i = 0; i < 3; ++i)
      t.wide[i] = (cl_long(i) + which) << (20 + 10 * i);
    for (int i = 0; i < 255; ++i)
      t.bytes[i] = cl_uchar(i * 11 + which * 5);
  }
  constexpr int kItems = 16;
  std::vector<cl_uint> expected(8 * kItems, 0);
  const Table &t = tables[0], &u = tables[1];
  for (int i = 0; i < kItems; ++i) {
    cl_uint *o = &expected[size_t(i) * 8];
    const Table &one = i & 1 ? t : u;
    o[0] = cl_uint(t.n + int(t.f[i % 6]) + t.cells[i & 3].a[i % 3] * t.cells[(i + 1) & 3].c);
    o[1] = cl_uint(t.wide[i % 3] >> 20);
    o[2] = cl_uint(t.vectors[i & 1].s[2] + t.vectors[(i >> 1) & 1].s[3]);
    for (int j = 0; j < 5; ++j)
      o[3] += cl_uint(t.bytes[(i * 37 + j * 50) % 255]) << j;
    o[4] = cl_uint(one.bytes[i] + one.cells[i & 3].a[1]);
    o[5] = cl_uint(one.vectors[i & 1].s[1]);
    const cl_uint changed = cl_uchar(u.bytes[i * 3] + 7);
    o[6] = changed + (i * 3 == 9 ? changed : u.bytes[9]);
    o[7] = 77;
  }
  cl_kernel kernel = weft.kernel(source, "k");
  cl_mem out = weft.buffer(std::vector<cl_uint>(8 * kItems, 0));
  setArg(kernel, 0, out);
  setArg(kernel, 1, tables[0]);
  setArg(kernel, 2, cl_int(77));
  setArg(kernel, 3, tables[1]);
  REQUIRE(weft.run(kernel, kItems, 4) == CL_COMPLETE);
  CHECK(weft.read(out, 8 * kItems) == expected);
  clReleaseKernel(kernel);

  using Six = std::array<cl_int, 6>;
  const Six s = {1, 2, 3, 4, 5, 6}, other = {11, 12, 13, 14, 15, 16};
  for (int i = 0; i < kItems; ++i) {
    Six x = s, written = s;
    x[size_t(i) % 6] = 70;
    written[size_t(i + 1) % 6] = 90;
    const Six &one = i & 1 ? written : x;
    for (size_t j = 0; j < 8; ++j)
      expected[size_t(i) * 8 + j] = j < 6 ? cl_uint(one[j] * 100 + (i & 2 ? one : other)[j]) : 0;
  }
  kernel = weft.kernel(source, "copied");
  cl_mem copies = weft.buffer(std::vector<cl_uint>(8 * kItems, 0));
  setArg(kernel, 0, copies);
  setArg(kernel, 1, s);
  setArg(kernel, 2, other);
  REQUIRE(weft.run(kernel, kItems, 4) == CL_COMPLETE);
  CHECK(weft.read(copies, 8 * kItems) == expected);
  clReleaseMemObject(out);
  clReleaseMemObject(copies);
  clReleaseKernel(kernel);
}

TEST_CASE("a global offset shifts the ids; a NULL local size covers any range") {
  Weft weft;
  cl_kernel kernel = weft.kernel(kSource, "ids");
  const size_t global = GENERATE(1u, 7u, 64u, 257u, 1000u, 1009u), offset = 12345;
  cl_mem out = weft.buffer(std::vector<cl_uint>(global, 0));
  setArg(kernel, 0, out);
  REQUIRE(clEnqueueNDRangeKernel(weft.queue, kernel, 1, &offset, &global, nullptr, 0, nullptr, nullptr) == CL_SUCCESS);
  const auto found = weft.read(out, global);
  for (size_t i = 0; i < global; ++i)
    REQUIRE(found[i] == offset + i);
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}

TEST_CASE("a dimension that does not exist has size 1 and id 0") {
  Weft weft;
  cl_kernel kernel = weft.kernel(kSource, "beyond");
  cl_mem out = weft.buffer(std::vector<cl_uint>(8, 77));
  setArg(kernel, 0, out);
  setArg(kernel, 1, cl_uint(3));
  REQUIRE(weft.run(kernel, 1, 1) == CL_COMPLETE);
  CHECK(weft.read(out, 8) == std::vector<cl_uint>{1, 1, 1, 0, 0, 0, 0, 1});
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}

// Alone in its process (see CMakeLists.txt): the device's thread takes its floating-point mode over from the first
// caller.
TEST_CASE("a host program that flushes subnormals does not change the device's arithmetic", "[.mode]") {
  _mm_setcsr(_mm_getcsr() | 0x8040 | 0x6000);  // flush to zero, denormals are zero, toward zero
  Weft weft;
  cl_kernel kernel = weft.kernel("__kernel void k(__global const float *in, __global float *out) {\n"
                                 "  int i = get_global_id(0);\n"
                                 "  out[i] = in[i] * 0.5f + in[i + 1];\n"
                                 "}\n",
                                 "k");
  cl_mem in = weft.buffer({0x00000003, 0x00000000, 0x00800001, 0x00000001}),
         out = weft.buffer(std::vector<cl_uint>(3, 9));
  setArg(kernel, 0, in);
  setArg(kernel, 1, out);
  REQUIRE(weft.run(kernel, 3, 3) == CL_COMPLETE);
  // Halves of 3, 0 and 2^23 + 1 units of the last place of a subnormal, fused with the next element.
  CHECK(weft.read(out, 3) == std::vector<cl_uint>{0x00000002, 0x00800001, 0x00400002});
  clReleaseMemObject(in);
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}
