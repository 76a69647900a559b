// SPDX-License-Identifier: Apache-2.0
typedef struct {
  float3 position;
  char tag;
  int n[3];
} Item;
kernel void by_value(Item v, global int *out) {
  v.tag += 1;
  out[0] = v.tag + v.n[2];
}
// A structure argument is read at constant offsets, even when the kernel changes its copy.
// CHECK-LABEL: define {{.*}}@by_value(
// CHECK-NOT: alloca
// CHECK: load i8, ptr %{{.*}}, align 16
// CHECK: load i32, ptr %{{.*}}, align 4
// CHECK: ret void
kernel void copy(global Item *items) { items[1] = items[get_global_id(0)]; }
// CHECK-LABEL: define {{.*}}@copy(
// CHECK-NOT: memcpy
// CHECK: load <4 x i64>, ptr addrspace(1) {{.*}}, align 32
// CHECK: store <4 x i64> {{.*}}, ptr addrspace(1) {{.*}}, align 32
// CHECK: ret void
