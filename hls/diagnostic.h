// SPDX-License-Identifier: Apache-2.0
// How every stage of the compiler says what is wrong. Stages that work on LLVM's data carry diagnostics in llvm::Error
// (llvm_diagnostic.h).
#pragma once
#include <cassert>
#include <string>
#include <utility>
#include <variant>

#include "kernel/interface.h"

namespace weft::hls {

struct Diagnostic {
  enum class Kind : uint8_t {
    User,     // the program, its options or its size on this board: the user can change it
    Internal  // a stage's output breaks its contract: a bug in Weft
  } kind = Kind::User;
  std::string message;              // what is wrong and what to do about it
  kernel::SourceLocation location;  // line 0: none
  std::string function;             // a kernel's name, or another function's, where nothing else tells it; or empty
};

/// `file:line:column: error: message`; with a function `error: in 'k': message`. Internal ones say `internal error`.
std::string format(const Diagnostic &diagnostic);

inline Diagnostic userError(const kernel::SourceLocation &location, std::string message) {
  return {Diagnostic::Kind::User, std::move(message), location, {}};
}
inline Diagnostic internalDefect(std::string message, std::string function = {}) {
  return {Diagnostic::Kind::Internal, std::move(message), {}, std::move(function)};
}

/// A value, or what is wrong.
template <class T> class [[nodiscard]] Expected {
public:
  Expected(T value) : state_(std::move(value)) {}
  Expected(Diagnostic diagnostic) : state_(std::move(diagnostic)) {}

  explicit operator bool() const { return state_.index() == 0; }
  T &operator*() { return value(); }
  const T &operator*() const { return const_cast<Expected *>(this)->value(); }
  T *operator->() { return &value(); }
  const T *operator->() const { return &**this; }
  const Diagnostic &error() const {
    assert(!*this);
    return *std::get_if<Diagnostic>(&state_);
  }

private:
  T &value() {
    assert(*this);
    return *std::get_if<T>(&state_);
  }
  std::variant<T, Diagnostic> state_;
};

}  // namespace weft::hls
