// SPDX-License-Identifier: Apache-2.0
// RUN: --board hx8k-evn
kernel void k(int n) { printf("%d", n); }
// CHECK: printf_on_nano_board.cl:3:24: error: board hx8k-evn has no printf: its memory has no atomic operations
// CHECK-NEXT: printf_on_nano_board.cl:3:24: note: write to a buffer of the kernel's
