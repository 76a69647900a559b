// SPDX-License-Identifier: Apache-2.0
// Loops of up to 32 iterations are unrolled where private arrays become values by that: where each place in them is counted.
// CHECK-LABEL: kernel @counted
// CHECK-NOT: memory
// CHECK-NOT: loop
kernel void counted(global const uchar *flags, global uint *out, uint w) {
  uint n = get_global_id(0), at[19];
  for (uint i = 0; i < 19; ++i)
    at[i] = n + i * w;
  uint found = 0;
  for (uint i = 1; i < 19; ++i)
    if (flags[at[i]] == 2)
      found |= 1u << i;
  out[n] = found;
}

// A loop over other places stays, and so do those that only count.
// CHECK-LABEL: kernel @looked_up
// CHECK: memory 1 private "at" bytes 80
// CHECK-COUNT-3: pipeline {{.*}} loop loc
kernel void looked_up(global const uint *a, global uint *out) {
  uint n = get_global_id(0), at[20];
  for (uint i = 0; i < 20; ++i)
    at[i] = n * i;
  for (uint i = 0; i < 20; ++i)
    at[a[i] % 20] += n;
  uint sum = 0;
  for (uint i = 0; i < 20; ++i)
    sum = sum * 3 + at[i];
  out[n] = sum;
}

// One that is asked to stay keeps the array, and the other loop.
// CHECK-LABEL: kernel @asked
// CHECK: memory 1 private "at" bytes 80
// CHECK-COUNT-2: pipeline {{.*}} loop loc
kernel void asked(global uint *out) {
  uint n = get_global_id(0), at[20];
  for (uint i = 0; i < 20; ++i)
    at[i] = n * i;
  uint sum = 0;
#pragma unroll 1
  for (uint i = 0; i < 20; ++i)
    sum = sum * 3 + at[i];
  out[n] = sum;
}
