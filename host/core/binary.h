// SPDX-License-Identifier: Apache-2.0
// Program binaries: a versioned, hash-checked container of LLVM bitcode, as CL_PROGRAM_BINARIES gives and
// clCreateProgramWithBinary takes it.
#pragma once
#include <CL/cl.h>
#include <optional>
#include <string>
#include <string_view>

namespace weft::core {

struct ProgramBinary {
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
  std::string board;    // name of the board description it was compiled for
  std::string options;  // build options
  std::string bitcode;
};

std::string packBinary(const ProgramBinary &binary);
/// Nothing if the bytes are not such a container, of another version, or damaged.
std::optional<ProgramBinary> unpackBinary(std::string_view bytes);

}  // namespace weft::core
