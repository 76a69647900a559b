// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <mutex>
#include <vector>

#include "host/core/object.h"

namespace weft::core {

class Device;

class Context : public Object<Context, cl_context, Kind::Context> {
public:
  static constexpr cl_int kInvalid = CL_INVALID_CONTEXT;

  /// `properties`: as given, terminator included; empty if none were.
  Context(std::vector<Device *> devices, std::vector<cl_context_properties> properties,
          ErrorCallback::Function callback, void *callbackData);
  ~Context() override;

  const std::vector<Device *> &devices() const { return devices_; }
  const std::vector<cl_context_properties> &properties() const { return properties_; }
  bool contains(const Device &device) const;

  /// Called when a call or a command fails.
  const ErrorCallback &errorCallback() const { return callback_; }
  /// Reports an error that no call can return: on stderr and to the context's callback, which is called here.
  void report(const char *message) noexcept;
  /// Called in reverse order when the context is destroyed.
  void onDestruction(std::function<void(cl_context)> callback);

private:
  const std::vector<Device *> devices_;
  const std::vector<Ref<Device>> deviceReferences_;  // sub-devices live as long as their contexts
  const std::vector<cl_context_properties> properties_;
  const ErrorCallback callback_;
  std::mutex mutex_;
  std::vector<std::function<void(cl_context)>> destructionCallbacks_;
};

}  // namespace weft::core
