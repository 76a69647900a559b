// SPDX-License-Identifier: Apache-2.0
// RUN: --options -cl-std=CL3.0
// An order is a fence before or behind a relaxed operation.
kernel void release(volatile global atomic_int *a) { atomic_store_explicit(a, 1, memory_order_release); }
// CHECK-LABEL: @release(
// CHECK-NEXT: entry:
// CHECK-NEXT: call void @__weft_fence(i32 3)
// CHECK-NEXT: {{.*}} = atomicrmw xchg ptr addrspace(1) %a, i32 1 monotonic
// CHECK-NEXT: ret void

kernel void acquire(volatile global atomic_int *a, global int *o) {
  o[0] = atomic_load_explicit(a, memory_order_acquire, memory_scope_device);
}
// CHECK-LABEL: @acquire(
// CHECK-NEXT: entry:
// CHECK-NEXT: [[VALUE:%.*]] = load volatile i32, ptr addrspace(1) %a
// CHECK-NEXT: call void @__weft_fence(i32 3)
// CHECK-NEXT: store i32 [[VALUE]]

kernel void sequential(volatile global atomic_int *a) { atomic_fetch_add(a, 1); }
// CHECK-LABEL: @sequential(
// CHECK-NEXT: entry:
// CHECK-NEXT: call void @__weft_fence(i32 3)
// CHECK-NEXT: {{.*}} = atomicrmw add ptr addrspace(1) %a, i32 1 monotonic
// CHECK-NEXT: call void @__weft_fence(i32 3)

kernel void relaxed(volatile global atomic_int *a, volatile global atomic_flag *f) {
  atomic_fetch_add_explicit(a, 1, memory_order_relaxed);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_relaxed, memory_scope_device);
  atomic_flag_clear_explicit(f, memory_order_relaxed, memory_scope_work_group);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
}
// CHECK-LABEL: @relaxed(
// CHECK-NEXT: entry:
// CHECK-NEXT: {{.*}} = atomicrmw add ptr addrspace(1) %a, i32 1 monotonic
// CHECK-NEXT: {{.*}} = atomicrmw xchg ptr addrspace(1) %f, i32 0 monotonic
// CHECK-NEXT: call void @__weft_fence(i32 2)
