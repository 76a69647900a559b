// SPDX-License-Identifier: Apache-2.0
// A kernel's report (hls/rtlgen/report.h) as the page shows it, and what follows from its numbers.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weft::cli {

/// Resources of an FPGA, estimated.
struct Area {
  double luts = 0, flipFlops = 0, blockRams = 0, multipliers = 0;
  Area &operator-=(const Area &other);
};

struct NodeReport {
  std::string name, kind, location;  // pipeline, barrier, exit
  bool isLoop = false;
  bool keepsIdle = false;  // a barrier in which work-items stay that have nothing to do until they come again
  unsigned interval = 1;   // cycles between tokens, which are work-items or packets of them
  unsigned latency = 0, operations = 0, tokenBits = 0, registerBits = 0;
  unsigned cycles = 0;             // from entering to leaving, if only memory's latency is waited for
  std::vector<size_t> loops;       // headers of the loops round it, the outermost first: indices of nodes
  std::vector<unsigned> segments;  // their latencies: between them work-items may wait
  Area area;
};

/// Why a site has its unit: UnitReason of hls/graph.
struct ReasonReport {
  std::string kind, cause, location;
  int64_t step = 0;
  std::string causeInWords = {};  // empty: `cause` is no operation, or the report is of an older Weft

  /// Of a limit: "no more: CAUSE (LOCATION)"; empty: nothing limits.
  std::string noMore() const {
    if (cause.empty())
      return "";
    return "no more: " + cause + (location.empty() ? "" : " (" + location + ")");
  }
};

/// What a site's accesses wait for, or what waits for them: SiteOrder of hls/graph.
struct OrderReport {
  std::string kind, location;
  std::vector<std::pair<std::string, std::string>> buffers;
};

struct SiteReport {
  std::string kind, unit, location, node;
  std::vector<std::string> buffers;
  unsigned bytes = 0, depth = 0;
  ReasonReport reason;
  OrderReport order;
  unsigned lanes = 1;        // work-items of an access
  unsigned addresses = 1;    // of an access: of a packet's work-items one each where they need not follow each other
  unsigned elements = 1;     // of a work-item, from its own on; those of neighbours overlap
  unsigned sharers = 1;      // loads that get their lines from one cache
  unsigned sharedBytes = 0;  // of that
  unsigned cacheBytes = 0;   // of a cache of its own
};

struct MemoryReport {
  std::string name, kind;
  uint64_t words = 0;
  unsigned wordBits = 0, reads = 0, writes = 0, atomics = 0;
  std::string updates;  // how the lanes of a packet update it by atomic operations; empty: there are none
  std::map<std::string, double> turns;  // by node: cycles of each packet whose work-items access it one after another
};

struct UnitReport {
  std::string name;
  unsigned count = 0;
  Area area;
};

/// The clock that routing is expected to reach, and what limits it.
struct ExpectedClock {
  double mhz = 0;  // 0: the report is of an older Weft
  std::string limit, location;
  std::string limitAt() const { return location.empty() ? limit : limit + " at " + location; }
};

struct KernelReport {
  std::string name, family;    // the family that resources are estimated for
  unsigned blockRamKbit = 18;  // bits of its block RAMs, in 1,024
  double clockMhz = 0;
  ExpectedClock expectedClock;
  unsigned computeUnits = 1;
  unsigned lanes = 1;  // work-items of a token
  // Only `cause` and `location`; empty: as many as keep memory and pipeline busy.
  ReasonReport noMoreLanes, noMoreCopies, noMoreUnits, noMoreSlots;
  unsigned slots = 0, groupSlots = 0;  // slots: tokens in flight
  unsigned startCycles = 0, storeCycles = 0;
  double memoryBusy = 0;          // share of time
  Area area, unitArea;            // unitArea: of one of several compute units
  std::vector<NodeReport> nodes;  // of one unit, like sites and memories
  std::vector<SiteReport> sites;
  std::vector<MemoryReport> memories;
  std::vector<UnitReport> units;
  std::map<std::string, Area> lines;  // "file:line"
};

/// Throws std::exception if the text is no such report.
KernelReport parseKernelReport(const std::string &json);

/// How many work-items go through the pipeline at once, and why there are no more where something limits them.
std::string packetsOf(const KernelReport &kernel);

/// What goes through the pipeline: "work-item", or "packet" where several do together.
std::string tokenOf(const KernelReport &kernel);

/// Cycles of the memory port that an access takes of each token: a line for a scattered one, and for a coalesced one
/// its share of a line, or of the lines that it shares with other loads. Of unknown addresses, and of a cache: where
/// neighbours are accessed and the cache has them, or at `most`.
double portCycles(const SiteReport &site, unsigned lineBytes, bool most = false);

/// What holds a node's work-items up, in words.
std::string limitOf(const NodeReport &node, const KernelReport &kernel, unsigned lineBytes);

/// Cycles between tokens at each pass of the node: its interval, or what they need of the memory port or of a memory on
/// chip, as if these were for this node alone.
double cyclesOf(const NodeReport &node, const KernelReport &kernel, unsigned lineBytes);

/// What a memory is called: "memory 't'", or "the __local arguments".
std::string nameOf(const MemoryReport &memory);

/// What a unit does and why it was chosen.
std::string reasonFor(const SiteReport &site, unsigned lineBytes);
/// Which accesses of the same work-item it waits for, or wait for it; empty: none.
std::string orderOf(const SiteReport &site);
/// `localCopies`: groups that __local variables have room for.
std::string describe(const MemoryReport &memory, const KernelReport &kernel, unsigned localCopies);

}  // namespace weft::cli
