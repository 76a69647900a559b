// SPDX-License-Identifier: Apache-2.0
// Programs: creation, build, compile, link.
#include "host/core/program.h"

#include <algorithm>
#include <cstring>

#include "host/api/handles.h"

namespace {

using ProgramCallback = void(CL_CALLBACK *)(cl_program, void *);

void checkDevices(const Context &context, cl_uint count, const cl_device_id *devices) {
  require((count == 0) == (devices == nullptr), CL_INVALID_VALUE, "device_list and num_devices do not agree");
  for (cl_uint i = 0; i < count; ++i)
    require(context.contains(fromHandle<Device>(devices[i])), CL_INVALID_DEVICE, "a device is not of the context");
}

Program::Callback completion(Program &program, ProgramCallback callback, void *data) {
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
    require(num_devices && device_list && lengths && binaries, CL_INVALID_VALUE, "a list is NULL or empty");
    checkDevices(owner, num_devices, device_list);
    std::optional<ProgramBinary> loaded;
    cl_int failure = CL_SUCCESS;
    for (cl_uint i = 0; i < num_devices; ++i) {
      cl_int status = CL_SUCCESS;
      std::optional<ProgramBinary> binary;
      if (!lengths[i] || !binaries[i]) {
        status = CL_INVALID_VALUE;
      } else {
        binary = unpackBinary({reinterpret_cast<const char *>(binaries[i]), lengths[i]});
        if (!binary || binary->board != fromHandle<Device>(device_list[i]).description().name)
          status = CL_INVALID_BINARY;
      }
      if (binary_status)
        binary_status[i] = status;
      if (status != CL_SUCCESS && failure == CL_SUCCESS)
        failure = status;
      loaded = std::move(binary);
    }
    require(failure == CL_SUCCESS, failure, "a binary is empty, damaged, of another version or for another device");
    return give(makeRef<Program>(owner, *loaded));
  });
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
                                                                      const cl_device_id *device_list,
                                                                      const char *kernel_names, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&]() -> cl_program {
    Context &owner = fromHandle<Context>(context);
    require(num_devices && device_list, CL_INVALID_VALUE, "no devices given");
    checkDevices(owner, num_devices, device_list);
    require(kernel_names != nullptr, CL_INVALID_VALUE, "kernel_names is NULL");
    throw Error(CL_INVALID_VALUE, "the device has no built-in kernels");
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainProgram(cl_program program) {
  return api([&] { fromHandle<Program>(program).retain(); });
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseProgram(cl_program program) {
  return api([&] { fromHandle<Program>(program).release(); });
}

CL_API_ENTRY cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                                               const char *options, ProgramCallback pfn_notify, void *user_data) {
  return api([&] {
    Program &object = fromHandle<Program>(program);
    checkDevices(object.context(), num_devices, device_list);
    object.build(options ? options : "", completion(object, pfn_notify, user_data));
  });
}

CL_API_ENTRY cl_int CL_API_CALL clCompileProgram(cl_program program, cl_uint num_devices,
                                                 const cl_device_id *device_list, const char *options,
                                                 cl_uint num_input_headers, const cl_program *input_headers,
                                                 const char **header_include_names, ProgramCallback pfn_notify,
                                                 void *user_data) {
  return api([&] {
    Program &object = fromHandle<Program>(program);
    checkDevices(object.context(), num_devices, device_list);
    require((num_input_headers == 0) == (input_headers == nullptr) &&
                (num_input_headers == 0) == (header_include_names == nullptr),
            CL_INVALID_VALUE, "the header lists and their count do not agree");
    std::map<std::string, std::string> headers;
    for (cl_uint i = 0; i < num_input_headers; ++i) {
      Program &header = fromHandle<Program>(input_headers[i]);
      require(&header.context() == &object.context(), CL_INVALID_PROGRAM, "a header belongs to another context");
      require(header.hasSource() && header_include_names[i], CL_INVALID_PROGRAM,
              "a header program has no source or no name");
      headers.emplace(header_include_names[i], header.source());  // the first of a name wins
    }
    object.compile(options ? options : "", std::move(headers), completion(object, pfn_notify, user_data));
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
    checkDevices(owner, num_devices, device_list);
    require(num_input_programs && input_programs, CL_INVALID_VALUE, "no programs given");
    std::vector<Ref<Program>> inputs;
    for (cl_uint i = 0; i < num_input_programs; ++i) {
      inputs.push_back(&fromHandle<Program>(input_programs[i]));
      require(&inputs[i]->context() == &owner, CL_INVALID_PROGRAM, "a program belongs to another context");
    }
    linked = makeRef<Program>(owner, std::nullopt);
    linked->linkFrom(inputs, options ? options : "", completion(*linked, pfn_notify, user_data));
  });
  if (errcode_ret)
    *errcode_ret = code;
  return code == CL_SUCCESS || code == CL_LINK_PROGRAM_FAILURE ? give(linked) : nullptr;
}
}
