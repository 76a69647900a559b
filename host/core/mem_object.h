// SPDX-License-Identifier: Apache-2.0
// What all memory objects have in common; each kind derives from it. Buffers are the only kind as yet.
#pragma once
#include <functional>
#include <mutex>
#include <vector>

#include "host/core/context.h"

namespace weft::core {

class MemObject : public Object<MemObject, cl_mem, Kind::Memory> {
public:
  static constexpr cl_int kInvalid = CL_INVALID_MEM_OBJECT;

  Context &context() const { return *context_; }
  cl_mem_flags flags() const { return flags_; }
  size_t bytes() const { return bytes_; }
  void *hostPtr() const { return hostPtr_; }
  const std::vector<cl_mem_properties> &properties() const { return properties_; }

  virtual cl_mem_object_type type() const = 0;
  /// The object that this one is made from, or null.
  virtual MemObject *parent() const = 0;
  /// Offset in the parent.
  virtual size_t origin() const = 0;
  virtual cl_uint mapCount() const = 0;

  void onDestruction(std::function<void(cl_mem)> callback);

protected:
  /// `hostPtr`: what queries give.
  MemObject(Context &context, cl_mem_flags flags, size_t bytes, void *hostPtr,
            std::vector<cl_mem_properties> properties)
      : context_(&context), flags_(flags), bytes_(bytes), hostPtr_(hostPtr), properties_(std::move(properties)) {}
  /// To be called first in the destructor of each kind, while the object is whole.
  void callDestructionCallbacks();

private:
  const Ref<Context> context_;
  const cl_mem_flags flags_;
  const size_t bytes_;
  void *const hostPtr_;
  const std::vector<cl_mem_properties> properties_;
  std::mutex mutex_;
  std::vector<std::function<void(cl_mem)>> destructionCallbacks_;
};

}  // namespace weft::core
