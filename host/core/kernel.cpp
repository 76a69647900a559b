// SPDX-License-Identifier: Apache-2.0
#include "host/core/kernel.h"

#include <cstring>

namespace weft::core {

Kernel::Kernel(Program &program, std::shared_ptr<const Executable> executable, int index, bool argumentInfo)
    : program_(&program), executable_(std::move(executable)), index_(index), argumentInfo_(argumentInfo),
      arguments_(info().arguments.size()) {
  program_->attachKernel();
}

Kernel::Kernel(const Kernel &other)
    : program_(other.program_), executable_(other.executable_), index_(other.index_),
      argumentInfo_(other.argumentInfo_), arguments_(other.arguments_) {
  program_->attachKernel();
}

Kernel::~Kernel() { program_->detachKernel(); }

void Kernel::setArgument(cl_uint index, size_t bytes, const void *value) {
  require(index < arguments_.size(), CL_INVALID_ARG_INDEX, "the kernel has no argument of this index");
  const graph::Argument &argument = info().arguments[index];
  ArgumentValue stored;
  stored.set = true;
  switch (argument.kind) {
  case graph::Argument::Kind::Buffer: {
    require(bytes == sizeof(cl_mem), CL_INVALID_ARG_SIZE, "a memory object argument has the size of cl_mem");
    cl_mem handle = nullptr;
    if (value)
      std::memcpy(&handle, value, sizeof(handle));
    stored.null = handle == nullptr;
    if (handle) {
      Buffer &buffer = fromHandle<Buffer>(handle);
      require(&buffer.context() == &context(), CL_INVALID_MEM_OBJECT, "the buffer belongs to another context");
      stored.buffer = buffer.anchor();
    }
    break;
  }
  case graph::Argument::Kind::Local:
    require(value == nullptr, CL_INVALID_ARG_VALUE, "a __local argument takes a size and no value");
    require(bytes != 0, CL_INVALID_ARG_SIZE, "a __local argument needs a size");
    stored.localBytes = bytes;
    break;
  case graph::Argument::Kind::Value: {
    require(value != nullptr, CL_INVALID_ARG_VALUE, "the argument needs a value");
    require(bytes == argument.bytes, CL_INVALID_ARG_SIZE, "the size is not that of the argument's type");
    const auto *data = static_cast<const uint8_t *>(value);
    stored.bytes.assign(data, data + bytes);
    break;
  }
  }
  arguments_[index] = std::move(stored);
}

uint64_t Kernel::localMemoryBytes() const {
  uint64_t bytes = image().localMemoryBytes;
  for (const ArgumentValue &argument : arguments_)
    bytes += argument.localBytes;
  return bytes;
}

}  // namespace weft::core
