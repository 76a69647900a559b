// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace example {

/// Pixels in rows from the top, 4 bytes each (red, green, blue, alpha).
struct Image {
  unsigned width = 0, height = 0;
  std::vector<uint8_t> rgba;
};

/// Reads any PNG; transparent parts are laid on white. Throws std::runtime_error with the file's name.
Image readPng(const std::string &path);

/// Writes 8-bit RGBA. Throws std::runtime_error with the file's name.
void writePng(const std::string &path, const Image &image);

}  // namespace example
