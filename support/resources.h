// SPDX-License-Identifier: Apache-2.0
// Where Weft's run-time resources lie: RTL, board descriptions, built-ins, simulation runtime.
#pragma once
#include <filesystem>
#include <string>

namespace weft::support {

/// The resource directory: WEFT_RESOURCE_DIR if set; else ../share/weft as seen from the library or program that
/// contains this function; else the build tree's. Throws std::runtime_error that names the paths tried.
const std::filesystem::path &resourceDirectory();

/// The content of a file. Throws std::runtime_error with its path and the system's reason.
std::string readFile(const std::filesystem::path &path);

}  // namespace weft::support
