// SPDX-License-Identifier: Apache-2.0
// A pointer in local or device memory is an integer; read back, it may mean every buffer of its address space.
typedef struct Node {
  int value;
  global struct Node *next;
} Node;
kernel void walk(global Node *pool, global int *out, constant int *table, local int *tile) {
  out[0] = pool->next->value;
}
// CHECK-DAG: @"exchange.low+exchange.high" = internal addrspace(3)
// CHECK-DAG: @exchange.other = internal addrspace(3)
// CHECK-LABEL: define {{.*}}@walk(
// CHECK: load i64, ptr addrspace(1)
// CHECK: @__weft_pointer.1(i64 %{{.*}}, ptr addrspace(1) %pool, ptr addrspace(1) %out)
// CHECK: ret void

typedef local int *Tile;
// An address on chip has a tag, and only those that leave private memory can come back.
kernel void exchange(global int *out, int n) {
  local int low[4], high[4], other[4];
  local Tile kept[4];
  const int l = get_local_id(0);
  low[l] = high[l] = other[l] = l;
  kept[l] = n > l ? low + l : high;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = *kept[(l + 1) & 3] + other[3 - l];
}
// CHECK-LABEL: define {{.*}}@exchange(
// CHECK: add i64 %{{.*}}, 8070450532247928832
// CHECK: store i64 %{{.*}}, ptr addrspace(3)
// CHECK: sub i64 %{{.*}}, 8070450532247928832
// CHECK: @__weft_pointer.3(i64 %{{.*}}, ptr addrspace(3) @"exchange.low+exchange.high"
// CHECK: ret void

// Two memories: one access for each.
kernel void either(local int *a, global int *out, int n) {
  local int b[64];
  local int *p = n ? a : b;
  p[get_local_id(0)] = n;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(0)] = b[1];
}
// CHECK-LABEL: define {{.*}}@either(
// CHECK: lshr i64 %{{.*}}, 61
// CHECK: br i1
// CHECK: @__weft_pointer.3(i64 %{{.*}}, ptr addrspace(3) %a)
// CHECK: store i32 %n
// CHECK: @__weft_pointer.3(i64 %{{.*}}, ptr addrspace(3) @either.b)
// CHECK: store i32 %n
// CHECK: @__weft_barrier

// The host's number may be any buffer's address.
kernel void number(global int *a, global int *b, ulong address) { a[0] = *(global int *)(uintptr_t)address; }
// CHECK-LABEL: define {{.*}}@number(
// CHECK: @__weft_pointer.1(i64 %address, ptr addrspace(1) %a, ptr addrspace(1) %b)
// CHECK: ret void
