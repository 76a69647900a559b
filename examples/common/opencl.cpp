// SPDX-License-Identifier: Apache-2.0
#include "opencl.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

namespace example {
namespace {

std::string platformName(cl_platform_id platform) {
  char text[256] = "";
  check(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof text, text, nullptr), "clGetPlatformInfo");
  return text;
}

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

cl_platform_id choosePlatform(const std::string &wanted) {
  cl_uint count = 0;
  if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS || count == 0) {
    std::fprintf(stderr, "error: no OpenCL platform; set OCL_ICD_VENDORS=<build>/weft.icd or install Weft\n");
    std::exit(1);
  }
  std::vector<cl_platform_id> platforms(count);
  check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  std::string found;
  for (cl_platform_id platform : platforms) {
    const std::string name = platformName(platform);
    if (wanted.empty() || name.find(wanted) != std::string::npos)
      return platform;
    found += "\n  " + name;
  }
  std::fprintf(stderr, "error: no OpenCL platform named \"%s\"; found:%s\n", wanted.c_str(), found.c_str());
  std::exit(1);
}

}  // namespace

void check(cl_int status, const char *call) {
  if (status == CL_SUCCESS)
    return;
  std::fprintf(stderr, "error: %s returned %d\n", call, status);
  std::exit(1);
}

Device::~Device() {
  if (program)
    clReleaseProgram(program);
  if (queue)
    clReleaseCommandQueue(queue);
  if (context)
    clReleaseContext(context);
}

std::string Device::name() const {
  char text[256] = "";
  check(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof text, text, nullptr), "clGetDeviceInfo");
  return text;
}

std::string kernelSource(const std::string &example) {
  // Kernels lie beside the programs: <prefix>/bin and <prefix>/share/weft/examples.
  const auto program = std::filesystem::read_symlink("/proc/self/exe");
  const auto path = program.parent_path().parent_path() / "share/weft/examples" / example / "kernel.cl";
  std::ifstream file(path);
  if (!file) {
    std::fprintf(stderr, "error: cannot read %s\n", path.c_str());
    std::exit(1);
  }
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void open(Device &result, const std::string &platform, const std::string &example, const std::string &options) {
  openSource(result, platform, kernelSource(example), options);
}

void openSource(Device &result, const std::string &platform, const std::string &source, const std::string &options) {
  cl_int status = CL_SUCCESS;
  result.platform = choosePlatform(platform);
  check(clGetDeviceIDs(result.platform, CL_DEVICE_TYPE_ALL, 1, &result.device, nullptr), "clGetDeviceIDs");
  result.context = clCreateContext(nullptr, 1, &result.device, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  result.queue = clCreateCommandQueue(result.context, result.device, CL_QUEUE_PROFILING_ENABLE, &status);
  check(status, "clCreateCommandQueue");

  const char *text = source.c_str();
  result.program = clCreateProgramWithSource(result.context, 1, &text, nullptr, &status);
  check(status, "clCreateProgramWithSource");
  result.buildStart = std::chrono::steady_clock::now();
  status = clBuildProgram(result.program, 1, &result.device, options.c_str(), nullptr, nullptr);
  result.buildSeconds = secondsSince(result.buildStart);
  if (status != CL_SUCCESS) {
    size_t size = 0;
    clGetProgramBuildInfo(result.program, result.device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
    std::string log(size, '\0');
    clGetProgramBuildInfo(result.program, result.device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    std::fprintf(stderr, "%s\n", log.c_str());
  }
  check(status, "clBuildProgram");
}

KernelTime timeOf(cl_event event, cl_device_id device) {
  cl_ulong start = 0, end = 0, cycles = 0;
  cl_uint megahertz = 0, port = 0;
  check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr),
        "clGetEventProfilingInfo");
  check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr), "clGetEventProfilingInfo");
  check(clGetDeviceInfo(device, CL_DEVICE_MAX_CLOCK_FREQUENCY, sizeof megahertz, &megahertz, nullptr),
        "clGetDeviceInfo");
  KernelTime time;
  time.seconds = double(end - start) * 1e-9;
  time.cycles = uint64_t(std::llround(time.seconds * megahertz * 1e6));
  if (clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_CYCLES_WEFT, sizeof cycles, &cycles, nullptr) == CL_SUCCESS) {
    time.cycles = cycles;
    time.seconds = double(cycles) / (megahertz * 1e6);
  }
  if (clGetDeviceInfo(device, CL_DEVICE_MEMORY_PORT_BYTES_WEFT, sizeof port, &port, nullptr) == CL_SUCCESS)
    time.portBytesPerCycle = port;
  return time;
}

void report(const Device &device, const KernelTime &time, uint64_t bytes) {
  std::printf("device:        %s\n", device.name().c_str());
  std::printf("kernel:        %llu cycles, %.1f us at the device's clock\n", (unsigned long long)time.cycles,
              time.seconds * 1e6);
  if (bytes > 0 && time.cycles > 0) {
    const double rate = double(bytes) / double(time.cycles);
    if (time.portBytesPerCycle > 0)
      std::printf("memory:        %.2f bytes per cycle, %.1f %% of the port's peak of %.0f\n", rate,
                  100 * rate / time.portBytesPerCycle, time.portBytesPerCycle);
    else
      std::printf("memory:        %.2f bytes per cycle\n", rate);
  }
  std::printf("build:         %.2f s in clBuildProgram; first result after %.2f s\n", device.buildSeconds,
              secondsSince(device.buildStart));
}

}  // namespace example
