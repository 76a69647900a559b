// SPDX-License-Identifier: Apache-2.0
kernel void k(global int *a) { a[0] = get_sub_group_local_id(); }
// CHECK: subgroup.cl:2:39: error: use of undeclared identifier 'get_sub_group_local_id'
