// SPDX-License-Identifier: Apache-2.0
// What holds for every entry point of a kind: queries, creators, commands.
#include <CL/cl_ext.h>
#include <functional>

#include "api/programs.h"

using namespace test;

namespace {

struct Conventions : Kernels {
  OwnQueue queue = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  OwnMem buffer = makeBuffer(256);
  OwnContext foreign = makeContext();
  std::vector<uint8_t> host = std::vector<uint8_t>(256);
  size_t zero[3] = {0, 0, 0}, one[3] = {1, 1, 1};
};

using Query = std::function<cl_int(cl_uint, size_t, void *, size_t *)>;

void checkQuery(const char *function, const Query &query, const std::vector<cl_uint> &names) {
  for (const cl_uint name : names) {
    INFO(function << ", query " << std::hex << name);
    size_t bytes = ~size_t(0), again = 0;
    REQUIRE(query(name, 0, nullptr, &bytes) == CL_SUCCESS);
    CHECK(query(name, 1, nullptr, &again) == CL_SUCCESS);  // without a destination its size means nothing
    CHECK(again == bytes);
    std::vector<uint8_t> value(bytes + 8, 0);
    CHECK(query(name, bytes, value.data(), nullptr) == CL_SUCCESS);
    CHECK(query(name, bytes + 8, value.data(), &again) == CL_SUCCESS);
    CHECK(again == bytes);
    CHECK(std::all_of(value.begin() + long(bytes), value.end(), [](uint8_t byte) { return byte == 0; }));
    if (bytes == 0)
      continue;
    std::fill(value.begin(), value.end(), uint8_t(0x5a));
    CHECK(query(name, bytes - 1, value.data(), &again) == CL_INVALID_VALUE);
    CHECK(query(name, 0, value.data(), &again) == CL_INVALID_VALUE);
    CHECK(std::all_of(value.begin(), value.end(), [](uint8_t byte) { return byte == 0x5a; }));
  }
  INFO(function);
  uint64_t value = 7;
  CHECK(query(0x7777, sizeof(value), &value, nullptr) == CL_INVALID_VALUE);
  CHECK(query(0, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(value == 7);
}

}  // namespace

TEST_CASE_METHOD(Conventions, "every query tells its size, wants as much room, and knows no other names") {
  const auto of = [](auto function, auto object) -> Query {
    return [=](cl_uint name, size_t bytes, void *value, size_t *size) {
      return function(object, name, bytes, value, size);
    };
  };
  checkQuery("clGetPlatformInfo", of(clGetPlatformInfo, platform),
             {CL_PLATFORM_PROFILE, CL_PLATFORM_VERSION, CL_PLATFORM_NAME, CL_PLATFORM_VENDOR, CL_PLATFORM_EXTENSIONS,
              CL_PLATFORM_HOST_TIMER_RESOLUTION, CL_PLATFORM_NUMERIC_VERSION, CL_PLATFORM_EXTENSIONS_WITH_VERSION,
              CL_PLATFORM_ICD_SUFFIX_KHR});
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, cl_context_properties(platform), 0};
  const OwnContext named(clCreateContext(properties, 1, &device, nullptr, nullptr, nullptr));
  for (cl_context each : {cl_context(context), cl_context(named)})
    checkQuery("clGetContextInfo", of(clGetContextInfo, each),
               {CL_CONTEXT_REFERENCE_COUNT, CL_CONTEXT_NUM_DEVICES, CL_CONTEXT_DEVICES, CL_CONTEXT_PROPERTIES});
  checkQuery("clGetCommandQueueInfo", of(clGetCommandQueueInfo, cl_command_queue(queue)),
             {CL_QUEUE_CONTEXT, CL_QUEUE_DEVICE, CL_QUEUE_REFERENCE_COUNT, CL_QUEUE_PROPERTIES,
              CL_QUEUE_PROPERTIES_ARRAY, CL_QUEUE_DEVICE_DEFAULT});
  checkQuery("clGetMemObjectInfo", of(clGetMemObjectInfo, cl_mem(buffer)),
             {CL_MEM_TYPE, CL_MEM_FLAGS, CL_MEM_SIZE, CL_MEM_HOST_PTR, CL_MEM_MAP_COUNT, CL_MEM_REFERENCE_COUNT,
              CL_MEM_CONTEXT, CL_MEM_ASSOCIATED_MEMOBJECT, CL_MEM_OFFSET, CL_MEM_USES_SVM_POINTER, CL_MEM_PROPERTIES});
  checkQuery("clGetProgramInfo", of(clGetProgramInfo, cl_program(program)),
             {CL_PROGRAM_REFERENCE_COUNT, CL_PROGRAM_CONTEXT, CL_PROGRAM_NUM_DEVICES, CL_PROGRAM_DEVICES,
              CL_PROGRAM_SOURCE, CL_PROGRAM_BINARY_SIZES, CL_PROGRAM_BINARIES, CL_PROGRAM_NUM_KERNELS,
              CL_PROGRAM_KERNEL_NAMES, CL_PROGRAM_IL, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT,
              CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT});
  const OwnProgram fresh = makeProgram(kTwoKernels);
  for (cl_program each : {cl_program(program), cl_program(fresh)})
    checkQuery("clGetProgramBuildInfo",
               [&](cl_uint name, size_t bytes, void *value, size_t *size) {
                 return clGetProgramBuildInfo(each, device, name, bytes, value, size);
               },
               {CL_PROGRAM_BUILD_STATUS, CL_PROGRAM_BUILD_OPTIONS, CL_PROGRAM_BUILD_LOG, CL_PROGRAM_BINARY_TYPE,
                CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE});
  checkQuery("clGetKernelInfo", of(clGetKernelInfo, cl_kernel(kernel)),
             {CL_KERNEL_FUNCTION_NAME, CL_KERNEL_NUM_ARGS, CL_KERNEL_REFERENCE_COUNT, CL_KERNEL_CONTEXT,
              CL_KERNEL_PROGRAM, CL_KERNEL_ATTRIBUTES});
  checkQuery("clGetKernelArgInfo",
             [&](cl_uint name, size_t bytes, void *value, size_t *size) {
               return clGetKernelArgInfo(kernel, 1, name, bytes, value, size);
             },
             {CL_KERNEL_ARG_ADDRESS_QUALIFIER, CL_KERNEL_ARG_ACCESS_QUALIFIER, CL_KERNEL_ARG_TYPE_NAME,
              CL_KERNEL_ARG_TYPE_QUALIFIER, CL_KERNEL_ARG_NAME});
  checkQuery("clGetKernelWorkGroupInfo",
             [&](cl_uint name, size_t bytes, void *value, size_t *size) {
               return clGetKernelWorkGroupInfo(kernel, device, name, bytes, value, size);
             },
             {CL_KERNEL_WORK_GROUP_SIZE, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, CL_KERNEL_LOCAL_MEM_SIZE,
              CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, CL_KERNEL_PRIVATE_MEM_SIZE});
  OwnEvent event;
  REQUIRE(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &event) == CL_SUCCESS);
  REQUIRE(clFinish(queue) == CL_SUCCESS);
  const OwnEvent user = makeUserEvent();
  for (cl_event each : {cl_event(event), cl_event(user)})
    checkQuery("clGetEventInfo", of(clGetEventInfo, each),
               {CL_EVENT_COMMAND_QUEUE, CL_EVENT_CONTEXT, CL_EVENT_COMMAND_TYPE, CL_EVENT_COMMAND_EXECUTION_STATUS,
                CL_EVENT_REFERENCE_COUNT});
  checkQuery("clGetEventProfilingInfo", of(clGetEventProfilingInfo, cl_event(event)),
             {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
              CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE});
}

TEST_CASE_METHOD(Conventions, "every function that creates an object may be called without errcode_ret") {
  const char *const source = kTwoKernels;
  const auto binary = binaryOf(program);
  const unsigned char *bytes = binary.data();
  const size_t length = binary.size();
  const cl_buffer_region region{0, 128};
  const OwnProgram object = compiled(kTwoKernels);
  CHECK(OwnContext(clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr)));
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, cl_context_properties(platform), 0};
  CHECK(OwnContext(clCreateContextFromType(properties, CL_DEVICE_TYPE_ALL, nullptr, nullptr, nullptr)));
  CHECK(OwnQueue(clCreateCommandQueue(context, device, 0, nullptr)));
  CHECK(OwnQueue(clCreateCommandQueueWithProperties(context, device, nullptr, nullptr)));
  CHECK(OwnMem(clCreateBuffer(context, 0, 16, nullptr, nullptr)));
  CHECK(OwnMem(clCreateBufferWithProperties(context, nullptr, 0, 16, nullptr, nullptr)));
  CHECK(OwnMem(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr)));
  CHECK(OwnProgram(clCreateProgramWithSource(context, 1, const_cast<const char **>(&source), nullptr, nullptr)));
  CHECK(OwnProgram(clCreateProgramWithBinary(context, 1, &device, &length, &bytes, nullptr, nullptr)));
  CHECK(OwnProgram(clCreateProgramWithBuiltInKernels(context, 1, &device, "weft_fill", nullptr)));
  CHECK(OwnProgram(clLinkProgram(context, 0, nullptr, nullptr, 1, &object, nullptr, nullptr, nullptr)));
  CHECK(OwnKernel(clCreateKernel(program, "test", nullptr)));
  CHECK(OwnKernel(clCloneKernel(kernel, nullptr)));
  CHECK(OwnEvent(clCreateUserEvent(context, nullptr)));
  void *const pointer = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 16, 0, nullptr, nullptr, nullptr);
  REQUIRE(pointer);
  CHECK(clEnqueueUnmapMemObject(queue, buffer, pointer, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(clFinish(queue) == CL_SUCCESS);

  // Nor is it needed for a failure. (The loader looks at handles of its own: these are valid.)
  CHECK(clCreateContext(nullptr, 0, &device, nullptr, nullptr, nullptr) == nullptr);
  CHECK(clCreateContextFromType(properties, CL_DEVICE_TYPE_CUSTOM, nullptr, nullptr, nullptr) == nullptr);
  CHECK(clCreateCommandQueue(context, device, 0x100, nullptr) == nullptr);
  CHECK(clCreateBuffer(context, 0, 0, nullptr, nullptr) == nullptr);
  CHECK(clCreateSubBuffer(buffer, 0, 0, &region, nullptr) == nullptr);
  CHECK(clCreateImage(context, 0, nullptr, nullptr, nullptr, nullptr) == nullptr);
  CHECK(clCreatePipe(context, 0, 4, 4, nullptr, nullptr) == nullptr);
  CHECK(clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, nullptr) == nullptr);
  CHECK(clCreateProgramWithSource(context, 0, nullptr, nullptr, nullptr) == nullptr);
  CHECK(clCreateProgramWithIL(context, nullptr, 0, nullptr) == nullptr);
  CHECK(clCreateKernel(program, "none", nullptr) == nullptr);
  CHECK(clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 0, 0, nullptr, nullptr, nullptr) == nullptr);
}

TEST_CASE_METHOD(Conventions, "every command checks its wait list, and gives no event when it is refused") {
  const cl_int n = 3;
  const cl_float4 v{};
  REQUIRE(clSetKernelArg(kernel, 0, sizeof(cl_mem), nullptr) == CL_SUCCESS);
  REQUIRE(clSetKernelArg(kernel, 1, 64, nullptr) == CL_SUCCESS);
  REQUIRE(clSetKernelArg(kernel, 2, sizeof(n), &n) == CL_SUCCESS);
  REQUIRE(clSetKernelArg(kernel, 3, sizeof(v), &v) == CL_SUCCESS);
  void *const mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 16, 0, nullptr, nullptr, &error);
  REQUIRE(error == CL_SUCCESS);
  using Command = std::function<cl_int(cl_uint, const cl_event *, cl_event *)>;
  const std::pair<const char *, Command> commands[] = {
      {"clEnqueueReadBuffer",
       [&](auto... waits) { return clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 16, host.data(), waits...); }},
      {"clEnqueueWriteBuffer",
       [&](auto... waits) { return clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 16, host.data(), waits...); }},
      {"clEnqueueReadBufferRect",
       [&](auto... waits) {
         return clEnqueueReadBufferRect(queue, buffer, CL_TRUE, zero, zero, one, 0, 0, 0, 0, host.data(), waits...);
       }},
      {"clEnqueueWriteBufferRect",
       [&](auto... waits) {
         return clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, zero, zero, one, 0, 0, 0, 0, host.data(), waits...);
       }},
      {"clEnqueueCopyBuffer",
       [&](auto... waits) { return clEnqueueCopyBuffer(queue, buffer, buffer, 0, 64, 16, waits...); }},
      {"clEnqueueCopyBufferRect",
       [&](auto... waits) {
         const size_t apart[] = {64, 0, 0};
         return clEnqueueCopyBufferRect(queue, buffer, buffer, zero, apart, one, 0, 0, 0, 0, waits...);
       }},
      {"clEnqueueFillBuffer",
       [&](auto... waits) { return clEnqueueFillBuffer(queue, buffer, &n, 4, 0, 16, waits...); }},
      {"clEnqueueMapBuffer",
       [&](auto... waits) {
         clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 16, waits..., &error);
         return error;
       }},
      {"clEnqueueUnmapMemObject",
       [&](auto... waits) { return clEnqueueUnmapMemObject(queue, buffer, mapped, waits...); }},
      {"clEnqueueMigrateMemObjects",
       [&](auto... waits) { return clEnqueueMigrateMemObjects(queue, 1, &buffer, 0, waits...); }},
      {"clEnqueueNDRangeKernel",
       [&](auto... waits) { return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, one, nullptr, waits...); }},
      {"clEnqueueTask", [&](auto... waits) { return clEnqueueTask(queue, kernel, waits...); }},
      {"clEnqueueNativeKernel",
       [&](auto... waits) {
         return clEnqueueNativeKernel(queue, [](void *) {}, nullptr, 0, 0, nullptr, nullptr, waits...);
       }},
      {"clEnqueueMarkerWithWaitList", [&](auto... waits) { return clEnqueueMarkerWithWaitList(queue, waits...); }},
      {"clEnqueueBarrierWithWaitList", [&](auto... waits) { return clEnqueueBarrierWithWaitList(queue, waits...); }},
      {"clEnqueueSVMFree",
       [&](auto... waits) { return clEnqueueSVMFree(queue, 0, nullptr, nullptr, nullptr, waits...); }},
      {"clEnqueueSVMMemcpy",
       [&](auto... waits) { return clEnqueueSVMMemcpy(queue, CL_TRUE, host.data(), host.data() + 64, 16, waits...); }},
      {"clEnqueueSVMMemFill",
       [&](auto... waits) { return clEnqueueSVMMemFill(queue, host.data(), &n, 4, 16, waits...); }},
      {"clEnqueueSVMMap",
       [&](auto... waits) { return clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, host.data(), 16, waits...); }},
      {"clEnqueueSVMUnmap", [&](auto... waits) { return clEnqueueSVMUnmap(queue, host.data(), waits...); }},
      {"clEnqueueSVMMigrateMem", [&](auto... waits) {
         const void *pointer = host.data();
         return clEnqueueSVMMigrateMem(queue, 1, &pointer, nullptr, 0, waits...);
       }}};
  const OwnEvent good = makeUserEvent(), other(clCreateUserEvent(foreign, nullptr));
  REQUIRE(clSetUserEventStatus(good, CL_COMPLETE) == CL_SUCCESS);
  const cl_event notAll[] = {good, nullptr}, kernelFirst[] = {wrong<cl_event>(), good}, mixed[] = {good, other};
  for (const auto &[name, command] : commands) {
    INFO(name);
    cl_event event = nullptr;
    CHECK(command(1, nullptr, &event) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(command(0, &good, &event) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(command(2, notAll, &event) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(command(2, kernelFirst, &event) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(command(2, mixed, &event) == CL_INVALID_CONTEXT);
    CHECK(event == nullptr);
    CHECK(command(1, nullptr, nullptr) == CL_INVALID_EVENT_WAIT_LIST);
    // What is supported works with a list, and the list may be gone when the call returns.
    std::vector<cl_event> list{good};
    const cl_int code = command(1, list.data(), &event);
    list.assign(1, nullptr);
    CHECK((code == CL_SUCCESS || code == CL_INVALID_OPERATION));
    CHECK((event != nullptr) == (code == CL_SUCCESS));
    OwnEvent owned(event);
    if (event)
      CHECK(clWaitForEvents(1, &event) == CL_SUCCESS);
  }
}
