// SPDX-License-Identifier: Apache-2.0
uint mix32(uint x, uint y) { return (x ^ y >> 7) * (y | 1); }
#define EIGHT(name, below)                                                                                             \
  uint name(uint x, uint y) {                                                                                          \
    x = below(x, y + 1), x = below(x, y + 2), x = below(x, y + 3), x = below(x, y + 4);                                \
    x = below(x, y + 5), x = below(x, y + 6), x = below(x, y + 7);                                                     \
    return below(x, y + 8);                                                                                            \
  }
EIGHT(a, mix32)
EIGHT(b, a)
EIGHT(c, b)
EIGHT(d, c)
EIGHT(e, d)
EIGHT(f, e)
EIGHT(g, f)
kernel void k(global uint *p) { p[0] = g(p[0], p[1]); }
// CHECK: too_many_copies.cl:16:13: error: kernel 'k' is too large: with what it calls it has {{[0-9]+}} instructions of at most 4194304, since each call is a copy of the function: of 'mix32' there are 2097152
// CHECK-NEXT: too_many_copies.cl:16:13: note: call it at fewer places, as in a loop, or split the kernel
