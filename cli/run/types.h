// SPDX-License-Identifier: Apache-2.0
// OpenCL C's numbers and vectors of them, as text and in memory.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kernel/interface.h"

namespace weft::cli {

struct Scalar {
  enum class Kind : char { Signed = 'i', Unsigned = 'u', Float = 'f' } kind;  // the letters are NumPy's
  unsigned bytes;
  const char *name;   // OpenCL C's
  const char *numpy;  // "float32"
};

struct Type {
  const Scalar *scalar = nullptr;
  unsigned lanes = 1;
  /// Of a vector of three as of one of four (OpenCL C 3.0, section 6.3.5).
  unsigned storedLanes() const { return lanes == 3 ? 4 : lanes; }
  unsigned bytes() const { return scalar->bytes * storedLanes(); }
  std::string name() const { return scalar->name + (lanes == 1 ? "" : std::to_string(lanes)); }
};

/// "uint", "unsigned int", "float4"; nothing for other types.
std::optional<Type> typeNamed(std::string_view name);

/// What a value is, or what a pointer points to. Nothing for structures, void and the like.
std::optional<Type> elementTypeOf(const kernel::Argument &argument);

/// The scalar of NumPy's letter and size; null if OpenCL C has none.
const Scalar *scalarOf(char kind, unsigned bytes);

/// As OpenCL C declares it: "global const float* a".
std::string declarationOf(const kernel::Argument &argument);

/// The number in memory, in the order of bytes of the machine. Integers in decimal, or hexadecimal after 0x; floats as
/// C writes them, inf and nan included. Throws std::runtime_error if it is no such number, or out of range.
std::string bytesOfNumber(const Scalar &scalar, std::string_view text);
std::string bytesOfNumber(const Scalar &scalar, double value);
/// The shortest text that gives the same number.
std::string textOfNumber(const Scalar &scalar, const char *bytes);

}  // namespace weft::cli
