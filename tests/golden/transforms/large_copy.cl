// SPDX-License-Identifier: Apache-2.0
typedef struct { int n[100]; } Big;
kernel void k(global Big *items) { items[1] = items[get_global_id(0)]; }
// More pieces than are sensible as straight code: a loop.
// CHECK-LABEL: define {{.*}}@k(
// CHECK: copy:
// CHECK: load i64, ptr addrspace(1)
// CHECK: store i64 {{.*}}, ptr addrspace(1)
// CHECK: br i1 {{.*}}, label %copy
