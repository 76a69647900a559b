// SPDX-License-Identifier: Apache-2.0
// Variables of program scope in global memory, and constants that are too large to be kept on chip.
#include "fixture.h"

#include <algorithm>
#include <cstring>

namespace {

bool says(const Weft &weft, const std::string &text) {
  return std::any_of(weft.messages.begin(), weft.messages.end(),
                     [&](const std::string &message) { return message.find(text) != std::string::npos; });
}

constexpr const char *kVersion = "-cl-std=CL3.0";

cl_program build(Weft &weft, const char *source, const char *options = kVersion) {
  std::string log;
  cl_program program = nullptr;
  const cl_int status = weft.tryBuild(source, log, program, options);
  INFO(log);
  REQUIRE(status == CL_SUCCESS);
  return program;
}

cl_kernel kernelOf(cl_program program, const char *name) {
  cl_int status = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program, name, &status);
  REQUIRE(status == CL_SUCCESS);
  return kernel;
}

/// What a kernel with one argument, a buffer, leaves there.
std::vector<cl_uint> resultOf(Weft &weft, cl_program program, const char *name, size_t words, size_t items = 1) {
  cl_kernel kernel = kernelOf(program, name);
  cl_mem out = weft.buffer(std::vector<cl_uint>(words, 0xdead));
  setArg(kernel, 0, out);
  REQUIRE(weft.run(kernel, items, 0) == CL_COMPLETE);
  std::vector<cl_uint> result = weft.read(out, words);
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
  return result;
}

size_t totalBytes(const Weft &weft, cl_program program) {
  size_t bytes = 0;
  REQUIRE(clGetProgramBuildInfo(program, weft.device, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof bytes, &bytes,
                                nullptr) == CL_SUCCESS);
  return bytes;
}

const char *const kCounters = "global uint calls = 5, sum;\n"
                              "atomic_int hits = ATOMIC_VAR_INIT(100);\n"
                              "kernel void count(global uint *out) {\n"
                              "  static global uint own = 7;\n"
                              "  if (get_global_id(0) == 0) { calls += 1; own *= 3; }\n"
                              "  atomic_add(&sum, (uint)get_global_id(0));\n"
                              "  atomic_fetch_add(&hits, 1);\n"
                              "  if (get_global_id(0) == 0) out[0] = own;\n"
                              "}\n"
                              "kernel void report(global uint *out) {\n"
                              "  out[0] = calls; out[1] = sum; out[2] = atomic_load(&hits);\n"
                              "}\n";

}  // namespace

TEST_CASE("program-scope variables live from launch to launch, for all kernels of a program") {
  Weft weft;
  cl_program program = build(weft, kCounters), other = build(weft, kCounters);
  CHECK(totalBytes(weft, program) == 16);
  CHECK(resultOf(weft, program, "report", 3) == std::vector<cl_uint>{5, 0, 100});
  CHECK(resultOf(weft, program, "count", 1, 64) == std::vector<cl_uint>{21});
  CHECK(resultOf(weft, program, "count", 1, 10) == std::vector<cl_uint>{63});
  CHECK(resultOf(weft, program, "report", 3) == std::vector<cl_uint>{7, 64 * 63 / 2 + 45, 174});
  // Another program has its own, and so has a new build.
  CHECK(resultOf(weft, other, "report", 3) == std::vector<cl_uint>{5, 0, 100});
  REQUIRE(clBuildProgram(program, 1, &weft.device, kVersion, nullptr, nullptr) == CL_SUCCESS);
  CHECK(resultOf(weft, program, "report", 3) == std::vector<cl_uint>{5, 0, 100});
  clReleaseProgram(other);
  clReleaseProgram(program);
}

TEST_CASE("initialisers of program-scope variables are of any type, addresses too") {
  Weft weft;
  cl_program program = build(
      weft,
      "typedef struct { char a; uint3 v; union { float f; uint u; } u; global const short *p; } S;\n"
      "global short list[4] = {-1, 2, -3, 4};\n"
      "global S s = {'x', (uint3)(1, 2, 3), {2.5f}, &list[2]};\n"
      "global ulong wide = 0x123456789abcdefUL;\n"
      "global double4 d = (double4)(0.5, -0.0, 1e300, 3.0);\n"
      "global uint zeros[1000], last[3] = {[2] = 9};\n"
      "global short *global cursor = list + 1;\n"
      "global void *self = &self;\n"
      "kernel void look(global uint *out) {\n"
      "  out[0] = s.a; out[1] = s.v.z; out[2] = as_uint(s.u.f); out[3] = (uint)*s.p; out[4] = (uint)(wide >> 32);\n"
      "  out[5] = (uint)d.w; out[6] = zeros[999] + last[2]; out[7] = (uint)*cursor; out[8] = self == (global void "
      "*)&self;\n"
      "  out[9] = signbit(d.y);\n"
      "}\n"
      "kernel void step(global uint *out) { ++cursor; *cursor = 77; out[0] = (uint)(cursor - list); }\n"
      "kernel void follow(global uint *out) { out[0] = (uint)*cursor; }\n");
  CHECK(resultOf(weft, program, "look", 10) ==
        std::vector<cl_uint>{'x', 3, 0x40200000, cl_uint(-3), 0x1234567, 3, 9, 2, 1, 1});
  CHECK(resultOf(weft, program, "step", 1) == std::vector<cl_uint>{2});
  // This kernel names `cursor` only: what it points to is known all the same.
  CHECK(resultOf(weft, program, "follow", 1) == std::vector<cl_uint>{77});
  CHECK(resultOf(weft, program, "look", 10)[3] == 77);
  clReleaseProgram(program);
}

TEST_CASE("an access outside a program-scope variable is reported with its name") {
  Weft weft;
  cl_program program = build(weft, "global int before[4], table[10] = {1}, behind[4];\n"
                                   "kernel void k(global uint *out, int i) {\n"
                                   "  out[0] = table[i];\n"
                                   "}\n");
  cl_kernel kernel = kernelOf(program, "k");
  setArg(kernel, 0, weft.buffer({0}));
  setArg(kernel, 1, cl_int(9));
  CHECK(weft.run(kernel, 1, 1) == CL_COMPLETE);
  for (const cl_int index : {10, -1}) {
    setArg(kernel, 1, index);
    CHECK(weft.run(kernel, 1, 1) < 0);
    CHECK(says(weft, "variable table: offset " + std::to_string(4 * index) + " of 40 bytes"));
    CHECK(says(weft, ":3:"));
  }
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

TEST_CASE("programs that are linked share their variables; a binary has their initialisers") {
  Weft weft;
  const char *sources[2] = {"global int shared = 40;\nint next(void) { return ++shared; }\n",
                            "extern global int shared;\nint next(void);\n"
                            "kernel void k(global uint *out) { out[0] = next(); out[1] = shared; }\n"};
  cl_int status = CL_SUCCESS;
  cl_program parts[2];
  for (unsigned i = 0; i < 2; ++i) {
    parts[i] = clCreateProgramWithSource(weft.context, 1, &sources[i], nullptr, &status);
    REQUIRE(clCompileProgram(parts[i], 1, &weft.device, kVersion, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  }
  cl_program linked = clLinkProgram(weft.context, 1, &weft.device, nullptr, 2, parts, nullptr, nullptr, &status);
  REQUIRE(status == CL_SUCCESS);
  CHECK(resultOf(weft, linked, "k", 2) == std::vector<cl_uint>{41, 41});
  CHECK(resultOf(weft, linked, "k", 2) == std::vector<cl_uint>{42, 42});

  size_t bytes = 0;
  REQUIRE(clGetProgramInfo(linked, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, nullptr) == CL_SUCCESS);
  std::vector<unsigned char> binary(bytes);
  unsigned char *place = binary.data();
  REQUIRE(clGetProgramInfo(linked, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr) == CL_SUCCESS);
  const unsigned char *given = binary.data();
  cl_program loaded = clCreateProgramWithBinary(weft.context, 1, &weft.device, &bytes, &given, nullptr, &status);
  REQUIRE(status == CL_SUCCESS);
  REQUIRE(clBuildProgram(loaded, 1, &weft.device, "", nullptr, nullptr) == CL_SUCCESS);
  CHECK(resultOf(weft, loaded, "k", 2) == std::vector<cl_uint>{41, 41});
  CHECK(totalBytes(weft, loaded) == 4);

  // Without the definition there is no executable.
  cl_program hole = clLinkProgram(weft.context, 1, &weft.device, nullptr, 1, &parts[1], nullptr, nullptr, &status);
  CHECK(status == CL_LINK_PROGRAM_FAILURE);
  for (cl_program program : {parts[0], parts[1], linked, loaded, hole})
    if (program)
      clReleaseProgram(program);
}

TEST_CASE("constants of any size: those that do not fit on chip lie in device memory") {
  Weft weft;
  constexpr unsigned kWords = 30000;
  std::string source =
      "constant ushort small[4] = {5, 6, 7, 8};\nconstant uint large[" + std::to_string(kWords) + "] = {";
  for (unsigned i = 0; i < kWords; ++i)
    source += std::to_string(i * 2654435761u) + "u,";
  source += "};\nkernel void k(global uint *out) {\n  const uint i = get_global_id(0);\n"
            "  out[i] = large[i * 466u % " +
            std::to_string(kWords) + "u] + small[i & 3];\n}\n";
  cl_program program = build(weft, source.c_str(), "");
  std::vector<cl_uint> expected(64);
  for (cl_uint i = 0; i < 64; ++i)
    expected[i] = i * 466u % kWords * 2654435761u + 5 + (i & 3);
  CHECK(resultOf(weft, program, "k", 64, 64) == expected);
  CHECK(totalBytes(weft, program) == 0);
  clReleaseProgram(program);
}

TEST_CASE("constants and variables in global memory may hold addresses of one another") {
  Weft weft;
  cl_program program = build(weft, "constant char text[] = \"hello\", *global cursor = text + 1;\n"
                                   "constant uint table[3] = {5, 6, 7}, alone[2] = {40, 41};\n"
                                   "global uint g[4] = {1, 2, 3, 4}, h = 9;\n"
                                   "global uint *constant places[3] = {g + 1, &h, 0};\n"
                                   "constant uint *constant apart[2] = {alone + 1, alone};\n"
                                   "typedef struct { constant uint *p; uint n; } S;\n"
                                   "global S s = {table + 1, 3};\n"
                                   "constant S cs[2] = {{0, 8}, {table, 4}};\n"
                                   "kernel void k(global uint *out) {\n"
                                   "  const uint i = get_global_id(0);\n"
                                   "  global uint *place = places[i];\n"
                                   "  out[4 * i] = place ? *place : 77;\n"
                                   "  out[4 * i + 1] = s.p[i & 1] + s.n;\n"
                                   "  out[4 * i + 2] = cs[i & 1].p ? cs[i & 1].p[i] : cs[i & 1].n;\n"
                                   "  out[4 * i + 3] = *apart[i & 1] + text[i];\n"
                                   "}\n"
                                   "kernel void next(global uint *out) { out[0] = *cursor++; g[1] += 10; }\n"
                                   "kernel void direct(global uint *out) { out[0] = table[2] + g[1]; }\n");
  CHECK(resultOf(weft, program, "k", 12, 3) == std::vector<cl_uint>{2, 9, 8, 41 + 'h',   //
                                                                    9, 10, 6, 40 + 'e',  //
                                                                    77, 9, 8, 41 + 'l'});
  for (const char expected : {'e', 'l', 'l', 'o'})
    CHECK(resultOf(weft, program, "next", 1) == std::vector<cl_uint>{cl_uint(expected)});
  CHECK(resultOf(weft, program, "direct", 1) == std::vector<cl_uint>{7 + 42});
  CHECK(resultOf(weft, program, "k", 12, 3)[0] == 42);
  clReleaseProgram(program);
}

TEST_CASE("an access through a table of addresses is checked against what it points to") {
  Weft weft;
  cl_program program = build(weft,
                             "constant int few[2] = {1, 2}, many[8] = {3};\n"
                             "constant int *constant lists[2] = {few, many};\n"
                             "kernel void k(global int *out, int list, int i) {\n"
                             "  out[0] = lists[list][i];\n"
                             "}\n",
                             "");
  cl_kernel kernel = kernelOf(program, "k");
  setArg(kernel, 0, weft.buffer({0}));
  setArg(kernel, 1, cl_int(1));
  setArg(kernel, 2, cl_int(7));
  CHECK(weft.run(kernel, 1, 1) == CL_COMPLETE);
  for (const cl_int index : {8, -3, 1 << 28}) {
    setArg(kernel, 2, index);
    CHECK(weft.run(kernel, 1, 1) < 0);
    CHECK(says(weft, "variable few or many: "));
    CHECK(says(weft, ":4:"));
    weft.messages.clear();
  }
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

TEST_CASE("what a program-scope variable cannot be is refused by name") {
  Weft weft;
  struct Refusal {
    const char *source, *text;
  };
  const Refusal refusal{"global char big[2000000];\nkernel void k(global int *o) { o[0] = big[o[1]]; }\n",
                        "'big' takes 2000000 bytes"};
  std::string log;
  cl_program program = nullptr;
  CHECK(weft.tryBuild(refusal.source, log, program, kVersion) == CL_BUILD_PROGRAM_FAILURE);
  INFO(log);
  CHECK(log.find(refusal.text) != std::string::npos);
  clReleaseProgram(program);
}
