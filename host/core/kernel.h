// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "host/core/buffer.h"
#include "host/core/program.h"

namespace weft::core {

/// What clSetKernelArg stored. A buffer is only named: kernels keep no argument alive.
struct ArgumentValue {
  bool set = false;
  WeakRef<Buffer> buffer;
  bool null = false;           // Buffer: NULL was given
  std::vector<uint8_t> bytes;  // Value
  size_t localBytes = 0;       // Local
};

class Kernel : public Object<Kernel, cl_kernel, Kind::Kernel> {
public:
  static constexpr cl_int kInvalid = CL_INVALID_KERNEL;

  Kernel(Program &program, std::shared_ptr<const Executable> executable, int index, bool argumentInfo);
  /// clCloneKernel: the same arguments, independent from now on.
  explicit Kernel(const Kernel &other);
  ~Kernel() override;

  Program &program() const { return *program_; }
  Context &context() const { return program_->context(); }
  const hls::KernelImage &image() const { return executable_->program->kernels[index_]; }
  const graph::Kernel &info() const { return image().info; }
  const std::shared_ptr<board::PreparedKernel> &prepared() const { return executable_->prepared[index_]; }
  const std::shared_ptr<const Executable> &executable() const { return executable_; }
  bool hasArgumentInfo() const { return argumentInfo_; }

  /// clSetKernelArg, with its errors.
  void setArgument(cl_uint index, size_t bytes, const void *value);
  const std::vector<ArgumentValue> &arguments() const { return arguments_; }

  /// Static and argument-sized __local bytes, unset arguments counting 0.
  uint64_t localMemoryBytes() const;
  /// The most work-items a group can have on the board.
  size_t maxWorkGroupSize() const { return info().maxWorkGroupSize; }

private:
  const Ref<Program> program_;
  const std::shared_ptr<const Executable> executable_;
  const int index_;
  const bool argumentInfo_;
  std::vector<ArgumentValue> arguments_;
};

}  // namespace weft::core
