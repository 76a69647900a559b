// SPDX-License-Identifier: Apache-2.0
// Program-scope variables in device memory: one block for each program and device (OpenCL C 3.0, section 6.7.1).
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft::kernel {

/// CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE.
constexpr uint64_t kMaxVariableBytes = uint64_t(1) << 20;
/// Of a constant in device memory: program binaries carry it.
constexpr uint64_t kMaxConstantBytes = uint64_t(1) << 24;

struct Variable {
  std::string name;         // as the source calls it
  bool isConstant = false;  // in the constant address space
  uint64_t offset = 0;      // in the block
  uint64_t bytes = 0;
  bool operator==(const Variable &) const = default;
};

/// A variable, or a part of one, that points into a variable: the block's address and `target` are its value.
struct VariablePointer {
  uint64_t offset = 0;  // in the block
  uint64_t target = 0;  // in the block; modulo 2^64
  bool operator==(const VariablePointer &) const = default;
};

struct Variables {
  std::vector<Variable> list;
  uint64_t bytes = 0;                     // of the block
  unsigned pointerBytes = 8;              // 4 or 8
  std::string contents;                   // the block's first bytes before the first launch; the others are zero
  std::vector<VariablePointer> pointers;  // and these
  /// CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE.
  uint64_t globalBytes() const;
  bool operator==(const Variables &) const = default;
};

/// A boundary of variables in the block, in bytes.
constexpr uint64_t kVariableAlignment = 128;

/// Text, for what carries variables between stages of the compiler.
std::string variablesToText(const Variables &variables);
/// Throws std::exception if it is no such text, or if its numbers do not fit each other.
Variables variablesFromText(std::string_view text);

}  // namespace weft::kernel
