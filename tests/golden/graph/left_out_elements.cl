// SPDX-License-Identifier: Apache-2.0
// Elements that lanes leave out are of one load, with a mask bit for each of them: of rows along which lanes walk a bit of
// each lane's, of rows that all lanes read, and without packets, one that says whether any lane reads it.
kernel void own(global const float *restrict a, global float *restrict c, int n) {
  int x = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; k += 2) {
    sum += a[x * n + k];
    if (k + 1 < n)
      sum += a[x * n + k + 1];
  }
  c[x] = sum;
}
kernel void common(global const uint *restrict a, global const uint *restrict b, global uint *restrict c, int n) {
  int x = get_global_id(0);
  uint sum = 0, which = b[x];
  for (int k = 0; k < n; ++k) {
    if (which & 1)
      sum += a[k];
    if (which & 2)
      sum ^= a[k + 1];
  }
  c[x] = sum;
}
// RUN: --check-prefix=FOUR --options=-weft-lanes=4
// FOUR-LABEL: kernel @own {
// FOUR: site 0 load cached 512 bytes 4 taps 3 masked args [0]
// FOUR: site 1 store
// FOUR: [[MASK:%[^ ]+]]:2 varying = and (
// FOUR: load site 0 (%{{[^ ]+}}) mask [[MASK]]
// FOUR-LABEL: kernel @common {
// FOUR: site 1 load stream bytes 4 taps 3 masked args [0]
// FOUR: site 2 store
// FOUR: [[BOTH:%[^ ]+]]:2 = concat (
// FOUR: load site 1 (%{{[^ ]+}}) mask [[BOTH]] if
// RUN: --check-prefix=ONE --options=-weft-lanes=1
// ONE-LABEL: kernel @own {
// ONE: site 0 load stream bytes 4 taps 3 masked args [0]
// ONE: site 1 store
// ONE-LABEL: kernel @common {
// ONE: load stream bytes 4 taps 3 masked args [0]
