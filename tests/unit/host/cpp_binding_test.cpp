// SPDX-License-Identifier: Apache-2.0
// Khronos' C++ binding compiles and runs unmodified on the platform.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_TARGET_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <catch2/catch.hpp>
#include <numeric>

TEST_CASE("CL/opencl.hpp: platform to kernel") {
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  REQUIRE(platforms.size() == 1);
  CHECK(platforms[0].getInfo<CL_PLATFORM_NAME>() == "Weft");
  std::vector<cl::Device> devices;
  platforms[0].getDevices(CL_DEVICE_TYPE_ALL, &devices);
  REQUIRE(devices.size() >= 1);
  CHECK(devices[0].getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>().size() == 3);

  cl::Context context(devices[0]);
  cl::CommandQueue queue(context, devices[0], CL_QUEUE_PROFILING_ENABLE);
  std::vector<int> data(100), back(100);
  std::iota(data.begin(), data.end(), 0);
  cl::Buffer buffer(context, data.begin(), data.end(), false);
  cl::copy(queue, buffer, back.begin(), back.end());
  CHECK(back == data);

  cl::Program program(context, "kernel void k(global int *p, int n) { p[get_global_id(0)] = n; }");
  program.build("-cl-kernel-arg-info");
  CHECK(program.getBuildInfo<CL_PROGRAM_BUILD_STATUS>(devices[0]) == CL_BUILD_SUCCESS);
  cl::Kernel kernel(program, "k");
  CHECK(kernel.getInfo<CL_KERNEL_NUM_ARGS>() == 2);
  CHECK(kernel.getArgInfo<CL_KERNEL_ARG_NAME>(1) == "n");
  kernel.setArg(0, buffer);
  kernel.setArg(1, 5);
  cl::Event event;
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(100), cl::NullRange, nullptr, &event);
  event.wait();
  CHECK(event.getProfilingInfo<CL_PROFILING_COMMAND_START>() <= event.getProfilingInfo<CL_PROFILING_COMMAND_END>());

  cl::KernelFunctor<cl::Buffer, int> functor(program, "k");
  functor(cl::EnqueueArgs(queue, cl::NDRange(100), cl::NDRange(10)), buffer, 7).wait();
  CHECK_THROWS_AS(cl::Kernel(program, "none"), cl::Error);
  cl::Program wrong(context, "kernel void k(");
  CHECK_THROWS_AS(wrong.build(), cl::BuildError);
}
