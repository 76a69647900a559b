// SPDX-License-Identifier: Apache-2.0
#include "host/core/kernel.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "host/api/handles.h"
#include "host/util/info_writer.h"

namespace weft::entry {

namespace {

/// The kernel's implementation on `device`, which may be NULL if there is one only. Throws CL_INVALID_DEVICE.
const KernelOnDevice &implementationOn(const Kernel &kernel, cl_device_id device) {
  if (!device) {
    require(kernel.devices().size() == 1, CL_INVALID_DEVICE, "the kernel has several devices; name one");
    return kernel.devices().front();
  }
  const Device &target = fromHandle<Device>(device);
  for (const KernelOnDevice &one : kernel.devices())
    if (one.device == &target)
      return one;
  throw Error(CL_INVALID_DEVICE, "the device is not one of the kernel's");
}

void argumentInfo(const kernel::Argument &argument, cl_kernel_arg_info name, InfoWriter &info) {
  const auto has = [](const std::string &text, const char *word) { return text.find(word) != std::string::npos; };
  switch (name) {
  case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
    return info.scalar<cl_kernel_arg_address_qualifier>(
        has(argument.addressSpace, "global")     ? CL_KERNEL_ARG_ADDRESS_GLOBAL
        : has(argument.addressSpace, "constant") ? CL_KERNEL_ARG_ADDRESS_CONSTANT
        : has(argument.addressSpace, "local")    ? CL_KERNEL_ARG_ADDRESS_LOCAL
                                                 : CL_KERNEL_ARG_ADDRESS_PRIVATE);
  case CL_KERNEL_ARG_ACCESS_QUALIFIER:
    return info.scalar<cl_kernel_arg_access_qualifier>(
        has(argument.accessQualifier, "read_write")   ? CL_KERNEL_ARG_ACCESS_READ_WRITE
        : has(argument.accessQualifier, "read_only")  ? CL_KERNEL_ARG_ACCESS_READ_ONLY
        : has(argument.accessQualifier, "write_only") ? CL_KERNEL_ARG_ACCESS_WRITE_ONLY
                                                      : CL_KERNEL_ARG_ACCESS_NONE);
  case CL_KERNEL_ARG_TYPE_NAME:
    return info.string(argument.typeName);
  case CL_KERNEL_ARG_TYPE_QUALIFIER: {
    cl_kernel_arg_type_qualifier bits = CL_KERNEL_ARG_TYPE_NONE;
    if (has(argument.typeQualifiers, "const"))
      bits |= CL_KERNEL_ARG_TYPE_CONST;
    if (has(argument.typeQualifiers, "restrict"))
      bits |= CL_KERNEL_ARG_TYPE_RESTRICT;
    if (has(argument.typeQualifiers, "volatile"))
      bits |= CL_KERNEL_ARG_TYPE_VOLATILE;
    return info.scalar<cl_kernel_arg_type_qualifier>(bits);
  }
  case CL_KERNEL_ARG_NAME:
    return info.string(argument.name);
  }
  throw Error(CL_INVALID_VALUE, "unknown kernel argument query");
}

/// The input of a sub-group query: one to `most` sizes.
std::vector<size_t> sizesOf(std::span<const std::byte> input, size_t most) {
  require(input.data() && !input.empty() && input.size() % sizeof(size_t) == 0 && input.size() <= most * sizeof(size_t),
          CL_INVALID_VALUE, "input_value is NULL or not of {} to {} bytes", sizeof(size_t), most * sizeof(size_t));
  std::vector<size_t> sizes(input.size() / sizeof(size_t));
  std::memcpy(sizes.data(), input.data(), input.size());
  return sizes;
}

/// The size of a group with so many sub-groups, in as many dimensions as the result has room for; zeros if there is
/// none.
void sizeForSubGroups(const KernelOnDevice &on, size_t count, InfoWriter &info) {
  std::vector<size_t> sizes(3, 1);
  if (info.value()) {
    require(info.capacity() >= sizeof(size_t), CL_INVALID_VALUE, "param_value_size is too small for the result");
    sizes.resize(std::min<size_t>(3, info.capacity() / sizeof(size_t)));
  }
  sizes[0] = count * kernel::kSubGroupSize;
  if (count == 0 || count > on.maxWorkGroupSize() / kernel::kSubGroupSize)
    std::fill(sizes.begin(), sizes.end(), 0);
  info.array(sizes);
}

void subGroupInfo(const KernelOnDevice &on, cl_kernel_sub_group_info name, std::span<const std::byte> input,
                  InfoWriter &info) {
  constexpr size_t kWidth = kernel::kSubGroupSize;
  switch (name) {
  case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
  case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE: {
    size_t items = 1;
    for (const size_t size : sizesOf(input, 3))
      items *= size;
    return info.scalar<size_t>(name == CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE ? std::min(kWidth, items)
                                                                                : (items + kWidth - 1) / kWidth);
  }
  case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
    return sizeForSubGroups(on, sizesOf(input, 1).front(), info);
  case CL_KERNEL_MAX_NUM_SUB_GROUPS:
    return info.scalar<size_t>((on.maxWorkGroupSize() + kWidth - 1) / kWidth);
  case CL_KERNEL_COMPILE_NUM_SUB_GROUPS:
    return info.scalar<size_t>(0);  // OpenCL C has no attribute that requires a number of them
  }
  throw Error(CL_INVALID_VALUE, "unknown sub-group query");
}

}  // namespace

extern "C" {

CL_API_ENTRY cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *kernel_name, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    Program &object = fromHandle<Program>(program);
    require(kernel_name != nullptr, CL_INVALID_VALUE, "kernel_name is NULL");
    std::vector<KernelOnDevice> devices = Kernel::find(object, kernel_name);
    require(!devices.empty(), CL_INVALID_KERNEL_NAME, "the program has no kernel named '{}'", kernel_name);
    return give(makeRef<Kernel>(object, std::move(devices)));
  });
}

CL_API_ENTRY cl_int CL_API_CALL clCreateKernelsInProgram(cl_program program, cl_uint num_kernels, cl_kernel *kernels,
                                                         cl_uint *num_kernels_ret) {
  return api([&] {
    Program &object = fromHandle<Program>(program);
    const std::vector<std::vector<KernelOnDevice>> found = Kernel::findAll(object);
    require(!kernels || num_kernels >= found.size(), CL_INVALID_VALUE, "there are more kernels than num_kernels");
    std::vector<Ref<Kernel>> made;
    for (size_t i = 0; kernels && i < found.size(); ++i)
      made.push_back(makeRef<Kernel>(object, found[i]));
    std::transform(made.begin(), made.end(), kernels, [](const Ref<Kernel> &kernel) { return give(kernel); });
    if (num_kernels_ret)
      *num_kernels_ret = cl_uint(found.size());
  });
}

CL_API_ENTRY cl_kernel CL_API_CALL clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] { return give(makeRef<Kernel>(fromHandle<Kernel>(source_kernel))); });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainKernel(cl_kernel kernel) {
  return api([&] { fromHandle<Kernel>(kernel).retain(); });
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel) {
  return api([&] { fromHandle<Kernel>(kernel).release(); });
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size,
                                               const void *arg_value) {
  return api([&] { fromHandle<Kernel>(kernel).setArgument(arg_index, arg_size, arg_value); });
}

// No device has shared virtual memory.
CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint, const void *) {
  return api([&] {
    fromHandle<Kernel>(kernel);
    throw Error(CL_INVALID_OPERATION, "no device supports shared virtual memory");
  });
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info, size_t, const void *) {
  return api([&] {
    fromHandle<Kernel>(kernel);
    throw Error(CL_INVALID_OPERATION, "no device supports shared virtual memory");
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name, size_t param_value_size,
                                                void *param_value, size_t *param_value_size_ret) {
  return api([&] {
    Kernel &object = fromHandle<Kernel>(kernel);
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_KERNEL_FUNCTION_NAME:
      return info.string(object.info().name);
    case CL_KERNEL_NUM_ARGS:
      return info.scalar<cl_uint>(cl_uint(object.info().explicitArguments()));
    case CL_KERNEL_REFERENCE_COUNT:
      return info.scalar<cl_uint>(object.retained());
    case CL_KERNEL_CONTEXT:
      return info.scalar<cl_context>(object.context().handle());
    case CL_KERNEL_PROGRAM:
      return info.scalar<cl_program>(object.program().handle());
    case CL_KERNEL_ATTRIBUTES: {
      std::string text;
      if (!object.devices().front().fromSource)
        return info.string(text);  // programs from binaries do not tell
      for (const std::string &attribute : object.info().attributes)
        text += (text.empty() ? "" : " ") + attribute;
      return info.string(text);
    }
    }
    throw Error(CL_INVALID_VALUE, "unknown kernel query");
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_indx, cl_kernel_arg_info param_name,
                                                   size_t param_value_size, void *param_value,
                                                   size_t *param_value_size_ret) {
  return api([&] {
    Kernel &object = fromHandle<Kernel>(kernel);
    require(arg_indx < object.info().explicitArguments(), CL_INVALID_ARG_INDEX,
            "the kernel has no argument of this index");
    require(object.devices().front().argumentInfo, CL_KERNEL_ARG_INFO_NOT_AVAILABLE,
            "the program was not built from source with -cl-kernel-arg-info");
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    argumentInfo(object.info().arguments[arg_indx], param_name, info);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                                         cl_kernel_work_group_info param_name, size_t param_value_size,
                                                         void *param_value, size_t *param_value_size_ret) {
  return api([&] {
    Kernel &object = fromHandle<Kernel>(kernel);
    const KernelOnDevice &on = implementationOn(object, device);
    const kernel::Interface &description = on.image().interface;
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_KERNEL_GLOBAL_WORK_SIZE:
      require(on.builtIn() != nullptr, CL_INVALID_VALUE,
              "CL_KERNEL_GLOBAL_WORK_SIZE is for custom devices and built-in kernels");
      return info.scalar<std::array<size_t, 3>>(maxGlobalSize(*on.builtIn(), on.device->description()));
    case CL_KERNEL_WORK_GROUP_SIZE:
      return info.scalar<size_t>(on.maxWorkGroupSize());
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE: {
      std::vector<size_t> sizes(3, 0);
      for (unsigned d = 0; description.requiredSize[0] && d < 3; ++d)
        sizes[d] = description.requiredSize[d].value_or(1);
      return info.array(sizes);
    }
    case CL_KERNEL_LOCAL_MEM_SIZE:
      return info.scalar<cl_ulong>(object.localMemoryBytes(on));
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
      return info.scalar<size_t>(on.image().interface.usesGroups ? on.image().interface.lanes : 1);  // full packets
    case CL_KERNEL_PRIVATE_MEM_SIZE:
      return info.scalar<cl_ulong>(on.image().privateMemoryBytes);
    }
    throw Error(CL_INVALID_VALUE, "unknown work-group query");
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                                                        cl_kernel_sub_group_info param_name, size_t input_value_size,
                                                        const void *input_value, size_t param_value_size,
                                                        void *param_value, size_t *param_value_size_ret) {
  return api([&] {
    const KernelOnDevice &on = implementationOn(fromHandle<Kernel>(kernel), device);
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    subGroupInfo(on, param_name, std::span(static_cast<const std::byte *>(input_value), input_value_size), info);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelSubGroupInfoKHR(cl_kernel kernel, cl_device_id device,
                                                           cl_kernel_sub_group_info param_name, size_t input_value_size,
                                                           const void *input_value, size_t param_value_size,
                                                           void *param_value, size_t *param_value_size_ret) {
  return clGetKernelSubGroupInfo(kernel, device, param_name, input_value_size, input_value, param_value_size,
                                 param_value, param_value_size_ret);
}
}

}  // namespace weft::entry
