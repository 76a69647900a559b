// SPDX-License-Identifier: Apache-2.0
// Where printf's output goes, in which order, and how much of it there can be.
#include "captured.h"
#include "fixture.h"

#include <CL/cl_ext.h>
#include <algorithm>
#include <numeric>
#include <sstream>

namespace {

std::vector<std::string> linesOf(const std::string &text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

/// What a kernel without arguments, or with a buffer as its only one, prints.
std::string output(const Weft &weft, cl_kernel kernel, size_t global, size_t local) {
  Captured out(stdout);
  REQUIRE(weft.run(kernel, global, local) == CL_COMPLETE);
  return out.take();
}

std::string outputOf(const Weft &weft, const std::string &source, const std::vector<cl_uint> &contents = {0, 1, 2, 3},
                     const char *options = "") {
  cl_kernel kernel = weft.kernel(source, "k", options);
  cl_mem buffer = weft.buffer(contents);
  setArg(kernel, 0, buffer);
  std::string text = output(weft, kernel, 1, 1);
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  return text;
}

}  // namespace

TEST_CASE("printf of strings") {
  const Weft weft;
  CHECK(outputOf(weft,
                 "__kernel void k(__global int *a) {\n"
                 "  printf(\"plain\\n\"); printf(\"100%% %s|%5s|%-5s|%.2s|%s\\n\", \"abc\", \"de\", \"fg\", \"hij\", "
                 "a[0] ? \"set\" : \"clear\");\n"
                 "  for (int i = 0; i < 3; ++i) printf(a[i] > 1 ? \"%d is large\\n\" : \"%d\\n\", a[i]);\n}\n") ==
        "plain\n100% abc|   de|fg   |hi|clear\n0\n1\n2 is large\n");
  CHECK(outputOf(weft, "__constant char word[] = \"constant\";\n"
                       "__constant char names[3][6] = {\"one\", \"two\", \"three\"};\n"
                       "__constant char *__constant table[] = {\"north\", \"south\", 0};\n"
                       "void say(__constant char *what) { printf(\"<%s>\", what); }\n"
                       "__kernel void k(__global int *a) {\n"
                       "  say(word); say(word + a[3]); say(names[a[2]]); say(\"\");\n"
                       "  for (int i = 0; i < 3; ++i) say(table[a[i]]);\n}\n") ==
        "<constant><stant><three><><north><south><(null)>");
  // A table that is printed from and read.
  CHECK(outputOf(weft, "__constant struct { __constant char *name; int n; } t[] = {{\"a\", 5}, {\"bc\", 6}, {0, 7}};\n"
                       "__kernel void k(__global int *a) {\n"
                       "  for (int i = 0; i < 3; ++i) {\n"
                       "    __constant char *name = t[a[i]].name;\n"
                       "    printf(\"%s %d %c\\n\", name, t[a[i]].n, name ? name[0] : '-');\n  }\n}\n") ==
        "a 5 a\nbc 6 b\n(null) 7 -\n");
  // A byte that is no character of UTF-8, and one in the middle of the text that is zero.
  CHECK(outputOf(weft, "__kernel void k(__global int *a) { printf(\"\\xe4\\xff%c%s\", a[0], \"\\xfe\"); }\n") ==
        std::string("\xe4\xff\0\xfe", 4));
}

TEST_CASE("printf of pointers") {
  const Weft weft;
  cl_kernel kernel = weft.kernel("__kernel void k(__global ulong *a, __global int *none) {\n"
                                 "  a[0] = (ulong)(a + 1); printf(\"%p %20p %p\\n\", a + 1, a, none);\n}\n",
                                 "k");
  cl_mem buffer = weft.buffer({0, 0, 0, 0});
  cl_mem none = nullptr;
  setArg(kernel, 0, buffer);
  setArg(kernel, 1, none);
  const std::string text = output(weft, kernel, 1, 1);
  const std::vector<cl_uint> words = weft.read(buffer, 2);
  const uintptr_t address = words[0] | uintptr_t(words[1]) << 32;
  char expected[128];
  std::snprintf(expected, sizeof expected, "%p %20p %p\n", reinterpret_cast<void *>(address),
                reinterpret_cast<void *>(address - 8), static_cast<void *>(nullptr));
  CHECK(text == expected);
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
}

TEST_CASE("printf converts an integer of another size to what its format names") {
  const Weft weft;
  CHECK(outputOf(weft,
                 "__kernel void k(__global int *a) {\n"
                 "  printf(\"%d %lu %ld %lx\\n\", get_global_size(0), get_work_dim(), a[0] - 3, a[0] - 3);\n}\n") ==
        "1 1 -3 fffffffd\n");
}

TEST_CASE("printf returns 0, and its lines come whole and in the order of each work-item", "[parts]") {
  const Weft weft;
  cl_kernel kernel = weft.kernel("__kernel void k(__global int *results) {\n"
                                 "  int i = get_global_id(0), sum = 0;\n"
                                 "  for (int j = 0; j < i % 4; ++j) {\n"
                                 "    sum |= printf(\"item %d turn %d\\n\", i, j);\n"
                                 "    if (j == 1) sum |= printf(\"item %d turn 1b %v8lu\\n\", i, (ulong8)(i));\n"
                                 "  }\n"
                                 "  results[i] = sum;\n}\n",
                                 "k");
  cl_mem results = weft.buffer(std::vector<cl_uint>(256, 7));
  setArg(kernel, 0, results);
  const std::vector<std::string> lines = linesOf(output(weft, kernel, 256, 64));
  CHECK(weft.read(results, 256) == std::vector<cl_uint>(256, 0));
  std::vector<std::vector<std::string>> byItem(256), expected(256);
  for (const std::string &line : lines) {
    const size_t item = std::stoul(line.substr(5));
    REQUIRE(item < 256);
    byItem[item].push_back(line);
  }
  for (int i = 0; i < 256; ++i)
    for (int j = 0; j < i % 4; ++j) {
      const std::string item = "item " + std::to_string(i) + " turn ";
      expected[size_t(i)].push_back(item + std::to_string(j));
      if (j != 1)
        continue;
      std::string line = item + "1b ";
      for (int e = 0; e < 8; ++e)
        line += (e ? "," : "") + std::to_string(i);
      expected[size_t(i)].push_back(line);
    }
  CHECK(byItem == expected);
  clReleaseMemObject(results);
  clReleaseKernel(kernel);
}

TEST_CASE("printf returns -1 once its buffer is full") {
  const Weft weft;
  size_t size = 0;
  REQUIRE(clGetDeviceInfo(weft.device, CL_DEVICE_PRINTF_BUFFER_SIZE, sizeof size, &size, nullptr) == CL_SUCCESS);
  CHECK(size == 1 << 20);
  cl_kernel kernel = weft.kernel("__kernel void k(__global int *kept) {\n"
                                 "  for (int j = 0; j < 128; ++j) {\n"
                                 "    const int result = printf(\"%v16lx %d\\n\", (ulong16)(j), get_global_id(0));\n"
                                 "    if (result != 0 && result != -1) kept[0] = 99999;\n"
                                 "    if (result == 0) kept[get_global_id(0)]++;\n"
                                 "    if (result == -1) kept[64]++;\n"
                                 "  }\n}\n",
                                 "k");
  for (int round = 0; round < 2; ++round) {  // the next launch begins anew
    cl_mem kept = weft.buffer(std::vector<cl_uint>(65, 0));
    setArg(kernel, 0, kept);
    Captured errors(stderr);
    const std::vector<std::string> lines = linesOf(output(weft, kernel, 64, 64));
    // A record has a word, 16 elements and 4 or 8 bytes: 9 granules of 16 bytes.
    const size_t most = ((1 << 20) / 16 - 1) / 9;
    const std::vector<cl_uint> counts = weft.read(kept, 64);
    CHECK(std::accumulate(counts.begin(), counts.end(), size_t(0)) == most);
    CHECK(lines.size() == most);
    CHECK(errors.take().find("kernel k: the buffer of printf, 1048576 bytes, was full after " + std::to_string(most) +
                             " calls") != std::string::npos);
    clReleaseMemObject(kept);
  }
  clReleaseKernel(kernel);
}

TEST_CASE("the buffer of printf is no argument of the kernel") {
  const Weft weft;
  const char *const source = "__kernel void a(__global uint *x, uint i) { printf(\"a %u\\n\", x[i]); }\n"
                             "__kernel void b(__global uint *x) { printf(\"b %u %s\\n\", x[1], \"text\"); }\n"
                             "__kernel void c(__global uint *x) { x[0] = 7; }\n";
  cl_kernel a = weft.kernel(source, "a"), b = weft.kernel(source, "b"), c = weft.kernel(source, "c");
  cl_uint count = 0;
  REQUIRE(clGetKernelInfo(a, CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr) == CL_SUCCESS);
  CHECK(count == 2);
  cl_mem x = weft.buffer({5, 6});
  CHECK(clSetKernelArg(a, 2, sizeof x, &x) == CL_INVALID_ARG_INDEX);
  size_t size = 0;
  CHECK(clGetKernelArgInfo(a, 2, CL_KERNEL_ARG_NAME, 0, nullptr, &size) == CL_INVALID_ARG_INDEX);
  for (cl_kernel kernel : {a, b, c})
    setArg(kernel, 0, x);
  setArg(a, 1, cl_uint(0));
  CHECK(output(weft, a, 1, 1) == "a 5\n");
  CHECK(output(weft, b, 1, 1) == "b 6 text\n");
  CHECK(output(weft, c, 1, 1) == "");
  CHECK(output(weft, a, 2, 1) == "a 7\na 7\n");
  // What a faulty launch prints comes nevertheless; the fault names the arguments that the program has.
  setArg(a, 1, cl_uint(1000));
  {
    Captured out(stdout);
    CHECK(weft.run(a, 1, 1) == CL_OUT_OF_RESOURCES);
    CHECK(out.take() == "a 0\n");
  }
  CHECK(weft.messages.back().find("argument 0 (x): offset 4000 of 8 bytes") != std::string::npos);
  CHECK(weft.messages.back().find("print") == std::string::npos);
  clReleaseMemObject(x);
  for (cl_kernel kernel : {a, b, c})
    clReleaseKernel(kernel);
}

TEST_CASE("a pointer of the program never reaches the buffer of printf") {
  const Weft weft;
  // The counter lies in device memory near the program's buffer: all addresses round it are tried.
  cl_kernel kernel = weft.kernel("__kernel void k(__global ulong *x, ulong distance) {\n"
                                 "  __global uint *other = (__global uint *)(x[0] + distance);\n"
                                 "  printf(\"before\\n\"); *other = 0xffffffff; printf(\"after\\n\");\n}\n",
                                 "k");
  cl_kernel address = weft.kernel("__kernel void k(__global ulong *x) { x[0] = (ulong)x; }\n", "k");
  cl_mem x = weft.buffer(std::vector<cl_uint>(64, 0));
  setArg(address, 0, x);
  REQUIRE(weft.run(address, 1, 1) == CL_COMPLETE);
  setArg(kernel, 0, x);
  for (const cl_ulong distance : {cl_ulong(256), cl_ulong(1024), cl_ulong(1 << 19), cl_ulong(-1024)}) {
    setArg(kernel, 1, distance);
    Captured out(stdout);
    CHECK(weft.run(kernel, 1, 1) == CL_OUT_OF_RESOURCES);
    CHECK(out.take() == "before\nafter\n");
    CHECK(weft.messages.back().find("print") == std::string::npos);
  }
  clReleaseMemObject(x);
  clReleaseKernel(kernel);
  clReleaseKernel(address);
}

TEST_CASE("printf of a program from a binary") {
  const Weft weft;
  std::string log;
  cl_program program = nullptr;
  REQUIRE(
      weft.tryBuild("__kernel void k(__global int *a) { printf(\"%s \\xe4 %d\\n\", a[1] ? \"x\" : \"y\", a[1]); }\n",
                    log, program) == CL_SUCCESS);
  size_t size = 0;
  REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr) == CL_SUCCESS);
  std::vector<unsigned char> binary(size);
  unsigned char *data = binary.data();
  REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, &data, nullptr) == CL_SUCCESS);
  cl_int status = CL_SUCCESS;
  const unsigned char *contents = data;
  cl_program loaded = clCreateProgramWithBinary(weft.context, 1, &weft.device, &size, &contents, nullptr, &status);
  REQUIRE(status == CL_SUCCESS);
  REQUIRE(clBuildProgram(loaded, 1, &weft.device, "", nullptr, nullptr) == CL_SUCCESS);
  cl_kernel kernel = clCreateKernel(loaded, "k", &status);
  REQUIRE(status == CL_SUCCESS);
  cl_mem a = weft.buffer({0, 9});
  setArg(kernel, 0, a);
  CHECK(output(weft, kernel, 1, 1) == "x \xe4 9\n");
  clReleaseMemObject(a);
  clReleaseKernel(kernel);
  clReleaseProgram(loaded);
  clReleaseProgram(program);
}

TEST_CASE("CL_PRINTF_CALLBACK_ARM") {
  Weft weft;
  std::string text;
  auto *const keep = +[](const char *part, size_t bytes, size_t, void *data) {
    static_cast<std::string *>(data)->append(part, bytes);
  };
  const cl_context_properties properties[] = {CL_PRINTF_CALLBACK_ARM, reinterpret_cast<cl_context_properties>(keep),
                                              CL_PRINTF_BUFFERSIZE_ARM, 1 << 16, 0};
  cl_int status = CL_SUCCESS;
  clReleaseCommandQueue(weft.queue);
  clReleaseContext(weft.context);
  weft.context = clCreateContext(properties, 1, &weft.device, nullptr, &text, &status);
  REQUIRE(status == CL_SUCCESS);
  weft.queue = clCreateCommandQueue(weft.context, weft.device, CL_QUEUE_PROFILING_ENABLE, &status);
  REQUIRE(status == CL_SUCCESS);
  CHECK(outputOf(weft, "__kernel void k(__global int *a) { printf(\"%d and %d\\n\", a[1], a[2]); }\n") == "");
  CHECK(text == "1 and 2\n");
  for (const cl_context_properties size : {cl_context_properties(0), cl_context_properties(1) << 30}) {
    const cl_context_properties wrong[] = {CL_PRINTF_BUFFERSIZE_ARM, size, 0};
    CHECK(clCreateContext(wrong, 1, &weft.device, nullptr, nullptr, &status) == nullptr);
    CHECK(status == CL_INVALID_PROPERTY);
  }
}
