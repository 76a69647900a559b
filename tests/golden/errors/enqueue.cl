// SPDX-License-Identifier: Apache-2.0
kernel void k(global int *a) {
  queue_t q = get_default_queue();
  a[0] = 1;
}
// CHECK: enqueue.cl:3:3: error: use of undeclared identifier 'queue_t'
