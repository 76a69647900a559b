// SPDX-License-Identifier: Apache-2.0
kernel void k(global float *a) { atomic_add(a, 1.0f); }
// CHECK: atomic_float.cl:2:34: error: call to 'atomic_add' is ambiguous
