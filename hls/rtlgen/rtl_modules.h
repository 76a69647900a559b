// SPDX-License-Identifier: Apache-2.0
// Which files of rtl/ a piece of SystemVerilog needs.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace weft::rtlgen {

/// Names (file stems) of the modules and packages under `directory` that `text` refers to, directly or through each
/// other; sorted. Each file holds one module of its name. Throws std::runtime_error when the directory cannot be read.
std::vector<std::string> modulesNeeded(const std::string &text, const std::filesystem::path &directory);

}  // namespace weft::rtlgen
