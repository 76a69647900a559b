// SPDX-License-Identifier: Apache-2.0
// Work-item functions. A dimension past the last gives 0 or 1, as the specification says for each.
#include "builtins.h"

#define QUERY(name, primitive, beyond)                                                                                 \
  OVERLOAD PURE size_t name(uint dimension) {                                                                          \
    switch (dimension) {                                                                                               \
    case 0: return primitive(0);                                                                                       \
    case 1: return primitive(1);                                                                                       \
    case 2: return primitive(2);                                                                                       \
    default: return beyond;                                                                                            \
    }                                                                                                                  \
  }
QUERY(get_global_id, __weft_global_id, 0)
QUERY(get_local_id, __weft_local_id, 0)
QUERY(get_group_id, __weft_group_id, 0)
QUERY(get_global_offset, __weft_global_offset, 0)
QUERY(get_global_size, __weft_global_size, 1)
QUERY(get_local_size, __weft_local_size, 1)
QUERY(get_num_groups, __weft_num_groups, 1)
QUERY(get_enqueued_local_size, __weft_enqueued_local_size, 1)

OVERLOAD PURE uint get_work_dim(void) { return __weft_work_dim(); }

OVERLOAD PURE size_t get_local_linear_id(void) {
  return (__weft_local_id(2) * __weft_local_size(1) + __weft_local_id(1)) * __weft_local_size(0) + __weft_local_id(0);
}

OVERLOAD PURE size_t get_global_linear_id(void) {
  size_t x = __weft_global_id(0) - __weft_global_offset(0);
  size_t y = __weft_global_id(1) - __weft_global_offset(1);
  size_t z = __weft_global_id(2) - __weft_global_offset(2);
  return (z * __weft_global_size(1) + y) * __weft_global_size(0) + x;
}
