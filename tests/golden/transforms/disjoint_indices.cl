// SPDX-License-Identifier: Apache-2.0
// The optimiser writes sums without carries as disjunctions. In indices they are sums again, whose terms show how
// work-items differ; what is no index stays as it is.
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void blocks(global const float *in, global float *out) {
  uint id = get_local_id(0), first = get_group_id(0) * 4096;
  for (uint i = id; i < 4096; i += 256)
    out[first + i] = 2.0f * in[first + i];
}
// CHECK-LABEL: define {{.*}}@blocks(
// CHECK-NOT: or disjoint
// CHECK: [[SUM:%[^ ]+]] = add nuw nsw i64
// CHECK: getelementptr inbounds float, ptr addrspace(1) %in, i64 [[SUM]]
// CHECK-NOT: or disjoint

kernel void bytes(global const uchar *in, global uint *out) {
  size_t i = get_global_id(0);
  out[i] = in[2 * i] * 256u | in[2 * i + 1];
}
// CHECK-LABEL: define {{.*}}@bytes(
// CHECK: or disjoint i32
// CHECK: ret void

kernel void scaled(global const int *in, global int *out, uint row) {
  uint x = get_local_id(0) & 63;
  out[x] = in[(row << 6 | x) * 3];
}
// CHECK-LABEL: define {{.*}}@scaled(
// CHECK-NOT: or disjoint
// CHECK: add nuw nsw i32
// CHECK: ret void
