// SPDX-License-Identifier: Apache-2.0
// One compute unit alone needs the crossbar, too: it reaches all memory ports.
kernel void k(global const uint *restrict a, global uint *restrict b) { b[get_global_id(0)] = a[get_global_id(0)] + 1; }
// RUN: --board sim-hbm --options="-weft-lanes=4 -weft-compute-units=1"
// CHECK-LABEL: module compute_unit (
// CHECK-LABEL: module kernel_region (
// CHECK: stream_deal #(.Width({{[0-9]+}}), .NumOutputs(1)) u_deal (
// CHECK: memory_crossbar #(.NumUnits(1), .NumPorts(8)
// CHECK: compute_unit u_unit0 (
// CHECK-NOT: u_unit1
