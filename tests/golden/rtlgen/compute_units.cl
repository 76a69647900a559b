// SPDX-License-Identifier: Apache-2.0
// The pipeline is a module of its own, which the top has three of. Loads, stores and atomics: sites of two bits of an ID.
kernel void k(global const uint *restrict a, global uint *restrict b, global uint *restrict c) {
  local uint tile[64];
  uint l = get_local_id(0);
  tile[l & 63] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  b[get_global_id(0)] = tile[~l & 63];
  c[get_global_id(0)] = l;
  atomic_inc(c + get_group_id(0));
}
// RUN: --options="-weft-lanes=1 -weft-compute-units=3"
// CHECK-LABEL: module compute_unit (
// CHECK: output logic m_axi_awvalid_o,
// CHECK-NOT: m_axi_awlen_o
// CHECK-NOT: kernel_config
// CHECK: // ---- Work-items
// CHECK: ndrange_issue #(.NumSlots({{[0-9]+}}), .MaxGroups({{[0-9]+}}), .MaxSize(1024), .SlotUse(0), .Lanes(1), .InGroups(1'b0)) u_dispatcher (
// CHECK: .next_group_valid_i(next_group_valid)
// CHECK: barrier #({{.*}}) u_n1
// CHECK: local_mem #({{.*}}) u_m0
// CHECK: kernel_memory_port #(.NumLoads(1), .NumStores(2), .NumAtomics(1)
// CHECK: hang_detector
// CHECK: fault_collector
// CHECK: assign idle_o = quiet_q[3] | (hang & fault_valid_o);
// CHECK: endmodule
// CHECK-LABEL: module kernel_region (
// CHECK: kernel_config
// CHECK: group_source #(.MaxSize(1024), .Lanes(1), .InGroups(1'b0)) u_groups (
// CHECK: stream_deal #(.Width(193), .NumOutputs(3)) u_deal (
// CHECK: stream_merge #({{.*}}.NumInputs(3), .RoundRobin(1), .Run(16)) u_reads (
// CHECK: stream_merge #({{.*}}.NumInputs(3), .RoundRobin(1), .Run(16)) u_writes (
// CHECK: // ---- Compute unit 0
// CHECK: compute_unit u_unit0 (
// CHECK: compute_unit u_unit1 (
// CHECK: compute_unit u_unit2 (
// CHECK: unit_faults #(.NumUnits(3)) u_faults (
