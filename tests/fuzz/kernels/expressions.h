// SPDX-License-Identifier: Apache-2.0
// Random expressions of a given type.
#pragma once
#include "program.h"
#include "tests/common/random.h"

namespace weft::fuzz {

using weft::test::Random;

struct Variable {
  Type type;
  std::string name;
  size_t index = 0;
};

class Expressions {
public:
  explicit Expressions(Random &random) : random_(random) {}

  /// Those that expressions may read.
  std::vector<Variable> variables;

  Type randomType();
  Type randomType(unsigned lanes) { return {Kind(random_.below(kKinds)), lanes}; }
  Expression make(Type type, unsigned depth);
  Expression literal(Type type);
  /// An unsigned number below `bound`, a power of two.
  Expression index(unsigned bound, unsigned depth);
  /// An int, 0 or not.
  Expression condition(unsigned depth);

private:
  Expression leaf(Type type);
  Expression arithmetic(Type type, unsigned depth);
  Expression comparison(Type type, unsigned depth);
  Expression choice(Type type, unsigned depth);
  Expression conversion(Type type, unsigned depth);
  Expression toInteger(Type type, const Expression &from);
  Expression fromInteger(const Expression &from);
  Expression reinterpretation(Type type, unsigned depth);
  Expression swizzle(Type type, unsigned depth);
  Expression assembled(Type type, unsigned depth);
  Expression element(Type type, unsigned depth);
  Expression shuffle(Type type, unsigned depth);
  Expression widened(Type type, unsigned depth);
  Rounding rounding() { return Rounding(random_.below(4)); }

  Random &random_;
};

/// The bits of a float, one pattern for all that is not a number; other types as they are.
Expression asBits(const Expression &expression);

/// Functions that expressions call.
std::string prelude();

/// `text` with every {name} replaced.
std::string fill(std::string text, const std::vector<std::pair<std::string, std::string>> &names);

}  // namespace weft::fuzz
