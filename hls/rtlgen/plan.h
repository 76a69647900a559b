// SPDX-License-Identifier: Apache-2.0
// Decisions taken for a whole kernel before any text is written: schedules, memories, where FIFOs of N_max entries go.
#pragma once
#include <string>
#include <vector>

#include "board/description.h"
#include "hls/diagnostic.h"
#include "hls/graph/cfg.h"
#include "hls/rtlgen/admission.h"
#include "hls/schedule/memory_use.h"
#include "hls/schedule/problem.h"

namespace weft::rtlgen {

/// The deepest FIFO without the two extra cycles of block memory (rtl/flow/stream_fifo.sv).
inline constexpr unsigned kDistributedDepth = 16;

/// As many as the schedule and the kernel graph say.
inline constexpr unsigned kAny = ~0u;

/// Bounds for what is chosen by the rates that the pipeline reaches. Powers of two.
struct Limits {
  unsigned slots = kAny;  // a group always has room
  unsigned localCopies = kAny;
  unsigned halves = 2;  // of local memory
};

struct NodePlan {
  schedule::Problem problem;  // Pipeline nodes only, as is `schedule`
  schedule::NodeSchedule schedule;
  unsigned inputWidth = 0;              // of a token that enters: slot, then the parameters
  unsigned outputDepth = 0;             // of the FIFO at the node's end
  unsigned run = 1;                     // of a loop's header: tokens that enter the loop together
  bool newcomersFirst = false;          // of a loop's header: before those that go round
  unsigned mostInLoop = kAny;           // of a loop's header: tokens, but for those of a group that has begun to enter
  bool paced = false;                   // of a loop's header: tokens enter one by one, loop_pace
  std::vector<bool> edgeFifo;           // by edge: a FIFO of N_max entries behind the branch
  unsigned fullSegment = graph::kNone;  // behind it all tokens have room, and the requests that they wait for there
};

struct MemoryPlan {
  schedule::MemoryUse use;
  unsigned wordBits = 32;     // of the module: of a row of words, or of what a packet has of its own
  unsigned rowWords = 1;      // Local, Pool: words that packets access at once
  unsigned replicaRow = 1;    // Updates::Replicas: words that stores and reads access at once
  bool laneModules = false;   // a module for each lane
  unsigned atomicBits = 32;   // of the widest atomic operation
  unsigned copies = 1;        // group slots it has room for (Local)
  uint64_t wordsPerCopy = 1;  // power of two
  uint64_t words = 1;         // of the module
  unsigned addressBits = 1;   // of the module
  bool oldData = true;  // a read may meet a write of other bytes of the module's word, and must not see half of it
};

/// A write site whose effects a load must see although it has read before.
struct Flush {
  uint32_t site = 0;
  std::vector<graph::ArgumentPair> ifOverlap;  // only if the buffers of one of these do; empty: always
};

struct SitePlan {
  graph::NodeId node = graph::kNone;
  graph::OpId op = graph::kNone;
  unsigned index = 0;            // among the sites of its kind
  unsigned depth = 0;            // of its access unit: lines or requests under way
  unsigned cacheLines = 0;       // Cached
  bool ownSets = false;          // the cache has a set for each token: its lanes go along lines of their own
  std::vector<Flush> flushedBy;  // Load

  unsigned sets(const graph::Kernel &kernel) const { return cacheLines / kernel.lanes; }
};

/// A cache between load sites and memory.
struct LineCachePlan {
  std::vector<uint32_t> sites;
  unsigned ports = 2;  // lines that it reads in a cycle
  unsigned lines = 0;
  unsigned depth = 0;  // lines in flight
};

struct Plan {
  const graph::Kernel *kernel = nullptr;
  const board::Description *board = nullptr;
  Limits limits;
  Admission admission;
  unsigned configWords = 0;
  unsigned startDelay = 0;  // cycles until what is uniform over a launch has been computed
  std::vector<NodePlan> nodes;
  std::vector<MemoryPlan> memories;
  std::vector<SitePlan> sites;
  std::vector<LineCachePlan> lineCaches;
  std::vector<std::vector<graph::EdgeRef>> incoming;  // by node, in the order of the merge's inputs

  /// Whether the pipeline stands in compute units: also one alone needs a way to several memory ports.
  bool hasUnits() const { return kernel->computeUnits > 1 || board->ports > 1; }
};

/// The kernel and the board must outlive the plan.
hls::Expected<Plan> makePlan(const graph::Kernel &kernel, const board::Description &board, const Limits &limits = {});

}  // namespace weft::rtlgen
