// SPDX-License-Identifier: Apache-2.0
// run: global=32 local=8 in=64 out=14 n=5
// run: global=32 local=8 in=64 out=14 n=5 options=-DLARGE=1
// Tables of addresses in constant memory that are read at run time: strings, structures, lists, tables of tables, null
// pointers among them. With LARGE what they point to does not fit on chip.
#ifndef LARGE
#define LARGE 0
#endif
#define E4(i) (i)*7u + 1, (i)*7u + 3, (i)*7u + 4, (i)*7u + 6
#define E64(i) E4(i), E4(i + 1), E4(i + 2), E4(i + 3), E4(i + 4), E4(i + 5), E4(i + 6), E4(i + 7), \
               E4(i + 8), E4(i + 9), E4(i + 10), E4(i + 11), E4(i + 12), E4(i + 13), E4(i + 14), E4(i + 15)

__constant char *__constant names[] = {"zero", "one", "", "three and a bit", 0, "five"};
__constant uint small[4] = {2, 3, 5, 7};
__constant uint big[LARGE ? 20000 : 64] = {E64(1)};
__constant uint *__constant rows[3] = {small, big + 8, &small[2]};
__constant uint *__constant *__constant tables[2] = {rows, rows + 1};

typedef struct Node {
  uint value;
  __constant struct Node *next;
  char tail;
} Node;
__constant Node last = {10, 0, 'l'};
__constant Node middle = {20, &last, 'm'}, first = {30, &middle, 'f'};
__constant Node *__constant heads[] = {&first, &middle, &last, 0};

typedef struct {
  __constant char *name;
  uint number;
  __constant uint *places[2];
} Entry;
__constant Entry entries[3] = {{"alpha", 1, {small, big}}, {"beta", 2, {big + 1, small + 1}}, {0, 3, {small + 3, 0}}};
// A ring.
typedef struct Ring {
  __constant struct Ring *next;
  ushort value;
} Ring;
__constant Ring ring[3] = {{ring + 1, 100}, {&ring[2], 200}, {ring, 300}};

uint lengthOf(__constant char *text) {
  uint length = 0;
  if (text)
    while (text[length])
      ++length;
  return length;
}

__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  const uint i = get_global_id(0), x = in[i];
  __global uint *to = out + 14 * i;
  __constant char *name = names[x % 6];
  to[0] = lengthOf(name);
  to[1] = name ? name[0] : 99;
  to[2] = name == 0;
  to[3] = rows[x % 3][(x >> 3) & 1];
  to[4] = tables[x & 1][(x >> 4) & 1][x >> 5 & 1];
  uint sum = 0;
  for (__constant Node *node = heads[(x >> 6) & 3]; node; node = node->next)
    sum = sum * 3 + node->value + (uint)node->tail;
  to[5] = sum;
  __constant Entry *entry = &entries[x % 3];
  to[6] = lengthOf(entry->name) + entry->number;
  to[7] = *entry->places[(x >> 7) & (entry->number != 3)];
  __constant Ring *at = &ring[x % 3];
  for (uint step = 0; step < (x & 7); ++step)
    at = at->next;
  to[8] = at->value;
  // Pointers out of tables in private and local memory, compared and subtracted.
  __constant uint *kept[3] = {rows[0], rows[2], small + 1};
  kept[x % 3] = rows[n % 3];
  to[9] = kept[(x >> 1) % 3][0];
  to[10] = rows[2] - rows[0] == (x & 3);
  to[11] = rows[x % 3] == small;
  __local ulong numbers[8];
  numbers[get_local_id(0)] = (ulong)(uintptr_t)rows[x % 3];
  barrier(CLK_LOCAL_MEM_FENCE);
  to[12] = *(__constant uint *)(uintptr_t)numbers[7 - get_local_id(0)];
  // Chosen between a table's contents, a variable and null.
  __constant uint *choice = x & 1 ? rows[x % 3] : x & 2 ? small + 2 : 0;
  to[13] = choice ? choice[1] : 77;
}
