// SPDX-License-Identifier: Apache-2.0
#include "kernel/print_json.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "kernel/image_json.h"

namespace weft::kernel {
namespace {

using Json = nlohmann::ordered_json;
using Kind = PrintArgument::Kind;

constexpr std::array kKinds = {Kind::Integer, Kind::Float, Kind::Pointer, Kind::String};

void check(bool holds, const char *why) {
  if (!holds)
    throw std::runtime_error(why);
}

// Formats are bytes and JSON is Unicode: each byte is the character of its number.
std::string textOf(const std::string &bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = uint8_t(c);
    if (byte < 0x80) {
      text += c;
      continue;
    }
    text += char(0xc0 | byte >> 6);
    text += char(0x80 | (byte & 0x3f));
  }
  return text;
}

std::string bytesOf(const std::string &text) {
  std::string bytes;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto lead = uint8_t(text[i]);
    if (lead < 0x80) {
      bytes += text[i];
      continue;
    }
    check((lead & 0xfc) == 0xc0 && i + 1 < text.size(), "a format has characters of more than a byte");
    bytes += char((lead & 3) << 6 | (uint8_t(text[++i]) & 0x3f));
  }
  return bytes;
}

Json toJson(const PrintArgument &argument) {
  Json json = {{"kind", nameOf(argument.kind)}, {"bytes", argument.bytes}, {"elements", argument.elements}};
  if (argument.constant)
    json["constant"] = *argument.constant;
  else
    json["offset"] = argument.offset;
  return json;
}

PrintArgument argumentFromJson(const Json &json, const Conversion &conversion, unsigned recordBytes) {
  PrintArgument argument;
  const std::optional<Kind> kind = printKindFrom(json.at("kind").get<std::string>());
  check(kind == kindOf(conversion), "an argument of printf is not what its conversion takes");
  argument.kind = *kind;
  argument.bytes = unsigned(numberFromJson(json, "bytes", 8));
  argument.elements = unsigned(numberFromJson(json, "elements", 16));
  check(argument.bytes == 1 || argument.bytes == 2 || argument.bytes == 4 || argument.bytes == 8,
        "an argument of printf has no size");
  check(argument.kind != Kind::Float || argument.bytes != 1, "a floating-point argument of printf has one byte");
  check(argument.elements == conversion.elements, "an argument of printf has another number of elements");
  if (json.contains("constant")) {
    argument.constant = numberFromJson(json, "constant", UINT64_MAX);
    check(argument.elements == 1, "a vector argument of printf is a constant");
  } else {
    argument.offset = unsigned(numberFromJson(json, "offset", recordBytes));
    check(argument.offset + argument.elements * argument.bytes <= recordBytes,
          "an argument of printf lies outside its record");
  }
  return argument;
}

Json toJson(const Print &print) {
  Json arguments = Json::array();
  for (const PrintArgument &argument : print.arguments)
    arguments.push_back(toJson(argument));
  return {{"format", textOf(print.format)}, {"granules", print.granules}, {"arguments", arguments}};
}

Print printFromJson(const Json &json) {
  Print print;
  print.format = bytesOf(json.at("format").get<std::string>());
  print.granules = unsigned(numberFromJson(json, "granules", kPrintBytes / kPrintGranule - 1));
  check(print.granules != 0, "a call of printf has no record");
  const Format format = parseFormat(print.format);
  check(format.error.empty(), "a format of printf that is refused");
  const Json &arguments = json.at("arguments");
  for (const FormatPiece &piece : format.pieces) {
    if (!piece.conversion)
      continue;
    check(print.arguments.size() < arguments.size(), "a call of printf has too few arguments");
    print.arguments.push_back(
        argumentFromJson(arguments[print.arguments.size()], *piece.conversion, print.granules * kPrintGranule));
  }
  return print;
}

}  // namespace

const char *nameOf(Kind kind) {
  constexpr std::array kNames = {"integer", "float", "pointer", "string"};
  return kNames[size_t(kind)];
}

std::optional<Kind> printKindFrom(std::string_view name) {
  const auto found = std::find_if(kKinds.begin(), kKinds.end(), [&](Kind kind) { return name == nameOf(kind); });
  return found == kKinds.end() ? std::nullopt : std::optional(*found);
}

Json toJson(const Prints &prints) {
  Json calls = Json::array();
  for (const Print &print : prints.calls)
    calls.push_back(toJson(print));
  return {{"calls", calls}, {"strings", textOf(prints.strings)}};
}

Prints printsFromJson(const Json &json) {
  Prints prints;
  for (const Json &call : json.at("calls"))
    prints.calls.push_back(printFromJson(call));
  prints.strings = bytesOf(json.at("strings").get<std::string>());
  check(prints.strings.empty() || prints.strings.back() == '\0', "a string without an end");
  return prints;
}

std::string printsToText(const Prints &prints) { return prints.calls.empty() ? "" : toJson(prints).dump(); }

Prints printsFromText(std::string_view text) { return text.empty() ? Prints() : printsFromJson(Json::parse(text)); }

}  // namespace weft::kernel
