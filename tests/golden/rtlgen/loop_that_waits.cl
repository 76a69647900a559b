// SPDX-License-Identifier: Apache-2.0
kernel void k(global const uint *restrict a, global uint *restrict out, uint n) {
  uint i = get_global_id(0);
  uint4 p = (uint4)(i, i + 1, i + 2, i + 3), q = p * 5;
  for (uint j = 0; j < n; ++j) {
    i = a[i];
    p = p * 3 + q.yzwx + i;
    q ^= p;
  }
  p ^= q;
  out[get_global_id(0)] = p.x ^ p.y ^ p.z ^ p.w;
}
// Wide tokens go round the loop: what has room for all of them is the FIFO in which they wait for the load, deep anyway, and
// the FIFO of the load's requests; not the one at the node's end.
// CHECK-LABEL: module node_1_
// CHECK: credit_fifo #(.Width({{[0-9]+}}), .Depth([[#SLOTS:]])) u_s0_req
// CHECK: credit_fifo #(.Width({{[0-9]+}}), .Depth([[#SLOTS]])) u_token_s1
// CHECK: credit_fifo #(.Width({{[0-9]+}}), .Depth({{[0-9]}}), .Head(1'b1)) u_token_s2
// CHECK-LABEL: module kernel_region (
// CHECK: ndrange_dispatcher #(.NumSlots([[#SLOTS]])
