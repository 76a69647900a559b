// SPDX-License-Identifier: Apache-2.0
// An integer that was made of a buffer's address is a pointer into that buffer.
kernel void aligned(global int *a, global int *b, int n) {
  global int *line = (global int *)(((uintptr_t)(a + n) + 63) & ~(uintptr_t)63);
  b[0] = line[1];
}
// CHECK-LABEL: define {{.*}}@aligned(
// CHECK: @__weft_pointer.1(i64 %{{.*}}, ptr addrspace(1) %a)
// CHECK: ret void
kernel void either(global int *a, global int *b, int n) {
  uintptr_t p = n > 3 ? (uintptr_t)a : (uintptr_t)b;
  for (int i = 0; i < n; ++i, p += n)
    *(global int *)p = i;
}
// CHECK-LABEL: define {{.*}}@either(
// CHECK: @__weft_pointer.1(i64 %{{.*}}, ptr addrspace(1) %a, ptr addrspace(1) %b)
// CHECK: ret void
