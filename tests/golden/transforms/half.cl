// SPDX-License-Identifier: Apache-2.0
// Arithmetic of half is done in half; so is arithmetic of float on halves whose result is rounded to half, where that rounds the same.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
// CHECK-LABEL: void @own
// CHECK: call half @llvm.fma.f16(
kernel void own(global half *a) { a[0] = fma(a[1], a[2], a[3]); }
// CHECK-LABEL: void @through_float
// CHECK: fmul half
// CHECK-NOT: fptrunc
kernel void through_float(global half *a) { vstore_half(vload_half(1, a) * vload_half(2, a), 0, a); }
// A fused product may not: the sum would be rounded twice.
// CHECK-LABEL: void @fused
// CHECK: float @llvm.fma.f32(
// CHECK: fptrunc float
kernel void fused(global half *a) { vstore_half(fma(vload_half(1, a), vload_half(2, a), vload_half(3, a)), 0, a); }
