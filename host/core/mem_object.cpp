// SPDX-License-Identifier: Apache-2.0
#include "host/core/mem_object.h"

namespace weft::core {

void MemObject::onDestruction(std::function<void(cl_mem)> callback) {
  std::lock_guard lock(mutex_);
  destructionCallbacks_.push_back(std::move(callback));
}

void MemObject::callDestructionCallbacks() {
  for (auto callback = destructionCallbacks_.rbegin(); callback != destructionCallbacks_.rend(); ++callback)
    (*callback)(handle());
}

}  // namespace weft::core
