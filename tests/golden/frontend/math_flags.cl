// SPDX-License-Identifier: Apache-2.0
// RUN: --check-prefix=STRICT
// RUN: --check-prefix=FAST --options -cl-fast-relaxed-math
// RUN: --check-prefix=FINITE --options -cl-finite-math-only
// RUN: --check-prefix=UNSAFE --options -cl-unsafe-math-optimizations
// RUN: --check-prefix=ZEROS --options -cl-no-signed-zeros
// RUN: --check-prefix=ROUNDED --options "-cl-fp32-correctly-rounded-divide-sqrt -cl-mad-enable -cl-denorms-are-zero -cl-single-precision-constant"
kernel void k(global float *a) { a[0] = a[1] / a[2]; }
// STRICT: fdiv float %{{.*}}, !fpmath
// FAST: fdiv reassoc nnan ninf nsz arcp {{(contract )?}}afn float
// FINITE: fdiv nnan ninf float
// UNSAFE: fdiv reassoc nsz arcp {{(contract )?}}afn float
// ZEROS: fdiv nsz float
// ROUNDED: fdiv float
// ROUNDED-NOT: !fpmath
