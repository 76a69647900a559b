// SPDX-License-Identifier: Apache-2.0
// Cycle counts: the same on every run, whatever ran before, and what the pipeline promises.
#include <algorithm>
#include <random>

#include "fixture.h"

namespace {

const char *const kSource = "#ifndef UNROLL\n"
                            "#define UNROLL 1\n"
                            "#endif\n"
                            "#ifndef TYPE\n"
                            "#define TYPE uint\n"
                            "#define PART\n"
                            "#endif\n"
                            "__kernel void add(__global const float *restrict a, __global const float *restrict b, "
                            "__global float *restrict c) {\n"
                            "  size_t i = get_global_id(0);\n"
                            "  c[i] = a[i] + b[i];\n"
                            "}\n"
                            "__kernel void spin(__global uint *out, uint n) {\n"
                            "  uint v = get_global_id(0);\n"
                            "  for (uint i = 0; i < n; ++i) v = v * 1664525u + 1013904223u;\n"
                            "  out[get_global_id(0)] = v;\n"
                            "}\n"
                            "__kernel void rounds(__global uint *out, uint n) {\n"
                            "  __local uint tile[64];\n"
                            "  uint id = get_local_id(0), v = get_global_id(0);\n"
                            "  for (uint i = 0; i < n; ++i) {\n"
                            "    tile[id] = v;\n"
                            "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "    v += tile[(id + 1) & 63];\n"
                            "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "  }\n"
                            "  out[get_global_id(0)] = v;\n"
                            "}\n"
                            "__kernel void mix(__global uint *a, __global uint *b) {\n"
                            "  size_t i = get_global_id(0);\n"
                            "  a[i * 7 & 1023] = b[i & 1023] + b[(i ^ 33) & 1023];\n"
                            "  atomic_add(&b[i & 15], a[i & 1023]);\n"
                            "}\n"
                            "__kernel void product(__global const float *restrict a, __global const float *restrict b, "
                            "__global float *restrict c, int n) {\n"
                            "  int x = get_local_id(0), y = get_group_id(0);\n"
                            "  float sum = 0;\n"
                            "#pragma unroll UNROLL\n"
                            "  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];\n"
                            "  c[y * n + x] = sum;\n"
                            "}\n"
                            "__kernel void strides(__global const float *restrict a, __global const float *restrict b, "
                            "__global float *restrict c, int n) {\n"
                            "  for (int i = get_global_id(0); i < n; i += get_global_size(0)) c[i] = a[i] * b[i];\n"
                            "}\n"
                            "__kernel void table(__constant TYPE *t, __global uint *restrict out, uint shift) {\n"
                            "  uint id = get_global_id(0), sum = 0;\n"
                            "  for (uint i = 0; i < 64; ++i) {\n"
                            "    TYPE v = t[((id + 16 * i) << shift) % (16384 / sizeof(v))];\n"
                            "    sum += v PART;\n"
                            "  }\n"
                            "  out[id] = sum;\n"
                            "}\n"
                            "__kernel void tree(__global const uint *in, __global uint *out) {\n"
                            "  __local uint sums[256];\n"
                            "  uint id = get_local_id(0);\n"
                            "  sums[id] = in[get_global_id(0)];\n"
                            "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "  for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {\n"
                            "    if (id < s) sums[id] += sums[id + s];\n"
                            "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "  }\n"
                            "  if (id == 0) out[get_group_id(0)] = sums[0];\n"
                            "}\n";

struct Kernel {
  Weft weft;
  cl_kernel kernel;
  std::vector<cl_mem> memories;

  explicit Kernel(const char *name, unsigned buffers, size_t words, const char *options = "")
      : kernel(weft.kernel(kSource, name, options)) {
    for (unsigned i = 0; i < buffers; ++i) {
      memories.push_back(weft.buffer(std::vector<cl_uint>(words, 0x3f800000)));
      setArg(kernel, i, memories.back());
    }
  }
  ~Kernel() {
    for (cl_mem memory : memories)
      clReleaseMemObject(memory);
    clReleaseKernel(kernel);
  }
  cl_ulong cycles(size_t global, size_t local) const {
    cl_ulong result = 0;
    REQUIRE(weft.run(kernel, global, local, &result) == CL_COMPLETE);
    return result;
  }
};

}  // namespace

TEST_CASE("the same launch takes the same cycles again, whatever ran in between") {
  Kernel add("add", 3, 4096), spin("spin", 1, 512);
  setArg(spin.kernel, 1, cl_uint(17));
  const cl_ulong first = add.cycles(4096, 64);
  const cl_ulong other = spin.cycles(512, 64);
  CHECK(add.cycles(4096, 64) == first);
  CHECK(spin.cycles(512, 64) == other);
  CHECK(add.cycles(1024, 64) < first);
  CHECK(add.cycles(4096, 64) == first);
}

TEST_CASE("a hundred random predecessors change no launch's cycles") {
  Kernel add("add", 3, 4096), mix("mix", 2, 1024), other("mix", 2, 1024);
  const cl_ulong adding = add.cycles(4096, 64), mixing = mix.cycles(512, 64);
  std::mt19937 random(1);
  for (unsigned i = 0; i < 100; ++i) {
    const size_t local = size_t(1) << random() % 7, global = local * (1 + random() % 8);
    switch (random() % 4) {
    case 0:
      add.cycles(global, local);
      break;
    case 1:
      other.cycles(global, local);
      break;
    case 2:
      add.weft.read(add.memories[0], 1 + random() % 4096);
      break;
    default:
      REQUIRE(clEnqueueCopyBuffer(other.weft.queue, other.memories[0], other.memories[1], 0, random() % 1000,
                                  1 + random() % 2000, 0, nullptr, nullptr) == CL_SUCCESS);
      REQUIRE(clFinish(other.weft.queue) == CL_SUCCESS);
    }
    if (i % 2)
      CHECK(add.cycles(4096, 64) == adding);
    else
      CHECK(mix.cycles(512, 64) == mixing);
  }
}

// The counts are a contract of compiler, RTL and memory timing together, the same on every machine. Who changes one of
// them on purpose writes the new counts here.
TEST_CASE("cycle counts are exact", "[card]") {
  Kernel add("add", 3, 4096), spin("spin", 1, 512), rounds("rounds", 1, 512);
  setArg(spin.kernel, 1, cl_uint(17));
  setArg(rounds.kernel, 1, cl_uint(5));
  CHECK(add.cycles(64, 64) == 122);
  CHECK(add.cycles(4096, 64) == 857);
  CHECK(spin.cycles(512, 64) == 630);
  CHECK(rounds.cycles(512, 64) == 250);
}

TEST_CASE("cycle counts of packets of one work-item are exact", "[card]") {
  Kernel add("add", 3, 4096, "-weft-lanes=1"), spin("spin", 1, 512, "-weft-lanes=1");
  Kernel rounds("rounds", 1, 512, "-weft-lanes=1");
  setArg(spin.kernel, 1, cl_uint(17));
  setArg(rounds.kernel, 1, cl_uint(5));
  CHECK(rounds.cycles(512, 64) == 2825);
  CHECK(add.cycles(64, 64) == 186);
  CHECK(add.cycles(4096, 64) == 4347);
  CHECK(spin.cycles(512, 64) == 8913);
}

TEST_CASE("a streaming kernel keeps the memory port busy") {
  Kernel add("add", 3, 16384);
  cl_uint line = 0;
  REQUIRE(clGetDeviceInfo(add.weft.device, CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, sizeof(line), &line, nullptr) ==
          CL_SUCCESS);
  const double lines = 12.0 / line;  // of a work-item, one a cycle at most
  const double perItem = double(add.cycles(16384, 64) - add.cycles(8192, 64)) / 8192;
  CHECK(perItem >= lines);
  CHECK(perItem <= 2 * lines);  // rows of the memory change between the buffers
}

TEST_CASE("a streaming kernel takes one packet a cycle") {
  Kernel add("add", 3, 16384, "-weft-lanes=1");
  // Differences cancel fill and drain; what is above 1 is refresh and row changes of the memory.
  const double perItem = double(add.cycles(16384, 64) - add.cycles(8192, 64)) / 8192;
  CHECK(perItem >= 1.0);
  CHECK(perItem <= 1.1);
}

TEST_CASE("a loop with enough packets takes one iteration a cycle") {
  Kernel spin("spin", 1, 2048, "-weft-lanes=1");
  setArg(spin.kernel, 1, cl_uint(40));
  const cl_ulong more = spin.cycles(2048, 64);
  setArg(spin.kernel, 1, cl_uint(20));
  const double perIteration = double(more - spin.cycles(2048, 64)) / (2048.0 * 20);
  CHECK(perIteration >= 0.99);
  CHECK(perIteration <= 1.02);
}

// A work-item that entered a loop alone would find another line than its neighbours each time round.
TEST_CASE("neighbours whose accesses share lines stay together in a loop", "[card]") {
  Kernel product("product", 3, 4096), strides("strides", 3, 65536);
  for (const unsigned n : {32, 48, 64}) {
    setArg(product.kernel, 3, cl_int(n));
    CHECK(double(product.cycles(size_t(n) * n, n)) <= 1.8 * n * n * n / 16);  // a line for each 16 products
  }
  setArg(strides.kernel, 3, cl_int(65536));
  for (const unsigned items : {1024, 4096, 16384})
    CHECK(double(strides.cycles(items, 64)) <= 1.5 * 65536 * 12 / 64);
}

TEST_CASE("unrolling a loop of several loads slows it down by less than an eighth", "[card]") {
  cl_ulong plain = 0;
  for (const unsigned unroll : {1, 2, 4, 8, 16}) {
    Kernel product("product", 3, 4096, ("-DUNROLL=" + std::to_string(unroll)).c_str());
    setArg(product.kernel, 3, cl_int(64));
    const cl_ulong cycles = product.cycles(64 * 64, 64);
    INFO("unrolled " << unroll << " times: " << cycles << ", not at all: " << plain);
    plain = unroll == 1 ? cycles : plain;
    // A tenth is what is wanted. ADR 54 took the plain loop from 22,684 cycles to 22,183, unrolled 16 times it takes
    // 24,566.
    CHECK(cycles < plain + plain / (unroll == 16 ? 8 : 10));
  }
  CHECK(double(plain) <= 1.4 * 64 * 64 * 64 / 16);  // a line for each 16 products
}

// However the cache's rows are counted on for the buffer's address, which the lanes' distance does not know of.
TEST_CASE("lanes that read a table at any distance of a power of two take a packet a cycle", "[card]") {
  for (const char *options :
       {"-DTYPE=uchar -DPART=", "-DTYPE=ushort -DPART=", "", "-DTYPE=uint2 -DPART=.x", "-DTYPE=uint4 -DPART=.w"}) {
    Kernel table("table", 2, 4096, options);
    for (cl_uint shift = 0; shift <= 6; ++shift) {
      INFO(options << ", distance " << (1u << shift));
      setArg(table.kernel, 2, shift);
      CHECK(double(table.cycles(4096, 64)) <= 1.15 * 4096 * 64 / 16);
    }
  }
}

TEST_CASE("barriers inside a loop do not stop the pipeline") {
  Kernel rounds("rounds", 1, 2048, "-weft-lanes=1");
  setArg(rounds.kernel, 1, cl_uint(40));
  const cl_ulong more = rounds.cycles(2048, 64);
  setArg(rounds.kernel, 1, cl_uint(20));
  const double perRound = double(more - rounds.cycles(2048, 64)) / (2048.0 * 20);
  CHECK(perRound >= 0.99);
  CHECK(perRound <= 1.05);
}

// Those of half of a group's work-items that have something to do in the first step, then a quarter, and so on; all
// come in and all leave.
TEST_CASE("work-items take the loop of a tree only while they have something to do", "[card]") {
  for (const unsigned lanes : {1, 4, 16}) {
    Kernel tree("tree", 2, 32768, ("-weft-lanes=" + std::to_string(lanes)).c_str());
    const double perGroup = double(tree.cycles(32768, 256) - tree.cycles(16384, 256)) / 64;
    unsigned steps = 256 / lanes;
    for (unsigned active = 64; active > 0; active /= 2)
      steps += std::max(1U, active / lanes);
    INFO(lanes << " lanes: " << perGroup << " cycles a group, which takes the loop in " << steps);
    CHECK(perGroup >= steps);
    CHECK(perGroup <= 1.8 * steps);
  }
}
