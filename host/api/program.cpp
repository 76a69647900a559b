// SPDX-License-Identifier: Apache-2.0
// Programs: creation, build, compile, link.
#include "host/core/build.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "host/api/handles.h"

namespace weft::entry {

namespace {

using ProgramCallback = void(CL_CALLBACK *)(cl_program, void *);

/// The devices of a list, each once. Without a list, all of `all`.
/// Throws CL_INVALID_VALUE, CL_INVALID_DEVICE (not one of `all`).
Program::Devices deviceList(const Program::Devices &all, cl_uint count, const cl_device_id *devices) {
  require((count == 0) == (devices == nullptr), CL_INVALID_VALUE, "device_list and num_devices do not agree");
  if (!devices)
    return all;
  Program::Devices result;
  for (cl_uint i = 0; i < count; ++i) {
    Device *device = &fromHandle<Device>(devices[i]);
    require(std::find(all.begin(), all.end(), device) != all.end(), CL_INVALID_DEVICE,
            "a device is not one of the program's, or of the context's");
    if (std::find(result.begin(), result.end(), device) == result.end())
      result.push_back(device);
  }
  return result;
}

BuildCallback completion(Program &program, ProgramCallback callback, void *data) {
  require(callback || !data, CL_INVALID_VALUE, "user_data without a callback");
  if (!callback)
    return nullptr;
  return [program = Ref<Program>(&program), callback, data] { callback(program->handle(), data); };
}

std::string sourceText(cl_uint count, const char **strings, const size_t *lengths) {
  require(count && strings, CL_INVALID_VALUE, "no source given");
  std::string text;
  for (cl_uint i = 0; i < count; ++i) {
    require(strings[i] != nullptr, CL_INVALID_VALUE, "a source string is NULL");
    text.append(strings[i], lengths && lengths[i] ? lengths[i] : std::strlen(strings[i]));
  }
  text.erase(std::remove(text.begin(), text.end(), '\0'), text.end());
  return text;
}

std::shared_ptr<const PackedBinary> load(const unsigned char *bytes, size_t length, Device &device) {
  require(bytes && length, CL_INVALID_VALUE, "a binary is NULL or empty");
  std::string copy(reinterpret_cast<const char *>(bytes), length);
  program::Container content = unpackBinary(copy, device.description());
  return std::make_shared<const PackedBinary>(std::move(content), device.description(), std::move(copy));
}

std::vector<const BuiltInKernel *> kernelsNamed(const std::string &names) {
  std::vector<const BuiltInKernel *> kernels;
  for (size_t start = 0; start <= names.size();) {
    const size_t end = std::min(names.find(';', start), names.size());
    const BuiltInKernel *kernel = findBuiltInKernel(names.substr(start, end - start));
    require(kernel != nullptr, CL_INVALID_VALUE, "a name in kernel_names is not that of a built-in kernel");
    if (std::find(kernels.begin(), kernels.end(), kernel) == kernels.end())
      kernels.push_back(kernel);
    start = end + 1;
  }
  return kernels;
}

}  // namespace

extern "C" {

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                                              const size_t *lengths, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    return give(makeRef<Program>(fromHandle<Context>(context), sourceText(count, strings, lengths)));
  });
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                                                              const cl_device_id *device_list, const size_t *lengths,
                                                              const unsigned char **binaries, cl_int *binary_status,
                                                              cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    Context &owner = fromHandle<Context>(context);
    require(num_devices && device_list, CL_INVALID_VALUE, "no devices given");
    const Program::Devices devices = deviceList(owner.devices(), num_devices, device_list);
    require(lengths && binaries, CL_INVALID_VALUE, "a list is NULL");
    require(devices.size() == num_devices, CL_INVALID_VALUE, "a device is listed twice");
    std::vector<std::shared_ptr<const PackedBinary>> loaded;
    std::optional<Error> failure;
    for (cl_uint i = 0; i < num_devices; ++i) {
      cl_int status = CL_SUCCESS;
      try {
        loaded.push_back(load(binaries[i], lengths[i], *devices[i]));
      } catch (const Error &error) {
        status = error.code();
        if (!failure)
          failure = error;
      }
      if (binary_status)
        binary_status[i] = status;
    }
    if (failure)
      throw *failure;
    return give(makeRef<Program>(owner, devices, std::move(loaded)));
  });
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
                                                                      const cl_device_id *device_list,
                                                                      const char *kernel_names, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    Context &owner = fromHandle<Context>(context);
    require(num_devices && device_list, CL_INVALID_VALUE, "no devices given");
    const Program::Devices devices = deviceList(owner.devices(), num_devices, device_list);
    require(kernel_names != nullptr, CL_INVALID_VALUE, "kernel_names is NULL");
    return give(makeRef<Program>(owner, devices, kernelsNamed(kernel_names)));
  });
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithIL(cl_context context, const void *, size_t,
                                                          cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&]() -> cl_program {
    fromHandle<Context>(context);
    throw Error(CL_INVALID_OPERATION, "no device accepts an intermediate language");
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainProgram(cl_program program) {
  return api([&] { fromHandle<Program>(program).retain(); });
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseProgram(cl_program program) {
  return api([&] { fromHandle<Program>(program).release(); });
}

// No program has destructors of program-scope variables.
CL_API_ENTRY cl_int CL_API_CALL clSetProgramReleaseCallback(cl_program program, ProgramCallback pfn_notify, void *) {
  return api([&] {
    fromHandle<Program>(program);
    require(pfn_notify != nullptr, CL_INVALID_VALUE, "pfn_notify is NULL");
    throw Error(CL_INVALID_OPERATION, "no device supports destructors of program-scope variables");
  });
}

CL_API_ENTRY cl_int CL_API_CALL clSetProgramSpecializationConstant(cl_program program, cl_uint, size_t, const void *) {
  return api([&] {
    fromHandle<Program>(program);
    throw Error(CL_INVALID_OPERATION, "no device accepts an intermediate language");
  });
}

CL_API_ENTRY cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                                               const char *options, ProgramCallback pfn_notify, void *user_data) {
  return api([&] {
    Program &object = fromHandle<Program>(program);
    const Program::Devices devices = deviceList(object.devices(), num_devices, device_list);
    buildProgram(object, devices, options ? options : "", completion(object, pfn_notify, user_data));
  });
}

CL_API_ENTRY cl_int CL_API_CALL clCompileProgram(cl_program program, cl_uint num_devices,
                                                 const cl_device_id *device_list, const char *options,
                                                 cl_uint num_input_headers, const cl_program *input_headers,
                                                 const char **header_include_names, ProgramCallback pfn_notify,
                                                 void *user_data) {
  return api([&] {
    Program &object = fromHandle<Program>(program);
    const Program::Devices devices = deviceList(object.devices(), num_devices, device_list);
    require((num_input_headers == 0) == (input_headers == nullptr) &&
                (num_input_headers == 0) == (header_include_names == nullptr),
            CL_INVALID_VALUE, "the header lists and their count do not agree");
    std::map<std::string, std::string> headers;
    for (cl_uint i = 0; i < num_input_headers; ++i) {
      Program &header = fromHandle<Program>(input_headers[i]);
      require(&header.context() == &object.context(), CL_INVALID_CONTEXT, "a header belongs to another context");
      require(header.hasSource(), CL_INVALID_PROGRAM, "a header program has no source");
      require(header_include_names[i] != nullptr, CL_INVALID_VALUE, "a header has no name");
      headers.emplace(header_include_names[i], header.source());  // the first of a name wins
    }
    compileProgram(object, devices, options ? options : "", std::move(headers),
                   completion(object, pfn_notify, user_data));
  });
}

CL_API_ENTRY cl_program CL_API_CALL clLinkProgram(cl_context context, cl_uint num_devices,
                                                  const cl_device_id *device_list, const char *options,
                                                  cl_uint num_input_programs, const cl_program *input_programs,
                                                  ProgramCallback pfn_notify, void *user_data, cl_int *errcode_ret) {
  // A failed link returns its program too: the log is in it. Errors in the arguments return none.
  Ref<Program> linked;
  const cl_int code = api([&] {
    Context &owner = fromHandle<Context>(context);
    const Program::Devices devices = deviceList(owner.devices(), num_devices, device_list);
    require(num_input_programs && input_programs, CL_INVALID_VALUE, "no programs given");
    std::vector<Ref<Program>> inputs;
    for (cl_uint i = 0; i < num_input_programs; ++i) {
      inputs.push_back(&fromHandle<Program>(input_programs[i]));
      require(&inputs[i]->context() == &owner, CL_INVALID_CONTEXT, "a program belongs to another context");
    }
    linked = makeRef<Program>(owner, devices);
    linkProgram(*linked, inputs, options ? options : "", completion(*linked, pfn_notify, user_data));
  });
  if (errcode_ret)
    *errcode_ret = code;
  return code == CL_SUCCESS || code == CL_LINK_PROGRAM_FAILURE ? give(linked) : nullptr;
}
}

}  // namespace weft::entry
