// SPDX-License-Identifier: Apache-2.0
// The transforms of pipeline.cpp, one file each. Each leaves the graph verified and returns whether it changed anything
// (conservatively).
#pragma once
#include <functional>
#include <optional>

#include "hls/graph/build.h"
#include "hls/graph/graph.h"

namespace weft::graph {

/// Constant conditions decided, unreachable nodes and empty nodes on the way dropped, edges of a node to one target
/// joined.
bool cleanEdges(Kernel &kernel);

/// A node whose only predecessor is another node of the same loop becomes part of it: pure ops run speculatively,
/// memory ops under a predicate, parameters become selects.
bool convertIfs(Kernel &kernel);

/// Rebuilds every node: constants folded, common subexpressions shared, local simplifications.
bool simplifyNodes(Kernel &kernel);

/// Another value for a Pure op whose operands are rebuilt, or nothing. `before`: its result in the graph as it was.
using PureRewrite = std::function<std::optional<ValueId>(Builder &build, const Op &op, unsigned width, ValueId before)>;
/// simplifyNodes with a rule of the caller's.
bool rebuildNodes(Kernel &kernel, const PureRewrite &rewrite);

/// Multiplications, divisions and remainders by constants become shifts and additions, or high halves of products.
bool constantArithmetic(Kernel &kernel, bool multiplierBlocks);

/// A product of extended operands is made from the operands as they were before.
bool wideProducts(Kernel &kernel);

/// Unused values are dropped, with their parameters and edge arguments; loads whose result is unused, too.
bool removeDead(Kernel &kernel);

/// A parameter that has the same Source on all edges becomes that Source in the node; one that equals another is
/// joined.
bool removeRedundantParameters(Kernel &kernel);

/// Values get as few bits as their users look at and as they can have set.
bool narrow(Kernel &kernel);

/// Two stores to the same address under exclusive predicates become one.
bool joinStores(Kernel &kernel);

/// `Site::order` and `ackBeforeExit`. Run once, before chooseUnits.
bool orderSites(Kernel &kernel);

/// Stream or Scatter for each site. `lineBytes`: of the memory port. Run once, before orderMemory.
bool chooseUnits(Kernel &kernel, unsigned lineBytes);

/// Loads whose lanes follow each other but at borders, where an address is chosen that is the same for all, become one
/// of the row and others of the borders. A border may be an element of the row beside the lane's, too: then there are
/// loads of several rows, if packets are at most a line of `lineBytes`. For chooseLanes, before mergeTaps.
bool splitBorders(Kernel &kernel, unsigned lanes, unsigned lineBytes);

/// Loads of neighbouring elements become one of all of them, where packets of so many lanes load overlapping rows, or
/// all lanes the same; with one lane, streams. For chooseLanes.
bool mergeTaps(Kernel &kernel, unsigned lanes, unsigned lineBytes);

/// How many lanes packets may have.
struct LaneLimits {
  unsigned lineBytes = 64;      // of the memory port
  unsigned bytesPerCycle = 64;  // of the memory behind it, at best
  unsigned most = 16;
  unsigned cacheBytes = 0;         // of a cache at most; 0: there are none
  unsigned walkingCacheBytes = 0;  // as much is there for one whose lines bound the tokens in a loop
  std::optional<unsigned> wanted;  // asked for by the program; otherwise as many as keep the port busy
};

/// Tokens become packets of as many work-items as keep the memory port busy, where the graph allows: values get their
/// Lanes, accesses their masks. Run once, after chooseUnits.
bool chooseLanes(Kernel &kernel, const LaneLimits &limits);

/// Whether nothing writes what a load reads, and its lines may be read again after others were. `loopDepth`: of its
/// node.
bool gainsByCache(const Kernel &kernel, const Op &load, unsigned loopDepth);

/// A cache for loads whose lines may be read again, where nothing writes them: as large as `limits` allow. Run once,
/// after chooseLanes.
bool cacheLoads(Kernel &kernel, const LaneLimits &limits);

/// By site: loads of a node with the same number, if it is not kNone, need the same lines at other times.
std::vector<uint32_t> loadsOfSameLines(const Kernel &kernel, const LaneLimits &limits);

/// A cache for the lines of such loads, where memory would be busy with them. Run once, after cacheLoads.
bool shareLines(Kernel &kernel, const LaneLimits &limits);

/// Tokens of a group that have nothing to do until they come to a barrier in a loop again stay in it. Run once, after
/// chooseLanes.
bool keepIdle(Kernel &kernel);

/// `after` from program order, which is the order of ops until here; fences disappear. Run once, last.
bool orderMemory(Kernel &kernel);

}  // namespace weft::graph
