// SPDX-License-Identifier: Apache-2.0
// Files that the user names.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace weft::cli {

/// The file's bytes. Throws Failure.
std::string readInput(const std::filesystem::path &path);

/// Throws Failure if a file of this name can surely not be written: said before work that takes time.
void requireWritable(const std::filesystem::path &path);

/// Writes the whole file or leaves what was there: it appears by a rename, and a link stays one. A device or a pipe is
/// written to. Throws Failure.
void writeOutput(const std::filesystem::path &path, std::string_view bytes);

}  // namespace weft::cli
