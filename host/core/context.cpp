// SPDX-License-Identifier: Apache-2.0
#include "host/core/context.h"

#include <algorithm>

#include "host/compiler/compiler.h"
#include "host/core/device.h"
#include "support/log.h"

namespace weft::core {

Context::Context(std::vector<Device *> devices, std::vector<cl_context_properties> properties,
                 ErrorCallback::Function callback, void *callbackData)
    : devices_(std::move(devices)), deviceReferences_(devices_.begin(), devices_.end()),
      properties_(std::move(properties)), callback_{callback, callbackData} {
  compiler::start();
}

Context::~Context() {
  for (auto callback = destructionCallbacks_.rbegin(); callback != destructionCallbacks_.rend(); ++callback)
    (*callback)(handle());
}

bool Context::contains(const Device &device) const {
  return std::find(devices_.begin(), devices_.end(), &device) != devices_.end();
}

void Context::report(const char *message) noexcept {
  try {
    support::log(support::LogLevel::Error, "{}", message);
  } catch (const std::exception &) {  // no memory for the line
  }
  // Called here, before the failed command completes: whoever waits for it finds that the callback has run.
  callback_(message);
}

void Context::onDestruction(std::function<void(cl_context)> callback) {
  std::lock_guard lock(mutex_);
  destructionCallbacks_.push_back(std::move(callback));
}

}  // namespace weft::core
