// SPDX-License-Identifier: Apache-2.0
// RUN: --options -cl-std=CL3.0
// OpenCL C 3.0: objects of float and flags, in global and local memory, relaxed.
#define RELAXED memory_order_relaxed
#define GROUP memory_scope_work_group
kernel void global_float(volatile global atomic_float *a, global float *o) {
  atomic_init(&a[0], 1.0f);
  atomic_store_explicit(&a[1], 2.0f, RELAXED, GROUP);
  o[0] = atomic_load_explicit(&a[2], RELAXED, GROUP);
  o[1] = atomic_exchange_explicit(&a[3], 3.0f, RELAXED, GROUP);
  float expected = 4.0f;
  o[2] = atomic_compare_exchange_strong_explicit(&a[4], &expected, 5.0f, RELAXED, RELAXED, GROUP);
  o[3] = expected;
  o[4] = atomic_compare_exchange_weak_explicit(&a[5], &o[5], 6.0f, RELAXED, RELAXED, GROUP);
}
// CHECK-LABEL: @global_float(
// CHECK: store volatile float 1.000000e+00, ptr addrspace(1) %a
// CHECK: atomicrmw xchg ptr addrspace(1) %{{.*}}, i32 1073741824 monotonic
// CHECK: load volatile float
// CHECK: atomicrmw xchg ptr addrspace(1) %{{.*}}, i32 1077936128 monotonic
// CHECK: cmpxchg ptr addrspace(1) %{{.*}}, i32 1082130432, i32 1084227584 monotonic monotonic
// CHECK: cmpxchg ptr addrspace(1) %{{.*}}, i32 %{{.*}}, i32 1086324736

kernel void local_float(local atomic_float *a, global float *o) {
  atomic_init(&a[0], 1.0f);
  atomic_store_explicit(&a[1], 2.0f, RELAXED, GROUP);
  o[0] = atomic_load_explicit(&a[2], RELAXED, GROUP);
  o[1] = atomic_exchange_explicit(&a[3], 3.0f, RELAXED, GROUP);
  local float expected;
  expected = 4.0f;
  o[2] = atomic_compare_exchange_strong_explicit(&a[4], &expected, 5.0f, RELAXED, RELAXED, GROUP);
}
// CHECK-LABEL: @local_float(
// CHECK: store volatile float 1.000000e+00, ptr addrspace(3)
// CHECK: store volatile i32 1073741824
// CHECK: load volatile float
// CHECK: atomicrmw xchg ptr addrspace(3)
// CHECK: cmpxchg ptr addrspace(3)

kernel void flags(volatile global atomic_flag *a, local atomic_flag *b, global int *o) {
  o[0] = atomic_flag_test_and_set_explicit(a, RELAXED, GROUP);
  o[1] = atomic_flag_test_and_set_explicit(b, RELAXED, GROUP);
  atomic_flag_clear_explicit(a, RELAXED, GROUP);
  atomic_flag_clear_explicit(b, RELAXED, GROUP);
}
// CHECK-LABEL: @flags(
// CHECK: atomicrmw xchg ptr addrspace(1) %a, i32 1
// CHECK: atomicrmw xchg ptr addrspace(3) %{{.*}}, i32 1
// CHECK: atomicrmw xchg ptr addrspace(1) %a, i32 0
// CHECK: store volatile i32 0, ptr addrspace(3)
