// SPDX-License-Identifier: Apache-2.0
// They compile, with warnings, unless those are errors.
// RUN: --options -Werror
typedef struct { float4 rows[4]; } float4x4;
typedef float2 complex;
typedef int quad;
typedef int float5x5;
kernel void k(global float4x4 *a, global complex *b) {
  const quad index = 1;
  const float5x5 other = 2;
  a[0].rows[index].xy = b[other];
}
// CHECK: reserved_type_names.cl:4:36: error: 'float4x4' is a type name that OpenCL C reserves: a later version may define it
// CHECK: reserved_type_names.cl:5:16: error: 'complex' is a type name
// CHECK: reserved_type_names.cl:6:13: error: 'quad' is a type name
// CHECK-NOT: float5x5
