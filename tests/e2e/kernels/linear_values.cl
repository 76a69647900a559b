// SPDX-License-Identifier: Apache-2.0
// run: global=51 local=17 in=512 out=6 n=3
// run: global=21 local=3 offset=250 in=512 out=6 n=250
// run: global=9 local=1 offset=7 in=512 out=6 n=7
// run: global=34,3 local=17,1 in=512 out=6 n=65533
// run: global=24,4 local=3,2 in=512 out=6 n=5 device=-weft-lanes=2
// run: global=64 local=32 offset=65530 in=512 out=6 n=9 device=-weft-lanes=8
// run: global=66 local=33 in=512 out=6 n=129
// What differs by one distance between neighbours: counters of each width that begin at an id, are compared and wrap.
__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  __local uint tile[64];
  const uint lid = get_local_id(0), size = get_local_size(0), row = get_local_id(1);
  const uint items = get_global_size(0) * get_global_size(1);
  const uint at = (get_global_id(1) - get_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0);
  const uint mine = row * size + lid;
  const uint rounds = (n & 7) + 2;
  uint sum = 0, kept = (uint)get_global_id(0) - n;
  // 8 and 16 bits wrap; 32 do at the end of what they hold; 64 have a carry between the lanes.
  uchar narrow = (uchar)(lid * 3 + n);
  ushort middle = (ushort)(get_global_id(0) + n);
  uint down = lid - n * 2, far = 0xfffffff0u + lid;
  ulong wide = 0xfffffff8ul + get_global_id(0);
  for (uint i = 0; i < rounds; ++i) {
    if (narrow < 128)
      sum += narrow;
    if (middle > 5 && (short)middle < 300)
      sum ^= middle * 3u;
    if ((int)down >= -9)
      sum += in[down & 511];
    if (far < 1000)
      sum = sum * 3 + far;
    if (wide > 0xffffffffffull || (uint)wide < 20)
      sum ^= (uint)(wide >> 4);
    tile[mine] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[(mine + far) % (size * get_local_size(1))];
    barrier(CLK_LOCAL_MEM_FENCE);
    narrow += size;
    middle += (ushort)(n >> 1);
    down -= 5;
    far += 3;
    wide += 0x7ffffffful;
  }
  out[at] = sum;
  // Rounds that only some lanes do.
  uint count = 0;
  for (uint i = lid; i < 40; i += size)
    count += in[i] ^ i;
  for (int i = (int)get_global_id(0) - 20; i < 30; i += 11)
    count = count * 5 + (uint)i;
  for (uchar i = (uchar)lid; i > 3; i -= 4)
    count ^= i;
  out[items + at] = count;
  // Behind loops and barriers, from a variable that all lanes keep once; scaled, cut and put together.
  out[2 * items + at] = kept * 12 + (kept >> 3);
  out[3 * items + at] = (kept & 0xf0) | (uint)(uchar)(kept * 5) << 8 | (lid & 1) << 20;
  // From places that are no row.
  out[4 * items + (items - 1 - at)] = in[(lid * 2 + n) & 511] + in[(kept * 3) & 511];
  out[5 * items + at] = far ^ (uint)narrow << 8 ^ middle ^ down ^ (uint)(wide >> 32);
}
