// SPDX-License-Identifier: Apache-2.0
#include "hls/frontend/options.h"

#include <optional>

#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/Twine.h>

#include "hls/limits.h"

namespace weft::hls::frontend {
namespace {

// Options with no argument that mean the same to compile and link; false: not one of them.
bool parseMathFlag(llvm::StringRef word, Options &options) {
  static constexpr llvm::StringLiteral kPassedOn[] = {"-cl-no-signed-zeros", "-cl-unsafe-math-optimizations",
                                                      "-cl-finite-math-only", "-cl-fast-relaxed-math"};
  // Each includes the ones before it, but for -cl-finite-math-only (OpenCL C options, "Optimization Options").
  const bool fast = word == "-cl-fast-relaxed-math", unsafe = fast || word == "-cl-unsafe-math-optimizations";
  options.flushSubnormals |= unsafe || word == "-cl-denorms-are-zero";
  options.finiteMath |= fast || word == "-cl-finite-math-only";
  if (word == "-cl-denorms-are-zero")
    return true;
  if (word == "-cl-no-signed-zeroes")  // as the linker options of OpenCL 1.2 spell it
    word = "-cl-no-signed-zeros";
  for (llvm::StringRef flag : kPassedOn)
    if (word == flag) {
      options.clangFlags.push_back(flag.str());
      return true;
    }
  return false;
}

Diagnostic wrong(const llvm::Twine &message, const char *hint = "") { return userError({}, message.str(), hint); }

std::optional<Diagnostic> parseStandard(llvm::StringRef standard, Options &options) {
  // CL2.0 promises what Weft has not (device-side enqueue, pipes, shared virtual memory); in 3.0 these are optional.
  if (standard == "CL2.0")
    return wrong("-cl-std=CL2.0 is not supported", "use CL1.2 or CL3.0");
  if (standard.starts_with_insensitive("CLC++"))
    return wrong("OpenCL C++ (-cl-std=" + standard + ") is not supported", "use CL1.2 or CL3.0");
  if (standard != "CL1.0" && standard != "CL1.1" && standard != "CL1.2" && standard != "CL3.0")
    return wrong("unknown OpenCL C version in -cl-std=" + standard, "use CL1.0, CL1.1, CL1.2 or CL3.0");
  options.standard = standard == "CL1.0" ? "CL" : standard.str();
  return std::nullopt;
}

std::optional<Diagnostic> parseLanes(llvm::StringRef number, Options &options) {
  if (number.getAsInteger(10, options.lanes) || !isNumberOfLanes(options.lanes))
    return wrong("-weft-lanes=" + number + " is no number of work-items in a packet", kNumbersOfLanes);
  return std::nullopt;
}

std::optional<Diagnostic> parseComputeUnits(llvm::StringRef number, Options &options) {
  if (number.getAsInteger(10, options.computeUnits) || !isNumberOfUnits(options.computeUnits))
    return wrong("-weft-compute-units=" + number + " is no number of compute units", kNumbersOfUnits);
  return std::nullopt;
}

/// Weft's own options; nothing: it is none of them.
std::optional<std::optional<Diagnostic>> parseOwn(llvm::StringRef word, Options &options) {
  if (word.consume_front("-weft-lanes="))
    return parseLanes(word, options);
  if (word.consume_front("-weft-compute-units="))
    return parseComputeUnits(word, options);
  return std::nullopt;
}

}  // namespace

Expected<std::vector<std::string>> splitOptions(const std::string &text) {
  std::vector<std::string> words;
  std::string word;
  bool inWord = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      word += text[++i];
      inWord = true;
    } else if (quote) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      inWord = true;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (inWord)
        words.push_back(std::exchange(word, {}));
      inWord = false;
    } else {
      word += c;
      inWord = true;
    }
  }
  if (quote)
    return wrong("unbalanced quote in the options", "close it, or put a backslash before it");
  if (inWord)
    words.push_back(word);
  return words;
}

Expected<Options> parseOptions(const std::string &text) {
  auto words = splitOptions(text);
  if (!words)
    return words.error();
  Options options;
  for (size_t i = 0; i < words->size(); ++i) {
    llvm::StringRef word = (*words)[i];
    if (word.starts_with("-D") || word.starts_with("-I")) {
      std::string value = word.drop_front(2).str();
      if (value.empty()) {
        if (++i == words->size())
          return wrong(word + " needs an argument");
        value = (*words)[i];
      }
      if (word[1] == 'I')
        options.includes.push_back(value);
      else  // a definition ends at a line break, as the standard wants it
        options.macros.push_back(value.substr(0, value.find('\n')));
    } else if (word.consume_front("-cl-std=")) {
      if (std::optional<Diagnostic> error = parseStandard(word, options))
        return *error;
    } else if (const auto own = parseOwn(word, options)) {
      if (*own)
        return **own;
    } else if (word == "-cl-single-precision-constant" || word == "-cl-fp32-correctly-rounded-divide-sqrt" ||
               word == "-cl-mad-enable" || word == "-cl-uniform-work-group-size") {
      options.clangFlags.push_back(word.str());
    } else if (word == "-w") {
      options.warnings = false;
    } else if (word == "-g") {
      options.sourceNames = true;
    } else if (word == "-Werror") {
      options.warningsAreErrors = true;
    } else if (word == "-cl-kernel-arg-info") {
      options.kernelArgumentInfo = true;
    } else if (!parseMathFlag(word, options) && word != "-cl-strict-aliasing" && word != "-cl-no-subgroup-ifp" &&
               word != "-cl-opt-disable") {
      // Those last three need nothing: hardware needs the passes.
      return wrong("unknown build option '" + word + "'");
    }
  }
  return options;
}

Expected<Options> parseLinkOptions(const std::string &text) {
  auto words = splitOptions(text);
  if (!words)
    return words.error();
  Options options;
  for (llvm::StringRef word : *words)
    if (word == "-create-library")
      options.createLibrary = true;
    else if (word == "-enable-link-options")
      options.linkOptionsEnabled = true;
    else if (word != "-cl-no-subgroup-ifp" && !parseMathFlag(word, options))
      return wrong("unknown link option '" + word + "'");
  if (options.linkOptionsEnabled && !options.createLibrary)
    return wrong("-enable-link-options goes with -create-library only", "add -create-library");
  return options;
}

}  // namespace weft::hls::frontend
