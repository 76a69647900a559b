// SPDX-License-Identifier: Apache-2.0
#include "host/core/binary.h"

#include "hls/compile.h"
#include "host/util/error.h"

namespace weft::core {

cl_program_binary_type binaryType(program::Type type) {
  switch (type) {
  case program::Type::Object:
    return CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  case program::Type::Library:
    return CL_PROGRAM_BINARY_TYPE_LIBRARY;
  case program::Type::Executable:
    return CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  }
  return CL_PROGRAM_BINARY_TYPE_NONE;
}

std::string packBinary(const ProgramBinary &binary, const board::Description &board) {
  return program::pack(binary, board, hls::generatorIdentity());
}

ProgramBinary unpackBinary(std::string_view bytes, const board::Description &board) {
  try {
    return program::unpack(bytes, board, hls::generatorIdentity());
  } catch (const program::InvalidContainer &error) {
    throw Error(CL_INVALID_BINARY, error.what());
  }
}

}  // namespace weft::core
