// SPDX-License-Identifier: Apache-2.0
int luma(uchar4 p) { return (p.x * 77 + p.y * 150 + p.z * 29) >> 8; }
kernel void sobel(global const uchar4 *in, global uchar4 *out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
    return;
  int p[3][3];
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i)
      p[j][i] = luma(in[(y + j - 1) * w + x + i - 1]);
  int gx = p[0][2] + 2 * p[1][2] + p[2][2] - p[0][0] - 2 * p[1][0] - p[2][0];
  int gy = p[2][0] + 2 * p[2][1] + p[2][2] - p[0][0] - 2 * p[0][1] - p[0][2];
  uchar m = convert_uchar_sat((int)sqrt((float)(gx * gx + gy * gy)));
  out[y * w + x] = (uchar4)(m, m, m, 255);
}
// Both loops are unrolled, so the array dissolves into nine values.
// CHECK-LABEL: define {{.*}}@sobel(
// CHECK-NOT: alloca
// CHECK-COUNT-8: load <4 x i8>, ptr addrspace(1)
// CHECK-NOT: load
// CHECK: call float @llvm.sqrt.f32
// CHECK: store <4 x i8>
// CHECK: ret void
