// SPDX-License-Identifier: Apache-2.0
// RUN: --options -cl-std=CL3.0
// Variables of program scope are arguments of the kernels that use them; one whose address is kept, of those too that
// read pointers.
global int alone = 3, kept[4];
global int *global at = kept + 1;

kernel void uses(global int *o) { o[0] = alone++; }
// CHECK-LABEL: @uses(
// CHECK-SAME: ptr addrspace(1) noalias align 128 "weft-implicit"="program_variable" "weft-variable"="0" %alone
// CHECK-NOT: program_variable
// CHECK: load i32, ptr addrspace(1) %alone

kernel void follows(global int *o) { o[0] = *at; }
// CHECK-LABEL: @follows(
// CHECK-SAME: ptr addrspace(1) {{[^%]*}}"weft-variable"="{{[0-9]}}" %at, ptr addrspace(1) {{[^%]*}}"weft-variable"="{{[0-9]}}" %kept
// CHECK: call ptr addrspace(1) (i64, ...) @__weft_pointer.1(i64 %{{.*}}, ptr addrspace(1) %o, ptr addrspace(1) %at, ptr addrspace(1) %kept)

kernel void neither(global int *o) { o[0] = 1; }
// CHECK-LABEL: @neither(ptr addrspace(1) {{[^%]*}}%o)

// CHECK: !weft.variables = !{
