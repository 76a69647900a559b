// SPDX-License-Identifier: Apache-2.0
// vstore_half with a rounding mode: libclc's are wrong for results below the smallest half.
#include "builtins.h"

#define STORE_VECTOR(n, from, mode, space)                                                                             \
  OVERLOAD void vstore_half##n##mode(from##n x, size_t offset, space half *address) {                                  \
    vstore##n(convert_half##n##mode(x), offset, address);                                                              \
  }                                                                                                                    \
  OVERLOAD void vstorea_half##n##mode(from##n x, size_t offset, space half *address) {                                 \
    ((space half##n *)address)[offset] = convert_half##n##mode(x);                                                     \
  }
#define STORE(from, mode, space)                                                                                       \
  OVERLOAD void vstore_half##mode(from x, size_t offset, space half *address) {                                        \
    address[offset] = convert_half##mode(x);                                                                           \
  }                                                                                                                    \
  STORE_VECTOR(2, from, mode, space)                                                                                   \
  STORE_VECTOR(3, from, mode, space)                                                                                   \
  STORE_VECTOR(4, from, mode, space)                                                                                   \
  STORE_VECTOR(8, from, mode, space)                                                                                   \
  STORE_VECTOR(16, from, mode, space)
#define STORES(from, mode) STORE(from, mode, __private) STORE(from, mode, __global) STORE(from, mode, __local)
#define MODES(from) STORES(from, _rtz) STORES(from, _rtp) STORES(from, _rtn)
MODES(float)
MODES(double)
