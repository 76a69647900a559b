// SPDX-License-Identifier: Apache-2.0
// RUN: --options -cl-std=CL3.0
// Addresses in a table on chip are tagged numbers, and what is read there names its targets; a table with an address in
// device memory lies there itself.
constant char *constant names[3] = {"ab", "cde", 0};
global int counter;
global int *constant places[2] = {&counter, 0};
// CHECK: @[[TEXT:".str.*"]] = internal addrspace(2) constant <{ [3 x i8], [4 x i8] }> <{ [3 x i8] c"ab\00", [4 x i8] c"cde\00" }>
// CHECK: @names = internal addrspace(2) constant [3 x i64] [i64 add (i64 ptrtoint (ptr addrspace(2) @[[TEXT]] to i64), i64 -5764607523034234880)
// CHECK-SAME: i64 3) to i64), i64 -5764607523034234880), i64 0]

kernel void onChip(global int *o) {
  constant char *name = names[o[1]];
  o[0] = name ? name[0] : 0;
}
// CHECK-LABEL: @onChip(
// CHECK-NOT: program_variable
// CHECK: %[[NUMBER:.*]] = load i64, ptr addrspace(2) %{{.*}}, align 8
// CHECK: icmp eq i64 %[[NUMBER]], 0
// CHECK: sub i64 %[[NUMBER]], -5764607523034234880
// CHECK: call ptr addrspace(2) (i64, ...) @__weft_pointer.2(i64 %{{.*}}, ptr addrspace(2) @[[TEXT]], ptr addrspace(2) getelementptr

kernel void inMemory(global int *o) { *places[o[1]] = 1; }
// CHECK-LABEL: @inMemory(
// CHECK-SAME: "weft-implicit"="program_variable" "weft-variable"="{{.}}" %places
// CHECK-SAME: "weft-implicit"="program_variable" "weft-variable"="{{.}}" %counter
// CHECK: call ptr addrspace(1) (i64, ...) @__weft_pointer.1(i64 %{{.*}}, ptr addrspace(1) %o, ptr addrspace(1) %counter)
