// SPDX-License-Identifier: Apache-2.0
// Work-items that wait for others without a barrier.
#pragma once
#include <optional>

#include "hls/graph/graph.h"

namespace weft::graph {

/// What a compare-and-exchange in a loop is taken for.
enum class Exchanges : uint8_t {
  Progress,  // it is tried again because another work-item, which is in flight, was first
  Wait       // it may also wait for what a work-item will store that is not in flight yet
};

/// Whether work-items may wait for others in the loop of this header: they look at memory again and again.
bool mayWait(const Kernel &kernel, NodeId header, Exchanges exchanges);

/// The same of any loop.
bool mayWait(const Kernel &kernel, Exchanges exchanges);

/// A place in a loop whose way depends on what the loop finds in memory, and which another work-item may change
/// meanwhile: a lane there may wait for one that waits for it at the loop's end. What atomic operations return, and in
/// a loop that has any, or fences, whatever the kernel writes: elsewhere that is a data race. Nothing: there is none.
std::optional<SourceLocation> waitsForLanes(const Kernel &kernel);

}  // namespace weft::graph
