// SPDX-License-Identifier: Apache-2.0
kernel void k(global uint *out, uint n) {
  uint x = get_global_id(0);
  for (uint i = 0; i < n; ++i)
    x = (x * 1664525u + i) ^ (x >> 7);
  out[get_global_id(0)] = x;
}
// The condition before the loop depends on arguments only.
// CHECK-LABEL: module node_0_entry (
// CHECK: always_ff @(posedge clk_i) [[ZERO:.*]]_u <= [[ZERO]]_u_d;
// CHECK: assign select_s0c0 = {~[[ZERO]]_u, [[ZERO]]_u};
// CHECK-LABEL: module node_1_for_body (
// CHECK: int_mul #(.Width(32), .Latency({{[0-9]+}}))
// The FIFO at the node's end holds every work-item in flight.
// CHECK: credit_fifo #(.Width({{[0-9]+}}), .Depth(32)) u_token_s1
// CHECK: stream_branch
// CHECK-LABEL: module kernel_region (
// Tokens from the back edge, input 0, come behind others.
// CHECK: stream_merge {{.*}} .NumInputs(2), .RoundRobin(0), .Run(1), .OthersFirst(1'b1)) u_n1_in
// CHECK-NEXT: .in_valid_i({n0_e{{[01]}}_valid, n1_e{{[01]}}_valid})
// CHECK: stream_merge {{.*}} .RoundRobin(1))
