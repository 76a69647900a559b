// SPDX-License-Identifier: Apache-2.0
#include "cli/build_options.h"

#include <algorithm>

namespace weft::cli {
namespace {

constexpr const char *kPassedOn = "--compiler-option";

/// As one word for the compiler's splitOptions.
std::string quoted(const std::string &word) {
  if (!word.empty() && word.find_first_of(" \t\n\r\"'\\") == std::string::npos)
    return word;
  std::string result = "\"";
  for (const char c : word) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + '"';
}

bool isCompilerOption(const std::string &word) { return word.starts_with("-cl-") || word == "-w" || word == "-Werror"; }

}  // namespace

void BuildOptions::declare(CLI::App &command) {
  command.add_option("-D", macros, "defines a macro of the kernel's source")
      ->type_name("NAME[=VALUE]")
      ->allow_extra_args(false);
  command.add_option("-I", includes, "where #include looks, after the folder of the source")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command
      .add_option(kPassedOn, others,
                  "any other option of OpenCL's compiler; -cl-..., -w and -Werror need no --compiler-option")
      ->type_name("OPTION")
      ->allow_extra_args(false);
}

std::string BuildOptions::text() const {
  std::string result;
  const auto add = [&](const std::string &word) { result += (result.empty() ? "" : " ") + quoted(word); };
  for (const std::string &macro : macros)
    add("-D" + macro);
  for (const std::string &folder : includes)
    add("-I" + folder);
  for (const std::string &option : others)
    add(option);
  return result;
}

std::vector<std::string> withBuildOptions(std::vector<std::string> arguments) {
  std::vector<std::string> result;
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  for (auto word = arguments.begin(); word != end; ++word) {
    if (!isCompilerOption(*word)) {
      result.push_back(*word);
      continue;
    }
    if (!result.empty() && result.back() == kPassedOn)  // said all the same
      result.pop_back();
    result.push_back(std::string(kPassedOn) + "=" + *word);
  }
  result.insert(result.end(), end, arguments.end());
  return result;
}

}  // namespace weft::cli
