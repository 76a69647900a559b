// SPDX-License-Identifier: Apache-2.0
kernel void k(global int *restrict data) {
  local int bins[16];
  uint l = get_local_id(0);
  if (l < 16)
    bins[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_and(&bins[l & 15], data[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 16)
    atomic_add(&data[l], bins[l]);
}
// The first write happens for some work-items only: its place in the FIFO is given back, its answer not waited for.
// CHECK: .push_i(valid_s0 & [[FIRST:[a-z0-9_]+]]_s0c0)
// CHECK-NEXT: {{.*}}.release_i(valid_s0 & ~[[FIRST]]_s0c0)
// CHECK: assign m0_w0_ack_ready_o = valid_s1 & [[FIRST]]_s1c0;
// CHECK: .in_valid_i(token_s1_valid & (m0_w0_ack_valid_i | ~[[FIRST]]_s1c0))
// AND is done by clearing the bits of the inverted operand.
// CHECK: // mematomic and
// CHECK: .data_i({~
// CHECK: assign m0_a0_req_op_o = 6'h21;
// CHECK: // atomic add
// CHECK: assign s1_req_op_o = 6'h20;
// CHECK-LABEL: module kernel_region (
// CHECK: local_atomic #({{.*}} .NumReads(1), .NumWrites(1), .NumAtomics(1)
// CHECK: lsu_atomic #(.Bytes(4), .AddrBits({{[0-9]+}})
// RUN: --options=-weft-lanes=1
