// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

using namespace test;

TEST_CASE_METHOD(Programs, "clCreateProgramWithBinary: an executable loads, builds and gives the same binary again") {
  const OwnProgram program = built(kTwoKernels, "-cl-mad-enable");
  const auto binary = binaryOf(program);
  REQUIRE(!binary.empty());
  const OwnProgram loaded = fromBinary(binary);
  REQUIRE(error == CL_SUCCESS);
  CHECK(binaryStatus == CL_SUCCESS);
  CHECK(status(loaded) == CL_BUILD_NONE);
  CHECK(type(loaded) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  CHECK(programText(loaded, CL_PROGRAM_SOURCE).empty());
  CHECK((binaryOf(loaded) == binary));
  clCreateKernel(loaded, "first", &error);
  CHECK(error == CL_INVALID_PROGRAM_EXECUTABLE);  // not built yet
  REQUIRE(build(loaded) == CL_SUCCESS);
  CHECK(programText(loaded, CL_PROGRAM_KERNEL_NAMES) == "first;second");
  CHECK((binaryOf(loaded) == binary));
  const OwnKernel kernel = makeKernel(loaded, "second");
  CHECK(info<cl_uint>(clGetKernelInfo, cl_kernel(kernel), CL_KERNEL_NUM_ARGS) == 2);
}

TEST_CASE_METHOD(Programs, "clCreateProgramWithBinary: wrong options do not lose the binary") {
  const OwnProgram loaded = fromBinary(binaryOf(built(kTwoKernels)));
  CHECK(build(loaded, "-no-such-option") == CL_INVALID_BUILD_OPTIONS);
  CHECK(type(loaded) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  CHECK(build(loaded) == CL_SUCCESS);
}

TEST_CASE_METHOD(Programs, "clCreateProgramWithBinary: objects and libraries load and are linked") {
  const OwnProgram object = compiled("int twice(int x);\nkernel void k(global int *p) { p[0] = twice(p[0]); }\n");
  const OwnProgram callee = compiled("int twice(int x) { return 2 * x; }\n");
  const OwnProgram library = link({callee}, "-create-library");
  REQUIRE(error == CL_SUCCESS);
  const OwnProgram loadedObject = fromBinary(binaryOf(object));
  REQUIRE(error == CL_SUCCESS);
  CHECK(type(loadedObject) == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  const OwnProgram loadedLibrary = fromBinary(binaryOf(library));
  REQUIRE(error == CL_SUCCESS);
  CHECK(type(loadedLibrary) == CL_PROGRAM_BINARY_TYPE_LIBRARY);
  const OwnProgram linked = link({loadedObject, loadedLibrary});
  REQUIRE(error == CL_SUCCESS);
  CHECK(type(linked) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  CHECK(programText(linked, CL_PROGRAM_KERNEL_NAMES) == "k");
  const OwnProgram mixed = link({object, loadedLibrary});  // from source and from a binary
  CHECK(error == CL_SUCCESS);
}

TEST_CASE_METHOD(Programs, "clCreateProgramWithBinary: errors") {
  const auto binary = binaryOf(built(kTwoKernels));
  const unsigned char *pointer = binary.data();
  const size_t length = binary.size();
  binaryStatus = 1;
  SECTION("CL_INVALID_CONTEXT: context is not a valid context") {
    CHECK(clCreateProgramWithBinary(nullptr, 1, &device, &length, &pointer, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_CONTEXT);
  }
  SECTION("CL_INVALID_VALUE: device_list is NULL or num_devices is zero") {
    CHECK(clCreateProgramWithBinary(context, 1, nullptr, &length, &pointer, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
    CHECK(clCreateProgramWithBinary(context, 0, &device, &length, &pointer, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
    CHECK(clCreateProgramWithBinary(context, 0, nullptr, &length, &pointer, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_DEVICE: a device is not in the list of devices associated with context") {
    for (cl_device_id wrong : {wrongDevice(), otherDevice()}) {
      CHECK(clCreateProgramWithBinary(context, 1, &wrong, &length, &pointer, nullptr, &error) == nullptr);
      CHECK(error == CL_INVALID_DEVICE);
    }
  }
  SECTION("CL_INVALID_VALUE: lengths or binaries are NULL") {
    CHECK(clCreateProgramWithBinary(context, 1, &device, nullptr, &pointer, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
    CHECK(clCreateProgramWithBinary(context, 1, &device, &length, nullptr, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_VALUE: an entry in lengths is zero or in binaries is NULL") {
    const size_t zero = 0;
    CHECK(clCreateProgramWithBinary(context, 1, &device, &zero, &pointer, &binaryStatus, &error) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
    CHECK(binaryStatus == CL_INVALID_VALUE);
    const unsigned char *none = nullptr;
    CHECK(clCreateProgramWithBinary(context, 1, &device, &length, &none, &binaryStatus, &error) == nullptr);
    CHECK(error == CL_INVALID_VALUE);
    CHECK(binaryStatus == CL_INVALID_VALUE);
  }
  SECTION("CL_INVALID_BINARY: an invalid program binary was encountered; binary_status tells for which device") {
    for (const size_t at : {size_t(0), size_t(9), length / 2, length - 1}) {
      auto damaged = binary;
      damaged[at] ^= 0x10;
      CHECK(fromBinary(damaged) == nullptr);
      CHECK(error == CL_INVALID_BINARY);
      CHECK(binaryStatus == CL_INVALID_BINARY);
    }
    for (const size_t shorter : {size_t(1), size_t(100), length / 2, length - 1}) {
      CHECK(fromBinary({binary.begin(), binary.begin() + long(shorter)}) == nullptr);
      CHECK(error == CL_INVALID_BINARY);
    }
    CHECK(fromBinary({'P', 'K', 3, 4}) == nullptr);
    CHECK(error == CL_INVALID_BINARY);
    // binary_status may be NULL.
    const unsigned char *text = reinterpret_cast<const unsigned char *>("no program at all");
    const size_t textLength = 17;
    CHECK(clCreateProgramWithBinary(context, 1, &device, &textLength, &text, nullptr, &error) == nullptr);
    CHECK(error == CL_INVALID_BINARY);
  }
}
