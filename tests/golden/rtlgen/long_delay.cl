// SPDX-License-Identifier: Apache-2.0
// A value that waits long for its use waits in a memory; short waits are registers.
kernel void k(global float *x, int n) {
  float v = x[get_global_id(0)];
  float r = v;
#pragma unroll
  for (int i = 0; i < 16; ++i)
    r = sqrt(r) + 1.0f;
  x[n] = r * v;
}
// CHECK-LABEL: module node_0_entry (
// CHECK: // ---- Segment 1: [[CYCLES:[0-9]+]] cycles
// CHECK: delay_memory #(.Width(32), .Latency({{[0-9]+}})) u_delay_s1c[[FROM:[0-9]+]]c[[TO:[0-9]+]]_0 (
// CHECK-NEXT: .clk_i, .rst_i, .data_i([[V:v[0-9]+]]_s1c[[FROM]]), .data_o([[V]]_s1c[[TO]]));
// CHECK: always_ff
// CHECK: [[V]]_s1c1 <= [[V]]_s1c0;
// CHECK-NOT: [[V]]_s1c[[TO]] <=
// CHECK: endmodule
// RUN: --options=-weft-lanes=1
