// SPDX-License-Identifier: Apache-2.0
struct A {
  int n;
  int rest[];
};
kernel void k(global struct A *a) {
  long long b = a->n;
  unsigned long long c = b;
  long double d = c;
  float _Complex e = d;
  a->n = (int)e;
}
// CHECK: reserved_types.cl:4:7: error: member 'rest' has no size: flexible arrays are not supported in OpenCL C
// CHECK: reserved_types.cl:4:7: note: give it a constant size
// CHECK: reserved_types.cl:7:3: error: 'long long' is reserved in OpenCL C
// CHECK: reserved_types.cl:7:3: note: use long, of 64 bits
// CHECK: reserved_types.cl:8:3: error: 'long long' is reserved in OpenCL C
// CHECK: error: complex types are reserved in OpenCL C
