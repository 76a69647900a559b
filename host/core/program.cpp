// SPDX-License-Identifier: Apache-2.0
#include "host/core/program.h"

#include <algorithm>

#include "host/core/device.h"

namespace weft::core {

int Executable::find(const std::string &name) const {
  for (size_t i = 0; i < program->kernels.size(); ++i)
    if (program->kernels[i].interface.name == name)
      return int(i);
  return -1;
}

Program::Program(Context &context, Devices devices, std::string source, Origin origin)
    : context_(&context), devices_(std::move(devices)), source_(std::move(source)), origin_(origin),
      states_(devices_.size()) {}

Program::Program(Context &context, std::string source)
    : Program(context, context.devices(), std::move(source), Origin::Source) {}

Program::Program(Context &context, const Devices &devices) : Program(context, devices, "", Origin::Link) {}

Program::Program(Context &context, const Devices &devices, std::vector<std::shared_ptr<const PackedBinary>> binaries)
    : Program(context, devices, "", Origin::Binary) {
  for (size_t i = 0; i < states_.size(); ++i) {
    states_[i].type = binaryType(binaries[i]->content().type);
    states_[i].binary = std::move(binaries[i]);
  }
}

Program::Program(Context &context, const Devices &devices, const std::vector<const BuiltInKernel *> &kernels)
    : Program(context, devices, "", Origin::BuiltIn) {
  for (size_t i = 0; i < states_.size(); ++i) {
    auto executable = std::make_shared<Executable>();
    executable->program = describeBuiltInKernels(kernels, devices_[i]->description());
    executable->prepared.resize(kernels.size());
    executable->builtIn = kernels;
    states_[i].status = CL_BUILD_SUCCESS;
    states_[i].type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    states_[i].executable = std::move(executable);
  }
}

Program::~Program() = default;

size_t Program::indexOf(const Device &device) const {
  return size_t(std::find(devices_.begin(), devices_.end(), &device) - devices_.begin());
}

bool Program::has(const Device &device) const { return indexOf(device) != devices_.size(); }

/// What was built for a device serves its sub-devices too, unless they have something of their own.
const Program::State &Program::stateAt(size_t index) const {
  const State &own = states_[index];
  if (own.status != CL_BUILD_NONE || own.type != CL_PROGRAM_BINARY_TYPE_NONE)
    return own;
  for (const Device *parent = devices_[index]->parent(); parent; parent = parent->parent())
    if (const size_t at = indexOf(*parent); at != devices_.size() && states_[at].status != CL_BUILD_NONE)
      return states_[at];
  return own;
}

Program::State Program::state(Device &device) const {
  std::lock_guard lock(mutex_);
  if (const size_t index = indexOf(device); index != devices_.size())
    return stateAt(index);
  for (size_t i = 0; i < devices_.size(); ++i)
    if (&devices_[i]->root() == &device.root())
      return states_[i];
  return {};
}

std::vector<Program::State> Program::states() const {
  std::lock_guard lock(mutex_);
  std::vector<State> states;
  for (size_t i = 0; i < states_.size(); ++i)
    states.push_back(stateAt(i));
  return states;
}

std::vector<std::string> Program::kernelNames(const std::vector<State> &states) {
  std::vector<std::string> names;
  bool built = false;
  for (const State &state : states) {
    if (!state.executable)
      continue;
    built = true;
    for (const kernel::Image &kernel : state.executable->program->kernels)
      if (std::find(names.begin(), names.end(), kernel.interface.name) == names.end())
        names.push_back(kernel.interface.name);
  }
  require(built, CL_INVALID_PROGRAM_EXECUTABLE, "the program was not built successfully for any device");
  return names;
}

std::vector<Program::State> Program::beginBuild(const Devices &devices, const std::string &options) {
  std::lock_guard lock(mutex_);
  require(kernels_ == 0, CL_INVALID_OPERATION, "kernel objects are attached to the program");
  for (const Device *device : devices)
    require(states_[indexOf(*device)].status != CL_BUILD_IN_PROGRESS, CL_INVALID_OPERATION,
            "the program is being built");
  State busy;
  busy.status = CL_BUILD_IN_PROGRESS;
  busy.options = options;
  std::vector<State> before(devices.size(), busy);
  // Nothing fails from here on.
  for (size_t i = 0; i < devices.size(); ++i)
    std::swap(before[i], states_[indexOf(*devices[i])]);
  return before;
}

void Program::endBuild(const Device &root, const Devices &devices, const State &state) {
  std::lock_guard lock(mutex_);
  for (Device *device : devices)
    if (&device->root() == &root) {
      State copy = state;
      std::swap(states_[indexOf(*device)], copy);
    }
}

void Program::abandonBuild(const Devices &devices) noexcept {
  std::lock_guard lock(mutex_);
  for (const Device *device : devices)
    if (State &state = states_[indexOf(*device)]; state.status == CL_BUILD_IN_PROGRESS)
      state.status = CL_BUILD_ERROR;
}

}  // namespace weft::core
