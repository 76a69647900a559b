// SPDX-License-Identifier: Apache-2.0
// A dimension that is a variable becomes a selection; one past the last gives 0 or 1.
kernel void k(global ulong *a, uint d) {
  a[0] = get_global_id(d);
  a[1] = get_local_id(3) + get_global_size(7);
}
// CHECK-LABEL: define {{.*}}@k(
// CHECK-DAG: call i64 @__weft_global_id(i32 0)
// CHECK-DAG: call i64 @__weft_global_id(i32 1)
// CHECK-DAG: call i64 @__weft_global_id(i32 2)
// CHECK: insertelement <2 x i64> {{.*}}, i64 1, i64 1
// CHECK: store <2 x i64> {{.*}}, ptr addrspace(1)
// CHECK: ret void
