// SPDX-License-Identifier: Apache-2.0
// run: global=20,6,4 local=5,3,2 in=8 out=8 n=1
// run: global=37 local=37 in=8 out=8 n=1
// run: global=16,16 local=16,1 in=8 out=8 n=1
// Every work-item function, also with a dimension that is not a constant. Dimensions that do not exist are tested in
// behaviour/arguments.cpp: PoCL 3.1 answers 0 for sizes where the specification asks for 1.
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  size_t gid = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
  __global uint *o = out + gid * 8;
  o[0] = get_global_id(0) | get_global_id(1) << 8 | get_global_id(2) << 16;
  o[1] = get_local_id(0) | get_local_id(1) << 8 | get_local_id(2) << 16;
  o[2] = get_group_id(0) | get_group_id(1) << 8 | get_group_id(2) << 16;
  o[3] = get_global_size(0) | get_global_size(1) << 8 | get_global_size(2) << 16;
  o[4] = get_local_size(0) | get_local_size(1) << 8 | get_local_size(2) << 16;
  o[5] = get_num_groups(0) | get_num_groups(1) << 8 | get_num_groups(2) << 16;
  o[6] = get_work_dim() | get_global_id(n) << 8 | get_local_size(n - 1) << 16;
  o[7] = get_global_offset(n) + get_num_groups(n - 1) * 3 + get_local_id(n) * 5;
}
