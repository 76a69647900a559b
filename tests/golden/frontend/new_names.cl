// SPDX-License-Identifier: Apache-2.0
// RUN: --options -cl-std=CL3.0
// Each name for which errors/new_language_hints.cl tells of OpenCL C 3.0 is there.
global atomic_int i;
global atomic_uint u;
global atomic_long l;
global atomic_ulong m;
global atomic_float f;
global atomic_double d;
global atomic_size_t s;
global atomic_intptr_t p;
global atomic_uintptr_t q;
global atomic_ptrdiff_t r;
global atomic_flag flag;
// CHECK-LABEL: define {{.*}}void @names(
kernel void names(global int *a, local int *part) {
  memory_order order = memory_order_acq_rel;
  memory_scope scope = memory_scope_device;
  generic int *any = a[0] ? (generic int *)a : (generic int *)part;
  int expected = 0;
  atomic_init(&i, 1);
  a[1] = atomic_load(&i) + atomic_load_explicit(&i, memory_order_acquire, memory_scope_device);
  atomic_store(&i, 2);
  a[2] = atomic_exchange(&i, 3) + atomic_compare_exchange_strong(&i, &expected, 4);
  a[3] = atomic_fetch_add(&i, 1) + atomic_fetch_max(&i, 7) + atomic_flag_test_and_set(&flag);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  a[4] = work_group_all(a[1]) + work_group_any(a[2]) + work_group_broadcast(a[3], 0);
  a[5] = work_group_reduce_add(a[4]) + work_group_scan_inclusive_max(a[5]);
  a[6] = get_local_linear_id() + get_global_linear_id() + get_enqueued_local_size(0) + get_fence(any);
  a[7] = (to_global(any) != 0) + (to_local(any) != 0) + (to_private(any) != 0) + order + scope;
}
