// SPDX-License-Identifier: Apache-2.0
// run: global=24 local=4 in=64 out=12 n=3
// Pointers that are kept in private structures and arrays: to buffers, tables, local and private variables; copied with
// their structures, read at indices and through pointers that are only known at run time.
__constant uint squares[8] = {0, 1, 4, 9, 16, 25, 36, 49};
__constant uint primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};

typedef struct {
  volatile uint step;
  __global const uint *in;
  __global uint *out;
} Context;
typedef struct Node {
  uint value;
  struct Node *next;
} Node;
typedef struct {
  uchar tag;
  __constant uint *table;
  __local uint *tile;
  uint *own;
} __attribute__((packed)) Tight;

uint sum(const Node *node) {
  uint total = 0;
  for (; node; node = node->next)
    total = total * 3 + node->value;
  return total;
}

void put(Context *c, uint value) {
  *c->out = value;
  c->out += c->step;
}

__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  __local uint low[4], high[4];
  const uint i = get_global_id(0), l = get_local_id(0);
  Context first, c = {1, in + i, out + i * 12};
  first = c;
  put(&c, first.in[0] + first.in[n]);

  // An array of pointers to different buffers.
  __global const uint *sources[3] = {in, out + i * 12, in + 7};
  uint mixed = 0;
  for (uint j = 0; j < 6; ++j)
    mixed = mixed * 5 + sources[in[i + j] & 1 ? 0 : 2][j + i];
  put(&c, mixed);
  put(&c, sources[n - 2][0]);

  // Pointers to private data, also to the structures that hold them.
  struct { uint x[2]; uint *y; } s[4];
  for (uint j = 0; j < 4; ++j) {
    s[j].x[0] = 20 + j;
    s[j].x[1] = in[i + j];
    s[j].y = &s[(j + in[i]) & 3].x[(i + j) & 1];
  }
  *s[in[i + 1] & 3].y += 1000;
  put(&c, *s[n & 3].y + *s[in[i + 2] & 3].y);

  // A list, in an order of the data.
  Node nodes[5], *head = 0;
  for (uint j = 0; j < 5; ++j) {
    nodes[j].value = in[i + j];
    if (!head || head->value < nodes[j].value) {
      nodes[j].next = head;
      head = &nodes[j];
    } else {
      nodes[j].next = head->next;
      head->next = &nodes[j];
    }
  }
  put(&c, sum(head));
  put(&c, sum(in[i] & 1 ? nodes[2].next : 0));

  // Structures without alignment, in an array.
  low[l] = in[i] + l;
  high[l] = in[i] * 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint own[2] = {in[i], 77};
  Tight t[2], *which = &t[in[i + 3] & 1];
  for (uint j = 0; j < 2; ++j) {
    t[j].tag = (uchar)j;
    t[j].table = j ? primes : squares;
    t[j].tile = (in[i] + j) & 1 ? low : high;
    t[j].own = &own[j];
  }
  Tight copy = *which;
  put(&c, copy.table[in[i] & 7] + which->tile[(l + 1) & 3]);
  *copy.own ^= 0x5555;
  put(&c, own[0] + own[1] * copy.tag);

  // A pointer to a pointer.
  uint *owned[2] = {&own[0], &own[1]}, **owner = in[i + 4] & 2 ? &owned[0] : &owned[1];
  **owner += 3;
  *owner = &own[0];
  put(&c, *owned[0] + *owned[1] * 7);
  put(&c, owned[0] == owned[1]);
}
