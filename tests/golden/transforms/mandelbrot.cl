// SPDX-License-Identifier: Apache-2.0
kernel void mandelbrot(global uint *out, float x0, float y0, float dx, float dy, uint limit) {
  float cx = x0 + get_global_id(0) * dx, cy = y0 + get_global_id(1) * dy;
  float x = 0, y = 0;
  uint i = 0;
  while (i < limit && x * x + y * y < 4.0f) {
    float t = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = t;
    ++i;
  }
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = i;
}
// The loop is one block; && became a select.
// CHECK-LABEL: define {{.*}}@mandelbrot(
// CHECK: while.body:
// CHECK-NOT: {{^[a-z].*}}:
// CHECK: select i1 %{{.*}}, i1 %{{.*}}, i1 false
// CHECK-NEXT: br i1 {{.*}}, label %while.body, label
// CHECK: ret void
