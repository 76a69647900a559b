// SPDX-License-Identifier: Apache-2.0
// What the host must know to print what printf of a kernel left in its buffer (OpenCL C 3.0, section 6.15.14).
//
// The buffer is kPrintBytes long and consists of granules. The first one is the header: its first word counts the
// granules that calls have reserved, or is at least kPrintFull once one found no room. A call's record follows in the
// granules that it reserved: first word the number of its print, from 1 on, then its arguments. The host clears the
// buffer before the launch, so a print of 0 is the end.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::kernel {

/// CL_DEVICE_PRINTF_BUFFER_SIZE, in bytes; a power of two.
constexpr uint64_t kPrintBytes = uint64_t(1) << 20;
/// Bytes of a granule: no more than the memory port of any board is wide.
constexpr unsigned kPrintGranule = 16;
/// In the header's counter: more than the granules that can ever be reserved.
constexpr uint32_t kPrintFull = uint32_t(1) << 31;

/// A conversion specification. Its argument is a vector if `elements` is more than 1.
struct Conversion {
  enum class Length : uint8_t { None, Char, Short, Int, Long };  // none, hh, h, hl, l
  std::string flags;                                             // of "-+ #0"
  std::optional<unsigned> width, precision;
  unsigned elements = 1;
  Length length = Length::None;
  char letter = 0;  // of "diouxXfFeEgGaAcsp"
  std::string text;

  bool isSigned() const { return letter == 'd' || letter == 'i'; }
  bool isInteger() const { return std::string_view("diouxXc").find(letter) != std::string_view::npos; }
  bool isFloat() const { return std::string_view("fFeEgGaA").find(letter) != std::string_view::npos; }
  /// Bytes that the length asks of a value or an element; 0: any. Of c, s and p: 0.
  unsigned bytes() const;
};

/// Text, and what comes after it.
struct FormatPiece {
  std::string text;  // with one % where the format has two
  std::optional<Conversion> conversion;
};

/// A format, or what is wrong with it (then without pieces).
struct Format {
  std::vector<FormatPiece> pieces;
  std::string error, hint;
};

/// Takes a format apart. Refused are what OpenCL C does not define, and widths and precisions over 4095.
Format parseFormat(std::string_view format);

/// Where the value of an argument is.
struct PrintArgument {
  enum class Kind : uint8_t {
    Integer,
    Float,
    Pointer,
    String  // an integer: the offset in Prints::strings
  } kind = Kind::Integer;
  unsigned bytes = 4;                // of an element: 1, 2, 4 or 8
  unsigned elements = 1;             // as many one after the other
  unsigned offset = 0;               // in the record
  std::optional<uint64_t> constant;  // the value itself, zero-extended; then it is not in the record
  bool operator==(const PrintArgument &) const = default;
};

/// A call of printf with one format.
struct Print {
  std::string format;
  unsigned granules = 1;                 // of its record
  std::vector<PrintArgument> arguments;  // one for each conversion, of its kind
  bool operator==(const Print &) const = default;
};

/// All that a kernel may print.
struct Prints {
  std::vector<Print> calls;  // print n of a record: calls[n - 1]
  std::string strings;       // what %s may print, each with its zero; offset 0: the null pointer's
  bool operator==(const Prints &) const = default;
};

/// The kind of argument that a conversion takes.
PrintArgument::Kind kindOf(const Conversion &conversion);

/// Names in text forms. `printKindFrom` gives nothing for an unknown one.
const char *nameOf(PrintArgument::Kind kind);
std::optional<PrintArgument::Kind> printKindFrom(std::string_view name);

/// One line of text, for what carries prints between stages of the compiler; empty for no prints.
std::string printsToText(const Prints &prints);
/// Throws std::exception.
Prints printsFromText(std::string_view text);

}  // namespace weft::kernel
