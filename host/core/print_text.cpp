// SPDX-License-Identifier: Apache-2.0
#include "host/core/print_text.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <locale.h>
#include <optional>
#include <vector>

namespace weft::core {
namespace {

using kernel::Conversion;
using kernel::PrintArgument;

/// While it lives, this thread formats as C does by itself: a kernel knows nothing of the program's locale, such as
/// commas in numbers.
class NoLocale {
public:
  NoLocale() {
    static const locale_t plain = ::newlocale(LC_ALL_MASK, "C", nullptr);
    if (plain)
      before_ = ::uselocale(plain);
  }
  ~NoLocale() { ::uselocale(before_); }
  NoLocale(const NoLocale &) = delete;
  NoLocale &operator=(const NoLocale &) = delete;

private:
  locale_t before_ = nullptr;  // null: uselocale changes nothing
};

uint64_t bitsOf(std::span<const uint8_t> record, const PrintArgument &argument, unsigned element) {
  if (argument.constant)
    return *argument.constant;
  uint64_t bits = 0;
  std::memcpy(&bits, record.data() + argument.offset + element * argument.bytes, argument.bytes);
  return bits;
}

double halfOf(uint16_t bits) {
  const int exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
  double size = exponent ? std::ldexp(1024 + fraction, exponent - 25) : std::ldexp(fraction, -24);
  if (exponent == 0x1f)
    size = fraction ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
  return std::copysign(size, bits >> 15 ? -1.0 : 1.0);
}

double floatOf(uint64_t bits, unsigned bytes) {
  if (bytes == 2)
    return halfOf(uint16_t(bits));
  if (bytes == 8) {
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
  }
  const auto word = uint32_t(bits);
  float value;
  std::memcpy(&value, &word, sizeof(value));
  return value;
}

/// The low `bytes` bytes, extended.
int64_t extended(uint64_t bits, unsigned bytes, bool isSigned) {
  const unsigned unused = 64 - 8 * bytes;
  return isSigned ? int64_t(bits << unused) >> unused : int64_t(bits << unused >> unused);
}

/// The conversion specification of C for one value of the type that `append` is given.
std::string inC(const Conversion &conversion, const char *length) {
  std::string text = "%" + conversion.flags;
  if (conversion.width)
    text += std::to_string(*conversion.width);
  if (conversion.precision)
    text += "." + std::to_string(*conversion.precision);
  return text + length + conversion.letter;
}

template <class Value> void append(std::string &text, const std::string &format, Value value) {
  char room[64];
  const int length = std::snprintf(room, sizeof(room), format.c_str(), value);
  if (length < 0)
    return;  // no character of the locale: nothing
  if (size_t(length) < sizeof(room)) {
    text.append(room, size_t(length));
    return;
  }
  const size_t begin = text.size();
  text.resize(begin + size_t(length) + 1);
  std::snprintf(text.data() + begin, size_t(length) + 1, format.c_str(), value);
  text.resize(begin + size_t(length));
}

/// One format, taken apart once for all records that have it.
class Printer {
public:
  Printer(const kernel::Print &print, const std::string &strings)
      : print_(print), strings_(strings), format_(kernel::parseFormat(print.format)) {}

  void operator()(std::span<const uint8_t> record, std::string &text) const {
    size_t argument = 0;
    for (const kernel::FormatPiece &piece : format_.pieces) {
      text += piece.text;
      if (!piece.conversion)
        continue;
      const PrintArgument &from = print_.arguments[argument++];
      for (unsigned element = 0; element < from.elements; ++element) {
        if (element)
          text += ',';
        value(*piece.conversion, from, bitsOf(record, from, element), text);
      }
    }
  }

private:
  void value(const Conversion &conversion, const PrintArgument &from, uint64_t bits, std::string &text) const {
    switch (from.kind) {
    case PrintArgument::Kind::Float:
      return append(text, inC(conversion, ""), floatOf(bits, from.bytes));
    case PrintArgument::Kind::Pointer:
      return append(text, inC(conversion, ""), reinterpret_cast<const void *>(uintptr_t(bits)));
    case PrintArgument::Kind::String:
      return append(text, inC(conversion, ""), stringAt(bits));
    case PrintArgument::Kind::Integer:
      break;
    }
    if (conversion.letter == 'c')
      return append(text, inC(conversion, ""), int(bits & 0xff));
    // Of a scalar without a length an int; an argument of another size is converted to what the format names.
    const unsigned natural = from.elements > 1 ? from.bytes : 4;
    const unsigned bytes = conversion.bytes() ? conversion.bytes() : natural;
    const int64_t whole = extended(bits, from.bytes, conversion.isSigned());
    append(text, inC(conversion, "ll"),
           static_cast<long long>(extended(uint64_t(whole), bytes, conversion.isSigned())));
  }

  const char *stringAt(uint64_t offset) const {
    if (offset == 0)
      return "(null)";
    return offset < strings_.size() ? strings_.c_str() + offset : "";
  }

  const kernel::Print &print_;
  const std::string &strings_;
  const kernel::Format format_;
};

}  // namespace

PrintedText printedText(const kernel::Prints &prints, std::span<const uint8_t> records) {
  const NoLocale formatting;
  PrintedText result;
  std::vector<std::optional<Printer>> printers(prints.calls.size());
  while (records.size() >= sizeof(uint32_t)) {
    uint32_t number;
    std::memcpy(&number, records.data(), sizeof(number));
    if (number == 0 || number > prints.calls.size())
      break;
    const kernel::Print &print = prints.calls[number - 1];
    const size_t bytes = size_t(print.granules) * kernel::kPrintGranule;
    if (bytes > records.size())
      break;
    std::optional<Printer> &printer = printers[number - 1];
    if (!printer)
      printer.emplace(print, prints.strings);
    (*printer)(records.first(bytes), result.text);
    ++result.calls;
    records = records.subspan(bytes);
  }
  return result;
}

}  // namespace weft::core
