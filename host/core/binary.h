// SPDX-License-Identifier: Apache-2.0
// Program binaries as CL_PROGRAM_BINARIES gives and clCreateProgramWithBinary takes them: containers with OpenCL's
// names for their types and errors.
#pragma once
#include <CL/cl.h>
#include <mutex>
#include <string>
#include <string_view>

#include "program/container.h"

namespace weft::core {

cl_program_binary_type binaryType(program::Type type);

/// `board`: the one that it was compiled for.
std::string packBinary(const program::Container &binary, const board::Description &board);

/// Throws Error(CL_INVALID_BINARY): not a container, damaged, of a newer version, or for another board than `board`.
program::Container unpackBinary(std::string_view bytes, const board::Description &board);

/// A program's binary for one device, packed when somebody asks for it.
class PackedBinary {
public:
  PackedBinary(program::Container content, const board::Description &board)
      : content_(std::move(content)), board_(board) {}
  /// One that was loaded is given back as it was.
  PackedBinary(program::Container content, const board::Description &board, std::string bytes);

  const program::Container &content() const { return content_; }
  const std::string &bytes() const;

private:
  const program::Container content_;
  const board::Description &board_;
  mutable std::once_flag packed_;
  mutable std::string bytes_;
};

}  // namespace weft::core
