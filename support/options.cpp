// SPDX-License-Identifier: Apache-2.0
#include "support/options.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <span>
#include <stdexcept>
#include <string_view>

#include "support/log.h"
#include "support/nearest_name.h"

extern char **environ;

namespace weft::support {
namespace {

// Names that differ in more are not taken for misspelt, and no option is as long.
constexpr size_t kMaxTypos = 5, kLongest = 64;

[[noreturn]] void refuse(const char *name, std::string_view text, std::string_view expected) {
  throw std::runtime_error(fmt::format("{}={}: expected {}", name, text, expected));
}

template <class T> struct Word {
  const char *text;
  T value;
};

template <class T> T parseWord(const char *name, std::string_view text, std::span<const Word<T>> words) {
  std::string expected;
  for (const Word<T> &word : words) {
    if (text == word.text)
      return word.value;
    expected += fmt::format("{}{}", expected.empty() ? "" : " or ", word.text);
  }
  refuse(name, text, expected);
}

void parseValue(const char *, std::string_view text, String &out) { out = text; }

[[maybe_unused]] void parseValue(const char *name, std::string_view text, Bool &out) {
  static constexpr Word<bool> words[] = {{"0", false}, {"1", true}, {"off", false}, {"on", true}};
  out = parseWord<bool>(name, text, words);
}

// Count and Bytes are one C++ type; a plain count with a suffix would be a mistake nobody makes.
void parseValue(const char *name, std::string_view text, uint64_t &out) {
  const char *expected = "a whole number, optionally with K, M, G or T";
  const char *const begin = text.data(), *const end = begin + text.size();
  auto [rest, error] = std::from_chars(begin, end, out);
  if (error != std::errc())
    refuse(name, text, expected);
  if (rest == end)
    return;
  const size_t power = std::string_view("KMGT").find(*rest);
  if (rest + 1 != end || power == std::string_view::npos)
    refuse(name, text, expected);
  const unsigned shift = 10 * (unsigned(power) + 1);
  if (out > (UINT64_MAX >> shift))
    refuse(name, text, "a number below 2^64");
  out <<= shift;
}

void parseValue(const char *name, std::string_view text, LogLevel &out) {
  static constexpr Word<LogLevel> words[] = {{"off", LogLevel::Off},
                                             {"error", LogLevel::Error},
                                             {"warning", LogLevel::Warning},
                                             {"info", LogLevel::Info},
                                             {"debug", LogLevel::Debug}};
  out = parseWord<LogLevel>(name, text, words);
}

void parseValue(const char *name, std::string_view text, SimMemory &out) {
  static constexpr Word<SimMemory> words[] = {{"ddr", SimMemory::Ddr}, {"ideal", SimMemory::Ideal}};
  out = parseWord<SimMemory>(name, text, words);
}

void parseValue(const char *name, std::string_view text, SimFp &out) {
  static constexpr Word<SimFp> words[] = {{"fast", SimFp::Fast}, {"rtl", SimFp::Rtl}};
  out = parseWord<SimFp>(name, text, words);
}

void parseValue(const char *name, std::string_view text, SimEngine &out) {
  static constexpr Word<SimEngine> words[] = {
      {"verilator", SimEngine::Verilator}, {"instant", SimEngine::Instant}, {"both", SimEngine::Both}};
  out = parseWord<SimEngine>(name, text, words);
}

void parseValue(const char *name, std::string_view text, SimModel &out) {
  static constexpr Word<SimModel> words[] = {{"optimised", SimModel::Optimised}, {"quick", SimModel::Quick}};
  out = parseWord<SimModel>(name, text, words);
}

void parseValue(const char *name, std::string_view text, Online &out) {
  static constexpr Word<Online> words[] = {{"off", Online::Off}, {"build", Online::Build}};
  out = parseWord<Online>(name, text, words);
}

constexpr std::string_view kNames[] = {
#define OPTION(type, name, default) "WEFT_" #name,
#include "support/options.def"
#undef OPTION
};

}  // namespace

std::vector<std::string> unknownOptions(const char *const *environment) {
  std::vector<std::string> result;
  for (; environment && *environment; ++environment) {
    const std::string_view entry = *environment, name = entry.substr(0, std::min(entry.find('='), kLongest));
    if (!name.starts_with("WEFT_") || std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames))
      continue;
    std::string text = fmt::format("{} is set and is no option of Weft", name);
    if (const std::string_view meant = nearestName(name, kNames, kMaxTypos); !meant.empty())
      text += fmt::format("; {} is one", meant);
    result.push_back(std::move(text));
  }
  return result;
}

Options Options::parse(const std::function<const char *(const char *)> &lookup) {
  Options result;
#define OPTION(type, name, default)                                                                                    \
  if (const char *text = lookup("WEFT_" #name); text && *text)                                                         \
    parseValue("WEFT_" #name, text, result.name);
#include "support/options.def"
#undef OPTION
  return result;
}

const Options &options() {
  // Never destroyed: threads of the library may still work while the process exits.
  static const Options &parsed = *[] {
    auto result = std::make_unique<Options>(Options::parse([](const char *name) { return std::getenv(name); }));
    if (result->LOG >= LogLevel::Warning)
      for (const std::string &text : unknownOptions(environ))
        logLine(LogLevel::Warning, text);
    return result.release();
  }();
  return parsed;
}

}  // namespace weft::support
