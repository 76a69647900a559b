// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <vector>

#include "hls/llvm_diagnostic.h"

namespace weft::hls::transforms {

/// What is wrong with something whose place the caller knows, and what to do about it. Without a message: nothing is.
struct Reason {
  std::string message, hint;
  explicit operator bool() const { return !message.empty(); }
};

/// Collects what the passes refuse, so that one build reports all of it. The same is kept once.
class Refusals {
public:
  template <class At> void add(const At &at, const Reason &reason) {
    Diagnostic diagnostic = diagnosticAt(at, reason.message, reason.hint);
    if (seen_.insert(format(diagnostic)).second)
      diagnostics_.push_back(std::move(diagnostic));
  }
  bool empty() const { return diagnostics_.empty(); }
  /// All refusals as one error; success if there are none.
  llvm::Error take();

private:
  std::set<std::string> seen_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace weft::hls::transforms
