// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "kernel/print.h"

namespace weft::kernel {
namespace {

using Length = Conversion::Length;

// What C asks of an implementation for one conversion; more would be a request for memory.
constexpr unsigned kMostCharacters = 4095;

constexpr std::string_view kLetters = "diouxXfFeEgGaAcsp";

/// Reads a format from left to right.
class Reader {
public:
  explicit Reader(std::string_view format) : format_(format) {}

  Format run() {
    Format result;
    FormatPiece piece;
    while (!done() && error_.empty()) {
      const char c = format_[at_++];
      if (c != '%' || take('%')) {
        piece.text += c;
        continue;
      }
      piece.conversion = conversion();
      result.pieces.push_back(std::move(piece));
      piece = {};
    }
    if (!error_.empty())
      return {{}, error_, hint_};
    if (!piece.text.empty())
      result.pieces.push_back(std::move(piece));
    return result;
  }

private:
  bool done() const { return at_ == format_.size(); }
  char next() const { return done() ? '\0' : format_[at_]; }
  bool take(std::string_view word) {
    if (!format_.substr(at_).starts_with(word))
      return false;
    at_ += word.size();
    return true;
  }
  bool take(char c) { return take({&c, 1}); }
  bool isDigit() const { return next() >= '0' && next() <= '9'; }

  /// `what`: with the conversion up to the character at which it ends.
  void fail(const std::string &what, const char *hint) {
    if (!error_.empty())
      return;
    error_ = "'" + std::string(format_.substr(begin_, std::max(at_, begin_ + 1) - begin_)) + "' in the format of " +
             "printf " + what;
    hint_ = hint;
  }

  unsigned number(const char *name) {
    unsigned value = 0;
    while (isDigit()) {
      value = std::min(value * 10 + unsigned(next() - '0'), kMostCharacters + 1);
      ++at_;
    }
    if (value > kMostCharacters)
      fail(std::string("has a ") + name + " of more than 4095", "print fewer characters in one conversion");
    return value;
  }

  void refuseAsterisk() {
    if (!take('*'))
      return;
    fail("takes a width or precision from an argument, which OpenCL C does not have", "write the number itself");
  }

  void elements(Conversion &conversion) {
    if (!take('v'))
      return;
    conversion.elements = number("vector size");
    constexpr std::array kSizes = {2u, 3u, 4u, 8u, 16u};
    if (std::find(kSizes.begin(), kSizes.end(), conversion.elements) == kSizes.end())
      fail("names no vector size", "write v2, v3, v4, v8 or v16");
  }

  void length(Conversion &conversion) {
    for (const std::string_view other : {"ll", "j", "z", "t", "L"})
      if (take(other))
        return fail("has the length '" + std::string(other) + "', which OpenCL C does not have",
                    "use 'l' for an integer of 64 bits");
    conversion.length = take("hh")   ? Length::Char
                        : take("hl") ? Length::Int
                        : take("h")  ? Length::Short
                        : take("l")  ? Length::Long
                                     : Length::None;
  }

  // What the letter does not go with.
  void check(const Conversion &conversion) {
    const bool vector = conversion.elements > 1, integer = conversion.isInteger() && conversion.letter != 'c';
    if (vector && !integer && !conversion.isFloat())
      fail("cannot print a vector", "print its elements one by one");
    if (conversion.length == Length::None)
      return;
    const char *const hint = "leave the length out";
    if (conversion.length == Length::Int && !vector)
      return fail("has the length 'hl', which is for vectors", hint);
    if (conversion.isFloat() ? conversion.length == Length::Char || (!vector && conversion.length != Length::Long)
                             : !integer)
      fail("has a length that its conversion does not take", hint);
  }

  Conversion conversion() {
    begin_ = at_ - 1;
    Conversion result;
    while (!done() && std::string_view("-+ #0").find(next()) != std::string_view::npos)
      result.flags += format_[at_++];
    refuseAsterisk();
    if (isDigit())
      result.width = number("width");
    if (take('.')) {
      refuseAsterisk();
      result.precision = number("precision");
    }
    elements(result);
    length(result);
    if (!error_.empty())
      return result;
    if (done()) {
      fail("is a conversion that does not end", "write %% for a percent sign");
      return result;
    }
    result.letter = format_[at_++];
    if (kLetters.find(result.letter) == std::string_view::npos)
      fail("is no conversion of OpenCL C", "write %% for a percent sign");
    else
      check(result);
    result.text = format_.substr(begin_, at_ - begin_);
    return result;
  }

  const std::string_view format_;
  size_t at_ = 0, begin_ = 0;
  std::string error_, hint_;
};

}  // namespace

unsigned Conversion::bytes() const {
  switch (length) {
  case Length::None:
    return 0;
  case Length::Char:
    return 1;
  case Length::Short:
    return 2;
  case Length::Int:
    return 4;
  case Length::Long:
    return 8;
  }
  return 0;
}

Format parseFormat(std::string_view format) { return Reader(format).run(); }

PrintArgument::Kind kindOf(const Conversion &conversion) {
  return conversion.letter == 's'   ? PrintArgument::Kind::String
         : conversion.letter == 'p' ? PrintArgument::Kind::Pointer
         : conversion.isFloat()     ? PrintArgument::Kind::Float
                                    : PrintArgument::Kind::Integer;
}

}  // namespace weft::kernel
