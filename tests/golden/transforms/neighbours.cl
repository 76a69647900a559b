// SPDX-License-Identifier: Apache-2.0
// Accesses of neighbouring bytes of device memory in one block become one.
typedef struct {
  float x, y, z, w;
} Point;
kernel void fields(global const Point *in, global float *out) {
  size_t i = get_global_id(0);
  out[i] = in[i].w * in[i].x + in[i].y * in[i].z;
}
// CHECK-LABEL: define {{.*}}@fields(
// CHECK: load <4 x float>, ptr addrspace(1) {{.*}}, align 16
// CHECK-NOT: load
// CHECK: store float
kernel void widths(global const uchar *src, global uchar8 *result) {
  result[0] = (uchar8)(src[0], vload2(0, src + 1), src[3], vload4(0, src + 4));
  result[1] = (uchar8)(vload3(0, src), vload2(0, src + 3), src[5], src[6], src[7]);
}
// The store may be to what is read again.
// CHECK-LABEL: define {{.*}}@widths(
// CHECK: load <8 x i8>, ptr addrspace(1)
// CHECK-NOT: load
// CHECK: store <8 x i8>
// CHECK: load <8 x i8>, ptr addrspace(1)
// CHECK-NOT: load
// CHECK: store <8 x i8>
kernel void scattered_stores(global int *out, int a, int b) {
  global int *o = out + 4 * get_global_id(0);
  o[3] = a;
  o[0] = b;
  o[2] = a + b;
  o[1] = a - b;
}
// CHECK-LABEL: define {{.*}}@scattered_stores(
// CHECK: store <4 x i32> {{.*}}, ptr addrspace(1) {{.*}}, align 16
// CHECK-NOT: store
// CHECK: ret void
kernel void between(global int *p, global int *q) {
  int a = p[0];
  q[0] = 1;
  q[1] = a + p[1];
}
// CHECK-LABEL: define {{.*}}@between(
// CHECK-COUNT-2: load i32, ptr addrspace(1)
// CHECK: ret void
kernel void restricted(global int *restrict p, global int *restrict q) {
  int a = p[0];
  q[0] = 1;
  q[1] = a + p[1];
}
// CHECK-LABEL: define {{.*}}@restricted(
// CHECK: load <2 x i32>, ptr addrspace(1)
// CHECK: store <2 x i32>
// CHECK: ret void
// At an address that an access of both might not have.
kernel void unaligned(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  out[i] = in[i] + in[i + 1];
}
// CHECK-LABEL: define {{.*}}@unaligned(
// CHECK-COUNT-2: load i32, ptr addrspace(1)
// CHECK: ret void
kernel void lines(constant long *in, global long *out) {
  long sum = 0;
#pragma unroll
  for (int i = 0; i < 16; ++i)
    sum ^= in[i] << i;
  out[0] = sum;
}
// Two lines of 64 bytes.
// CHECK-LABEL: define {{.*}}@lines(
// CHECK-COUNT-2: load <8 x i64>, ptr addrspace(2)
// CHECK-NOT: load
// CHECK: ret void
kernel void each_as_written(global volatile int *p, global int *out) {
  local int pair[128];
  constant int table[4] = {2, 3, 5, 7};
  size_t i = get_local_id(0);
  pair[2 * i] = p[0];
  pair[2 * i + 1] = p[1];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = pair[126 - 2 * i] + pair[127 - 2 * i] + table[i & 2] * table[(i & 2) + 1];
}
// Volatile, local, and a table on chip.
// CHECK-LABEL: define {{.*}}@each_as_written(
// CHECK-COUNT-2: load volatile i32, ptr addrspace(1)
// CHECK-COUNT-2: load i32, ptr addrspace(3)
// CHECK-COUNT-2: load i32, ptr addrspace(2)
// CHECK: ret void
