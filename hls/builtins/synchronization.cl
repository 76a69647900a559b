// SPDX-License-Identifier: Apache-2.0
// Barriers and fences. Both order all memory of the flags, so the three kinds of fence are one.
#include "builtins.h"

OVERLOAD CONVERGENT void barrier(uint flags) { __weft_barrier(flags); }
OVERLOAD void mem_fence(uint flags) { __weft_fence(flags); }
OVERLOAD void read_mem_fence(uint flags) { __weft_fence(flags); }
OVERLOAD void write_mem_fence(uint flags) { __weft_fence(flags); }

// OpenCL C 3.0. A barrier or fence orders everything for all work-items of the group, so order and scope add nothing.
OVERLOAD CONVERGENT void work_group_barrier(uint flags) { __weft_barrier(flags); }
OVERLOAD CONVERGENT void work_group_barrier(uint flags, memory_scope scope) { __weft_barrier(flags); }
OVERLOAD void atomic_work_item_fence(uint flags, memory_order order, memory_scope scope) { __weft_fence(flags); }
