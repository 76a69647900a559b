// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <mutex>
#include <string_view>
#include <vector>

#include "host/core/object.h"

namespace weft::core {

class Device;

/// CL_PRINTF_CALLBACK_ARM. `complete`: not 0, as there is nothing else of the same launch to come.
using PrintFunction = void(CL_CALLBACK *)(const char *text, size_t bytes, size_t complete, void *userData);

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
  /// What printf of a kernel says goes to stdout, which is flushed, or to the function that CL_PRINTF_CALLBACK_ARM
  /// names.
  void print(std::string_view text);
  /// Called in reverse order when the context is destroyed.
  void onDestruction(std::function<void(cl_context)> callback);

private:
  const std::vector<Device *> devices_;
  const std::vector<Ref<Device>> deviceReferences_;  // sub-devices live as long as their contexts
  const std::vector<cl_context_properties> properties_;
  const ErrorCallback callback_;
  const PrintFunction printFunction_;
  std::mutex mutex_;
  std::vector<std::function<void(cl_context)>> destructionCallbacks_;
};

}  // namespace weft::core
