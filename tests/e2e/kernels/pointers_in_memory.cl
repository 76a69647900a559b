// SPDX-License-Identifier: Apache-2.0
// run: global=16 local=4 in=64 out=24 n=3
// Pointers in device and local memory: to buffers, to local and to private variables, read back by the work-item that
// wrote them or by its neighbours; also as integers, and mixed with others in one number.
typedef struct Node {
  uint value;
  __global struct Node *next;
} Node;
typedef struct {
  __local uint *tile;
  __global const uint *from;
  uint *own;
} Item;
typedef __global const uint *Source;
typedef __local uint *Tile;

// A list in the order of the values, and its sum.
uint sorted(__global Node *nodes, __global const uint *in) {
  __global Node *head = 0;
  for (uint j = 0; j < 5; ++j) {
    nodes[j].value = in[j];
    if (!head || head->value < nodes[j].value) {
      nodes[j].next = head;
      head = &nodes[j];
      continue;
    }
    __global Node *at = head;
    while (at->next && at->next->value >= nodes[j].value)
      at = at->next;
    nodes[j].next = at->next;
    at->next = &nodes[j];
  }
  uint sum = 0;
  for (; head; head = head->next)
    sum = sum * 3 + head->value;
  return sum;
}

// A list whose links hold both neighbours.
uint bothWays(__global Node *nodes, __global const uint *in) {
  __global uintptr_t *links = (__global uintptr_t *)nodes;
  uintptr_t last = 0;
  for (uint j = 0; j < 4; ++j) {
    links[2 * j] = in[j];
    links[2 * j + 1] = last;
    if (j)
      links[2 * j - 1] ^= (uintptr_t)&links[2 * j];
    last = (uintptr_t)&links[2 * j];
  }
  uint sum = 0;
  for (uintptr_t at = last, before = 0; at;) {
    __global uintptr_t *node = (__global uintptr_t *)at;
    sum = sum * 5 + (uint)node[0];
    const uintptr_t next = node[1] ^ before;
    before = at;
    at = next;
  }
  return sum;
}

__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  __local Item items[4];
  __local uint low[4], high[4], alone[4];
  __local Source order[4];
  const uint i = get_global_id(0), l = get_local_id(0);
  __global uint *own = out + i * 24;
  const uint sum = sorted((__global Node *)own, in + i);
  const uint other = bothWays((__global Node *)own, in + i);

  // A pointer to local memory in device memory.
  *(__global Tile *)own = in[i] & 1 ? &low[l] : &high[l];
  low[l] = in[i];
  high[l] = in[i + 1];
  alone[l] = in[i + 2];
  **(__global Tile *)own += 1;

  // Work-items hand each other what they point to.
  uint x[2] = {in[i], in[i + 3]};
  items[l].tile = in[i + 2] & 1 ? &low[(l + 1) & 3] : &high[(l + 2) & 3];
  items[l].from = in[i + 4] & 1 ? in + i : own + 2;
  items[l].own = &x[in[i + 5] & 1];
  order[l] = in + i;
  own[2] = i;
  own[3] = 77;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const Item mine = items[(l + n) & 3];
  *items[l].own += 5;
  const uint read = *mine.tile * 3 + mine.from[1];
  // Odd work-items exchange their pointers with their neighbours.
  if (l & 1) {
    Source keep = order[l];
    order[l] = order[l - 1];
    order[l - 1] = keep;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (uint j = 0; j < 24; ++j)
    own[j] = 0;
  own[0] = sum;
  own[1] = other;
  own[2] = read;
  own[3] = low[l] + high[l] * 3 + alone[l] * 5;
  own[4] = x[0] + x[1] * 7;
  own[5] = order[l][1] + (order[l] < order[3]);
  own[6] = items[0].tile == items[l].tile;
  own[7] = items[l].tile == &low[1];
}
