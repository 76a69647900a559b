// SPDX-License-Identifier: Apache-2.0
// Constant expressions of module headers.
#include <bit>
#include <cctype>
#include <stdexcept>

#include "hls/components/component.h"

namespace weft::components {
namespace {

class Evaluator {
public:
  Evaluator(const std::string &text, const Values &values) : text_(text), values_(values) {}

  uint64_t run() {
    const uint64_t result = choice();
    if (at_ != text_.size())
      fail();
    return result;
  }

private:
  [[noreturn]] void fail() const { throw std::logic_error("cannot evaluate '" + text_ + "' of a module's header"); }

  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])))
      ++at_;
  }
  bool accept(std::string_view token) {
    skip();
    if (text_.compare(at_, token.size(), token) != 0)
      return false;
    at_ += token.size();
    skip();
    return true;
  }

  uint64_t choice() {
    const uint64_t condition = comparison();
    if (!accept("?"))
      return condition;
    const uint64_t yes = choice();
    if (!accept(":"))
      fail();
    const uint64_t no = choice();
    return condition ? yes : no;
  }
  uint64_t comparison() {
    const uint64_t left = sum();
    if (accept("=="))
      return left == sum();
    if (accept(">"))
      return left > sum();
    if (accept("<"))
      return left < sum();
    return left;
  }
  uint64_t sum() {
    uint64_t value = product();
    for (;;)
      if (accept("+"))
        value += product();
      else if (accept("-"))
        value -= product();
      else
        return value;
  }
  uint64_t product() {
    uint64_t value = operand();
    for (;;)
      if (accept("*")) {
        value *= operand();
      } else if (accept("/")) {
        const uint64_t divisor = operand();
        if (divisor == 0)
          fail();
        value /= divisor;
      } else {
        return value;
      }
  }
  uint64_t operand() {
    if (accept("$clog2")) {
      const uint64_t value = operand();
      return value <= 1 ? 0 : uint64_t(std::bit_width(value - 1));
    }
    if (accept("(")) {
      const uint64_t value = choice();
      if (!accept(")"))
        fail();
      return value;
    }
    if (accept("1'b1"))
      return 1;
    if (accept("1'b0") || accept("'0"))
      return 0;
    size_t end = at_;
    while (end < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[end])) || text_[end] == '_'))
      ++end;
    const std::string word = text_.substr(at_, end - at_);
    if (word.empty())
      fail();
    at_ = end;
    skip();
    if (std::isdigit(static_cast<unsigned char>(word[0])))
      return std::stoull(word);
    const auto found = values_.find(word);
    if (found == values_.end())
      fail();
    return found->second;
  }

  const std::string &text_;
  const Values &values_;
  size_t at_ = 0;
};

}  // namespace

uint64_t evaluate(const std::string &expression, const Values &values) { return Evaluator(expression, values).run(); }

}  // namespace weft::components
