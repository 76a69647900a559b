// SPDX-License-Identifier: Apache-2.0
// What LLVM leaves undefined and OpenCL or the hardware defines: no store is lost, literals and run-time values are treated alike.
// CHECK-LABEL: define {{.*}}@conversions(
kernel void conversions(global int *out, float x) {
  out[0] = x;
  out[8] = (char)x;
  out[16] = convert_ushort_sat_rte(x);
  out[24] = 1e30f;
  out[32] = convert_short_sat(sqrt(-1.0f));
  // CHECK-DAG: call i32 @llvm.fptosi.sat.i32.f32(float %x)
  // CHECK-DAG: call i8 @llvm.fptosi.sat.i8.f32(float %x)
  // CHECK-DAG: call i16 @llvm.fptoui.sat.i16.f32(
  // CHECK-DAG: store i32 2147483647,
  // CHECK-DAG: store i32 0,
  // CHECK: ret void
}
// An element's index is taken modulo the number of elements.
// CHECK-LABEL: define {{.*}}@elements(
kernel void elements(global int *out, int4 v, int i) {
  out[0] = v[i];
  out[8] = v[6];
  v[i + 1] = 7;
  out[16] = v.x;
  // CHECK-DAG: and i32 %i, 3
  // CHECK-DAG: extractelement <4 x i32> %v, i32 %
  // CHECK-DAG: extractelement <4 x i32> %v, i64 2
  // CHECK: ret void
}
// CHECK-LABEL: define {{.*}}@literals(
kernel void literals(global int *out, int a) {
  out[0] = 5 / 0;
  out[8] = a + 5 / 0;
  out[16] = abs(INT_MIN);
  // CHECK-COUNT-3: store
  // CHECK: ret void
}
