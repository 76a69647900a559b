// SPDX-License-Identifier: Apache-2.0
// RUN: --options -cl-std=CL3.0
// A function with a generic pointer is inlined into each address space.
int twice(const int *p) { return *p * 2; }
kernel void inlined(global int *a, local int *b) { a[0] = twice(a + 1) + twice(b); }
// CHECK-LABEL: define {{.*}}@inlined(
// CHECK-NOT: __weft_pointer
// CHECK-DAG: load i32, ptr addrspace(1)
// CHECK-DAG: load i32, ptr addrspace(3)
// CHECK: ret void

// What is only known at run time is a tag.
kernel void chosen(global int *a, int n) {
  int x[2] = {n, 7};
  int *p = n > 3 ? (int *)a : x;
  *p += 5;
  a[1] = x[0] + x[1];
  a[2] = to_global(p) != 0;
  a[3] = get_fence(p);
}
// CHECK-LABEL: define {{.*}}@chosen(
// CHECK: ptrtoint ptr addrspace(1) %a to i64
// CHECK: add i64 %{{.*}}, 5764607523034234880
// CHECK: lshr i64 %{{.*}}, 61
// CHECK: icmp eq i64 %{{.*}}, 2
// CHECK: @__weft_pointer.0(
// CHECK: @__weft_pointer.1(i64 %{{.*}}, ptr addrspace(1) %a)
// CHECK: shl i64
// CHECK: ret void

// The built-in functions have generic forms.
kernel void builtins(global float *a, int n) {
  float x, y;
  int e;
  a[n] = fract(a[0], n ? &x : &y) + frexp(a[1], &e) + vload2(1, a).y;
  vstore4((float4)(x + y + e), 1, a);
}
// CHECK-LABEL: define {{.*}}@builtins(
// CHECK: ret void

// A flag in device or local memory.
kernel void atomic(global atomic_int *a, local atomic_int *b, int n, global int *out) {
  atomic_init(b, 1);
  atomic_int *p = n ? (atomic_int *)a : (atomic_int *)b;
  out[0] = atomic_fetch_add_explicit(p, 3, memory_order_relaxed, memory_scope_work_group);
  int expected = 1;
  out[1] = atomic_compare_exchange_strong_explicit(p, &expected, 9, memory_order_relaxed, memory_order_relaxed,
                                                   memory_scope_work_group);
}
// CHECK-LABEL: define {{.*}}@atomic(
// CHECK-DAG: atomicrmw add ptr addrspace(3)
// CHECK-DAG: atomicrmw add ptr addrspace(1)
// CHECK-DAG: cmpxchg ptr addrspace(3)
// CHECK-DAG: cmpxchg ptr addrspace(1)
// CHECK: ret void

// A block that two cases lead to.
kernel void cases(global int *a, local int *b, int n) {
  int *p = b;
  switch (n) {
  case 3:
  case 900:
    p = a;
    break;
  case 17:
    p = a + n;
    a[7] = n;
    break;
  }
  *p = 5;
}
// CHECK-LABEL: define {{.*}}@cases(
// CHECK-DAG: store i32 5, ptr addrspace(3)
// CHECK-DAG: store i32 5, ptr addrspace(1)
// CHECK: ret void
