// SPDX-License-Identifier: Apache-2.0
// The kernel graph: nodes joined by channels, a token per work-item (docs/architecture.md, section 2).
// Plain data; print.h, parse.h and verify.h work on it. It knows nothing of LLVM, schedules or RTL.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weft::graph {

using ValueId = uint32_t;  // index into Kernel::values
using NodeId = uint32_t;   // index into Kernel::nodes
using OpId = uint32_t;     // index into Node::ops
constexpr uint32_t kNone = ~0u;

enum class Opcode : uint8_t {
#define WEFT_OPCODE(name, mnemonic, operands, kind) name,
#include "hls/graph/opcodes.def"
};

enum class OpKind : uint8_t { Source, Pure, Memory };

// Integer and floating-point comparisons and rounding modes share one field of an Op.
enum class Predicate : uint8_t {
  None,
  Eq,
  Ne,
  Ugt,
  Uge,
  Ult,
  Ule,
  Sgt,
  Sge,
  Slt,
  Sle,  // ICmp
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
  Uno,  // FCmp
  NearestEven,
  NearestAway,
  TowardZero,
  Up,
  Down  // FRound
};

enum class AtomicOp : uint8_t { None, Add, And, Or, Xor, Xchg, SMin, SMax, UMin, UMax, CmpXchg };

struct SourceLocation {
  std::string file;
  unsigned line = 0;  // 0: unknown
  unsigned column = 0;
  bool operator==(const SourceLocation &) const = default;
};

/// A value: the result of an op or a parameter of a node.
struct Value {
  unsigned width = 0;  // bits, at least 1
  std::string name;    // from the source where there is one; made unique by the printer
  bool operator==(const Value &) const = default;
};

struct Op {
  Opcode opcode = Opcode::Const;
  std::vector<ValueId> operands;
  ValueId result = kNone;  // kNone for stores
  std::string constant;    // Const: hexadecimal digits, no prefix, most significant first
  Predicate predicate = Predicate::None;
  AtomicOp atomic = AtomicOp::None;
  uint32_t index = 0;       // Arg: configuration word; Load/Store/Atomic: site; Mem*: memory; Report: check
  uint32_t lo = 0;          // Slice: low bit; Arg: low bit within the word
  bool predicated = false;  // Memory ops: the last operand is a 1-bit predicate
  /// Memory ops of this node that must be complete (returned, acknowledged) before this one starts:
  /// earlier accesses of the same work-item that may alias, one of the two being a write.
  std::vector<OpId> after;
  /// Store, MemWrite: must be acknowledged before the token leaves the node, because an access
  /// or barrier that may follow in program order depends on it.
  bool ackBeforeExit = false;
  SourceLocation location;
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
  Barrier,   // no ops; parameters are what crosses; one edge, arguments are the parameters
  Exit       // the work-item retires; no parameters, no edges; exactly one per kernel
};

struct Node {
  NodeKind kind = NodeKind::Pipeline;
  std::string name;
  std::vector<ValueId> parameters;
  std::vector<Op> ops;  // topological order: operands first
  std::vector<Edge> edges;
  bool loopHeader = false;  // has an incoming back edge; back edges have priority in its merge
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
  LinearLocalId
};

/// An access site: one load, store or atomic of global or constant memory, a unit of its own in hardware.
struct Site {
  enum class Kind : uint8_t { Load, Store, Atomic } kind = Kind::Load;
  enum class Unit : uint8_t {
    Stream,  // coalesces consecutive accesses to one line
    Scatter  // each access is a request of its own
  } unit = Unit::Scatter;
  unsigned bytes = 4;               // power of two, at most a line; addresses are multiples of it
  std::vector<uint32_t> arguments;  // kernel arguments (indices) the address may point into; sorted
  SourceLocation location;
  bool operator==(const Site &) const = default;
};

/// An on-chip memory.
struct Memory {
  enum class Kind : uint8_t {
    Local,    // one copy per group slot
    Pool,     // all `__local` arguments: a share per group slot, sized at launch; address: offset in the share
    Private,  // one copy per slot
    Rom       // one copy; `contents`
  } kind = Kind::Local;
  std::string name;
  uint64_t bytes = 0;             // of one copy
  unsigned wordBytes = 4;         // widest access, power of two; narrower ones are aligned to their size
  std::vector<uint8_t> contents;  // Rom: `bytes` bytes
  SourceLocation location;
  bool operator==(const Memory &) const = default;
};

/// An access of on-chip memory that may lie outside its variable. Where it does, it has no effect, reads zero, and a
/// Report op tells. Faults are numbered: sites first, checks behind them.
struct Check {
  Site::Kind kind = Site::Kind::Load;
  unsigned bytes = 4;               // of the access
  std::string variable;             // the user's name; `a or b` where they share a memory
  uint64_t variableBytes = 0;       // of all of them; unused for __local arguments, whose sizes the launch tells
  std::vector<uint32_t> arguments;  // __local arguments (indices) the address may point into
  SourceLocation location;
  bool operator==(const Check &) const = default;
};

/// A kernel argument as the host and the hardware see it.
struct Argument {
  enum class Kind : uint8_t {
    Buffer,  // two words: first byte, and one past the last byte (both 0 for NULL)
    Local,   // two words: byte offset in the group's share of the pool, and bytes
    Value    // ceil(bytes / 8) words
  } kind = Kind::Value;
  std::string name;
  std::string typeName;                                       // as written
  std::string accessQualifier, typeQualifiers, addressSpace;  // for clGetKernelArgInfo, as in kernel_arg_* metadata
  uint64_t bytes = 0;                                         // Value: size; pointers: 8 or 4
  uint64_t alignment = 0;                                     // Local: of the pointee, for the share's layout
  uint32_t word = 0;                                          // first configuration word
  bool noAlias = false;  // restrict or __constant: its bytes are written through this argument only, or not at all
  /// Configuration words that it takes, as its kind says.
  unsigned words() const { return kind == Kind::Value ? unsigned((bytes + 7) / 8) : 2; }
  bool operator==(const Argument &) const = default;
};

struct Kernel {
  std::string name;
  std::vector<Argument> arguments;
  std::vector<Value> values;
  std::vector<EntryValue> entryValues;  // entry node parameter i is entryValues[i]
  std::vector<Node> nodes;              // nodes[0] is the entry
  std::vector<Site> sites;
  std::vector<Memory> memories;
  std::vector<Check> checks;
  /// Width of a global address in the graph. An access may have one bit more: set, the address lies in no buffer.
  unsigned addressBits = 32;
  unsigned maxWorkGroupSize = 256;
  std::optional<unsigned> requiredSize[3];  // reqd_work_group_size
  unsigned sizeHint[3] = {0, 0, 0};
  std::string vecTypeHint;
  unsigned slots = 0;       // N_max: power of two, at least maxWorkGroupSize
  unsigned groupSlots = 0;  // most groups in flight, power of two
  std::vector<std::string> attributes;
  bool operator==(const Kernel &) const = default;
};

/// Most places that hardware reports.
constexpr size_t kMaxPlaces = 64;
/// Where work-items can stay for ever: loop headers and barriers, the first kMaxPlaces in the order of nodes. The
/// report of a launch that was ended has a bit for each.
std::vector<NodeId> places(const Kernel &kernel);
/// Bytes that one copy of the memory takes: whole words, a power of two of them.
uint64_t storedBytes(const Memory &memory);

OpKind kindOf(Opcode opcode);
const char *mnemonic(Opcode opcode);
/// Number of operands without the predicate; -1: depends on the op.
int operandCount(Opcode opcode);
/// How the text form names them; the same for icmp and fcmp predicates ("ult"), told apart by the opcode.
const char *nameOf(Predicate predicate);
const char *nameOf(AtomicOp atomic);
const char *nameOf(EntryValue value);

}  // namespace weft::graph
