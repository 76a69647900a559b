// SPDX-License-Identifier: Apache-2.0
// The tokens of a kernel graph's text form.
#pragma once
#include <cctype>
#include <stdexcept>
#include <string>
#include <string_view>

namespace weft::graph {

struct SyntaxError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Words, numbers, strings and single punctuation characters; comments run from ';' to the end of the line.
class Lexer {
public:
  explicit Lexer(std::string_view text) : text_(text) { skip(); }

  unsigned line() const { return line_; }
  bool atEnd() const { return at_ == text_.size(); }
  bool peek(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool accept(char c) {
    if (!peek(c))
      return false;
    ++at_;
    skip();
    return true;
  }
  void expect(char c) {
    if (!accept(c))
      throw SyntaxError(std::string("expected '") + c + "'" + found());
  }
  std::string peekWord() const {
    size_t end = at_;
    while (end < text_.size() && isWord(text_[end]))
      ++end;
    return std::string(text_.substr(at_, end - at_));
  }
  std::string word() {
    std::string result = peekWord();
    if (result.empty())
      throw SyntaxError("expected a word" + found());
    at_ += result.size();
    skip();
    return result;
  }
  bool acceptWord(const char *wanted) {
    if (peekWord() != wanted)
      return false;
    word();
    return true;
  }
  void expectWord(const char *wanted) {
    if (!acceptWord(wanted))
      throw SyntaxError(std::string("expected '") + wanted + "'" + found());
  }
  uint64_t number() {
    std::string digits = word();
    uint64_t result = 0;
    for (char c : digits) {
      if (!std::isdigit(static_cast<unsigned char>(c)) || result > (UINT64_MAX - 9) / 10)
        throw SyntaxError("expected a number, found '" + digits + "'");
      result = result * 10 + unsigned(c - '0');
    }
    return result;
  }
  uint32_t number32() {
    uint64_t result = number();
    if (result > UINT32_MAX)
      throw SyntaxError("number " + std::to_string(result) + " is too large");
    return uint32_t(result);
  }
  std::string string() {
    if (!peek('"'))
      throw SyntaxError("expected a string" + found());
    std::string result;
    for (++at_; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n'; ++at_) {
      if (text_[at_] != '\\') {
        result += text_[at_];
        continue;
      }
      if (at_ + 2 >= text_.size())
        break;
      result += char(hexDigit(text_[at_ + 1]) * 16 + hexDigit(text_[at_ + 2]));
      at_ += 2;
    }
    if (!peek('"'))
      throw SyntaxError("unterminated string");
    ++at_;
    skip();
    return result;
  }
  static unsigned hexDigit(char c) {
    if (c >= '0' && c <= '9')
      return unsigned(c - '0');
    if (c >= 'a' && c <= 'f')
      return unsigned(c - 'a') + 10;
    throw SyntaxError(std::string("'") + c + "' is no lower-case hexadecimal digit");
  }

private:
  static bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }
  std::string found() const {
    return atEnd() ? ", found the end"
                   : ", found '" + (peekWord().empty() ? std::string(1, text_[at_]) : peekWord()) + "'";
  }
  void skip() {
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == ';')
        while (at_ + 1 < text_.size() && text_[at_ + 1] != '\n')
          ++at_;
      else if (text_[at_] == '\n')
        ++line_;
      else if (!std::isspace(static_cast<unsigned char>(text_[at_])))
        break;
    }
  }

  std::string_view text_;
  size_t at_ = 0;
  unsigned line_ = 1;
};

}  // namespace weft::graph
