// SPDX-License-Identifier: Apache-2.0
// Barriers and fences. Both order all memory of the flags, so the three kinds of fence are one.
#include "builtins.h"

OVERLOAD CONVERGENT void barrier(uint flags) { __weft_barrier(flags); }
OVERLOAD void mem_fence(uint flags) { __weft_fence(flags); }
OVERLOAD void read_mem_fence(uint flags) { __weft_fence(flags); }
OVERLOAD void write_mem_fence(uint flags) { __weft_fence(flags); }

// OpenCL C 3.0; the scope cannot be wider than the work-group without other optional features, and a barrier orders all.
typedef int scope_argument;
OVERLOAD CONVERGENT void work_group_barrier(uint flags) { __weft_barrier(flags); }
