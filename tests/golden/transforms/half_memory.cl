// SPDX-License-Identifier: Apache-2.0
kernel void k(global half *h, global float *f) {
  size_t i = get_global_id(0);
  f[i] = vload_half(i, h);
  vstore_half(f[i + 1], i + 8, h);
  vstore_half4_rtz(vload_half4(i, h), i + 2, h);
}
// CHECK-LABEL: define {{.*}}@k(
// CHECK-NOT: half %
// CHECK-NOT: fpext
// CHECK: load i16, ptr addrspace(1)
// CHECK: store i16
// CHECK: ret void
