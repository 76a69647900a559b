// SPDX-License-Identifier: Apache-2.0
// NumPy's file format for one array (NEP 1, and numpy/lib/format.py).
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft::cli {

struct NpyArray {
  /// A number of a record.
  struct Field {
    unsigned offset;
    char kind;  // as of an array
    unsigned bytes;
  };

  char kind = 'u';         // NumPy's letter: i, u, f; c is complex, b a truth value, V a record
  unsigned itemBytes = 1;  // of an element
  std::vector<uint64_t> shape;
  std::string bytes;               // in C order
  std::vector<Field> fields = {};  // of an array from a file
  // Of records, as the file has them:
  std::string description = {};
  unsigned version = 1;

  uint64_t items() const { return bytes.size() / itemBytes; }
  /// A complex number is two.
  unsigned numberBytes() const { return kind == 'c' ? itemBytes / 2 : itemBytes; }
};

/// Versions 1 to 3, arrays of numbers or of records of them in C order and the machine's order of bytes. Throws
/// std::runtime_error that says what else it is and how NumPy converts it.
NpyArray parseNpy(std::string_view file);

/// As numpy.save writes it.
std::string formatNpy(const NpyArray &array);

/// As NumPy shows a shape: "(2, 3)", "(5,)".
std::string textOfShape(const std::vector<uint64_t> &shape);

}  // namespace weft::cli
