// SPDX-License-Identifier: Apache-2.0
constant int t[1 << 28] = {1, 2, 3};
kernel void k(global int *o) { o[0] = t[o[1]]; }
// CHECK: constant_too_big.cl:2:14: error: 't' takes 1073741824 bytes; a constant can have 16777216
// CHECK-NEXT: constant_too_big.cl:2:14: note: make it smaller or pass it in a buffer
#line 70 "generated.cl"
constant short indented[] = {1, 2, 3}, wide[1 << 28] = {1};
kernel void declared_later(global int *o) { o[0] = wide[o[1]] + indented[o[2]]; }
// CHECK: generated.cl:70:40: error: 'wide' takes 536870912 bytes
// CHECK-NEXT: generated.cl:70:40: note: make it smaller or pass it in a buffer
