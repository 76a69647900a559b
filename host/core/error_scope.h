// SPDX-License-Identifier: Apache-2.0
// Which context an entry point's failure concerns, so that the reason can be reported to the context's callback.
#pragma once
#include <CL/cl.h>

namespace weft::core {

/// The error callback that the application gave to clCreateContext.
struct ErrorCallback {
  using Function = void(CL_CALLBACK *)(const char *, const void *, size_t, void *);

  Function function = nullptr;
  void *data = nullptr;

  /// Calls it. Failures of calls that the callback makes itself are not reported: it could recurse forever.
  void operator()(const char *message) const noexcept;
};

/// Lives while an entry point runs, on its thread. The first object that is given to the entry point decides which
/// context is concerned. What it keeps is the callback, not the context, which the call may release.
class ErrorScope {
public:
  ErrorScope() noexcept : outer_(current_) { current_ = this; }
  ~ErrorScope() { current_ = outer_; }
  ErrorScope(const ErrorScope &) = delete;
  ErrorScope &operator=(const ErrorScope &) = delete;

  static void concerns(const ErrorCallback &callback) noexcept {
    if (current_ && !current_->callback_.function)
      current_->callback_ = callback;
  }
  void tell(const char *message) const noexcept { callback_(message); }
  bool hasListener() const noexcept { return callback_.function != nullptr; }

private:
  static thread_local ErrorScope *current_;
  ErrorScope *const outer_;
  ErrorCallback callback_;
};

}  // namespace weft::core
