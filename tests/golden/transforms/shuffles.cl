// SPDX-License-Identifier: Apache-2.0
kernel void k(global float4 *f, global uint4 *m) { f[1] = shuffle2(f[0], f[2], m[0]); }
// Each lane is two dynamic reads and a selection; no branches.
// CHECK-LABEL: define {{.*}}@k(
// CHECK-NOT: br
// CHECK: extractelement <4 x float> %{{.*}}, i{{32|64}} %
// CHECK: ret void
