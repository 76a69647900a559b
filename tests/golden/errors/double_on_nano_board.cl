// SPDX-License-Identifier: Apache-2.0
// RUN: --board hx8k-evn --stop-after=rtl
kernel void k(global double *a) { a[0] += 1.0; }
// CHECK: double_on_nano_board.cl:3:40: error: a floating-point addition of 64 bits is not supported on ice40hx: too large for the family's parts
// CHECK-NEXT: double_on_nano_board.cl:3:40: note: use types of fewer bits, as float or int instead of double or long; or build for a larger board
