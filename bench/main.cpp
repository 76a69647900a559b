// SPDX-License-Identifier: Apache-2.0
// Per example kernel: cycles, pipeline and port use, simulation speed, and the time from source to first result.
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

#include "kernels.h"
#include "opencl.h"

namespace {

using example::check;
using weft::bench::KernelCase;
using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// One kernel with its arguments on the device.
class Run {
public:
  Run(const example::Device &device, const KernelCase &test) : device_(device), test_(test) {
    cl_int status = CL_SUCCESS;
    kernel_ = clCreateKernel(device.program, test.name.c_str(), &status);
    check(status, "clCreateKernel");
    cl_uint index = 0;
    for (const auto &argument : test.arguments) {
      if (const auto *buffer = std::get_if<weft::bench::BufferArgument>(&argument)) {
        cl_mem memory =
            clCreateBuffer(device.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, buffer->contents.size() * 4,
                           const_cast<uint32_t *>(buffer->contents.data()), &status);
        check(status, "clCreateBuffer");
        memories_.push_back(memory);
        check(clSetKernelArg(kernel_, index++, sizeof memory, &memory), "clSetKernelArg");
      } else if (const auto *local = std::get_if<weft::bench::LocalArgument>(&argument)) {
        check(clSetKernelArg(kernel_, index++, local->bytes, nullptr), "clSetKernelArg");
      } else {
        const auto &scalar = std::get<weft::bench::ScalarArgument>(argument);
        check(clSetKernelArg(kernel_, index++, scalar.bytes.size(), scalar.bytes.data()), "clSetKernelArg");
      }
    }
  }
  ~Run() {
    for (cl_mem memory : memories_)
      clReleaseMemObject(memory);
    clReleaseKernel(kernel_);
  }
  Run(const Run &) = delete;
  Run &operator=(const Run &) = delete;

  struct Outcome {
    example::KernelTime time;
    double wallSeconds;        // host time of the whole command
    uint64_t simulatedCycles;  // device time of the whole command
  };

  Outcome operator()() const {
    const auto start = Clock::now();
    cl_event event = nullptr;
    check(clEnqueueNDRangeKernel(device_.queue, kernel_, test_.dimensions, nullptr, test_.global, test_.local, 0,
                                 nullptr, &event),
          "clEnqueueNDRangeKernel");
    check(clWaitForEvents(1, &event), "clWaitForEvents");
    Outcome outcome{example::timeOf(event, device_.device), secondsSince(start), 0};
    cl_ulong begin = 0, end = 0;
    cl_uint megahertz = 0;
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof begin, &begin, nullptr),
          "clGetEventProfilingInfo");
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr),
          "clGetEventProfilingInfo");
    check(clGetDeviceInfo(device_.device, CL_DEVICE_MAX_CLOCK_FREQUENCY, sizeof megahertz, &megahertz, nullptr),
          "clGetDeviceInfo");
    outcome.simulatedCycles = uint64_t(double(end - begin) * 1e-3 * megahertz);
    clReleaseEvent(event);
    return outcome;
  }

private:
  const example::Device &device_;
  const KernelCase &test_;
  cl_kernel kernel_ = nullptr;
  std::vector<cl_mem> memories_;
};

}  // namespace

int main(int argc, char **argv) {
  CLI::App app("Benchmarks of the example kernels; run it through bench/run, which gives it an empty kernel cache");
  std::string jsonFile, platform;
  std::vector<std::string> only;
  app.add_option("--json", jsonFile, "also write the figures to this file");
  app.add_option("--platform", platform, "OpenCL platform, part of its name; default: the first");
  app.add_option("--only", only, "kernels to run; default: all");
  CLI11_PARSE(app, argc, argv);

  nlohmann::json rows = nlohmann::json::array();
  fmt::print("{:<11} {:>10} {:>12} {:>22} {:>10} {:>10} {:>10}  {}\n", "kernel", "cycles", "tokens/cycle",
             "operations/cycle", "port use", "sim kHz", "cold s", "size");
  for (const KernelCase &test : weft::bench::kernelCases()) {
    if (!only.empty() && std::find(only.begin(), only.end(), test.name) == only.end())
      continue;
    example::Device device;
    const auto start = Clock::now();
    if (test.source.empty())
      example::open(device, platform, test.name);
    else
      example::openSource(device, platform, test.source);
    const double opened = secondsSince(start) - device.buildSeconds;
    const Run run(device, test);
    run();
    const double cold = secondsSince(start) - opened;
    // The best of three warm runs: the machine may be noisy, the cycle count is not.
    Run::Outcome best = run();
    for (int i = 0; i < 2; ++i) {
      const Run::Outcome again = run();
      if (again.wallSeconds < best.wallSeconds)
        best = again;
    }
    const double cycles = double(best.time.cycles);
    const double port = best.time.portBytesPerCycle > 0 ? double(test.bytes) / cycles / best.time.portBytesPerCycle : 0;
    const double kilohertz = double(best.simulatedCycles) / best.wallSeconds / 1e3;
    fmt::print("{:<11} {:>10} {:>12.3f} {:>9.3f} {:<12} {:>8.1f} % {:>10.0f} {:>10.2f}  {}\n", test.name,
               best.time.cycles, test.tokens / cycles, test.operations / cycles, test.unit, 100 * port, kilohertz, cold,
               test.note);
    std::fflush(stdout);
    rows.push_back({{"kernel", test.name},
                    {"size", test.note},
                    {"cycles", best.time.cycles},
                    {"tokens_per_cycle", test.tokens / cycles},
                    {"operations_per_cycle", test.operations / cycles},
                    {"operation", test.unit},
                    {"port_use", port},
                    {"simulated_khz", kilohertz},
                    {"cold_seconds", cold}});
  }
  if (!jsonFile.empty()) {
    std::ofstream file(jsonFile);
    file << rows.dump(2) << '\n';
    if (!file) {
      fmt::print(stderr, "error: cannot write {}\n", jsonFile);
      return 1;
    }
  }
}
