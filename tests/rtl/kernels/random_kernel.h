// SPDX-License-Identifier: Apache-2.0
// Random kernels that end, stay inside their buffers and have one possible outcome.
#pragma once
#include "hls/graph/graph.h"

/// Buffer 0: 1,024 bytes to read; buffer 1: 64 bytes a work-item to read and write. One value argument.
/// Up to 256 work-items.
weft::graph::Kernel randomKernel(unsigned seed);
