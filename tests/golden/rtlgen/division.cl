// SPDX-License-Identifier: Apache-2.0
// Quotient and remainder come from one divider.
kernel void k(global uint2 *restrict data) {
  uint2 v = data[get_global_id(0)];
  data[get_global_id(0)] = (uint2)(v.x / v.y, v.x % v.y);
}
// RUN: --options=-weft-lanes=1
// CHECK-LABEL: module node_0_entry (
// CHECK: int_div #(.Width(32), .Signed(1'b0), .Latency([[N:[0-9]+]])) u_{{.*}} (
// CHECK-NEXT: .quotient_o([[Q:[a-z0-9_]+]]), .remainder_o([[R:[a-z0-9_]+]]));
// CHECK-NOT: int_div
// CHECK-LABEL: module kernel_region (
