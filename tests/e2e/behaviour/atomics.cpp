// SPDX-License-Identifier: Apache-2.0
// Atomics between work-items that wait for each other or meet on one object, which the CPU's OpenCL cannot judge:
// locks, messages, stores among other operations; and floating point.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>

#include "fixture.h"

namespace {

constexpr const char *kOptions = "-cl-std=CL3.0";
constexpr size_t kItems = 1024, kLocal = 64;

/// A kernel of `a` (global words) and `out` (a word for each work-item), run over kItems.
struct Run {
  std::vector<cl_uint> a, out;
  cl_ulong cycles = 0;

  Run(const Weft &weft, const char *source, std::vector<cl_uint> start, size_t outWords = kItems, cl_uint n = 0)
      : a(start.size()), out(outWords) {
    cl_kernel kernel = weft.kernel(source, "k", kOptions);
    cl_mem first = weft.buffer(start), second = weft.buffer(out);
    setArg(kernel, 0, first);
    setArg(kernel, 1, second);
    setArg(kernel, 2, n);
    REQUIRE(weft.run(kernel, kItems, kLocal, &cycles) == CL_COMPLETE);
    a = weft.read(first, a.size());
    out = weft.read(second, out.size());
    clReleaseMemObject(first);
    clReleaseMemObject(second);
    clReleaseKernel(kernel);
  }
};

bool has(const Weft &weft, const char *extension) {
  size_t bytes = 0;
  REQUIRE(clGetDeviceInfo(weft.device, CL_DEVICE_EXTENSIONS, 0, nullptr, &bytes) == CL_SUCCESS);
  std::string text(bytes, '\0');
  REQUIRE(clGetDeviceInfo(weft.device, CL_DEVICE_EXTENSIONS, bytes, text.data(), nullptr) == CL_SUCCESS);
  return text.find(extension) != std::string::npos;
}

float asFloat(cl_uint bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
cl_uint bitsOf(float value) {
  cl_uint bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

}  // namespace

TEST_CASE("a lock of a flag keeps ordinary accesses apart", "[atomics]") {
  Weft weft;
  const char *const source = R"(
kernel void k(global uint *a, global uint *out, uint n) {
  volatile global atomic_flag *lock = (volatile global atomic_flag *)a;
  local atomic_flag inGroup;
  local uint count;
  if (get_local_id(0) == 0) {
    atomic_flag_clear(&inGroup);
    count = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (bool done = false; !done;)
    if (!atomic_flag_test_and_set_explicit(lock, memory_order_acquire)) {
      a[32] += get_global_id(0);
      a[33] = a[32] ^ a[33];
      a[34]++;
      atomic_flag_clear_explicit(lock, memory_order_release);
      done = true;
    }
  for (bool done = false; !done;)
    if (!atomic_flag_test_and_set_explicit(&inGroup, memory_order_acquire, memory_scope_work_group)) {
      out[get_global_id(0)] = ++count;
      atomic_flag_clear_explicit(&inGroup, memory_order_release, memory_scope_work_group);
      done = true;
    }
})";
  Run run(weft, source, std::vector<cl_uint>(64));
  CHECK(run.a[34] == kItems);
  CHECK(run.a[32] == kItems * (kItems - 1) / 2);
  for (size_t group = 0; group < kItems / kLocal; ++group) {
    std::vector<cl_uint> places(run.out.begin() + group * kLocal, run.out.begin() + (group + 1) * kLocal);
    std::sort(places.begin(), places.end());
    for (size_t i = 0; i < kLocal; ++i)
      CHECK(places[i] == i + 1);
  }
}

TEST_CASE("what was stored before a release is seen behind the acquire, also where a line was read before",
          "[atomics]") {
  Weft weft;
  const char *const source = R"(
kernel void k(global uint *a, global uint *out, uint n) {
  volatile global atomic_uint *flag = (volatile global atomic_uint *)(a + 64);
  size_t i = get_global_id(0);
  uint before = a[i & 15];
  if (i == 17) {
    for (uint j = 0; j < 16; ++j)
      a[j] = 1000 + j;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
  }
  while (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 0) {}
  uint behind = a[i & 15];
  out[i] = before > 1015 ? 0 : behind;
})";
  Run run(weft, source, std::vector<cl_uint>(128));
  for (size_t i = 0; i < kItems; ++i)
    CHECK(run.out[i] == 1000 + (i & 15));
}

/// The loop's tokens are wide, so what has room for all of them is the FIFO of those that wait for an answer, and the
/// FIFO of their requests: work-items that come to the loop take turns with those that go round it.
TEST_CASE("work-items that poll in turn, with much that stays alive, all come round", "[atomics]") {
  Weft weft;
  const char *const source = R"(
kernel void k(global uint *a, global uint *out, uint n) {
  volatile global atomic_uint *turn = (volatile global atomic_uint *)a;
  uint i = get_global_id(0), polls = 0;
  uint4 p = (uint4)(i, i + 1, i + 2, i + 3), q = p * 5;
  while (atomic_load_explicit(turn, memory_order_acquire, memory_scope_device) != i) {
    p = p * 3 + q.yzwx;
    q ^= p;
    ++polls;
  }
  atomic_store_explicit(turn, i + 1, memory_order_release, memory_scope_device);
  out[i] = polls;
  p ^= q;
  a[64 + i] = p.x ^ p.y ^ p.z ^ p.w;
})";
  Run run(weft, source, std::vector<cl_uint>(64 + kItems));
  for (cl_uint i = 0; i < kItems; ++i) {
    std::array<cl_uint, 4> p = {i, i + 1, i + 2, i + 3}, q;
    for (unsigned c = 0; c < 4; ++c)
      q[c] = p[c] * 5;
    for (cl_uint poll = 0; poll < run.out[i]; ++poll) {
      for (unsigned c = 0; c < 4; ++c)
        p[c] = p[c] * 3 + q[(c + 1) % 4];
      for (unsigned c = 0; c < 4; ++c)
        q[c] ^= p[c];
    }
    cl_uint all = 0;
    for (unsigned c = 0; c < 4; ++c)
      all ^= p[c] ^ q[c];
    CHECK(run.a[64 + i] == all);
  }
  CHECK(run.a[0] == kItems);
}

TEST_CASE("stores and operations on one object have one order", "[atomics]") {
  Weft weft;
  // Every fourth work-item stores its number, the others count up: what they find says behind which store.
  const char *const source = R"(
kernel void k(global uint *a, global uint *out, uint n) {
  volatile global atomic_uint *object = (volatile global atomic_uint *)a;
  uint i = get_global_id(0);
  if (i % 4 == 0)
    atomic_store_explicit(object, (i + 1) << 16, memory_order_relaxed, memory_scope_device);
  else
    out[i] = atomic_fetch_add_explicit(object, 1, memory_order_relaxed, memory_scope_device);
})";
  Run run(weft, source, std::vector<cl_uint>(16));
  std::map<cl_uint, std::vector<cl_uint>> counts;  // by the store that was found
  for (size_t i = 0; i < kItems; ++i)
    if (i % 4 != 0)
      counts[run.out[i] >> 16].push_back(run.out[i] & 0xffff);
  for (auto &[store, found] : counts) {
    std::sort(found.begin(), found.end());
    for (size_t i = 0; i < found.size(); ++i)
      CHECK(found[i] == i);
  }
  CHECK((run.a[0] & 0xffff) == counts[run.a[0] >> 16].size());
}

TEST_CASE("atomic sums, minima and maxima of float", "[atomics]") {
  Weft weft;
  REQUIRE(has(weft, "cl_ext_float_atomics"));
  const char *const source = R"(
kernel void k(global uint *a, global uint *out, uint n) {
  volatile global atomic_float *f = (volatile global atomic_float *)a;
  local atomic_float sum, least, greatest;
  uint i = get_global_id(0);
  if (get_local_id(0) == 0) {
    atomic_init(&sum, 0.0f);
    atomic_init(&least, INFINITY);
    atomic_init(&greatest, NAN);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float v = (float)((i * 37) & 1023) - 300.0f;
  atomic_fetch_add(&f[0], v);
  atomic_fetch_sub_explicit(&f[1], v, memory_order_relaxed);
  atomic_fetch_min_explicit(&f[2], v, memory_order_relaxed, memory_scope_device);
  atomic_fetch_max(&f[3], v);
  atomic_fetch_add_explicit(&sum, v, memory_order_relaxed, memory_scope_work_group);
  atomic_fetch_min(&least, v);
  atomic_fetch_max(&greatest, v);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = as_uint(atomic_load(&sum) + atomic_load(&least) * 3.0f + atomic_exchange(&greatest, atomic_load(&greatest)) * 5.0f);
})";
  std::vector<cl_uint> start(16);
  start[2] = bitsOf(INFINITY);
  start[3] = bitsOf(NAN);
  Run run(weft, source, start);
  float sum = 0;
  for (size_t group = 0; group < kItems / kLocal; ++group) {
    float groupSum = 0, least = INFINITY, greatest = -INFINITY;
    for (size_t l = 0; l < kLocal; ++l) {
      const float v = float((group * kLocal + l) * 37 & 1023) - 300.0f;
      groupSum += v;
      least = std::min(least, v);
      greatest = std::max(greatest, v);
    }
    sum += groupSum;
    CHECK(asFloat(run.out[group * kLocal]) == groupSum + least * 3.0f + greatest * 5.0f);
  }
  CHECK(asFloat(run.a[0]) == sum);
  CHECK(asFloat(run.a[1]) == -sum);
  CHECK(asFloat(run.a[2]) == -300.0f);
  CHECK(asFloat(run.a[3]) == 723.0f);
}

TEST_CASE("atomics on double and on 64-bit integers", "[atomics][card]") {
  Weft weft;
  REQUIRE(has(weft, "cl_khr_int64_extended_atomics"));
  const char *const source = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void k(global uint *a, global uint *out, uint n) {
  volatile global atomic_double *f = (volatile global atomic_double *)a;
  volatile global atomic_long *l = (volatile global atomic_long *)(a + 16);
  volatile global atomic_uint *halves = (volatile global atomic_uint *)(a + 20);
  local atomic_double sum;
  uint i = get_global_id(0);
  if (get_local_id(0) == 0)
    atomic_init(&sum, 0.0);
  barrier(CLK_LOCAL_MEM_FENCE);
  double v = (double)((i * 37) & 1023) - 300.0;
  atomic_fetch_add(&f[0], v);
  atomic_fetch_min(&f[1], v);
  atomic_fetch_max(&f[2], v);
  atomic_fetch_add(&sum, v);
  atomic_fetch_add(&l[0], (long)i << 31);
  atomic_fetch_min(&l[1], (long)i - 500);
  // A pair and each of its words in turn: what is added to the words carries nothing over.
  if (i & 1)
    atomic_fetch_add(&l[2], 0x100000001L);
  else
    atomic_fetch_add(&halves[(i >> 1) & 1], 2u);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = (uint)(int)atomic_load(&sum);
})";
  std::vector<cl_uint> start(32);
  const double big = 1e9, small = -1e9;
  std::memcpy(&start[2], &big, 8);
  std::memcpy(&start[4], &small, 8);
  Run run(weft, source, start);
  double sums[3] = {};
  std::memcpy(sums, run.a.data(), sizeof sums);
  cl_long longs[2] = {};
  std::memcpy(longs, &run.a[16], sizeof longs);
  double sum = 0;
  for (size_t i = 0; i < kItems; ++i)
    sum += double(i * 37 & 1023) - 300.0;
  CHECK(sums[0] == sum);
  CHECK(sums[1] == -300.0);
  CHECK(sums[2] == 723.0);
  CHECK(longs[0] == cl_long(kItems * (kItems - 1) / 2) << 31);
  CHECK(longs[1] == -500);
  CHECK(run.a[20] == kItems / 2 + kItems / 4 * 2);
  CHECK(run.a[21] == kItems / 2 + kItems / 4 * 2);
  cl_int groupSum = 0;
  for (size_t i = 0; i < kLocal; ++i)
    groupSum += cl_int(i * 37 & 1023) - 300;
  CHECK(cl_int(run.out[0]) == groupSum);
}

TEST_CASE("cycles of an atomic on one address and on many", "[atomics][card]") {
  Weft weft;
  const struct {
    const char *name, *object, *operation;
    double one, many;  // at most
  } kinds[] = {
      {"fetch_add on uint", "atomic_uint", "atomic_fetch_add_explicit(o, 1, memory_order_relaxed)", 1.3, 2.5},
      {"fetch_add on ulong", "atomic_ulong", "atomic_fetch_add_explicit(o, 1ul, memory_order_relaxed)", 1.3, 2.5},
      {"fetch_max on float, ascending", "atomic_float", "atomic_fetch_max_explicit(o, (float)i, memory_order_relaxed)",
       30, 4},
      {"fetch_add on float", "atomic_float", "atomic_fetch_add_explicit(o, 1.0f, memory_order_relaxed)", 120, 4}};
  for (const auto &kind : kinds) {
    INFO(kind.name);
    const std::string source = std::string("kernel void k(global ") + kind.object +
                               " *a, global uint *out, uint n) {\n  uint i = get_global_id(0);\n  volatile global " +
                               kind.object + " *o = a + (i & n);\n  " + kind.operation + ";\n}\n";
    double perOperation[2];
    for (cl_uint many : {0, 1})
      perOperation[many] =
          double(Run(weft, source.c_str(), std::vector<cl_uint>(2048), kItems, many ? kItems - 1 : 0).cycles) / kItems;
    std::printf("%s: %.1f cycles on one address, %.1f on 1,024\n", kind.name, perOperation[0], perOperation[1]);
    CHECK(perOperation[0] < kind.one);
    CHECK(perOperation[1] < kind.many);
  }
}
