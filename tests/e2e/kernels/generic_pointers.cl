// SPDX-License-Identifier: Apache-2.0
// run: global=16 local=4 in=64 out=20 n=3 options=-cl-std=CL3.0
// Generic pointers: chosen at run time among device, local and private memory, passed to functions, kept in memory,
// asked for their address space, and given to built-in functions.
#ifdef __opencl_c_generic_address_space
#define AS(type, pointer) ((type *)(pointer))
#define GENERIC(type, pointer) (pointer)
#define WHERE(pointer, known) whereIs(pointer)
#else  // PoCL has no generic pointers, but one numbering for all memory
#define AS(type, pointer) ((type *)(uintptr_t)(pointer))
#define GENERIC(type, pointer) AS(type, pointer)
#define WHERE(pointer, known) (known)
#endif

typedef struct List {
  uint value;
  struct List *next;
} List;
typedef uint *Any;

// Not inlined into one address space: the loop's pointer changes from one to the other.
uint total(const uint **sources, uint count) {
  uint sum = 0;
  for (uint i = 0; i < count; ++i)
    sum = sum * 5 + *sources[i];
  return sum;
}

void add(uint *to, uint value) { *to += value; }

uint length(const List *list) {
  uint sum = 0;
  for (; list; list = list->next)
    sum = sum * 3 + list->value;
  return sum;
}

#ifdef __opencl_c_generic_address_space
uint whereIs(uint *p) {
  return (to_global(p) ? 1 : 0) + (to_local(p) ? 2 : 0) + (to_private(p) ? 4 : 0) +
         (get_fence(p) == CLK_GLOBAL_MEM_FENCE ? 8 : 0) + (get_fence(p) == CLK_LOCAL_MEM_FENCE ? 16 : 0);
}
#endif

__kernel void k(__global const uint *in, __global uint *out, __global uint *shared, uint n) {
  __local uint tile[4];
  __local List nodes[4];
  __local Any kept[4];
  const uint i = get_global_id(0), l = get_local_id(0);
  __global uint *own = out + i * 20;
  uint x[4] = {in[i], in[i + 1], 7, 8};
  tile[l] = in[i + 2];
  own[8] = in[i + 3];

  uint *chosen = in[i] % 3 == 0 ? AS(uint, &own[8]) : in[i] % 3 == 1 ? AS(uint, &tile[l]) : &x[1];
  add(chosen, 10);
  add(GENERIC(uint, &own[8]), 1);
  add(GENERIC(uint, &tile[l]), 2);
  add(&x[0], 3);
  own[0] = *chosen;
  own[1] = own[8] + tile[l] * 3 + x[0] * 5 + x[1] * 7;
  const uint known = in[i] % 3 == 0 ? 9 : in[i] % 3 == 1 ? 18 : 4;
  own[2] = WHERE(chosen, known);
  own[3] = WHERE(&own[8], 9) | WHERE(&tile[0], 18) << 8 | WHERE(x, 4) << 16;
  uint *nothing = in[i + 1] & 1 ? 0 : chosen;
  own[4] = (nothing ? 1 : 0) + (nothing == chosen ? 2 : 0) + WHERE(nothing, nothing ? known : 0) * 4;

  const uint *sources[4] = {GENERIC(const uint, in + i), GENERIC(const uint, &tile[l]), &x[2],
                            in[i] & 4 ? AS(const uint, &x[3]) : AS(const uint, in + 2)};
  own[5] = total(sources, 4);
  own[6] = total(sources + (in[i + 2] & 1), 2);

  // A list through all of them.
  List first = {in[i + 5], 0}, second = {in[i + 6], &first};
  nodes[l].value = in[i + 7];
  nodes[l].next = &second;
  __global List *last = (__global List *)(own + 12);
  last->value = in[i + 8];
  last->next = in[i + 4] & 1 ? AS(List, &nodes[l]) : &first;
  own[7] = length(GENERIC(List, last));
  own[9] = length(in[i + 9] & 1 ? AS(List, &nodes[l]) : AS(List, last));

  // Work-items hand each other what all may see.
  kept[l] = in[i] & 1 ? AS(uint, &tile[l]) : AS(uint, &own[8]);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  const uint theirs = *kept[(l + n) & 3];
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

  // Built-in functions with results through pointers.
  float f = (float)(in[i] & 0xffff) / 16.0f;
  float *whole = in[i] & 2 ? AS(float, own + 10) : (float *)&x[2];
  int exponent;
  const float part = modf(f, whole);
  own[10] = as_uint(*whole);
  own[11] = as_uint(part) ^ as_uint(frexp(f, &exponent));
  __local int *quotient = (__local int *)&tile[l];
  const float rest = remquo(f, 7.5f, quotient);
  own[11] += as_uint(rest) + (uint)exponent;
  float4 four = vload4(0, (const float *)(in[i] & 8 ? AS(const uint, in) : AS(const uint, x)));
  own[16] = as_uint(four.x) ^ as_uint(four.w);
  vstore2((uint2)(5, i), 0, in[i] & 16 ? AS(uint, own + 17) : x);
  own[19] = x[0] + x[1] + (uint)*quotient;
  if (!(in[i] & 16))
    own[17] = own[18] = 0;
  own[12] = theirs;
  own[13] = own[14] = own[15] = 0;
}
