// SPDX-License-Identifier: Apache-2.0
// The kernel graph: nodes joined by channels, a token per work-item (docs/architecture.md, section 2).
// Plain data; print.h, parse.h and verify.h work on it. It knows nothing of LLVM, schedules or RTL.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kernel/interface.h"

namespace weft::graph {

using kernel::Argument;
using kernel::Check;
using kernel::SourceLocation;

using ValueId = uint32_t;  // index into Kernel::values
using NodeId = uint32_t;   // index into Kernel::nodes
using OpId = uint32_t;     // index into Node::ops
constexpr uint32_t kNone = ~0u;

enum class Opcode : uint8_t {
#define WEFT_OPCODE(name, mnemonic, operands, kind, words) name,
#include "hls/graph/opcodes.def"
};

enum class OpKind : uint8_t { Source, Pure, Memory };

// Integer and floating-point comparisons and rounding modes share one field of an Op.
enum class Predicate : uint8_t {
  None,
  // ICmp
  Eq,
  Ne,
  Ugt,
  Uge,
  Ult,
  Ule,
  Sgt,
  Sge,
  Slt,
  Sle,
  // FCmp
  Oeq,
  Ogt,
  Oge,
  Olt,
  Ole,
  One,
  Ord,
  Ueq,
  FUgt,
  FUge,
  FUlt,
  FUle,
  Une,
  Uno,
  // FRound
  NearestEven,
  NearestAway,
  TowardZero,
  Up,
  Down
};

enum class AtomicOp : uint8_t { None, Add, And, Or, Xor, Xchg, SMin, SMax, UMin, UMax, CmpXchg };

/// How a value differs between the work-items of a packet, lanes 0 to W-1 (ADR 40). A claim that holds for the lanes in
/// which there is a work-item; lane 0 has the values that its work-item would have.
struct Lanes {
  enum class Shape : uint8_t {
    Uniform,  // the same in all lanes
    Linear,   // lane l: that of lane 0, plus l * step modulo 2^width
    Varying,  // any in each
    First     // any in each, and only that of lane 0 is looked at
  } shape = Shape::Uniform;
  int64_t step = 0;  // Linear; not 0
  bool operator==(const Lanes &) const = default;
};

/// A value: the result of an op or a parameter of a node.
struct Value {
  unsigned width = 0;  // bits of a work-item's, at least 1
  std::string name;    // from the source where there is one; made unique by the printer
  Lanes lanes = {};    // Uniform where a packet is one work-item
  bool operator==(const Value &) const = default;
};

/// How a packet accesses a memory on chip.
enum class LaneAccess : uint8_t {
  Together,  // all lanes the same word; of a work-item's variable each lane's own
  Row,       // W words beside each other, the first a multiple of W
  Each,      // any word in each lane
  Own        // any word in each lane, of a copy of the lane's own: of a constant table or of a work-item's variable
};

struct Op {
  Opcode opcode = Opcode::Const;
  std::vector<ValueId> operands;
  ValueId result = kNone;  // kNone for stores
  std::string constant;    // Const: hexadecimal digits, no prefix, most significant first
  Predicate predicate = Predicate::None;
  AtomicOp atomic = AtomicOp::None;
  uint32_t index = 0;  // Arg: configuration word; Apart: argument; Load/Store/Atomic: site; Mem*: memory; Report: check
  uint32_t lo = 0;     // Slice: low bit; Arg: low bit within the word; Apart: the other argument
  bool predicated = false;  // Memory ops: the last operand is a 1-bit predicate
  bool masked = false;      // Packet sites, tapMasks, Mem*: the operand before that says which lanes access; 1 bit
  LaneAccess laneAccess = LaneAccess::Together;  // MemRead, MemWrite, MemAtomic
  /// Memory ops of this node that must be complete (returned, acknowledged) before this one starts:
  /// earlier accesses of the same work-item that may alias, one of the two being a write.
  std::vector<OpId> after;
  /// Store, MemWrite: must be acknowledged before the token leaves the node, because an access
  /// or barrier that may follow in program order depends on it.
  bool ackBeforeExit = false;
  SourceLocation location;

  /// Operands that the opcode has; the mask comes behind them, and then the predicate.
  size_t plainOperands() const { return operands.size() - size_t(masked) - size_t(predicated); }
  /// Of a masked op.
  ValueId &mask() { return operands[plainOperands()]; }
  ValueId mask() const { return operands[plainOperands()]; }
  /// Of an op that has none.
  void addMask(ValueId value) {
    operands.insert(operands.begin() + std::ptrdiff_t(plainOperands()), value);
    masked = true;
  }
  bool operator==(const Op &) const = default;
};

/// One way out of a node. Conditions of a node's edges are tried in order; the last has none.
struct Edge {
  ValueId condition = kNone;
  NodeId target = kNone;
  std::vector<ValueId> arguments;  // one per parameter of the target
  bool operator==(const Edge &) const = default;
};

enum class NodeKind : uint8_t {
  Pipeline,  // ops, then one edge is taken
  Barrier,   // no ops; parameters are what crosses; one edge, arguments are the parameters, but for `last`
  Exit       // the work-item retires; no parameters, no edges; exactly one per kernel
};

struct Node {
  NodeKind kind = NodeKind::Pipeline;
  std::string name;
  std::vector<ValueId> parameters;
  std::vector<Op> ops;  // topological order: operands first
  std::vector<Edge> edges;
  bool loopHeader = false;  // has an incoming back edge
  /// Barrier of which tokens without work stay (ADR 64): those of the group up to this one, in the order of slots,
  /// leave, the others at a later time. The last parameter, which is not handed on; kNone: all leave.
  ValueId last = kNone;
  std::vector<ValueId> ofGroup;  // with `last`: parameters that each token leaves with as the group has them then
  SourceLocation location;
  bool operator==(const Node &) const = default;
};

/// What the dispatcher can put into the entry node's parameters, in this order, where used.
enum class EntryValue : uint8_t {
  GlobalIdX,
  GlobalIdY,
  GlobalIdZ,  // offset included
  LocalIdX,
  LocalIdY,
  LocalIdZ,
  GroupIdX,
  GroupIdY,
  GroupIdZ,
  LinearLocalId,
  Active  // 1 bit: whether the lane holds a work-item; 1 for each of them
};

/// Why a load or store has its unit.
struct UnitReason {
  enum class Kind : uint8_t {
    None,        // not chosen, or an atomic
    Neighbours,  // neighbouring work-items access bytes `step` apart, less than a line; 0: all the same
    Apart,       // `step` is a line or more
    Irregular,   // what they access has no common distance, from `cause` at `location` on
    Border,      // where some lanes' own elements of a row would be beyond its end: the same for all of them (ADR 73)
    Volatile,
    Store,  // the one at `location` may come before and write the same bytes; an atomic is one, too
    Fence   // the one at `location` comes before: what others have written must be seen
  } kind = Kind::None;
  int64_t step = 0;
  std::string cause;  // mnemonic of an operation; "merge": of paths with different values
  SourceLocation location;
  bool operator==(const UnitReason &) const = default;
};

/// Two arguments whose buffers a launch may let overlap, the lower index first.
using ArgumentPair = std::pair<uint32_t, uint32_t>;

/// What a load sees of writes before it, and what comes behind a store, on the way of one work-item.
struct SiteOrder {
  enum class Kind : uint8_t {
    Free,       // Load: nothing before it writes the same bytes. Store: nothing behind it waits for it
    IfOverlap,  // the same, in launches in which the buffers of none of `pairs` overlap
    Always,     // it comes behind a write of the same bytes; something waits for it
    Fence       // Load: behind a fence, it must see what others have written
  } kind = Kind::Free;
  std::vector<ArgumentPair> pairs;  // IfOverlap; ascending
  SourceLocation location;          // Load: of the write or fence
  bool operator==(const SiteOrder &) const = default;
};

/// Loads that share a line cache (rtl/mem/line_cache.sv), at most.
inline constexpr unsigned kMostLineSharers = 16;
/// Of which so many are looked up in a cycle.
inline constexpr size_t kMostLineCachePorts = 4;

/// An access site with the unit chosen for it.
struct Site : kernel::Site {
  enum class Unit : uint8_t {
    Stream,   // coalesces consecutive accesses to one line
    Scatter,  // each access is a request of its own
    Packet,   // as Stream; the elements of a packet's lanes follow each other and are one access
    Lanes,    // each lane of a packet has an address; those in one line share its request
    Cached    // as Lanes, of a load; lines that were read stay in a cache
  } unit = Unit::Scatter;
  UnitReason reason;
  bool isVolatile = false;     // a load that looks at memory each time
  bool aligned = false;        // Packet: lane 0's address is a multiple of what all lanes access
  unsigned cacheLines = 0;     // Cached, or with a line cache: lines of it, a power of two
  uint32_t lineCache = kNone;  // loads with the same number get their lines from one cache (ADR 49)
  /// A load brings the elements of `bytes` bytes whose bits are set, counted from its address on, which has bit 0; what
  /// it has of the others is not looked at. Packet: to each lane (ADR 46). Stream: the same to all (ADR 67). Lanes,
  /// Cached: to each lane, one after the other (ADR 69, ADR 80).
  uint64_t taps = 1;
  bool tapMasks = false;  // with taps: the mask has a bit for each, the lowest first; Stream: the same of all lanes
  SiteOrder order = {};   // Free of atomics: their answers are waited for
  bool operator==(const Site &) const = default;
};

/// Why there are no more work-items in a packet, compute units, or copies of a loop; empty: there are as many as memory
/// could feed, or as the program asks for.
struct LimitReason {
  std::string what;
  SourceLocation location;
  bool waysDoNotMeet = false;  // of branches and loops, in one place: the kernel in structured form may have more lanes
  bool operator==(const LimitReason &) const = default;
};

/// An on-chip memory.
struct Memory {
  enum class Kind : uint8_t {
    Local,    // one copy per group slot
    Pool,     // all `__local` arguments: a share per group slot, sized at launch; address: offset in the share
    Private,  // one copy per slot
    Rom,      // one copy; `contents`
    Exchange  // `bytes / bit_ceil(maxWorkGroupSize)` for each slot; address: offset in the group's, by linear local id
  } kind = Kind::Local;
  std::string name;
  uint64_t bytes = 0;             // of one copy; Exchange: of the largest group
  unsigned wordBytes = 4;         // widest access, power of two; narrower ones are aligned to their size
  std::vector<uint8_t> contents;  // Rom: `bytes` bytes
  SourceLocation location;
  unsigned lanes = 1;  // Private: one, or each work-item of a packet has its own; Local, Pool: words in a row
  /// How the lanes of a packet access it, if atomic operations do (ADR 44).
  enum class Updates : uint8_t {
    None,     // there are no packets, or no atomic operations
    InTurn,   // one lane after another, but what all do together
    Replicas  // each lane updates a copy of its own; other accesses are one lane after another
  } updates = Updates::None;
  bool operator==(const Memory &) const = default;
};

/// Whether work-items of a group share it.
inline bool ofGroup(const Memory &memory) {
  return memory.kind == Memory::Kind::Local || memory.kind == Memory::Kind::Pool;
}

/// A kernel whose body is a graph. A Report op reports an access that fails its check.
struct Kernel : kernel::Signature {
  unsigned idBits = 32;     // of a global or group id
  unsigned bufferBits = 0;  // a buffer has at most 2^bufferBits bytes; 0: it is not known how many
  LimitReason lanesReason, unitsReason, copiesReason;
  std::vector<Value> values;
  std::vector<EntryValue> entryValues;  // entry node parameter i is entryValues[i]
  std::vector<Node> nodes;              // nodes[0] is the entry
  std::vector<Site> sites;
  std::vector<Memory> memories;
  std::vector<Check> checks;
  bool operator==(const Kernel &) const = default;
};

/// Loop headers and barriers, the first kernel::kMaxStallPoints in the order of nodes.
std::vector<NodeId> stallPoints(const Kernel &kernel);
/// The kernel without its graph.
kernel::Interface interfaceOf(const Kernel &kernel);
/// Bytes that one copy of the memory takes: whole words, a power of two of them.
uint64_t storedBytes(const Memory &memory);
/// Bytes of an Exchange memory for each slot.
uint64_t exchangeBytes(const Kernel &kernel, const Memory &memory);

OpKind kindOf(Opcode opcode);
/// Lanes that hardware keeps of a value: one, from which the others follow, or each.
unsigned keptLanes(const Kernel &kernel, ValueId value);
/// Bits of all that hardware keeps of a value.
unsigned keptBits(const Kernel &kernel, ValueId value);
/// Elements from a work-item's own address on up to the last one that it takes of what is loaded.
unsigned elementsOf(const Site &site);
/// Those of them that it takes.
unsigned tapsOf(const Site &site);
/// Bits of the mask of an access: 1, or one for each tap.
unsigned maskBits(const Site &site);
/// Elements that a load brings. Packet: those of lanes overlap; Stream, and with a mask for each tap: a power of two;
/// others: each lane's.
unsigned loadedElements(const Kernel &kernel, const Site &site);
/// Whether the op has a Site.
bool isGlobalAccess(const Op &op);
/// Of a memory on chip.
inline bool isOnChip(const Op &op) {
  return op.opcode == Opcode::MemRead || op.opcode == Opcode::MemWrite || op.opcode == Opcode::MemAtomic;
}
/// Of a global or a local object.
inline bool isAtomic(const Op &op) { return op.opcode == Opcode::Atomic || op.opcode == Opcode::MemAtomic; }
const char *mnemonic(Opcode opcode);
/// What users call it, with its article: "a bitwise or (|)".
const char *inWords(Opcode opcode);
/// Of an operation's mnemonic; null: there is none.
const char *inWords(std::string_view mnemonic);
/// Number of operands without mask and predicate; -1: depends on the op.
int operandCount(Opcode opcode);
/// How the text form names them; the same for icmp and fcmp predicates ("ult"), told apart by the opcode.
const char *nameOf(Predicate predicate);
const char *nameOf(AtomicOp atomic);
const char *nameOf(EntryValue value);
/// Whether each lane of a packet has an address.
bool hasLaneAddresses(Site::Unit unit);
/// Whether lanes of a packet access elements of their own.
inline bool isOfPackets(Site::Unit unit) { return unit == Site::Unit::Packet || hasLaneAddresses(unit); }
const char *nameOf(Site::Unit unit);
const char *nameOf(LaneAccess access);
/// Whether each lane has an address.
inline bool hasLaneAddresses(LaneAccess access) { return access == LaneAccess::Each || access == LaneAccess::Own; }
const char *nameOf(Memory::Kind kind);
const char *nameOf(Memory::Updates updates);
const char *nameOf(UnitReason::Kind kind);
const char *nameOf(SiteOrder::Kind kind);

}  // namespace weft::graph
