// SPDX-License-Identifier: Apache-2.0
kernel void k(write_only image2d_t picture, global int *out) { out[0] = 1; }
// CHECK: unused_image_argument.cl:2:13: error: argument 'picture': images and samplers are not supported yet
// CHECK-NEXT: unused_image_argument.cl:2:13: note: pass a buffer
