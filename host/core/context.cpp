// SPDX-License-Identifier: Apache-2.0
#include "host/core/context.h"

#include <CL/cl_ext.h>
#include <algorithm>
#include <cstdio>

#include "host/compiler/compiler.h"
#include "host/core/device.h"
#include "support/log.h"

namespace weft::core {

namespace {

PrintFunction printFunction(const std::vector<cl_context_properties> &properties) {
  for (size_t i = 0; i + 1 < properties.size(); i += 2)
    if (properties[i] == CL_PRINTF_CALLBACK_ARM)
      return reinterpret_cast<PrintFunction>(properties[i + 1]);
  return nullptr;
}

}  // namespace

Context::Context(std::vector<Device *> devices, std::vector<cl_context_properties> properties,
                 ErrorCallback::Function callback, void *callbackData)
    : devices_(std::move(devices)), deviceReferences_(devices_.begin(), devices_.end()),
      properties_(std::move(properties)), callback_{callback, callbackData},
      printFunction_(printFunction(properties_)) {
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

void Context::print(std::string_view text) {
  if (printFunction_)
    return printFunction_(text.data(), text.size(), 1, callback_.data);
  static std::mutex mutex;  // the text of a launch stays together
  std::lock_guard lock(mutex);
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void Context::onDestruction(std::function<void(cl_context)> callback) {
  std::lock_guard lock(mutex_);
  destructionCallbacks_.push_back(std::move(callback));
}

}  // namespace weft::core
