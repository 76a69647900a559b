// SPDX-License-Identifier: Apache-2.0
kernel void k(global int *a) {
  for (;;)
    a[get_global_id(0)] += 1;
}
// CHECK: endless_loop.cl:2:13: error: kernel 'k' never ends: none of its loops can be left
