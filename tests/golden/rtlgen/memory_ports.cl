// SPDX-License-Identifier: Apache-2.0
// On a board with several memory ports: as many compute units as ports, a crossbar between them, and the region's ports side by side.
// Work-items that do not look at groups come in groups, too.
kernel void k(global const uint *restrict a, global uint *restrict b) { b[get_global_id(0)] = a[get_global_id(0)] + 1; }
// RUN: --board sim-hbm --options="-weft-lanes=4"
// CHECK-LABEL: module compute_unit (
// CHECK: ndrange_issue #({{.*}}.MaxSize(1024), .SlotUse(2), .Lanes(4), .InGroups(1'b1))
// CHECK: kernel_memory_port #(.NumLoads(1), .NumStores(1), .NumAtomics(0)
// CHECK-LABEL: module kernel_region (
// CHECK: output logic [7:0] m_axi_awvalid_o,
// CHECK: output logic [4095:0] m_axi_wdata_o,
// CHECK: group_source #(.MaxSize(1024), .Lanes(4), .InGroups(1'b1)) u_groups (
// CHECK: memory_crossbar #(.NumUnits(8), .NumPorts(8), .AddrBits(40), .LineBits(512), .IdBits(1), .StripeLines(8)) u_crossbar (
// CHECK: compute_unit u_unit0 (
// CHECK: compute_unit u_unit7 (
