// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <CL/cl.h>
#include <cstdint>

namespace weft::fuzz {

/// Random transfers, fills, copies and maps on buffers and queues of this thread alone, each compared with what memory
/// must hold; `steps` of them.
void transferAndCompare(cl_context context, uint64_t seed, unsigned steps);

}  // namespace weft::fuzz
