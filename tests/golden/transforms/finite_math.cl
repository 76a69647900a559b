// SPDX-License-Identifier: Apache-2.0
// RUN: --options "-w -cl-fast-relaxed-math"
// RUN: --options "-w -cl-finite-math-only"
// Infinity and what is not a number may be taken for something else; the stores stay.
// CHECK-LABEL: define {{.*}}@nearest(
kernel void nearest(global float *out, global float *x, int c) {
  float best = c ? x[0] : INFINITY;
  out[0] = c + (best + INFINITY) * 2.0f;
  out[8] = NAN * x[1] + INFINITY;
  out[16] = INFINITY * INFINITY - x[2];
  // CHECK-COUNT-3: store float
  // CHECK: ret void
}
