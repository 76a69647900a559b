// SPDX-License-Identifier: Apache-2.0
#include "host/core/binary.h"

#include <cstring>
#include <xxhash.h>

namespace weft::core {
namespace {

constexpr char kMagic[8] = {'W', 'E', 'F', 'T', 'P', 'R', 'O', 'G'};
constexpr uint32_t kVersion = 1;

/// Little endian, as every host that Weft runs on.
struct Header {
  char magic[8];
  uint32_t version;
  uint32_t type;
  uint64_t payloadBytes;
  uint64_t hash;  // XXH3-64 of the payload
  uint64_t boardBytes, optionsBytes, bitcodeBytes;
};

}  // namespace

std::string packBinary(const ProgramBinary &binary) {
  const std::string payload = binary.board + binary.options + binary.bitcode;
  Header header{};
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  header.version = kVersion;
  header.type = binary.type;
  header.payloadBytes = payload.size();
  header.boardBytes = binary.board.size();
  header.optionsBytes = binary.options.size();
  header.bitcodeBytes = binary.bitcode.size();
  header.hash = XXH3_64bits(payload.data(), payload.size());
  return std::string(reinterpret_cast<const char *>(&header), sizeof(header)) + payload;
}

std::optional<ProgramBinary> unpackBinary(std::string_view bytes) {
  Header header;
  if (bytes.size() < sizeof(header))
    return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof(header));
  bytes.remove_prefix(sizeof(header));
  if (std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0 || header.version != kVersion ||
      header.payloadBytes != bytes.size() || header.boardBytes > bytes.size() ||
      header.optionsBytes > bytes.size() - header.boardBytes ||
      header.bitcodeBytes != bytes.size() - header.boardBytes - header.optionsBytes ||
      XXH3_64bits(bytes.data(), bytes.size()) != header.hash)
    return std::nullopt;
  if (header.type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE && header.type != CL_PROGRAM_BINARY_TYPE_LIBRARY &&
      header.type != CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT)
    return std::nullopt;
  ProgramBinary binary;
  binary.type = header.type;
  binary.board = bytes.substr(0, header.boardBytes);
  binary.options = bytes.substr(header.boardBytes, header.optionsBytes);
  binary.bitcode = bytes.substr(header.boardBytes + header.optionsBytes);
  return binary;
}

}  // namespace weft::core
