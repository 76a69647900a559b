// SPDX-License-Identifier: Apache-2.0
// RUN: --board hx8k-evn
// What is kept for after a loop is in pieces of a line, where lines are of 32 bits.
kernel void k(global ulong *a, uint n) {
  int i = get_global_id(0);
  ulong v = a[i], w = a[i + 1], sum = 0;
  for (uint j = 0; j < n; ++j)
    sum += a[j] ^ w;
  a[i] = sum + v;
}
// CHECK-LABEL: define {{.*}}@k(
// CHECK: %[[PLACE:.*spilled]] = alloca i64
// CHECK: store i32 %{{.*}}, ptr %[[PLACE]]
// CHECK: %[[HIGH:.*]] = getelementptr inbounds i8, ptr %[[PLACE]], i64 4
// CHECK: store i32 %{{.*}}, ptr %[[HIGH]]
// CHECK: load i32, ptr %[[PLACE]]
