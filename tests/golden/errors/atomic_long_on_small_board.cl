// SPDX-License-Identifier: Apache-2.0
// RUN: --board sim-soc
kernel void k(global long *a) { __sync_fetch_and_add(a, 1L); }
// CHECK: atomic_long_on_small_board.cl:3:33: error: the memory of board sim-soc has no atomic operations on 64-bit values
// CHECK-NEXT: atomic_long_on_small_board.cl:3:33: note: use a type of 32 bits, or local memory
