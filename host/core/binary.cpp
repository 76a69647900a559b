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

std::string packBinary(const program::Container &binary, const board::Description &board) {
  return program::pack(binary, board, hls::generatorIdentity());
}

program::Container unpackBinary(std::string_view bytes, const board::Description &board) {
  try {
    return program::unpack(bytes, board, hls::generatorIdentity());
  } catch (const program::InvalidContainer &error) {
    throw Error(CL_INVALID_BINARY, error.what());
  }
}

PackedBinary::PackedBinary(program::Container content, const board::Description &board, std::string bytes)
    : content_(std::move(content)), board_(board), bytes_(std::move(bytes)) {
  std::call_once(packed_, [] {});
}

const std::string &PackedBinary::bytes() const {
  std::call_once(packed_, [this] { bytes_ = packBinary(content_, board_); });
  return bytes_;
}

}  // namespace weft::core
