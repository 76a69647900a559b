// SPDX-License-Identifier: Apache-2.0
#include "host/core/kernel.h"

#include <algorithm>
#include <cstring>

#include "host/core/device.h"

namespace weft::core {

namespace {

bool sameArguments(const kernel::Interface &a, const kernel::Interface &b) {
  const auto end = [](const kernel::Interface &kernel) {
    return kernel.arguments.begin() + ptrdiff_t(kernel.explicitArguments());
  };
  return std::equal(a.arguments.begin(), end(a), b.arguments.begin(), end(b),
                    [](const kernel::Argument &x, const kernel::Argument &y) {
                      // Pointers may differ in size between boards.
                      return x.kind == y.kind && x.typeName == y.typeName && x.addressSpace == y.addressSpace &&
                             (x.kind != kernel::Argument::Kind::Value || x.bytes == y.bytes);
                    });
}

std::vector<KernelOnDevice> findIn(const Program &program, const std::vector<Program::State> &states,
                                   const std::string &name) {
  std::vector<KernelOnDevice> found;
  bool built = false;
  for (size_t i = 0; i < states.size(); ++i) {
    const Program::State &state = states[i];
    built |= state.executable != nullptr;
    const int index = state.executable ? state.executable->find(name) : -1;
    if (index >= 0)
      found.push_back({program.devices()[i], state.executable, index, state.fromSource, state.argumentInfo});
  }
  require(built, CL_INVALID_PROGRAM_EXECUTABLE, "the program was not built successfully for any device");
  return found;
}

}  // namespace

Kernel::Kernel(Program &program, std::vector<KernelOnDevice> devices)
    : program_(&program), devices_(std::move(devices)), arguments_(info().explicitArguments()) {
  program_->attachKernel();
}

Kernel::Kernel(const Kernel &other) : program_(other.program_), devices_(other.devices_), arguments_(other.arguments_) {
  program_->attachKernel();
}

Kernel::~Kernel() { program_->detachKernel(); }

std::vector<KernelOnDevice> Kernel::find(const Program &program, const std::string &name) {
  std::vector<KernelOnDevice> found = findIn(program, program.states(), name);
  for (const KernelOnDevice &one : found)
    require(sameArguments(found.front().image().interface, one.image().interface), CL_INVALID_KERNEL_DEFINITION,
            "the kernel's arguments are not the same for all devices");
  return found;
}

std::vector<std::vector<KernelOnDevice>> Kernel::findAll(const Program &program) {
  const std::vector<Program::State> states = program.states();
  std::vector<std::vector<KernelOnDevice>> all;
  for (const std::string &name : Program::kernelNames(states)) {
    std::vector<KernelOnDevice> found = findIn(program, states, name);
    if (std::all_of(found.begin(), found.end(), [&](const KernelOnDevice &one) {
          return sameArguments(found.front().image().interface, one.image().interface);
        }))
      all.push_back(std::move(found));
  }
  return all;
}

const KernelOnDevice &Kernel::on(Device &device) const {
  for (const KernelOnDevice &one : devices_)
    if (one.device == &device)
      return one;
  for (const KernelOnDevice &one : devices_)  // what runs on a board runs on every part of it
    if (&one.device->root() == &device.root())
      return one;
  throw Error(CL_INVALID_PROGRAM_EXECUTABLE, "the program was not built for the device");
}

void Kernel::setArgument(cl_uint index, size_t bytes, const void *value) {
  require(index < arguments_.size(), CL_INVALID_ARG_INDEX, "kernel {} has {} arguments, none of index {}", info().name,
          arguments_.size(), index);
  const kernel::Argument &argument = info().arguments[index];
  ArgumentValue stored;
  stored.set = true;
  switch (argument.kind) {
  case kernel::Argument::Kind::Buffer: {
    require(bytes == sizeof(cl_mem), CL_INVALID_ARG_SIZE,
            "argument {} ({}) of kernel {} is a memory object: it has the size of cl_mem, {}, not {}", index,
            argument.name, info().name, sizeof(cl_mem), bytes);
    cl_mem handle = nullptr;
    if (value)
      std::memcpy(&handle, value, sizeof(handle));
    stored.null = handle == nullptr;
    if (handle) {
      Buffer &buffer = fromHandle<Buffer>(handle);
      require(&buffer.context() == &context(), CL_INVALID_CONTEXT,
              "the buffer for argument {} ({}) of kernel {} belongs to another context", index, argument.name,
              info().name);
      stored.buffer = buffer.anchor();
    }
    break;
  }
  case kernel::Argument::Kind::Local:
    require(value == nullptr, CL_INVALID_ARG_VALUE,
            "argument {} ({}) of kernel {} is __local: it takes a size and no value", index, argument.name,
            info().name);
    require(bytes != 0, CL_INVALID_ARG_SIZE, "argument {} ({}) of kernel {} is __local: it needs a size", index,
            argument.name, info().name);
    stored.localBytes = bytes;
    break;
  case kernel::Argument::Kind::Value: {
    require(value != nullptr, CL_INVALID_ARG_VALUE, "argument {} ({}) of kernel {} needs a value", index, argument.name,
            info().name);
    require(bytes == argument.bytes, CL_INVALID_ARG_SIZE, "argument {} ({}) of kernel {} is a {} of {} bytes, not {}",
            index, argument.name, info().name, argument.typeName, argument.bytes, bytes);
    const auto *data = static_cast<const uint8_t *>(value);
    stored.bytes.assign(data, data + bytes);
    break;
  }
  }
  arguments_[index] = std::move(stored);
}

uint64_t Kernel::localMemoryBytes(const KernelOnDevice &device) const {
  uint64_t bytes = device.image().localMemoryBytes;
  for (const ArgumentValue &argument : arguments_)
    bytes += std::min<uint64_t>(argument.localBytes, UINT64_MAX - bytes);  // more than any device has stays more
  return bytes;
}

}  // namespace weft::core
