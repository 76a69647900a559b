// SPDX-License-Identifier: Apache-2.0
// RUN:
// A hint may name any type: the kernel has nothing of it, so no extension need be enabled.
kernel __attribute__((vec_type_hint(half2))) void halves(global float *a) { a[0] = 1; }
// CHECK: void @halves({{.*}} !vec_type_hint
