// SPDX-License-Identifier: Apache-2.0
// What there is to know about a pure operation of opcodes.def: one entry, in the file of its family in this folder. The
// verifier, the interpreter, Builder, the width analysis, narrowing, lowering, the netlist and the generator look it
// up.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hls/graph/bits.h"
#include "hls/graph/build.h"
#include "hls/graph/graph.h"
#include "hls/graph/operations/narrowing.h"

namespace weft::graph {

/// Widths of an op, and its low bit where it has one.
struct Shape {
  unsigned result;
  std::span<const unsigned> operands;
  uint32_t lo;
};

/// Widths of an op and the bits of its operands that can be set: those of operand i from active(i) on are zero.
class ActiveBits {
public:
  ActiveBits(const Kernel &kernel, const Op &op, const std::vector<unsigned> &active)
      : kernel_(kernel), op_(op), active_(active) {}
  unsigned result() const { return kernel_.values[op_.result].width; }
  unsigned width(size_t i) const { return kernel_.values[op_.operands[i]].width; }
  unsigned active(size_t i) const { return active_[op_.operands[i]]; }
  size_t operands() const { return op_.operands.size(); }
  uint32_t lo() const { return op_.lo; }

private:
  const Kernel &kernel_;
  const Op &op_;
  const std::vector<unsigned> &active_;
};

/// What canonical IR writes for the operation: an instruction ("add"), an intrinsic ("llvm.smin") or a primitive
/// ("__weft_umul_hi") with the same operands, and the predicate that it implies.
struct Origin {
  const char *name = nullptr;
  Predicate predicate = Predicate::None;
};

/// Predicates that an operation may have; `what` names them in messages. Without any, an op has Predicate::None.
struct Predicates {
  Predicate first = Predicate::None, last = Predicate::None;
  const char *what = "predicate";
};

/// A parameter of a module.
struct Setting {
  const char *name;
  uint64_t value;
};

/// Whether an operation only moves bits, and so costs nothing.
enum class MovesBits : uint8_t { No, Always, ByConstant };  // ByConstant: if operand 1 is a constant

struct Operation {
  Opcode opcode = Opcode::Const;
  bool commutative = false;
  bool bitwise = false;  // a bit of the result is a function of the same bits of the operands
  MovesBits movesBits = MovesBits::No;
  Predicates predicates = {};

  /// What is wrong with the widths; empty if nothing is.
  std::string (*checkWidths)(const Shape &shape) = nullptr;
  /// The result; nullopt if it is not computed here.
  std::optional<Bits> (*evaluate)(const Op &op, const std::vector<Bits> &operands, unsigned width) = nullptr;
  /// A simpler equal value; may bring the op into a normal form instead. Null: nothing is known. Operands that are all
  /// constants, and the order of a commutative operation's, are dealt with before.
  std::optional<ValueId> (*fold)(Builder &build, Op &op, unsigned width) = nullptr;

  /// Bits of the result that can be set, as in ActiveBits; may exceed its width. Null: all.
  unsigned (*active)(const ActiveBits &op) = nullptr;
  /// Low bits of operand i on which the low `demanded` bits of the result depend; may exceed its width. Null: all.
  unsigned (*demanded)(const ActiveBits &op, unsigned demanded, size_t i) = nullptr;
  /// The op with the bits of operands and result that are needed. Null: with operands of their widths.
  ValueId (*narrow)(Narrowing &op) = nullptr;

  Origin origins[7] = {};  // up to the first without a name; what else it comes from stands in hls/graph/lower

  /// Hardware: a SystemVerilog expression (hls/netlist/expression_text.cpp, by `infix` alone where it is set), or a
  /// module of hls/operators.def, which also says what each costs. Most have one of them, some both by width.
  bool expression = false;
  const char *infix = nullptr;
  std::vector<Setting> (*settings)(const Op &op, unsigned result, unsigned operand) = nullptr;  // but for the latency
  const char *output = "result_o";
  const char *sibling = nullptr;  // the port of another operation's result that the module computes as well
};

/// The entry of a pure operation; of others one that says nothing.
const Operation &operationOf(Opcode opcode);

}  // namespace weft::graph
