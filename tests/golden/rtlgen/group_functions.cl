// SPDX-License-Identifier: Apache-2.0
// RUN: --options=-cl-std=CL3.0
// What work-items of a group exchange is in a memory of its own kind.
kernel void k(global int *out) {
  size_t x = get_global_id(0);
  out[x] = work_group_reduce_add(out[x]);
}
// CHECK: // ---- Memory {{[0-9]+}} 'work_group_functions': exchange, {{[0-9]+}} words of 32 bits
