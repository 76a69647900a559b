// SPDX-License-Identifier: Apache-2.0
// RUN: --options=-Werror
kernel __attribute__((required_work_group_size(64, 1, 1))) __attribute__((num_compute_unit(2))) __attribute__((task))
void k(global int *a) {
#pragma UNROL 4
  for (int i = 0; i < 4; ++i)
    a[i] = i;
#pragma ii 2
  for (int i = 0; i < 4; ++i)
    a[i] = i;
}
// CHECK: misspelt.cl:3:23: error: unknown attribute 'required_work_group_size' ignored
// CHECK: misspelt.cl:3:23: note: did you mean reqd_work_group_size?
// CHECK: misspelt.cl:3:75: note: did you mean num_compute_units?
// CHECK: misspelt.cl:3:112: error: unknown attribute 'task' ignored
// CHECK-NOT: misspelt.cl:3:112: note
// CHECK: misspelt.cl:5:9: error: unknown pragma ignored
// CHECK: misspelt.cl:5:9: note: did you mean unroll?
// CHECK: misspelt.cl:8:9: error: unknown pragma ignored
// CHECK-NOT: misspelt.cl:8:9: note
