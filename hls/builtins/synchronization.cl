// SPDX-License-Identifier: Apache-2.0
// Barriers and fences. Both order all memory of the flags, so the three kinds of fence are one.
#include "builtins.h"

OVERLOAD CONVERGENT void barrier(uint flags) { __weft_barrier(flags); }
OVERLOAD void mem_fence(uint flags) { __weft_fence(flags); }
OVERLOAD void read_mem_fence(uint flags) { __weft_fence(flags); }
OVERLOAD void write_mem_fence(uint flags) { __weft_fence(flags); }

// OpenCL C 3.0. A barrier or fence orders everything for all work-items of the device, so the scope adds nothing.
OVERLOAD CONVERGENT void work_group_barrier(uint flags) { __weft_barrier(flags); }
OVERLOAD CONVERGENT void work_group_barrier(uint flags, memory_scope scope) { __weft_barrier(flags); }
OVERLOAD void atomic_work_item_fence(uint flags, memory_order order, memory_scope scope) {
  if (order != memory_order_relaxed)
    __weft_fence(flags);
}

// Where a generic pointer points to.
__global const void *__weft_to_global(__generic const void *) PURE;
__local const void *__weft_to_local(__generic const void *) PURE;
OVERLOAD uint get_fence(__generic const void *pointer) {
  return __weft_to_global(pointer) ? CLK_GLOBAL_MEM_FENCE : __weft_to_local(pointer) ? CLK_LOCAL_MEM_FENCE : 0;
}
OVERLOAD uint get_fence(__generic void *pointer) { return get_fence((__generic const void *)pointer); }
