// SPDX-License-Identifier: Apache-2.0
// Program binaries as CL_PROGRAM_BINARIES gives and clCreateProgramWithBinary takes them: containers with OpenCL's
// names for their types and errors.
#pragma once
#include <CL/cl.h>
#include <string>
#include <string_view>

#include "program/container.h"

namespace weft::core {

using ProgramBinary = program::Container;

cl_program_binary_type binaryType(program::Type type);

/// `board`: the one that it was compiled for.
std::string packBinary(const ProgramBinary &binary, const board::Description &board);

/// Throws Error(CL_INVALID_BINARY): not a container, damaged, of a newer version, or for another board than `board`.
ProgramBinary unpackBinary(std::string_view bytes, const board::Description &board);

}  // namespace weft::core
