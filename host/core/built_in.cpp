// SPDX-License-Identifier: Apache-2.0
#include "host/core/built_in.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "weft_abi.h"

namespace weft::core {
namespace {

using kernel::Argument;

Argument globalPointer(const char *name, const char *type, const char *qualifiers) {
  Argument argument;
  argument.kind = Argument::Kind::Buffer;
  argument.name = name;
  argument.typeName = argument.baseTypeName = type;
  argument.typeQualifiers = qualifiers;
  argument.addressSpace = "global";
  argument.bytes = sizeof(uint64_t);
  return argument;
}

Argument value(const char *name, const char *type, uint64_t bytes) {
  Argument argument;
  argument.name = name;
  argument.typeName = argument.baseTypeName = type;
  argument.addressSpace = "private";
  argument.bytes = bytes;
  return argument;
}

board::Completion copy(board::Driver &driver, uint64_t destination, uint64_t bytes,
                       const std::vector<uint64_t> &others) {
  return driver.copyOnDevice(others[0], destination, board::Region::linear(bytes));
}

board::Completion fill(board::Driver &driver, uint64_t destination, uint64_t bytes,
                       const std::vector<uint64_t> &others) {
  const auto pattern = static_cast<uint32_t>(others[0]);
  return driver.fill(destination, bytes, std::span(reinterpret_cast<const uint8_t *>(&pattern), sizeof(pattern)));
}

}  // namespace

const std::vector<BuiltInKernel> &builtInKernels() {
  static const auto &kernels = *new std::vector<BuiltInKernel>{
      {"weft_copy",
       CL_MAKE_VERSION(1, 0, 0),
       1,
       {globalPointer("dst", "uchar*", ""), globalPointer("src", "uchar*", "const")},
       copy},
      {"weft_fill",
       CL_MAKE_VERSION(1, 0, 0),
       4,
       {globalPointer("dst", "uint*", ""), value("value", "uint", sizeof(uint32_t))},
       fill},
  };
  return kernels;
}

const BuiltInKernel *findBuiltInKernel(const std::string &name) {
  for (const BuiltInKernel &kernel : builtInKernels())
    if (name == kernel.name)
      return &kernel;
  return nullptr;
}

std::string builtInKernelNames() {
  std::string names;
  for (const BuiltInKernel &kernel : builtInKernels())
    names += (names.empty() ? "" : ";") + std::string(kernel.name);
  return names;
}

std::vector<cl_name_version> builtInKernelVersions() {
  std::vector<cl_name_version> versions;
  for (const BuiltInKernel &kernel : builtInKernels()) {
    cl_name_version entry{};
    entry.version = kernel.version;
    std::strncpy(entry.name, kernel.name, sizeof(entry.name) - 1);
    versions.push_back(entry);
  }
  return versions;
}

std::shared_ptr<const kernel::Program> describeBuiltInKernels(const std::vector<const BuiltInKernel *> &kernels,
                                                              const board::Description &board) {
  auto program = std::make_shared<kernel::Program>();
  for (const BuiltInKernel *kernel : kernels) {
    kernel::Image image;
    image.interface.name = kernel->name;
    image.interface.arguments = kernel->arguments;
    image.interface.maxWorkGroupSize = board.maxWorkGroupSize;
    image.interface.slots = board.maxWorkGroupSize;
    image.interface.groupSlots = 1;
    program->kernels.push_back(std::move(image));
  }
  return program;
}

std::array<size_t, 3> maxGlobalSize(const BuiltInKernel &kernel, const board::Description &board) {
  const uint64_t ids = (uint64_t(1) << abi::WORK_ITEM_ID_BITS) - 1;
  return {size_t(std::min(ids, board.maxAllocationBytes / kernel.elementBytes)), 1, 1};
}

}  // namespace weft::core
