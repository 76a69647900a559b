// SPDX-License-Identifier: Apache-2.0
kernel void k(global uint *restrict data) {
  local uint tile[64];
  uint l = get_local_id(0);
  tile[l] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = tile[63 - l];
}
// One writer: a write takes part in the segment, unarbitrated and unacknowledged. A group may be larger than the array:
// nothing is written outside, and it is reported.
// CHECK: // report
// CHECK: check0_fault_o <= rst_i ? 1'h0 : valid_s{{[0-9]}}{{.*}} & {{.*}};
// CHECK: // memwrite
// CHECK: assign m0_w0_valid_o = valid_s{{.*}} & {{[a-z0-9_]+}};
// CHECK: group_slot{{_[0-9]+}}_s{{[0-9]}}c{{[0-9]}}
// CHECK: // memread
// CHECK: assign m0_r0_addr_o = {group_slot_
// CHECK-LABEL: module kernel_region (
// CHECK: barrier #(.Width({{[0-9]+}}), .NumSlots(1024), .MaxGroups(16)) u_n1
// CHECK-NEXT: .group_shift_i(group_shift), .group_size_i(group_size)
// CHECK-NOT: local_write_arbiter
// CHECK: // ---- Memory 0 'tile': local, 512 words of 32 bits
// CHECK: local_mem #(.WordBits(32), .Words(512), .NumReads(1), .OldData(1'b0)) u_m0
// CHECK: hang_detector #(.NumBarriers(1)
// CHECK: fault_collector #(.NumSites(4), .AddrBits(40), .NumStallPoints(1))
// CHECK: .site_fault_i({check1_fault, check0_fault, s1_fault, s0_fault}), .site_write_i(4'h6)
// RUN: --options=-weft-lanes=1
