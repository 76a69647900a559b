// SPDX-License-Identifier: Apache-2.0
// What WEFT_DEVICE names: prints the devices' names, the default one first. The test compares; stderr too.
#include <CL/cl.h>
#include <cstdio>
#include <string>
#include <vector>

int main() {
  cl_platform_id platform = nullptr;
  if (clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS)
    return 1;
  char profile[32] = "";
  if (clGetPlatformInfo(platform, CL_PLATFORM_PROFILE, sizeof(profile), profile, nullptr) != CL_SUCCESS)
    return 1;
  std::printf("%s:", profile);
  cl_uint count = 0;
  const cl_int found = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
  if (found == CL_DEVICE_NOT_FOUND)
    std::printf(" none");
  else if (found != CL_SUCCESS)
    return 1;
  std::vector<cl_device_id> devices(count);
  if (count)
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr);
  for (cl_device_id device : devices) {
    char name[256] = "";
    if (clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof(name), name, nullptr) != CL_SUCCESS)
      return 1;
    std::printf(" %s", name);
  }
  std::printf(".\n");
}
