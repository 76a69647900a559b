// SPDX-License-Identifier: Apache-2.0
// A kernel as its users see it: its arguments and sizes, and what its hardware reports faults of. The compiler's graph
// builds on it; hosts and boards know no more of a kernel than this.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::kernel {

/// Buffers, and `__local` arguments in a group's share, begin at multiples of it: the largest type is long16.
constexpr uint64_t kMemoryAlignment = 128;

/// Ids of a launch have so many bits, and an `int` holds them; a range beyond is for the version of the kernel with
/// wide ids (docs/adr/0022).
constexpr unsigned kIdBits = 31;

struct SourceLocation {
  std::string file;
  unsigned line = 0;  // 0: unknown
  unsigned column = 0;
  bool operator==(const SourceLocation &) const = default;
};

/// A kernel argument as the host and the hardware see it.
struct Argument {
  enum class Kind : uint8_t {
    Buffer,  // two words: first byte, and one past the last byte (both 0 for NULL)
    Local,   // two words: byte offset in the group's share of the pool, and bytes
    Value    // ceil(bytes / 8) words
  } kind = Kind::Value;
  /// What the host gives the kernel by itself. Programs do not see these arguments, which are buffers and come last.
  enum class Implicit : uint8_t {
    None,         // an argument of the source
    PrintBuffer,  // what printf writes to (kernel/print.h), one for each launch; no address of the program reaches it
    ProgramVariable  // a program-scope variable in device memory (kernel/variables.h): Argument::variable
  } implicit = Implicit::None;
  std::string name;
  std::string typeName;                                       // as written
  std::string baseTypeName;                                   // the same without typedefs
  std::string accessQualifier, typeQualifiers, addressSpace;  // for clGetKernelArgInfo, as in kernel_arg_* metadata
  uint64_t bytes = 0;                                         // Value: size; pointers: 8 or 4
  uint32_t word = 0;                                          // first configuration word
  bool noAlias = false;   // restrict or __constant: its bytes are written through this argument only, or not at all
  uint32_t variable = 0;  // ProgramVariable: its place in Variables::list
  /// Number of configuration words it takes.
  unsigned words() const { return kind == Kind::Value ? unsigned((bytes + 7) / 8) : 2; }
  bool operator==(const Argument &) const = default;
};

/// How a kernel is called, and how many work-items it can have.
struct Signature {
  std::string name;
  std::vector<Argument> arguments;
  /// Width of a global address. An access may have one bit more: set, the address lies in no buffer.
  unsigned addressBits = 32;
  unsigned maxWorkGroupSize = 256;
  std::optional<unsigned> requiredSize[3];  // reqd_work_group_size
  unsigned sizeHint[3] = {0, 0, 0};
  std::string vecTypeHint;
  unsigned computeUnits = 1;  // K: copies of the pipeline, between which the groups of a launch are dealt out
  unsigned lanes = 1;         // W: work-items in a token, which are a packet; a power of two
  unsigned slots =
      0;  // N_max: tokens in flight in a unit, a power of two; a group's are not more if groupSlots is not 0
  unsigned groupSlots = 0;  // most groups in flight in a unit, a power of two; 0: work-items are admitted one by one
  bool usesGroups = true;   // otherwise work-items do not see of which group they are: launched as groups of one
  bool inBlocks = false;    // instead: in groups that the host chooses, which are dealt out to compute units
  std::vector<std::string> attributes;
  /// Number of those that the source has. The implicit ones follow.
  size_t explicitArguments() const;
  /// Tokens of a group of so many work-items in x, y and z: packets end with the rows of x.
  uint64_t tokensOf(const std::array<uint64_t, 3> &local) const {
    return (local[0] + lanes - 1) / lanes * local[1] * local[2];
  }
  /// The most that a group can be.
  uint64_t mostTokens() const;
  /// The first of this kind; null if the kernel has none.
  const Argument *implicitArgument(Argument::Implicit kind) const;
  bool operator==(const Signature &) const = default;
};

/// An access site: one load, store or atomic of global or constant memory, a unit of its own in hardware.
struct Site {
  enum class Kind : uint8_t { Load, Store, Atomic } kind = Kind::Load;
  unsigned bytes = 4;               // power of two, at most a line; addresses are multiples of it
  std::vector<uint32_t> arguments;  // kernel arguments (indices) the address may point into; sorted
  SourceLocation location;
  bool operator==(const Site &) const = default;
};

/// An access of on-chip memory that may lie outside its variable. Where it does, it has no effect, reads zero, and is
/// reported.
struct Check {
  Site::Kind kind = Site::Kind::Load;
  unsigned bytes = 4;               // of the access
  std::string variable;             // the user's name; `a or b` where they share a memory
  uint64_t variableBytes = 0;       // of all of them; unused for __local arguments, whose sizes come with the launch
  std::vector<uint32_t> arguments;  // __local arguments (indices) the address may point into
  SourceLocation location;
  bool operator==(const Check &) const = default;
};

/// A loop or a barrier: where work-items can stay forever.
struct StallPoint {
  enum class Kind : uint8_t { Loop, Barrier } kind = Kind::Loop;
  std::string name;  // where the location is unknown
  SourceLocation location;
  bool operator==(const StallPoint &) const = default;
};

/// The most copies of a kernel's pipeline that share a launch, and the module that each is an instance of.
constexpr unsigned kMostComputeUnits = 16;
constexpr const char *kComputeUnitModule = "compute_unit";

/// The most stall points of a kernel that the hardware reports.
constexpr size_t kMaxStallPoints = 64;

/// A kernel without its implementation. Faults name sites and checks by number: sites first, then checks. When a launch
/// is ended, bit i of the report stands for stallPoints[i].
struct Interface : Signature {
  std::vector<Site> sites;
  std::vector<Check> checks;
  std::vector<StallPoint> stallPoints;
  bool operator==(const Interface &) const = default;
};

/// Names in text forms. `…From` gives nothing for an unknown one.
const char *nameOf(Argument::Kind kind);
const char *nameOf(Argument::Implicit kind);
const char *nameOf(Site::Kind kind);
const char *nameOf(StallPoint::Kind kind);
std::optional<Argument::Kind> argumentKindFrom(std::string_view name);
std::optional<Argument::Implicit> implicitFrom(std::string_view name);
std::optional<Site::Kind> siteKindFrom(std::string_view name);
std::optional<StallPoint::Kind> stallPointKindFrom(std::string_view name);

}  // namespace weft::kernel
