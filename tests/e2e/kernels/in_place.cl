// SPDX-License-Identifier: Apache-2.0
// run: global=256 local=64 overlap=32 in=16 out=2 n=1
// run: global=256 local=64 overlap=32 in=16 out=2 n=2
// run: global=264 local=8 overlap=32 in=16 out=2 n=4
// run: global=256 local=32 overlap=32 in=16 out=2 n=8 device=-weft-lanes=4
// run: global=512 local=64 overlap=32 in=16 out=2 n=16
// run: global=512 local=64 overlap=32 in=16 out=2 n=32 device=-weft-lanes=8
// run: global=256 local=64 overlap=32 in=16 out=2 n=256
// run: global=128 local=64 overlap=32 in=16 out=2 n=2 device=-weft-lanes=1
// Butterflies at a distance of the launch, in place: each line is read and written by work-items for both of their elements,
// and by neighbours for other elements. A work-item's own later load sees what it has stored.
__kernel void k(__global const uint *restrict in, __global uint *restrict out, __global uint *shared, uint n) {
  uint i = get_global_id(0), low = 2 * i - (i & (n - 1)), high = low + n;
  uint a = out[low], b = out[high];
  out[low] = 3 * a + in[low & 15];
  out[high] = b ^ in[high & 15];
  if (a & 1)
    out[high] = out[low] + out[high];
}
