// SPDX-License-Identifier: Apache-2.0
#include "host/core/error_scope.h"

namespace weft::core {

thread_local ErrorScope *ErrorScope::current_ = nullptr;

void ErrorCallback::operator()(const char *message) const noexcept {
  static thread_local bool calling = false;
  if (!function || calling)
    return;
  calling = true;
  try {
    function(message, nullptr, 0, data);
  } catch (...) {  // the application's own; ignored
  }
  calling = false;
}

}  // namespace weft::core
