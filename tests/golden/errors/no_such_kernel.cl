// SPDX-License-Identifier: Apache-2.0
// RUN: --kernel missing
kernel void k(global int *a) { a[0] = 1; }
// CHECK: error: no kernel 'missing' in the source
