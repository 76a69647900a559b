// SPDX-License-Identifier: Apache-2.0
// Unloads the loader, and the library opened beside it, while commands and callbacks are in flight, twice.
#include <CL/cl.h>
#include <cstdio>
#include <dlfcn.h>
#include <unistd.h>
#include <vector>

namespace {

template <class Function> Function *find(void *library, const char *name) {
  return reinterpret_cast<Function *>(dlsym(library, name));
}

int callbacks = 0;

bool useAndUnload(const char *loader, const char *weft) {
  void *const library = dlopen(loader, RTLD_NOW | RTLD_LOCAL);
  void *const direct = dlopen(weft, RTLD_NOW | RTLD_LOCAL);
  if (!library || !direct) {
    std::fprintf(stderr, "%s\n", dlerror());
    return false;
  }
#define FIND(name) const auto name##_ = find<decltype(name)>(library, #name)
  FIND(clGetPlatformIDs);
  FIND(clGetDeviceIDs);
  FIND(clCreateContext);
  FIND(clCreateCommandQueue);
  FIND(clCreateBuffer);
  FIND(clEnqueueWriteBuffer);
  FIND(clSetEventCallback);
  FIND(clFlush);
#undef FIND
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  if (clGetPlatformIDs_(1, &platform, nullptr) || clGetDeviceIDs_(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr))
    return false;
  cl_context context = clCreateContext_(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueue_(context, device, 0, nullptr);
  static auto &data = *new std::vector<char>(1 << 22);  // commands may read it until the process is gone
  cl_mem buffer = clCreateBuffer_(context, 0, data.size(), nullptr, nullptr);
  for (int i = 0; i < 50; ++i) {
    cl_event event = nullptr;
    if (clEnqueueWriteBuffer_(queue, buffer, CL_FALSE, 0, data.size(), data.data(), 0, nullptr, &event))
      return false;
    clSetEventCallback_(event, CL_COMPLETE, [](cl_event, cl_int, void *) { ++callbacks; }, nullptr);
  }
  clFlush_(queue);
  return dlclose(library) == 0 && dlclose(direct) == 0;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  for (int round = 0; round < 2; ++round)
    if (!useAndUnload(argv[1], argv[2]))
      return 1;
  usleep(20000);  // threads of the library run on
  return 0;
}
