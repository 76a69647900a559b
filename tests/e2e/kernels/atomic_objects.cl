// SPDX-License-Identifier: Apache-2.0
// run: global=64 local=16 in=64 out=4 n=3 options=-cl-std=CL3.0
// Atomic objects of float and flags: a word for each work-item, and a lock-free sum whose order does not matter.
#define RELAXED memory_order_relaxed
#define GROUP memory_scope_work_group
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  __local atomic_float values[16], total;
  __local atomic_flag taken;
  size_t i = get_global_id(0), l = get_local_id(0);
  float mine = (float)(in[i] & 255);
  atomic_init(&values[l], mine);
  if (l == 0) {
    atomic_init(&total, 0.0f);
    atomic_flag_clear_explicit(&taken, RELAXED, GROUP);
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  float other = atomic_exchange_explicit(&values[l], mine + 1.0f, RELAXED, GROUP);
  float expected = 0.0f;
  while (!atomic_compare_exchange_strong_explicit(&total, &expected, expected + mine, RELAXED, RELAXED, GROUP)) {}
  bool first = !atomic_flag_test_and_set_explicit(&taken, RELAXED, GROUP);
  if (first)
    atomic_add(&shared[0], n);
  volatile __global atomic_float *g = (volatile __global atomic_float *)(out + 4 * i);
  atomic_store_explicit(&g[0], other, RELAXED, GROUP);
  atomic_store_explicit(&g[1], 2.5f, RELAXED, GROUP);
  out[4 * i + 2] = (uint)atomic_exchange_explicit(&g[1], mine, RELAXED, GROUP);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[4 * i + 3] = (uint)atomic_load_explicit(&total, RELAXED, GROUP) + (uint)atomic_load_explicit(&values[l], RELAXED, GROUP);
}
