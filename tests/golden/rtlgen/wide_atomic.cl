// SPDX-License-Identifier: Apache-2.0
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
// Words of a memory are as wide as its widest access; the address of an atomic operation counts 4 bytes.
kernel void narrow(global int2 *restrict out) {
  local int2 bins[16];
  bins[get_local_id(0) & 15] = (int2)(1, 2);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add((local int *)bins, 3);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = bins[get_local_id(0) & 15];
}
// CHECK-LABEL: // Kernel 'narrow'
// CHECK: local_atomic #(.WordBits(64), .AtomicBits(32), .Words(

// An operand of 32 bits among those of 64 lies in the upper half.
kernel void mixed(volatile global ulong *restrict a, global uint *restrict out) {
  local ulong bins[16];
  uint l = get_local_id(0);
  bins[l & 15] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  atom_add(&bins[l & 15], 5ul);
  out[l] = atomic_xor((volatile local uint *)bins + l, out[l]);
  atom_add(a, bins[l & 15]);
}
// CHECK-LABEL: // Kernel 'mixed'
// CHECK: assign m0_a0_req_wide_o = 1'h1;
// CHECK: assign m0_a1_req_wide_o = 1'h0;
// CHECK: assign m0_a1_req_data_o = {{{.*}}, 32'h0};
// CHECK: local_atomic #(.WordBits(64), .AtomicBits(64), .Words(
// CHECK: lsu_atomic #(.Bytes(8)
// RUN: --options=-weft-lanes=1
