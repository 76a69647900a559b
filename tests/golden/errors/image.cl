// SPDX-License-Identifier: Apache-2.0
kernel void k(read_only image2d_t picture, global float4 *out) {
  const sampler_t s = CLK_FILTER_NEAREST;
  out[0] = read_imagef(picture, s, (int2)(0, 0));
}
// CHECK: image.cl:3:23: error: a sampler is not supported: images are not supported yet
// CHECK-NEXT: image.cl:3:23: note: pass a buffer and compute the index
// CHECK: image.cl:4:12: error: 'read_imagef' is not supported: images are not supported yet
// CHECK-NEXT: image.cl:4:12: note: pass a buffer and compute the index
