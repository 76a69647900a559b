// SPDX-License-Identifier: Apache-2.0
// Arithmetic of floats with a double constant is done in float where the result is the same.
// CHECK-LABEL: void @exact
// CHECK-NOT: double
// CHECK: fmul float
// CHECK: fadd float
// CHECK: ret void
kernel void exact(global float *a) {
  a[0] = a[1] * 2.5;
  a[2] = a[3] + 1.0;
}
// CHECK-LABEL: void @inexact
// CHECK: fpext float
// CHECK: fmul double {{.*}}, 1.000000e-01
// CHECK: fptrunc double
kernel void inexact(global float *a) { a[0] = a[1] * 0.1; }
// The compiler's own function is the library's: long division, as there is no operator for it.
// CHECK-LABEL: void @remainder
// CHECK-NOT: frem
// CHECK: ret void
kernel void remainder(global double2 *a) {
  a[0].x = __builtin_fmod(a[1].x, a[2].x);
}
