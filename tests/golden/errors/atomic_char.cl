// SPDX-License-Identifier: Apache-2.0
kernel void k(global char *a) { __sync_fetch_and_add(a, 1); }
// CHECK: atomic_char.cl:2:33: error: an atomic operation on a 8-bit value is not supported
// CHECK-NEXT: atomic_char.cl:2:33: note: use a type of 32 or 64 bits
