// SPDX-License-Identifier: Apache-2.0
// RUN: --board sim-soc
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
kernel void k(global long *a) { atom_add(a, 1L); }
// CHECK: atomic_long.cl:4:33: error: call to 'atom_add' is ambiguous
