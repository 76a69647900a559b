// SPDX-License-Identifier: Apache-2.0
#include "cli/run/types.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <stdexcept>

namespace weft::cli {
namespace {

using Kind = Scalar::Kind;

constexpr Scalar kScalars[] = {
    {Kind::Signed, 1, "char", "int8"},     {Kind::Unsigned, 1, "uchar", "uint8"},
    {Kind::Signed, 2, "short", "int16"},   {Kind::Unsigned, 2, "ushort", "uint16"},
    {Kind::Signed, 4, "int", "int32"},     {Kind::Unsigned, 4, "uint", "uint32"},
    {Kind::Signed, 8, "long", "int64"},    {Kind::Unsigned, 8, "ulong", "uint64"},
    {Kind::Float, 2, "half", "float16"},   {Kind::Float, 4, "float", "float32"},
    {Kind::Float, 8, "double", "float64"},
};

struct OtherName {
  std::string_view name, usual;
};
constexpr OtherName kOtherNames[] = {{"unsigned char", "uchar"}, {"unsigned short", "ushort"}, {"unsigned int", "uint"},
                                     {"unsigned", "uint"},       {"unsigned long", "ulong"},   {"signed char", "char"}};

constexpr unsigned kLanes[] = {2, 3, 4, 8, 16};

template <class T> std::string bytesOf(T value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

template <class T> T valueAt(const char *bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

std::string bytesOfFloat(unsigned bytes, double value) {
  return bytes == 2 ? bytesOf(_Float16(value)) : bytes == 4 ? bytesOf(float(value)) : bytesOf(value);
}

std::string floatFrom(const Scalar &scalar, std::string_view text) {
  std::string_view digits = text;
  if (digits.starts_with('+'))
    digits.remove_prefix(1);
  const bool negative = digits.starts_with('-');
  if (negative)
    digits.remove_prefix(1);
  const bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
  if (hexadecimal)
    digits.remove_prefix(2);
  else if (digits.ends_with('f') && digits != "inf")
    digits.remove_suffix(1);
  const auto format = hexadecimal ? std::chars_format::hex : std::chars_format::general;
  const char *const begin = digits.data(), *const end = begin + digits.size();
  const auto parse = [&](auto &value) {
    const auto [rest, error] = std::from_chars(begin, end, value, format);
    if (digits.empty() || digits[0] == '-' || rest != end || error == std::errc::invalid_argument)
      throw std::runtime_error(fmt::format("{} is no {}", text, scalar.name));
    if (error == std::errc::result_out_of_range)
      throw std::runtime_error(fmt::format("{} is out of range of {}", text, scalar.name));
  };
  if (scalar.bytes == 4) {  // rounded once
    float value = 0;
    parse(value);
    return bytesOf(negative ? -value : value);
  }
  double value = 0;
  parse(value);
  std::string bytes = bytesOfFloat(scalar.bytes, negative ? -value : value);
  if (scalar.bytes == 2 && std::isfinite(value) && std::isinf(float(valueAt<_Float16>(bytes.data()))))
    throw std::runtime_error(fmt::format("{} is out of range of half", text));
  return bytes;
}

std::string integerFrom(const Scalar &scalar, std::string_view text) {
  std::string_view digits = text;
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+'))
    digits.remove_prefix(1);
  const bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
  if (hexadecimal)
    digits.remove_prefix(2);
  uint64_t value = 0;
  const char *const begin = digits.data(), *const end = begin + digits.size();
  const auto [rest, error] = std::from_chars(begin, end, value, hexadecimal ? 16 : 10);
  if (digits.empty() || rest != end || error == std::errc::invalid_argument)
    throw std::runtime_error(fmt::format("{} is no {}: a whole number is needed", text, scalar.name));
  const unsigned bits = scalar.bytes * 8;
  const uint64_t largest = std::numeric_limits<uint64_t>::max() >> (64 - bits + (scalar.kind == Kind::Signed));
  const uint64_t least = scalar.kind == Kind::Signed ? largest + 1 : 0;  // its magnitude
  if (error == std::errc::result_out_of_range || value > (negative ? least : largest))
    throw std::runtime_error(
        fmt::format("{} is out of range of {}: {}{} to {}", text, scalar.name, least ? "-" : "", least, largest));
  return bytesOf(negative ? -value : value).substr(0, scalar.bytes);
}

/// Clang's name of a vector's type where a typedef of a program's own names it.
std::optional<Type> vectorNamed(std::string_view name) {
  constexpr std::string_view kAttribute = " __attribute__((ext_vector_type(", kEnd = ")))";
  const size_t at = name.find(kAttribute);
  if (at == std::string_view::npos || !name.ends_with(kEnd))
    return std::nullopt;
  const std::string_view lanes =
      name.substr(at + kAttribute.size(), name.size() - kEnd.size() - at - kAttribute.size());
  return typeNamed(std::string(name.substr(0, at)) + std::string(lanes));
}

std::optional<Type> elementTypeFrom(const kernel::Argument &argument, std::string_view name) {
  if (argument.kind != kernel::Argument::Kind::Value) {
    if (!name.ends_with('*'))
      return std::nullopt;
    name.remove_suffix(1);
    while (name.ends_with(' '))
      name.remove_suffix(1);
  }
  const std::optional<Type> type = typeNamed(name);
  return type ? type : vectorNamed(name);
}

}  // namespace

std::optional<Type> typeNamed(std::string_view name) {
  unsigned lanes = 1;
  for (const unsigned count : kLanes)
    if (const std::string digits = std::to_string(count);
        name.ends_with(digits) && name.size() > digits.size() && !std::isdigit(name[name.size() - digits.size() - 1])) {
      lanes = count;
      name.remove_suffix(digits.size());
      break;
    }
  for (const OtherName &other : kOtherNames)
    if (name == other.name && lanes == 1)
      name = other.usual;
  for (const Scalar &scalar : kScalars)
    if (name == scalar.name)
      return Type{&scalar, lanes};
  return std::nullopt;
}

std::optional<Type> elementTypeOf(const kernel::Argument &argument) {
  if (const std::optional<Type> type = elementTypeFrom(argument, argument.typeName))
    return type;
  return elementTypeFrom(argument, argument.baseTypeName);
}

const Scalar *scalarOf(char kind, unsigned bytes) {
  const auto found = std::find_if(std::begin(kScalars), std::end(kScalars), [&](const Scalar &scalar) {
    return char(scalar.kind) == kind && scalar.bytes == bytes;
  });
  return found == std::end(kScalars) ? nullptr : found;
}

std::string declarationOf(const kernel::Argument &argument) {
  std::string text;
  if (argument.kind != kernel::Argument::Kind::Value) {
    text = argument.addressSpace + " ";
    if (argument.typeQualifiers.find("const") != std::string::npos && argument.addressSpace != "constant")
      text += "const ";
  }
  return text + argument.typeName + " " + argument.name;
}

std::string bytesOfNumber(const Scalar &scalar, std::string_view text) {
  return scalar.kind == Kind::Float ? floatFrom(scalar, text) : integerFrom(scalar, text);
}

std::string bytesOfNumber(const Scalar &scalar, double value) {
  if (scalar.kind == Kind::Float)
    return bytesOfFloat(scalar.bytes, value);
  return bytesOf(value < 0 ? uint64_t(int64_t(value)) : uint64_t(value)).substr(0, scalar.bytes);
}

std::string textOfNumber(const Scalar &scalar, const char *bytes) {
  if (scalar.kind == Kind::Float)
    return scalar.bytes == 2   ? fmt::format("{}", float(valueAt<_Float16>(bytes)))
           : scalar.bytes == 4 ? fmt::format("{}", valueAt<float>(bytes))
                               : fmt::format("{}", valueAt<double>(bytes));
  uint64_t value = 0;
  std::memcpy(&value, bytes, scalar.bytes);
  const unsigned unused = 64 - scalar.bytes * 8;
  if (scalar.kind == Kind::Signed)
    return fmt::format("{}", int64_t(value << unused) >> unused);
  return fmt::format("{}", value);
}

}  // namespace weft::cli
