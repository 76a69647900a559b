// SPDX-License-Identifier: Apache-2.0
#include "cli/program_file.h"

#include <fmt/format.h>

#include "cli/failure.h"
#include "hls/compile.h"

namespace weft::cli {

bool isProgramFile(std::string_view bytes) { return bytes.starts_with("PK\x03\x04"); }

program::Contents inspectFile(const std::string &file, std::string_view bytes) {
  try {
    return program::inspect(bytes, hls::generatorIdentity());
  } catch (const program::InvalidContainer &error) {
    throw Failure(kInputFailed, fmt::format("{}: {}", file, error.what()), "weft build makes such files of kernels");
  }
}

}  // namespace weft::cli
