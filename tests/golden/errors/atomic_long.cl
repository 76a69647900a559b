// SPDX-License-Identifier: Apache-2.0
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
kernel void k(global long *a) { atom_add(a, 1L); }
// CHECK: atomic_long.cl:3:33: error: call to 'atom_add' is ambiguous
