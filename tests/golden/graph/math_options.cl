// SPDX-License-Identifier: Apache-2.0
// RUN: --check-prefix=STRICT
// RUN: --check-prefix=FLUSH --options=-cl-denorms-are-zero
// RUN: --check-prefix=UNSAFE --options=-cl-unsafe-math-optimizations
kernel void k(global float *a) {
  size_t i = get_global_id(0);
  a[i] = a[i] / a[i + 1] * a[i + 2] * a[i + 3] + a[i + 4];
}
// STRICT: fdiv (
// STRICT: fmul (
// STRICT: ffma (
// FLUSH: fdiv_flush (
// FLUSH: fmul_flush (
// FLUSH: fmul_flush (
// FLUSH: fadd (
// UNSAFE-NOT: {{fdiv|fmul|ffma}} (
// UNSAFE: fadd (
