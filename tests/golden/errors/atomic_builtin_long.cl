// SPDX-License-Identifier: Apache-2.0
kernel void k(global long *a) { __sync_fetch_and_add(a, 1L); }
// CHECK: atomic_builtin_long.cl:2:33: error: an atomic operation on a 64-bit value is not supported yet
// CHECK-NEXT: atomic_builtin_long.cl:2:33: note: use int or uint, of 32 bits
