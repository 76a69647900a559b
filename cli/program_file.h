// SPDX-License-Identifier: Apache-2.0
// Program binaries, as weft build makes them.
#pragma once
#include <string>
#include <string_view>

#include "program/container.h"

namespace weft::cli {

/// Whether these are the bytes of a .weft file, damaged or not, rather than a source.
bool isProgramFile(std::string_view bytes);

/// What the bytes of the file of this name hold. Throws Failure that says what is wrong with them.
program::Contents inspectFile(const std::string &file, std::string_view bytes);

}  // namespace weft::cli
