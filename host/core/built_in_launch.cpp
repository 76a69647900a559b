// SPDX-License-Identifier: Apache-2.0
#include "host/core/built_in_launch.h"

#include <cstring>
#include <fmt/format.h>

#include "host/core/device.h"

namespace weft::core {

BuiltInLaunch::BuiltInLaunch(const Kernel &kernel, const KernelOnDevice &on, const NDRange &range)
    : kernel_(*on.builtIn()),
      offset_(range.offset[0] > SIZE_MAX / kernel_.elementBytes ? SIZE_MAX : range.offset[0] * kernel_.elementBytes),
      bytes_(range.global[0] * kernel_.elementBytes) {
  const std::array<size_t, 3> limit = maxGlobalSize(kernel_, on.device->description());
  for (unsigned d = 0; d < 3; ++d)
    require(range.global[d] <= limit[d], CL_INVALID_GLOBAL_WORK_SIZE,
            "the global size exceeds the built-in kernel's CL_KERNEL_GLOBAL_WORK_SIZE");
  for (size_t i = 0; i < kernel_.arguments.size(); ++i) {
    const ArgumentValue &value = kernel.arguments()[i];
    const std::string &name = kernel_.arguments[i].name;
    if (!value.set)
      throw Error(CL_INVALID_KERNEL_ARGS, fmt::format("argument {} ({}) was not set", i, name));
    Argument argument;
    argument.buffer = value.buffer.lock();
    if (kernel_.arguments[i].kind == kernel::Argument::Kind::Buffer && !value.null && !argument.buffer)
      throw Error(CL_INVALID_KERNEL_ARGS, fmt::format("the buffer of argument {} ({}) was released", i, name));
    if (argument.buffer) {
      argument.buffer->requireAligned(*on.device);
      argument.value = argument.buffer->address(*on.device) + offset_;
    }
    if (!value.bytes.empty())
      std::memcpy(&argument.value, value.bytes.data(), value.bytes.size());
    arguments_.push_back(std::move(argument));
  }
}

void BuiltInLaunch::checkBounds(const Argument &argument, size_t index) const {
  const std::string &name = kernel_.arguments[index].name;
  if (!argument.buffer)
    throw Error(CL_OUT_OF_RESOURCES, fmt::format("kernel {}: argument {} ({}) is NULL", kernel_.name, index, name));
  if (offset_ > argument.buffer->bytes() || bytes_ > argument.buffer->bytes() - offset_)
    throw Error(CL_OUT_OF_RESOURCES,
                fmt::format("kernel {}: out of bounds of buffer argument {} ({}): {} bytes from offset {} of {}",
                            kernel_.name, index, name, bytes_, offset_, argument.buffer->bytes()));
}

void BuiltInLaunch::run(Execution &execution) const {
  const auto isBuffer = [&](size_t i) { return kernel_.arguments[i].kind == kernel::Argument::Kind::Buffer; };
  for (size_t i = 0; i < arguments_.size(); ++i)
    if (isBuffer(i))
      checkBounds(arguments_[i], i);
  // Sources before the destination, which may be the same buffer.
  for (size_t i = arguments_.size(); i-- > 0;)
    if (isBuffer(i))
      arguments_[i].buffer->acquire(execution, offset_, bytes_, i == 0 ? Access::Overwrite : Access::Read);
  std::vector<uint64_t> others;
  for (size_t i = 1; i < arguments_.size(); ++i)
    others.push_back(arguments_[i].value);
  execution.add(kernel_.run(execution.driver(), arguments_[0].value, bytes_, others));
}

}  // namespace weft::core
