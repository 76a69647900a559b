// SPDX-License-Identifier: Apache-2.0
// run: global=16 local=4 in=64 out=12 n=3
// One pointer, several variables: structures and vectors of which the compiler would keep members apart, null, comparisons.
typedef struct {
  uint a;
  ushort b[3];
  uchar c;
  ulong d;
} Item;

__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  const uint i = get_global_id(0);
  __global uint *o = out + i * 12;
  uint3 v, w;
  uint3 *vector = in[i] & 1 ? &v : &w;
  *vector = (uint3)(10);
  (*vector).s2 = in[i + 1];
  vstore3(*vector, 0, o);
  v = (uint3)(11, in[i + 1], n);
  w = (uint3)(12);
  w.s1 = in[i + 2];
  o[3] = (*vector).s1;

  Item x = {in[i], {1, 2, 3}, 4, 5}, y = {6, {7, 8, 9}, 10, in[i + 3]}, z = x;
  Item *item = in[i + 1] % 3 == 0 ? &x : in[i + 1] % 3 == 1 ? &y : &z;
  item->b[in[i] % 3] = (ushort)in[i + 2];
  item->d += item->c;
  Item taken = *item;
  o[4] = taken.a + taken.b[0] + taken.b[1] + taken.b[2];
  o[5] = (uint)(x.d ^ y.d ^ z.d) + taken.c;
  o[6] = (item == &x) | (item == &y) << 1 | (item != &z) << 2;

  // Null is no variable's address, even at the beginning of a memory.
  uint cells[4] = {1, 2, 3, 4};
  uint *found = 0, *last = 0;
  uint count = 0;
  for (uint j = 0; j < 4 + n; ++j) {
    if (found)
      count += *found;
    last = found;
    found = in[i + j] & 4 ? &cells[(in[i + j] >> 3) & 3] : 0;
  }
  o[7] = count;
  o[8] = (found == last) | (last == cells) << 1 | (found != 0) << 2;
}
