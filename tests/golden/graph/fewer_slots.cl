// SPDX-License-Identifier: Apache-2.0
// Copies of a large private array for 1,024 work-items do not fit; those for two whole work-groups do.
// An array that the optimiser takes apart costs nothing, however large.
// RUN: --board sim-card
kernel void fewer(global int *o) {
  int a[16384];
  for (int i = 0; i < o[1]; ++i)
    a[i] = o[i];
  o[0] = a[o[2]];
}
kernel __attribute__((reqd_work_group_size(16, 1, 1))) void small_group(global int *o) {
  int a[131072];
  for (int i = 0; i < o[1]; ++i)
    a[i] = o[i];
  o[0] = a[o[2]];
}
kernel void no_array(global int *o) {
  int a[1 << 28] = {0};
  a[5] = 3;
  o[0] = a[5] + a[77];
}
// CHECK: kernel @fewer
// CHECK: slots 512
// CHECK-NEXT: group_slots 256
// CHECK: kernel @small_group
// CHECK: slots 64
// CHECK-NEXT: group_slots 4
// CHECK: kernel @no_array
// CHECK: slots 1024
