// SPDX-License-Identifier: Apache-2.0
#include "cli/run/arguments.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/ranges.h>

#include "cli/failure.h"
#include "cli/run/buffer_text.h"
#include "cli/run/types.h"
#include "support/nearest_name.h"

namespace weft::cli {
namespace {

using kernel::Argument;

constexpr size_t kMostTypos = 3;

/// A word of the command line: whom it is for, what it is, and where it goes.
struct Word {
  std::string name;  // empty: by its place
  std::string value, saveTo;
};

Word parseWord(const std::string &text) {
  Word word;
  size_t letters = 0;
  while (letters < text.size() && (std::isalnum(static_cast<unsigned char>(text[letters])) || text[letters] == '_'))
    ++letters;
  const bool isNamed = letters > 0 && letters < text.size() && text[letters] == '=' && !std::isdigit(text[0]);
  word.value = isNamed ? text.substr(letters + 1) : text;
  if (isNamed)
    word.name = text.substr(0, letters);
  if (const size_t arrow = word.value.find('>'); arrow != std::string::npos) {
    word.saveTo = word.value.substr(arrow + 1);
    word.value.resize(arrow);
    if (word.saveTo.empty())
      throw Failure(kWrongUsage, fmt::format("{} does not name the file behind >", text), "for example 'c=>out.npy'");
  }
  return word;
}

/// Of what the kernel's source declares.
class Matcher {
public:
  Matcher(const kernel::Interface &kernel, uint64_t workItems) : kernel_(kernel), workItems_(workItems) {
    for (size_t i = 0; i < kernel.explicitArguments(); ++i) {
      values_.emplace_back().argument = &kernel.arguments[i];
      given_.push_back(false);
    }
  }

  void take(const std::string &text) {
    const Word word = parseWord(text);
    const size_t index = word.name.empty() ? firstWithoutValue(text) : indexOf(word.name);
    if (given_[index])
      throw Failure(kWrongUsage, fmt::format("argument {} is given twice", values_[index].argument->name));
    given_[index] = true;
    read(values_[index], word);
  }

  void save(const std::string &text) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals + 1 == text.size())
      throw Failure(kWrongUsage, fmt::format("--save {} names no file", text), "for example --save c=out.npy");
    const size_t index = bufferNamed(text.substr(0, equals), "--save");
    values_[index].saveTo = text.substr(equals + 1);
    giveZeros(index);
  }

  void print(const std::string &name) {
    const size_t index = bufferNamed(name, "--print");
    values_[index].isPrinted = true;
    giveZeros(index);
  }

  std::vector<ArgumentValue> finish() {
    for (size_t i = 0; i < values_.size(); ++i)
      if (!given_[i])
        throw Failure(kWrongUsage,
                      fmt::format("kernel {} needs a value for {}", kernel_.name, describe(*values_[i].argument)),
                      exampleFor(*values_[i].argument));
    return std::move(values_);
  }

private:
  static std::string describe(const Argument &argument) {
    return fmt::format("argument {} ({})", argument.name, declarationOf(argument));
  }

  static std::string exampleFor(const Argument &argument) {
    const std::string &name = argument.name;
    switch (argument.kind) {
    case Argument::Kind::Local:
      return fmt::format("say how much local memory it has: {}=local:1024 (bytes) or {}=local:float:256", name, name);
    case Argument::Kind::Value:
      if (const auto type = elementTypeOf(argument); type && type->lanes > 1)
        return fmt::format("for example {}=1,2{}", name, type->lanes > 2 ? ",..." : "");
      return fmt::format("for example {}=1", name);
    case Argument::Kind::Buffer:
      break;
    }
    return fmt::format("for example {0}=@in.npy, {0}=zeros:1024, or '{0}=>out.npy' for one element each work-item",
                       name);
  }

  size_t firstWithoutValue(const std::string &text) const {
    const auto place = std::find(given_.begin(), given_.end(), false);
    if (place == given_.end())
      throw Failure(kWrongUsage, fmt::format("{} is one value too many for kernel {}", text, kernel_.name),
                    signature());
    return size_t(place - given_.begin());
  }

  std::string signature() const {
    std::vector<std::string> declarations;
    for (const ArgumentValue &value : values_)
      declarations.push_back(declarationOf(*value.argument));
    return fmt::format("it is {}({})", kernel_.name, fmt::join(declarations, ", "));
  }

  size_t indexOf(const std::string &name) const {
    std::vector<std::string_view> names;
    for (const ArgumentValue &value : values_)
      names.push_back(value.argument->name);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end())
      return size_t(found - names.begin());
    const std::string_view meant = support::nearestName(name, names, std::min(kMostTypos, name.size() - 1));
    throw Failure(kWrongUsage, fmt::format("kernel {} has no argument {}", kernel_.name, name),
                  meant.empty() ? signature() : fmt::format("did you mean {}?", meant));
  }

  size_t bufferNamed(const std::string &name, const char *option) const {
    const size_t index = indexOf(name);
    if (values_[index].argument->kind != Argument::Kind::Buffer || values_[index].isNull)
      throw Failure(kWrongUsage, fmt::format("{}: {} is no buffer", option, describe(*values_[index].argument)));
    return index;
  }

  /// To a buffer of which nothing else is told.
  void giveZeros(size_t index) {
    if (!given_[index])
      read(values_[index], {});
    given_[index] = true;
  }

  /// Errors of the values' readers have a hint behind a line break.
  void read(ArgumentValue &value, const Word &word) const {
    const Argument &argument = *value.argument;
    try {
      switch (argument.kind) {
      case Argument::Kind::Buffer:
        return readBuffer(value, word);
      case Argument::Kind::Local:
        requireNoFile(word, argument);
        value.localBytes = localBytes(word.value);
        return;
      case Argument::Kind::Value:
        requireNoFile(word, argument);
        value.value = valueBytes(argument, word.value);
        return;
      }
    } catch (const Failure &failure) {
      throw Failure(failure.status(), fmt::format("{}: {}", describe(argument), failure.what()), failure.hint());
    } catch (const std::runtime_error &error) {
      const std::string what = error.what();
      const size_t end = std::min(what.find('\n'), what.size());
      throw Failure(kInputFailed, fmt::format("{}: {}", describe(argument), what.substr(0, end)),
                    what.substr(std::min(end + 1, what.size())));
    }
  }

  static void requireNoFile(const Word &word, const Argument &argument) {
    if (!word.saveTo.empty())
      throw std::runtime_error(fmt::format("{} cannot be saved: it is no buffer", argument.name));
  }

  void readBuffer(ArgumentValue &value, const Word &word) const {
    const std::optional<Type> type = elementTypeOf(*value.argument);
    value.saveTo = word.saveTo;
    value.isNull = word.value == "null";
    if (value.isNull)
      return requireNoFile(word, *value.argument);
    if (word.value.empty() && !word.name.empty() && word.saveTo.empty())
      throw std::runtime_error(
          "nothing stands behind =\nif it was >FILE, the shell took it for itself: quote the word, "
          "or use --save NAME=FILE");
    if (!word.value.empty())
      value.array = arrayFrom(word.value, type);
    else if (type)
      value.array = zeros(*type, workItems_);
    else
      throw std::runtime_error("how large it is cannot be told from the kernel\nfor example zeros:uchar:4096");
    if (value.array.bytes.empty())
      throw std::runtime_error("a buffer of no bytes cannot be made\nnull is a buffer that is not there");
  }

  static uint64_t localBytes(const std::string &text) {
    constexpr std::string_view kPrefix = "local:";
    const auto fail = [&] {
      throw std::runtime_error(fmt::format("{} is no size of local memory\nfor example local:1024 (bytes) or "
                                           "local:float:256",
                                           text.empty() ? "nothing" : text));
    };
    if (!text.starts_with(kPrefix))
      fail();
    std::string_view rest = std::string_view(text).substr(kPrefix.size());
    uint64_t unit = 1, count = 0;
    if (const size_t colon = rest.find(':'); colon != std::string_view::npos) {
      const std::optional<Type> type = typeNamed(rest.substr(0, colon));
      if (!type)
        fail();
      unit = type->bytes();
      rest.remove_prefix(colon + 1);
    }
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), count);
    if (rest.empty() || error != std::errc() || end != rest.data() + rest.size() || count == 0 ||
        __builtin_mul_overflow(count, unit, &count))
      fail();
    return count;
  }

  static std::string valueBytes(const Argument &argument, const std::string &text) {
    const std::optional<Type> type = elementTypeOf(argument);
    if (text.empty())
      throw std::runtime_error("nothing stands behind =");
    if (text.starts_with('@') || !type) {
      if (!text.starts_with('@'))
        throw std::runtime_error(
            fmt::format("a structure is given as the bytes of a file\nfor example {}=@bytes.npy", argument.name));
      std::string bytes = arrayFrom(text, type ? std::optional(Type{type->scalar, 1}) : std::nullopt).bytes;
      if (bytes.size() != argument.bytes)
        throw std::runtime_error(
            fmt::format("it has {} bytes and {} has {}", argument.bytes, text.substr(1), bytes.size()));
      return bytes;
    }
    std::string bytes;
    unsigned lanes = 0;
    for (size_t start = 0; start <= text.size(); ++lanes) {
      const size_t end = std::min(text.find(',', start), text.size());
      bytes += bytesOfNumber(*type->scalar, std::string_view(text).substr(start, end - start));
      start = end + 1;
    }
    if (lanes != type->lanes)
      throw std::runtime_error(type->lanes == 1 ? fmt::format("{} is more than one number", text)
                                                : fmt::format("a {} has {} numbers, {} has {}\nseparate them by commas",
                                                              type->name(), type->lanes, text, lanes));
    bytes.resize(argument.bytes);  // the fourth lane of a vector of three
    return bytes;
  }

  const kernel::Interface &kernel_;
  const uint64_t workItems_;
  std::vector<ArgumentValue> values_;
  std::vector<bool> given_;
};

}  // namespace

std::vector<ArgumentValue> matchArguments(const kernel::Interface &kernel, const ArgumentRequest &request) {
  Matcher matcher(kernel, request.workItems);
  // Names first: what is given by its place fills what they leave.
  for (const bool named : {true, false})
    for (const std::string &word : request.words)
      if (parseWord(word).name.empty() != named)
        matcher.take(word);
  for (const std::string &save : request.saves)
    matcher.save(save);
  for (const std::string &name : request.prints)
    matcher.print(name);
  return matcher.finish();
}

}  // namespace weft::cli
