// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "host/api/handles.h"
#include "host/core/program.h"
#include "host/util/info_writer.h"

namespace {

const hls::Program &executableOf(const Program::State &state) {
  require(state.executable != nullptr, CL_INVALID_PROGRAM_EXECUTABLE, "the program was not built successfully");
  return *state.executable->program;
}

/// The binary for one device; empty if the program has none.
std::string binaryOf(const Program &program, const Program::State &state) {
  if (state.bitcode.empty())
    return {};
  return packBinary({state.type, program.context().device().description().name, state.madeWith, state.bitcode});
}

void binaries(const Program &program, const Program::State &state, InfoWriter &info) {
  const size_t count = program.context().devices().size();
  const size_t size = count * sizeof(unsigned char *);
  if (info.value()) {
    require(info.capacity() >= size, CL_INVALID_VALUE, "param_value_size is too small for the result");
    const std::string binary = binaryOf(program, state);
    auto **destinations = static_cast<unsigned char **>(info.value());
    for (size_t i = 0; i < count; ++i)
      if (destinations[i])
        std::memcpy(destinations[i], binary.data(), binary.size());
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
    const Program::State state = object.state();
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    const size_t devices = object.context().devices().size();
    switch (param_name) {
    case CL_PROGRAM_REFERENCE_COUNT:
      return info.scalar<cl_uint>(object.retained());
    case CL_PROGRAM_CONTEXT:
      return info.scalar<cl_context>(object.context().handle());
    case CL_PROGRAM_NUM_DEVICES:
      return info.scalar<cl_uint>(cl_uint(devices));
    case CL_PROGRAM_DEVICES: {
      std::vector<cl_device_id> handles;
      for (Device *device : object.context().devices())
        handles.push_back(device->handle());
      return info.array(handles);
    }
    case CL_PROGRAM_SOURCE:
      return info.string(object.source());
    case CL_PROGRAM_IL:
      return info.bytes(nullptr, 0);
    case CL_PROGRAM_BINARY_SIZES:
      return info.array(std::vector<size_t>(devices, binaryOf(object, state).size()));
    case CL_PROGRAM_BINARIES:
      return binaries(object, state, info);
    case CL_PROGRAM_NUM_KERNELS:
      return info.scalar<size_t>(executableOf(state).kernels.size());
    case CL_PROGRAM_KERNEL_NAMES: {
      std::string names;
      for (const hls::KernelImage &kernel : executableOf(state).kernels)
        names += (names.empty() ? "" : ";") + kernel.info.name;
      return info.string(names);
    }
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
    case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
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
    require(object.context().contains(fromHandle<Device>(device)), CL_INVALID_DEVICE,
            "the device is not of the program's context");
    const Program::State state = object.state();
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
      return info.scalar<size_t>(0);
    }
    throw Error(CL_INVALID_VALUE, "unknown build query");
  });
}
}
