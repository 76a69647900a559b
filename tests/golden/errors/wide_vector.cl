// SPDX-License-Identifier: Apache-2.0
typedef int wide __attribute__((vector_size(65536 * 4)));
// CHECK: wide_vector.cl:[[@LINE-1]]:9: error: a vector of 65536 elements is not supported: the widest of OpenCL C has 16
// CHECK: wide_vector.cl:[[@LINE-2]]:9: note: use an array
typedef int __attribute__((vector_size(65536 * 8))) wider;
// CHECK: wide_vector.cl:[[@LINE-1]]:{{[0-9]+}}: error: a vector of 131072 elements is not supported
// CHECK: wide_vector.cl:[[@LINE-2]]:{{[0-9]+}}: note: use an array
kernel void k(global wide *a) { a[0] = a[1] * a[2]; }
