// SPDX-License-Identifier: Apache-2.0
// Private memory may hold pointers; local and global memory may not.
typedef global int *Pointer;
struct Item {
  int count;
  Pointer data;
};
kernel void k(global int *a, local struct Item *items, global struct Item *out) {
  local Pointer kept[4];
  kept[get_local_id(0) & 3] = a + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[0] = *kept[1];
  items[0].data = a;
  out[0].data = a;
}
// CHECK: pointer_in_memory.cl:10:29: error: a pointer that is stored in local memory ('kept') is not supported
// CHECK-NEXT: pointer_in_memory.cl:10:29: note: store an index and add it to the pointer where it is used
// CHECK: pointer_in_memory.cl:12:11: error: a pointer that is read from local memory ('kept') is not supported
// CHECK-NEXT: pointer_in_memory.cl:12:11: note: keep an index there and add it to the pointer
// CHECK: pointer_in_memory.cl:13:17: error: a pointer that is stored in local memory ('items') is not supported
// CHECK-NEXT: pointer_in_memory.cl:13:17: note: store an index and add it to the pointer where it is used
// CHECK: pointer_in_memory.cl:14:15: error: a pointer that is stored in global memory ('out') is not supported
// CHECK-NEXT: pointer_in_memory.cl:14:15: note: store an index and add it to the pointer where it is used
