// SPDX-License-Identifier: Apache-2.0
#include "boards.h"
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Programs, "clBuildProgram: status, options, kernels") {
  const OwnProgram program = makeProgram(kTwoKernels);
  REQUIRE(build(program, "-DX=1 -cl-mad-enable") == CL_SUCCESS);
  CHECK(status(program) == CL_BUILD_SUCCESS);
  CHECK(type(program) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  CHECK(buildText(program, CL_PROGRAM_BUILD_OPTIONS) == "-DX=1 -cl-mad-enable");
  CHECK(info<size_t>(clGetProgramInfo, cl_program(program), CL_PROGRAM_NUM_KERNELS) == 2);
  REQUIRE(build(program) == CL_SUCCESS);  // again, while there are no kernels
  CHECK(buildText(program, CL_PROGRAM_BUILD_OPTIONS).empty());
}

TEST_CASE_METHOD(Programs, "clBuildProgram: every option of the standard") {
  const OwnProgram program = makeProgram("#ifndef NAME\n#define NAME k\n#endif\nkernel void NAME(global int *p) {}\n");
  for (const char *options : {"",
                              "   ",
                              "-D X",
                              "-DX",
                              "-D X=1",
                              "-DX=1 -D Y=2",
                              "-DX=\"a b\"",
                              "-DNAME=other",
                              "-I .",
                              "-I.",
                              "-I \"/a b\"",
                              "-cl-single-precision-constant",
                              "-cl-denorms-are-zero",
                              "-cl-fp32-correctly-rounded-divide-sqrt",
                              "-cl-opt-disable",
                              "-cl-mad-enable",
                              "-cl-no-signed-zeros",
                              "-cl-no-signed-zeroes",
                              "-cl-unsafe-math-optimizations",
                              "-cl-finite-math-only",
                              "-cl-fast-relaxed-math",
                              "-cl-uniform-work-group-size",
                              "-cl-no-subgroup-ifp",
                              "-cl-strict-aliasing",
                              "-w",
                              "-Werror",
                              "-cl-std=CL1.1",
                              "-cl-std=CL1.2",
                              "-cl-kernel-arg-info",
                              "-g",
                              "-w -Werror -cl-mad-enable -DX=1"}) {
    INFO(options);
    CHECK(build(program, options) == CL_SUCCESS);
    CHECK(buildText(program, CL_PROGRAM_BUILD_OPTIONS) == options);
  }
  REQUIRE(build(program, "-DNAME=other") == CL_SUCCESS);
  CHECK(programText(program, CL_PROGRAM_KERNEL_NAMES) == "other");
  REQUIRE(build(program, "-DNAME=first -DNAME=second -w") == CL_SUCCESS);  // in order
  CHECK(programText(program, CL_PROGRAM_KERNEL_NAMES) == "second");
  REQUIRE(build(program, "\"-DNAME=cut\nhere\"") == CL_SUCCESS);  // a definition ends at the line break
  CHECK(programText(program, CL_PROGRAM_KERNEL_NAMES) == "cut");
}

TEST_CASE_METHOD(Programs, "clBuildProgram: -w and -Werror") {
  const OwnProgram program = makeProgram("#warning look here\nkernel void k(global int *p) {}\n");
  REQUIRE(build(program) == CL_SUCCESS);
  CHECK(buildText(program, CL_PROGRAM_BUILD_LOG).find("look here") != std::string::npos);
  REQUIRE(build(program, "-w") == CL_SUCCESS);
  CHECK(buildText(program, CL_PROGRAM_BUILD_LOG).find("look here") == std::string::npos);
  CHECK(build(program, "-Werror") == CL_BUILD_PROGRAM_FAILURE);
}

TEST_CASE_METHOD(Programs, "clBuildProgram with a callback returns first and calls once") {
  Notified notified;
  const OwnProgram program = makeProgram(kTwoKernels);
  REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, Notified::call, &notified) == CL_SUCCESS);
  REQUIRE(notified.wait());
  CHECK(notified.program() == program);
  CHECK(status(program) == CL_BUILD_SUCCESS);
  REQUIRE(build(program) == CL_SUCCESS);
  CHECK(notified.calls() == 1);
}

TEST_CASE_METHOD(Programs, "clBuildProgram with a callback: a failure is told by the status, and the call comes once") {
  Notified notified;
  const OwnProgram program = makeProgram(kBroken);
  REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, Notified::call, &notified) == CL_SUCCESS);
  REQUIRE(notified.wait());
  CHECK(status(program) == CL_BUILD_ERROR);
  CHECK(buildText(program, CL_PROGRAM_BUILD_LOG).find("no_such_thing") != std::string::npos);
  CHECK(build(program) == CL_BUILD_PROGRAM_FAILURE);
  CHECK(notified.calls() == 1);
}

TEST_CASE_METHOD(Programs, "clBuildProgram: a failed build takes the executable of an earlier one") {
  const OwnProgram program = makeProgram("kernel void k(global int *p) { p[0] = X; }\n");
  REQUIRE(build(program, "-DX=1") == CL_SUCCESS);
  CHECK(build(program, "-DX=no_such_thing") == CL_BUILD_PROGRAM_FAILURE);
  CHECK(type(program) == CL_PROGRAM_BINARY_TYPE_NONE);
  CHECK(info<size_t>(clGetProgramInfo, cl_program(program), CL_PROGRAM_BINARY_SIZES) == 0);
}

TEST_CASE_METHOD(Programs, "clBuildProgram: what is built for a device serves its sub-devices") {
  const cl_device_id four = fourUnits(platform);
  const auto parts = partitioned(four, {CL_DEVICE_PARTITION_EQUALLY, 2});
  const cl_device_id devices[] = {parts[0], parts[1], four};
  const OwnContext shared(clCreateContext(nullptr, 3, devices, nullptr, nullptr, &error));
  REQUIRE(error == CL_SUCCESS);
  const char *text = "kernel void k(global int *p) { p[0] = X; }\n";
  const OwnProgram program(clCreateProgramWithSource(shared, 1, &text, nullptr, &error));
  REQUIRE(error == CL_SUCCESS);
  const auto statusOn = [&](cl_device_id on) {
    cl_build_status status = 1;
    REQUIRE(clGetProgramBuildInfo(program, on, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status, nullptr) ==
            CL_SUCCESS);
    return status;
  };
  const auto statuses = [&] {
    return std::vector<cl_build_status>{statusOn(parts[0]), statusOn(parts[1]), statusOn(four)};
  };
  using List = std::vector<cl_build_status>;

  CHECK(clBuildProgram(program, 1, &four, "-DX=wrong", nullptr, nullptr) == CL_BUILD_PROGRAM_FAILURE);
  CHECK(statuses() == List(3, CL_BUILD_ERROR));
  // A sub-device's own build is its own.
  REQUIRE(clBuildProgram(program, 1, devices, "-DX=1", nullptr, nullptr) == CL_SUCCESS);
  CHECK(statuses() == List{CL_BUILD_SUCCESS, CL_BUILD_ERROR, CL_BUILD_ERROR});
  REQUIRE(clBuildProgram(program, 1, &four, "-DX=2", nullptr, nullptr) == CL_SUCCESS);
  CHECK(statuses() == List(3, CL_BUILD_SUCCESS));
  size_t sizes[3] = {};
  REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(sizes), sizes, nullptr) == CL_SUCCESS);
  CHECK(sizes[1] != 0);
  CHECK(sizes[1] == sizes[2]);
  char options[8] = "";
  REQUIRE(clGetProgramBuildInfo(program, parts[0], CL_PROGRAM_BUILD_OPTIONS, sizeof(options), options, nullptr) ==
          CL_SUCCESS);
  CHECK(std::string(options) == "-DX=1");
  const OwnKernel kernel = makeKernel(program, "k");
  size_t group = 0;
  for (cl_device_id on : devices)
    CHECK(clGetKernelWorkGroupInfo(kernel, on, CL_KERNEL_WORK_GROUP_SIZE, sizeof(group), &group, nullptr) ==
          CL_SUCCESS);
}

TEST_CASE_METHOD(Programs, "clBuildProgram: errors") {
  const OwnProgram program = makeProgram(kTwoKernels);
  int data = 0;
  SECTION("CL_INVALID_PROGRAM: program is not a valid program object") {
    CHECK(build(nullptr) == CL_INVALID_PROGRAM);
    CHECK(build(wrong<cl_program>()) == CL_INVALID_PROGRAM);
  }
  SECTION("CL_INVALID_VALUE: device_list is NULL and num_devices is not zero, or the reverse") {
    CHECK(clBuildProgram(program, 1, nullptr, nullptr, nullptr, nullptr) == CL_INVALID_VALUE);
    CHECK(clBuildProgram(program, 0, &device, nullptr, nullptr, nullptr) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: pfn_notify is NULL but user_data is not") {
    CHECK(clBuildProgram(program, 0, nullptr, nullptr, nullptr, &data) == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_DEVICE: a device is not in the list of devices associated with program") {
    for (cl_device_id wrong : {wrongDevice(), otherDevice()}) {
      const cl_device_id list[] = {device, wrong};
      CHECK(clBuildProgram(program, 2, list, nullptr, nullptr, nullptr) == CL_INVALID_DEVICE);
      CHECK(status(program) == CL_BUILD_NONE);
    }
  }
  SECTION("CL_INVALID_BINARY: program was created from a binary that is not an executable") {
    const OwnProgram object = fromBinary(binaryOf(compiled(kTwoKernels)));
    REQUIRE(error == CL_SUCCESS);
    CHECK(build(object) == CL_INVALID_BINARY);
  }
  SECTION("CL_INVALID_BUILD_OPTIONS: the build options are invalid; the log names the option") {
    Notified notified;
    for (const char *options :
         {"-no-such-option", "-cl-no-such-option", "word", "-D", "-I", "-cl-std=", "-cl-std=CL2.0", "-cl-std=CL9.9",
          "-DX=\"open", "-create-library", "-enable-link-options", "-x spir", "-w=1", "--w"}) {
      INFO(options);
      CHECK(build(program, options) == CL_INVALID_BUILD_OPTIONS);
      CHECK(status(program) == CL_BUILD_ERROR);
      CHECK_FALSE(buildText(program, CL_PROGRAM_BUILD_LOG).empty());
      // Found before the build can begin: the call fails also with a callback, which does not come.
      CHECK(clBuildProgram(program, 0, nullptr, options, Notified::call, &notified) == CL_INVALID_BUILD_OPTIONS);
    }
    CHECK(notified.calls() == 0);
    CHECK(build(program) == CL_SUCCESS);
  }
  SECTION("CL_INVALID_OPERATION: the build for a device by a previous call has not completed") {
    const HeldHeader header;
    const OwnProgram held = makeProgram(HeldHeader::kSource);
    Notified notified;
    REQUIRE(clBuildProgram(held, 1, &device, header.option().c_str(), Notified::call, &notified) == CL_SUCCESS);
    CHECK(status(held) == CL_BUILD_IN_PROGRESS);
    CHECK(build(held) == CL_INVALID_OPERATION);
    CHECK(compile(held) == CL_INVALID_OPERATION);
    CHECK(header.release(notified));
    CHECK(status(held) == CL_BUILD_SUCCESS);
  }
  SECTION("CL_BUILD_PROGRAM_FAILURE: there is a failure to build the program executable") {
    const OwnProgram broken = makeProgram(kBroken);
    CHECK(build(broken) == CL_BUILD_PROGRAM_FAILURE);
    CHECK(status(broken) == CL_BUILD_ERROR);
    const std::string log = buildText(broken, CL_PROGRAM_BUILD_LOG);
    CHECK(log.find("no_such_thing") != std::string::npos);
    CHECK(log.find(":1:") != std::string::npos);
    CHECK(build(makeProgram("int undefined(int);\nkernel void k(global int *p) { p[0] = undefined(1); }\n")) ==
          CL_BUILD_PROGRAM_FAILURE);
  }
  SECTION("CL_INVALID_OPERATION: there are kernel objects attached to program") {
    REQUIRE(build(program) == CL_SUCCESS);
    OwnKernel kernel = makeKernel(program, "first");
    CHECK(build(program) == CL_INVALID_OPERATION);
    CHECK(type(program) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    kernel.reset();
    CHECK(build(program) == CL_SUCCESS);
  }
  SECTION("CL_INVALID_OPERATION: program was created neither from source nor from a binary") {
    const OwnProgram linked = link({compiled(kTwoKernels)});
    REQUIRE(error == CL_SUCCESS);
    CHECK(build(linked) == CL_INVALID_OPERATION);
  }
}
