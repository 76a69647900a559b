// SPDX-License-Identifier: Apache-2.0
// Between half in memory and float stands one conversion, and nothing where a half comes back as it was.
kernel void k(global half *h, global float *f) {
  size_t i = get_global_id(0);
  f[i] = vload_half(i, h);
  vstore_half(f[i + 1], i + 8, h);
  vstore_half4_rtz(vload_half4(i, h), i + 2, h);
}
// CHECK-LABEL: define {{.*}}@k(
// CHECK: fpext half
// CHECK: fptrunc float
// CHECK-NOT: fcmp
// CHECK: ret void
