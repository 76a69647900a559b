// SPDX-License-Identifier: Apache-2.0
// Barriers in loops in which packets that have nothing to do stay, and others that all leave.
#define GROUP __attribute__((reqd_work_group_size(256, 1, 1)))

// CHECK-LABEL: kernel @tree
// CHECK: node @[[NODE:barrier[0-9a-z]*]].barrier barrier ({{.*}}%[[STEP:s[0-9.]*]]:8, {{.*}}%[[LAST:last[0-9.]*]]:4) last %[[LAST]] of_group [%[[STEP]]] loc
// CHECK-NEXT: goto @[[NODE]].split({{.*}}, %[[STEP]], %{{[a-z0-9.]+}}, %active{{[.0-9]*}})
__kernel GROUP void tree(__global const int *in, __global int *out) {
  __local int a[256];
  uint id = get_local_id(0);
  a[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 128; s > 0; s /= 2) {
    if (id < s)
      a[id] += a[id + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (id == 0)
    out[get_group_id(0)] = a[0];
}

// In groups whose shape the launch says, it is asked.
// CHECK-LABEL: kernel @any_group
// CHECK: arg word 7 lo 0
// CHECK: arg word 8 lo 0
// CHECK: barrier ({{.*}}) last %
__kernel void any_group(__global const int *in, __global int *out, __local int *a) {
  uint id = get_local_id(0);
  a[id] = in[get_global_id(0)];
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if ((int)id < s)
      a[id] += a[id + s];
  }
  if (id == 0)
    out[get_group_id(0)] = a[0];
}

// The last of two guards, of which one is the same in each step, and a value of each work-item's own that waits.
// CHECK-LABEL: kernel @guards
// CHECK: barrier ({{.*}}) last %
__kernel GROUP void guards(__global const int *in, __global int *out, int n) {
  __local int a[256];
  uint id = get_local_id(0);
  int own = in[get_global_id(0)];
  a[id] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 0; s < n; ++s) {
    if (id <= s)
      own += s;
    if (id == 7)
      a[id] += s;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = a[id] ^ own;
}

// Those with something to do are all over the group.
// CHECK-LABEL: kernel @scattered
// CHECK-NOT: last %
__kernel GROUP void scattered(__global const int *in, __global int *out) {
  __local int a[256];
  uint id = get_local_id(0);
  a[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 1; s < 256; s *= 2) {
    if (id % (2 * s) == 0)
      a[id] += a[id + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (id == 0)
    out[get_group_id(0)] = a[0];
}

// All change something of their own.
// CHECK-LABEL: kernel @own_value
// CHECK-NOT: last %
__kernel GROUP void own_value(__global const int *in, __global int *out) {
  __local int a[256];
  uint id = get_local_id(0);
  int own = in[get_global_id(0)];
  a[id] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 128; s > 0; s /= 2) {
    if (id < s)
      a[id] += a[id + s];
    own = own * 3 + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = a[0] + own;
}

// What is stored depends on no guard.
// CHECK-LABEL: kernel @unguarded
// CHECK-NOT: last %
__kernel GROUP void unguarded(__global const int *in, __global int *out) {
  __local int a[256];
  uint id = get_local_id(0);
  a[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 128; s > 0; s /= 2) {
    if (id < s)
      a[id] += a[id + s];
    out[get_global_id(0)] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// The bound is not the same for all.
// CHECK-LABEL: kernel @own_bound
// CHECK-NOT: last %
__kernel GROUP void own_bound(__global const uint *in, __global int *out, int n) {
  __local int a[256];
  uint id = get_local_id(0), bound = in[get_global_id(0)];
  a[id] = id;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 0; s < n; ++s) {
    if (id < bound)
      a[id] += s;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = a[255 - id];
}

// Memory says how long the loop is: the same for all, but that is not known.
// CHECK-LABEL: kernel @length_in_memory
// CHECK-NOT: last %
__kernel GROUP void length_in_memory(__global const int *in, __global int *out) {
  __local int a[256];
  uint id = get_local_id(0);
  a[id] = in[get_global_id(0)];
  int n = in[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 0; s < n; ++s) {
    if (id < s)
      a[id] += s;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = a[255 - id];
}

// What waits in one of two barriers is not in the other.
// CHECK-LABEL: kernel @two_barriers
// CHECK-NOT: last %
__kernel GROUP void two_barriers(__global const int *in, __global int *out) {
  __local int a[256];
  uint id = get_local_id(0);
  a[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 128; s > 0; s /= 2) {
    int other = 0;
    if (id < s)
      other = a[id + s];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < s)
      a[id] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (id == 0)
    out[get_group_id(0)] = a[0];
}
