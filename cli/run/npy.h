// SPDX-License-Identifier: Apache-2.0
// NumPy's file format for one array (NEP 1, and numpy/lib/format.py).
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft::cli {

struct NpyArray {
  char kind = 'u';         // NumPy's letter: i, u, f; b is a truth value
  unsigned itemBytes = 1;  // of an element
  std::vector<uint64_t> shape;
  std::string bytes;  // in C order

  uint64_t items() const { return bytes.size() / itemBytes; }
};

/// Versions 1 to 3, arrays of numbers in C order and the machine's order of bytes. Throws std::runtime_error that says
/// what else it is and how NumPy converts it.
NpyArray parseNpy(std::string_view file);

/// Of version 1, as numpy.save writes it.
std::string formatNpy(const NpyArray &array);

/// As NumPy shows a shape: "(2, 3)", "(5,)".
std::string textOfShape(const std::vector<uint64_t> &shape);

}  // namespace weft::cli
