// SPDX-License-Identifier: Apache-2.0
#include "kernel/variables_json.h"

#include <stdexcept>

#include "kernel/image_json.h"

namespace weft::kernel {
namespace {

using Json = nlohmann::ordered_json;

void check(bool holds, const char *why) {
  if (!holds)
    throw std::runtime_error(why);
}

std::string hexOf(const std::string &bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char c : bytes) {
    text += kDigits[uint8_t(c) >> 4];
    text += kDigits[uint8_t(c) & 15];
  }
  return text;
}

unsigned digit(char c) {
  check((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'), "the contents of variables are not in hexadecimal");
  return unsigned(c <= '9' ? c - '0' : c - 'a' + 10);
}

std::string bytesOf(const std::string &text) {
  check(text.size() % 2 == 0, "the contents of variables end within a byte");
  std::string bytes;
  bytes.reserve(text.size() / 2);
  for (size_t i = 0; i < text.size(); i += 2)
    bytes += char(digit(text[i]) << 4 | digit(text[i + 1]));
  return bytes;
}

Variable variableFromJson(const Json &json, uint64_t blockBytes) {
  Variable variable;
  variable.name = json.at("name").get<std::string>();
  variable.isConstant = json.at("constant").get<bool>();
  variable.offset = numberFromJson(json, "offset", blockBytes);
  variable.bytes = numberFromJson(json, "bytes", blockBytes - variable.offset);
  return variable;
}

VariablePointer pointerFromJson(const Json &json, const Variables &variables) {
  check(variables.bytes >= variables.pointerBytes, "a pointer outside the variables");
  return {numberFromJson(json, "offset", variables.bytes - variables.pointerBytes),
          numberFromJson(json, "target", UINT64_MAX)};
}

}  // namespace

Json toJson(const Variables &variables) {
  Json list = Json::array(), pointers = Json::array();
  for (const Variable &variable : variables.list)
    list.push_back({{"name", variable.name},
                    {"constant", variable.isConstant},
                    {"offset", variable.offset},
                    {"bytes", variable.bytes}});
  for (const VariablePointer &pointer : variables.pointers)
    pointers.push_back({{"offset", pointer.offset}, {"target", pointer.target}});
  return {{"list", list},
          {"bytes", variables.bytes},
          {"pointer_bytes", variables.pointerBytes},
          {"contents", hexOf(variables.contents)},
          {"pointers", pointers}};
}

Variables variablesFromJson(const Json &json) {
  Variables variables;
  variables.bytes = numberFromJson(json, "bytes", uint64_t(1) << 40);
  variables.pointerBytes = unsigned(numberFromJson(json, "pointer_bytes", 8));
  check(variables.pointerBytes == 4 || variables.pointerBytes == 8, "pointers in variables without a size");
  variables.contents = bytesOf(json.at("contents").get<std::string>());
  check(variables.contents.size() <= variables.bytes, "contents of more than all variables");
  for (const Json &variable : json.at("list"))
    variables.list.push_back(variableFromJson(variable, variables.bytes));
  for (const Json &pointer : json.at("pointers"))
    variables.pointers.push_back(pointerFromJson(pointer, variables));
  return variables;
}

uint64_t Variables::globalBytes() const {
  uint64_t sum = 0;
  for (const Variable &variable : list)
    sum += variable.isConstant ? 0 : variable.bytes;
  return sum;
}

std::string variablesToText(const Variables &variables) { return toJson(variables).dump(); }

Variables variablesFromText(std::string_view text) { return variablesFromJson(Json::parse(text)); }

}  // namespace weft::kernel
