// SPDX-License-Identifier: Apache-2.0
kernel void vec3(global float *p) {
  float3 v = vload3(get_global_id(0), p);
  vstore3(v, get_global_id(0) + 1, p);
}
// CHECK-LABEL: define {{.*}}@vec3(
// CHECK-COUNT-3: load float, ptr addrspace(1)
// CHECK-COUNT-3: store float {{.*}}, ptr addrspace(1)
kernel void unaligned(global const uchar *p, global uint *out) { out[0] = as_uint(vload4(0, p + get_global_id(0))); }
// CHECK-LABEL: define {{.*}}@unaligned(
// CHECK-COUNT-4: load i8, ptr addrspace(1)
// CHECK: store i32
// A buffer's first byte is aligned to 128, so vectors of one are whole.
kernel void whole(global float *p) { vstore4(vload4(get_global_id(0), p), get_global_id(0) + 5, p); }
// CHECK-LABEL: define {{.*}}@whole(
// CHECK: load <4 x float>, ptr addrspace(1) {{.*}}, align 16
// CHECK: store <4 x float> {{.*}}, align 16
kernel void wide(global long16 *p) { p[1] = p[0]; }
// 128 bytes: two lines.
// CHECK-LABEL: define {{.*}}@wide(
// CHECK-COUNT-2: load <8 x i64>, ptr addrspace(1) {{.*}}, align {{64|128}}
// CHECK-COUNT-2: store <8 x i64>
kernel void packed_struct(global char *p) {
  typedef struct __attribute__((packed)) { char a; int b; } P;
  ((global P *)p)->b = 0x01020304;
}
// CHECK-LABEL: define {{.*}}@packed_struct(
// CHECK-COUNT-4: store i8
