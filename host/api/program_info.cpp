// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "host/api/handles.h"
#include "host/core/program.h"
#include "host/util/info_writer.h"

namespace weft::entry {

namespace {

void binarySizes(const std::vector<Program::State> &states, InfoWriter &info) {
  std::vector<size_t> sizes;
  for (const Program::State &state : states)
    sizes.push_back(state.binary ? state.binary->bytes().size() : 0);
  info.array(sizes);
}

void binaries(const std::vector<Program::State> &states, InfoWriter &info) {
  const size_t size = states.size() * sizeof(unsigned char *);
  if (info.value()) {
    require(info.capacity() >= size, CL_INVALID_VALUE, "param_value_size is too small for the result");
    auto **destinations = static_cast<unsigned char **>(info.value());
    for (size_t i = 0; i < states.size(); ++i)
      if (destinations[i] && states[i].binary)
        std::memcpy(destinations[i], states[i].binary->bytes().data(), states[i].binary->bytes().size());
  }
  info.reportSize(size);
}

}  // namespace

extern "C" {

CL_API_ENTRY cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info param_name,
                                                 size_t param_value_size, void *param_value,
                                                 size_t *param_value_size_ret) {
  return api([&] {
    Program &object = fromHandle<Program>(program);
    const std::vector<Program::State> states = object.states();
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_PROGRAM_REFERENCE_COUNT:
      return info.scalar<cl_uint>(object.retained());
    case CL_PROGRAM_CONTEXT:
      return info.scalar<cl_context>(object.context().handle());
    case CL_PROGRAM_NUM_DEVICES:
      return info.scalar<cl_uint>(cl_uint(states.size()));
    case CL_PROGRAM_DEVICES: {
      std::vector<cl_device_id> handles;
      for (Device *device : object.devices())
        handles.push_back(device->handle());
      return info.array(handles);
    }
    case CL_PROGRAM_SOURCE:
      return info.string(object.source());
    case CL_PROGRAM_IL:
      return info.bytes(nullptr, 0);
    case CL_PROGRAM_BINARY_SIZES:
      return binarySizes(states, info);
    case CL_PROGRAM_BINARIES:
      return binaries(states, info);
    case CL_PROGRAM_NUM_KERNELS:
      return info.scalar<size_t>(Program::kernelNames(states).size());
    case CL_PROGRAM_KERNEL_NAMES: {
      std::string names;
      for (const std::string &name : Program::kernelNames(states))
        names += (names.empty() ? "" : ";") + name;
      return info.string(names);
    }
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
    case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
      Program::kernelNames(states);  // throws without an executable, as these two must
      return info.scalar<cl_bool>(CL_FALSE);
    }
    throw Error(CL_INVALID_VALUE, "unknown program query");
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device,
                                                      cl_program_build_info param_name, size_t param_value_size,
                                                      void *param_value, size_t *param_value_size_ret) {
  return api([&] {
    Program &object = fromHandle<Program>(program);
    Device &target = fromHandle<Device>(device);
    require(object.has(target), CL_INVALID_DEVICE, "the device is not one of the program's");
    const Program::State state = object.state(target);
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_PROGRAM_BUILD_STATUS:
      return info.scalar<cl_build_status>(state.status);
    case CL_PROGRAM_BUILD_OPTIONS:
      return info.string(state.options);
    case CL_PROGRAM_BUILD_LOG:
      return info.string(state.log);
    case CL_PROGRAM_BINARY_TYPE:
      return info.scalar<cl_program_binary_type>(state.type);
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
      return info.scalar<size_t>(state.executable ? state.executable->program->variables.globalBytes() : 0);
    }
    throw Error(CL_INVALID_VALUE, "unknown build query");
  });
}
}

}  // namespace weft::entry
