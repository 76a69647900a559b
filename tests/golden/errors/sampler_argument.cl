// SPDX-License-Identifier: Apache-2.0
kernel void k(sampler_t how, global int *out) { out[0] = 1; }
// CHECK: sampler_argument.cl:2:25: error: argument 'how': images and samplers are not supported yet
// CHECK-NEXT: sampler_argument.cl:2:25: note: pass a buffer
