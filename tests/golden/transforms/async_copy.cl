// SPDX-License-Identifier: Apache-2.0
kernel void k(global int *a, local int *b, int n) {
  event_t e[4];
  for (int i = 0; i < n; ++i)
    e[i] = async_work_group_copy(b + 64 * i, a + 64 * i, 64, 0);
  wait_group_events(n, e);
  a[0] = b[1];
}
// The copies are loops over the work-items, the wait is a barrier; nothing of the events is left.
// CHECK-LABEL: define {{.*}}@k(
// CHECK-NOT: spirv.Event
// CHECK: load i32, ptr addrspace(1)
// CHECK: store i32 {{.*}}, ptr addrspace(3)
// CHECK: call void @__weft_barrier(i32 3)
// CHECK-NOT: @__weft_barrier
// CHECK: ret void
