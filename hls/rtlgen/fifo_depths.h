// SPDX-License-Identifier: Apache-2.0
// Depths of the FIFOs of a planned kernel's tokens and requests.
#pragma once
#include "hls/rtlgen/plan.h"

namespace weft::rtlgen {

/// Depth of a FIFO of tokens that has a credit more than there are work-items. With as many credits as tokens inside,
/// the first could not go round: it enters the segment before it frees its place. FIFOs of block memory have that
/// credit anyway.
unsigned fullDepth(const Plan &plan);

/// Depth of the FIFO of tokens behind a segment of a pipeline node.
unsigned tokenDepth(const Plan &plan, graph::NodeId node, unsigned segment);
/// Depth of the FIFO of an op's requests.
unsigned requestDepth(const Plan &plan, graph::NodeId node, graph::OpId op);

/// Depth for a FIFO whose entries are reserved `latency` cycles before they are filled, at full rate.
unsigned fullRateDepth(unsigned latency);

}  // namespace weft::rtlgen
