// SPDX-License-Identifier: Apache-2.0
// How every stage of the compiler says what is wrong. Stages that work on LLVM's data carry diagnostics in llvm::Error
// (llvm_diagnostic.h). They become text where a user reads them: in the program's build log, or on a tool's terminal.
#pragma once
#include <cassert>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "kernel/interface.h"

namespace weft::hls {

struct Diagnostic {
  enum class Severity : uint8_t {
    Note,  // says more of the one before it
    Warning,
    Error,         // of the program, its options or its size on this board: the user can change it
    InternalError  // a stage's output breaks its contract: a bug in Weft
  } severity = Severity::Error;
  std::string message;              // what is wrong, with the source's name of what it is about
  std::string hint;                 // what to do about it; may be empty
  kernel::SourceLocation location;  // line 0: none
  std::string function;             // a kernel's name, or another function's, where nothing else tells it; or empty
  std::string rendered;             // Clang's own: all that it shows, with includes, source line and caret; or empty
};

/// As Clang writes it: `file:line:column: error: message`; with a function `error: in 'k': message`. A hint follows as
/// `file:line:column: note: hint`. Lines without an end of line after the last.
std::string format(const Diagnostic &diagnostic);

/// What a user reads: each in its lines, and at the end how many there are, as Clang says it. Empty if there are none.
std::string buildLog(const std::vector<Diagnostic> &diagnostics);

inline Diagnostic userError(kernel::SourceLocation location, std::string message, std::string hint = {}) {
  return {Diagnostic::Severity::Error, std::move(message), std::move(hint), std::move(location), {}, {}};
}
inline Diagnostic internalDefect(std::string message, std::string function = {}, kernel::SourceLocation location = {}) {
  return {Diagnostic::Severity::InternalError, std::move(message), {}, std::move(location), std::move(function), {}};
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
