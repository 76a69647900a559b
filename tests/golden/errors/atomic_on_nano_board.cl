// SPDX-License-Identifier: Apache-2.0
// RUN: --board hx8k-evn
kernel void k(global int *a) { __sync_fetch_and_add(a, 1); }
// CHECK: atomic_on_nano_board.cl:3:32: error: the memory of board hx8k-evn has no atomic operations
// CHECK-NEXT: atomic_on_nano_board.cl:3:32: note: use local memory
