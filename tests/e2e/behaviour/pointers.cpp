// SPDX-License-Identifier: Apache-2.0
// Pointers that outlive a launch, come from the host, or mean different memories.
#include "fixture.h"

#include <algorithm>

namespace {

bool says(const Weft &weft, const std::string &text) {
  return std::any_of(weft.messages.begin(), weft.messages.end(),
                     [&](const std::string &message) { return message.find(text) != std::string::npos; });
}

const char *const kTree =
    "typedef struct Node { uint key; global struct Node *child[2]; } Node;\n"
    "typedef struct { global Node *node; } Root;\n"
    "kernel void plant(global Node *pool, global Root *root, global const uint *keys, uint n) {\n"
    "  root->node = 0;\n"
    "  for (uint i = 0; i < n; ++i) {\n"
    "    global Node *node = pool + i;\n"
    "    node->key = keys[i];\n"
    "    node->child[0] = node->child[1] = 0;\n"
    "    global Node *at = root->node;\n"
    "    if (!at) { root->node = node; continue; }\n"
    "    for (global Node *next; (next = at->child[node->key > at->key]); at = next) {}\n"
    "    at->child[node->key > at->key] = node;\n"
    "  }\n"
    "}\n"
    // Each work-item looks for its own key; the pool's address is nowhere but in memory.
    "kernel void find(global const Root *root, global uint *depth, global const uint *keys, global Node *pool) {\n"
    "  uint steps = 0, key = keys[get_global_id(0)];\n"
    "  global const Node *at = root->node;\n"
    "  while (at && at->key != key) { at = at->child[key > at->key]; ++steps; }\n"  // line 18
    "  depth[get_global_id(0)] = at ? steps : 999;\n"
    "}\n";

struct Tree {
  std::vector<cl_uint> keys, depths;
  explicit Tree(cl_uint n) : depths(n) {
    for (cl_uint i = 0; i < n; ++i)
      keys.push_back((i * 2654435761u) >> 8);
    // The depth of a key: the earlier keys that are next above or below among the earlier ones at their time.
    for (cl_uint i = 0; i < n; ++i) {
      cl_uint low = 0, high = ~0u;
      for (cl_uint j = 0; j < i; ++j)
        if (keys[j] >= low && keys[j] < high) {
          ++depths[i];
          (keys[i] > keys[j] ? low : high) = keys[j] + (keys[i] > keys[j] ? 1 : 0);
        }
    }
  }
};

}  // namespace

TEST_CASE("a tree that one launch builds in device memory is walked by another") {
  Weft weft;
  const Tree tree(64);
  cl_kernel plant = weft.kernel(kTree, "plant"), find = weft.kernel(kTree, "find");
  cl_mem pool = weft.buffer(std::vector<cl_uint>(64 * 6)), root = weft.buffer({0, 0}), keys = weft.buffer(tree.keys),
         depth = weft.buffer(std::vector<cl_uint>(64));
  setArg(plant, 0, pool);
  setArg(plant, 1, root);
  setArg(plant, 2, keys);
  setArg(plant, 3, cl_uint(64));
  REQUIRE(weft.run(plant, 1, 1) == CL_COMPLETE);
  setArg(find, 0, root);
  setArg(find, 1, depth);
  setArg(find, 2, keys);
  setArg(find, 3, pool);
  REQUIRE(weft.run(find, 64, 16) == CL_COMPLETE);
  CHECK(weft.read(depth, 64) == tree.depths);

  SECTION("a pointer to a buffer that the launch was not given is reported") {
    REQUIRE(clSetKernelArg(find, 3, sizeof(cl_mem), nullptr) == CL_SUCCESS);
    CHECK(weft.run(find, 64, 16) < 0);
    CHECK(says(weft, "out-of-bounds read of 4 bytes at"));
    CHECK(says(weft, ":18:"));
    CHECK(says(weft, "nearest is buffer argument"));
    CHECK(says(weft, "buffer argument 3 (pool) is NULL"));
  }
  for (cl_mem memory : {pool, root, keys, depth})
    clReleaseMemObject(memory);
  clReleaseKernel(plant);
  clReleaseKernel(find);
}

TEST_CASE("an address that the host passes is compared with all buffers, and the nearest is named") {
  const char *source = "kernel void address(global uint *a, global ulong *where) { *where = (ulong)(uintptr_t)a; }\n"
                       "kernel void add(global uint *a, global uint *b, ulong where, ulong also) {\n"
                       "  *(global uint *)(uintptr_t)where += *(global uint *)(uintptr_t)also;\n"
                       "}\n";
  Weft weft;
  cl_kernel ask = weft.kernel(source, "address"), add = weft.kernel(source, "add");
  cl_mem a = weft.buffer({5, 6, 7, 8}), b = weft.buffer({50, 60, 70, 80}), where = weft.buffer({0, 0});
  cl_ulong at[2];
  for (int i = 0; i < 2; ++i) {
    setArg(ask, 0, i ? b : a);
    setArg(ask, 1, where);
    REQUIRE(weft.run(ask, 1, 1) == CL_COMPLETE);
    const std::vector<cl_uint> words = weft.read(where, 2);
    at[i] = words[0] | cl_ulong(words[1]) << 32;
  }
  setArg(add, 0, a);
  setArg(add, 1, b);
  setArg(add, 2, cl_ulong(at[1] + 8));
  setArg(add, 3, cl_ulong(at[0] + 12));
  REQUIRE(weft.run(add, 1, 1) == CL_COMPLETE);
  CHECK(weft.read(b, 4) == std::vector<cl_uint>{50, 60, 78, 80});

  setArg(add, 2, cl_ulong(at[1] + 16));
  CHECK(weft.run(add, 1, 1) < 0);
  CHECK(says(weft, "nearest is buffer argument 1 (b): offset 16 of 16 bytes; buffer argument 0 (a): offset"));
  setArg(add, 2, cl_ulong(at[0] - 4));
  CHECK(weft.run(add, 1, 1) < 0);
  CHECK(says(weft, "nearest is buffer argument 0 (a): offset -4 of 16 bytes"));
  CHECK(weft.read(a, 4) == std::vector<cl_uint>{5, 6, 7, 8});
  CHECK(weft.read(b, 4) == std::vector<cl_uint>{50, 60, 78, 80});
  for (cl_mem memory : {a, b, where})
    clReleaseMemObject(memory);
  clReleaseKernel(ask);
  clReleaseKernel(add);
}

TEST_CASE("a pointer may mean a __local argument, a local variable or nothing") {
  // `which` picks for each work-item: argument, variable, null.
  const char *source = "kernel void k(local uint *a, global uint *out, uint which, int at) {\n"
                       "  local uint b[8], other[8];\n"
                       "  uint l = get_local_id(0);\n"
                       "  a[l] = 100 + l; b[l] = 200 + l; other[l] = 300 + l;\n"
                       "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                       "  local uint *p = which == 0 ? a : which == 1 ? b : 0;\n"
                       "  uint value = 7;\n"
                       "  if (p)\n"
                       "    value = p[at]++;\n"  // line 9
                       "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                       "  out[l] = value + (a[l] + b[l]) * 1000 + other[l];\n"
                       "}\n";
  Weft weft;
  cl_kernel kernel = weft.kernel(source, "k");
  cl_mem out = weft.buffer(std::vector<cl_uint>(8));
  REQUIRE(clSetKernelArg(kernel, 0, 32, nullptr) == CL_SUCCESS);
  setArg(kernel, 1, out);
  auto run = [&](cl_uint which, cl_int at) {
    setArg(kernel, 2, which);
    setArg(kernel, 3, at);
    return weft.run(kernel, 1, 1);
  };
  CHECK(run(0, 0) == CL_COMPLETE);
  CHECK(weft.read(out, 1)[0] == 100 + 301'000 + 300);
  CHECK(run(1, 0) == CL_COMPLETE);
  CHECK(weft.read(out, 1)[0] == 200 + 301'000 + 300);
  CHECK(run(2, 0) == CL_COMPLETE);
  CHECK(weft.read(out, 1)[0] == 7 + 300'000 + 300);
  CHECK(run(0, 7) == CL_COMPLETE);
  CHECK(run(1, 7) == CL_COMPLETE);
  CHECK(run(0, 8) < 0);
  CHECK(says(weft, ":9:"));
  CHECK(says(weft, "__local argument 0 (a): offset 32"));
  weft.messages.clear();
  CHECK(run(1, -1) < 0);
  CHECK(says(weft, "variable b: offset -4"));
  CHECK(run(1, 8) < 0);
  CHECK(says(weft, "variable b: offset 32"));
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}

TEST_CASE("an access through a generic pointer is checked in the memory that it means") {
  const char *source = "void add(uint *p, int at) { p[at] += 7; }\n"  // line 1
                       "kernel void k(global uint *a, local uint *pool, uint which, int at, global uint *out) {\n"
                       "  local uint tile[8];\n"
                       "  uint own[8];\n"
                       "  for (int i = 0; i < 8; ++i) { own[i] = 1; tile[i] = 2; pool[i] = 3; }\n"
                       "  uint *p = which == 0 ? (uint *)a : which == 1 ? (uint *)tile : which == 2 ? own\n"
                       "          : which == 3 ? (uint *)pool : 0;\n"
                       "  add(p, at);\n"
                       "  for (int i = 0; i < 8; ++i)\n"
                       "    out[i] = own[i] + tile[i] * 100 + pool[i] * 10000;\n"
                       "}\n";
  Weft weft;
  cl_kernel kernel = weft.kernel(source, "k", "-cl-std=CL3.0");
  cl_mem a = weft.buffer(std::vector<cl_uint>(8, 4)), out = weft.buffer(std::vector<cl_uint>(8));
  setArg(kernel, 0, a);
  REQUIRE(clSetKernelArg(kernel, 1, 32, nullptr) == CL_SUCCESS);
  setArg(kernel, 4, out);
  auto run = [&](cl_uint which, cl_int at) {
    weft.messages.clear();
    setArg(kernel, 2, which);
    setArg(kernel, 3, at);
    return weft.run(kernel, 1, 1);
  };
  const cl_uint at = GENERATE(0u, 3u, 7u);
  const cl_uint steps[] = {0, 700, 7, 70000};
  for (cl_uint which = 0; which < 4; ++which) {
    REQUIRE(run(which, cl_int(at)) == CL_COMPLETE);
    std::vector<cl_uint> expected(8, 30201);
    expected[at] += steps[which];
    CHECK(weft.read(out, 8) == expected);
  }
  std::vector<cl_uint> expected(8, 4);
  expected[at] = 11;
  CHECK(weft.read(a, 8) == expected);

  const char *const names[] = {"buffer argument 0 (a): offset ", "variable tile: offset ", "variable own: offset ",
                               "__local argument 1 (pool): offset "};
  for (const int far : {-1, 8, 1000, -1000, 0x7fffffff})
    for (cl_uint which = 0; which < 5; ++which) {
      CAPTURE(far, which);
      CHECK(run(which, far) < 0);
      CHECK(says(weft, ":1:"));
      if (which < 4 && std::abs(far) < 10000)
        CHECK(says(weft, names[which] + std::to_string(far * 4)));
    }
  CHECK(weft.read(a, 8) == expected);
  for (cl_mem memory : {a, out})
    clReleaseMemObject(memory);
  clReleaseKernel(kernel);
}
