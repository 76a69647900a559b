// SPDX-License-Identifier: Apache-2.0
// Writes the source of one random kernel: internal to the generator.
#pragma once
#include <string>
#include <vector>

#include "compare/compare.h"
#include "tests/common/random.h"

namespace weft::random_kernels {

using compare::Case;
using test::Random;

/// An integer type of OpenCL C.
struct Integer {
  const char *name;
  unsigned bits;
  bool isSigned;
};
constexpr Integer kIntegers[] = {{"char", 8, true}, {"uchar", 8, false}, {"short", 16, true}, {"ushort", 16, false},
                                 {"int", 32, true}, {"uint", 32, false}, {"long", 64, true},  {"ulong", 64, false}};

/// Writes a kernel and the structures, tables and functions that it uses. Work-items keep their state in variables
/// v0, v1 ... of type uint, so that arithmetic wraps; other types appear inside statements, which fold what they found
/// into one of these. The results do not depend on the order of work-items.
class Writer {
public:
  Writer(Random &random, const Case &shape) : random_(random), shape_(shape) {}

  std::string source();

private:
  static constexpr unsigned kVariables = 5;

  /// A member of a structure, an array where `count` is not 0.
  struct Member {
    std::string name, type;  // of an element
    unsigned bits, width;    // of a lane, lanes
    unsigned count;
  };
  struct Structure {
    std::string name;
    std::vector<Member> members;
  };

  void line(const std::string &text) { text_ += text + "\n"; }
  std::string variable();
  size_t groupSize() const { return shape_.local[0] * shape_.local[1] * shape_.local[2]; }

  // declarations.cpp
  void table();
  void structure();
  void function();
  void kernel();

  // expressions.cpp; `uniform`: the same in every work-item of the group
  std::string atom(bool uniform);
  std::string expression(bool uniform, unsigned depth);
  std::string condition(bool uniform);
  std::string floatingPoint(const std::string &a, const std::string &b);
  std::string otherPrecision(const std::string &a, const std::string &b);
  std::string builtin(const std::string &a, const std::string &b, const std::string &c);
  std::string call(const std::string &a, const std::string &b);
  std::string constantRead(const std::string &a);
  /// Any number of bits, never zero.
  uint32_t constant() { return uint32_t(random_.next() >> (32 + random_.below(32))) | 1u << random_.below(8); }

  // statements.cpp; `uniform`: every work-item of the group comes here the same number of times, so barriers are
  // allowed
  void block(bool uniform, unsigned depth, unsigned statements);
  void statement(bool uniform, unsigned depth);
  void assignment();
  void branch(bool uniform, unsigned depth);
  void atomic();
  void pureStatement(unsigned depth);
  void neighbours();
  void wideRead();
  void earlyWrite();
  void exchange();

  // control.cpp
  void loop(bool uniform, unsigned depth);
  void choice();
  std::string constantResults(const std::string &a, const std::string &b);
  std::string result(const std::string &a, const std::string &b);
  void jump(unsigned depth);

  // data.cpp
  void mixedWidths();
  void pointer();
  void structureUse();
  void unionUse();

  // vectors.cpp
  void vectors();
  std::string vector(const Integer &type, unsigned width, unsigned depth);
  std::string lanes(unsigned count, unsigned width);
  /// A uint of all bits of a value: of a vector of `width` lanes of `bits`, or of a scalar with width 1.
  std::string folded(const std::string &value, unsigned bits, unsigned width);
  void floatVectors();

  Random &random_;
  const Case &shape_;
  std::string text_;
  unsigned loops_ = 0, labels_ = 0, functions_ = 0;
  std::vector<unsigned> tables_;  // their lengths
  std::vector<Structure> structures_;
  bool usesArray_ = false, usesBins_ = false, inFunction_ = false;
};

}  // namespace weft::random_kernels
