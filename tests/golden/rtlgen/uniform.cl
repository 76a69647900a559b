// SPDX-License-Identifier: Apache-2.0
// What depends on arguments only is computed once a launch, and the start waits for it.
kernel void k(global uint *restrict out, uint n, uint m) {
  out[get_global_id(0)] = get_global_id(0) + n / m;
}
// CHECK-LABEL: module node_0_entry (
// CHECK: // udiv, {{.*}}uniform.cl:4
// CHECK-NEXT: logic [31:0] [[RATIO:[a-z0-9_]+]]_u;
// CHECK: int_div #(.Width(32), .Signed(1'b0), .Latency([[LATENCY:[0-9]+]])) u_[[RATIO]]_u (
// CHECK-NEXT: .quotient_o([[RATIO]]_u)
// CHECK: // ---- Segment 0: 0 cycles
// CHECK: [[RATIO]]_u + 
// CHECK-LABEL: module kernel_region (
// CHECK: start_q <= rst_i
// CHECK: assign start = start_q[
// CHECK: .start_i(start)
