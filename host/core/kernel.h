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

/// A kernel in the executable of one device.
struct KernelOnDevice {
  Device *device = nullptr;
  std::shared_ptr<const Executable> executable;
  int index = 0;
  bool fromSource = false;    // compiled from source here: its attributes may be told
  bool argumentInfo = false;  // and with -cl-kernel-arg-info

  const kernel::Image &image() const { return executable->program->kernels[index]; }
  /// Null for a built-in kernel.
  const std::shared_ptr<board::PreparedKernel> &prepared() const { return executable->prepared[index]; }
  /// Null unless it is a built-in kernel.
  const BuiltInKernel *builtIn() const { return executable->builtIn.empty() ? nullptr : executable->builtIn[index]; }
  /// The most work-items a group can have on the board.
  size_t maxWorkGroupSize() const { return image().interface.maxWorkGroupSize; }
};

class Kernel : public Object<Kernel, cl_kernel, Kind::Kernel> {
public:
  static constexpr cl_int kInvalid = CL_INVALID_KERNEL;

  /// `devices`: those that the program has an executable with the kernel for; at least one.
  Kernel(Program &program, std::vector<KernelOnDevice> devices);
  /// clCloneKernel: the same arguments, independent from now on.
  explicit Kernel(const Kernel &other);
  ~Kernel() override;

  /// The kernel of this name on every device that has an executable. Empty if none has it.
  /// Throws CL_INVALID_PROGRAM_EXECUTABLE (no executable at all), CL_INVALID_KERNEL_DEFINITION (devices differ in the
  /// arguments).
  static std::vector<KernelOnDevice> find(const Program &program, const std::string &name);

  /// Every kernel whose arguments are the same on all devices. Throws CL_INVALID_PROGRAM_EXECUTABLE.
  static std::vector<std::vector<KernelOnDevice>> findAll(const Program &program);

  Program &program() const { return *program_; }
  Context &context() const { return program_->context(); }
  const std::vector<KernelOnDevice> &devices() const { return devices_; }
  /// Throws CL_INVALID_PROGRAM_EXECUTABLE if there is no executable for the device.
  const KernelOnDevice &on(Device &device) const;
  /// Name and arguments, the same on all devices; sizes are those of the first.
  const kernel::Interface &info() const { return devices_.front().image().interface; }

  /// clSetKernelArg, with its errors.
  void setArgument(cl_uint index, size_t bytes, const void *value);
  const std::vector<ArgumentValue> &arguments() const { return arguments_; }

  /// Static and argument-sized __local bytes, unset arguments counting 0.
  uint64_t localMemoryBytes(const KernelOnDevice &device) const;

private:
  const Ref<Program> program_;
  const std::vector<KernelOnDevice> devices_;
  std::vector<ArgumentValue> arguments_;
};

}  // namespace weft::core
