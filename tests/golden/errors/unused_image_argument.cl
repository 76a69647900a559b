// SPDX-License-Identifier: Apache-2.0
kernel void k(write_only image2d_t picture, global int *out) { out[0] = 1; }
// CHECK: unused_image_argument.cl:2:36: error: argument 'picture': images and samplers are not supported yet
// CHECK-NEXT: unused_image_argument.cl:2:36: note: pass a buffer

kernel void second(global int *out,
                   read_only image2d_t other) {
  out[0] = 1;
}
// CHECK: unused_image_argument.cl:7:40: error: argument 'other': images and samplers are not supported yet
