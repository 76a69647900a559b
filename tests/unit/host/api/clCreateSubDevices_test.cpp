// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "boards.h"
#include "handles.h"

using namespace test;

namespace {

using Property = cl_device_partition_property;
constexpr Property kEqually = CL_DEVICE_PARTITION_EQUALLY, kByCounts = CL_DEVICE_PARTITION_BY_COUNTS,
                   kByAffinity = CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN;

cl_int failure(cl_device_id device, const std::vector<Property> &properties) {
  cl_uint count = 0;
  return clCreateSubDevices(device, properties.data(), 0, nullptr, &count);
}

cl_uint units(cl_device_id device) { return info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS); }

cl_device_id parent(cl_device_id device) {
  return info<cl_device_id>(clGetDeviceInfo, device, CL_DEVICE_PARENT_DEVICE);
}

struct Four : Weft {
  cl_device_id four = fourUnits(platform);
};

}  // namespace

TEST_CASE_METHOD(Four, "clCreateSubDevices: what the device says of its partitions") {
  CHECK(units(four) == 4);
  CHECK(info<cl_uint>(clGetDeviceInfo, four, CL_DEVICE_PARTITION_MAX_SUB_DEVICES) == 4);
  CHECK(deviceList<Property>(four, CL_DEVICE_PARTITION_PROPERTIES) == std::vector<Property>{kEqually, kByCounts});
  CHECK(info<cl_device_affinity_domain>(clGetDeviceInfo, four, CL_DEVICE_PARTITION_AFFINITY_DOMAIN) == 0);
  CHECK(deviceList<Property>(four, CL_DEVICE_PARTITION_TYPE) == std::vector<Property>{0});
  CHECK(parent(four) == nullptr);
}

TEST_CASE_METHOD(Four, "clCreateSubDevices: equally") {
  const auto pairs = partitioned(four, {kEqually, 2});
  REQUIRE(pairs.size() == 2);
  CHECK(pairs[0] != pairs[1]);
  for (cl_device_id part : {cl_device_id(pairs[0]), cl_device_id(pairs[1])}) {
    CHECK(units(part) == 2);
    CHECK(parent(part) == four);
    CHECK(deviceList<Property>(part, CL_DEVICE_PARTITION_TYPE) == std::vector<Property>{kEqually, 2, 0});
    CHECK(info<cl_uint>(clGetDeviceInfo, part, CL_DEVICE_PARTITION_MAX_SUB_DEVICES) == 2);
    CHECK(info<cl_uint>(clGetDeviceInfo, part, CL_DEVICE_REFERENCE_COUNT) == 1);
    CHECK(info<cl_platform_id>(clGetDeviceInfo, part, CL_DEVICE_PLATFORM) == platform);
    CHECK(info<cl_device_type>(clGetDeviceInfo, part, CL_DEVICE_TYPE) == CL_DEVICE_TYPE_ACCELERATOR);
  }
  CHECK(partitioned(four, {kEqually, 1}).size() == 4);
}

TEST_CASE_METHOD(Four, "clCreateSubDevices: equally, units that are left over go unused") {
  const auto triple = partitioned(four, {kByCounts, 3, 0});
  REQUIRE(triple.size() == 1);
  CHECK(units(triple[0]) == 3);
  CHECK(partitioned(triple[0], {kEqually, 1}).size() == 3);
  CHECK(failure(triple[0], {kEqually, 2, 0}) == CL_DEVICE_PARTITION_FAILED);  // 3 / 2 is one part
}

TEST_CASE_METHOD(Four, "clCreateSubDevices: by counts") {
  const auto parts = partitioned(four, {kByCounts, 1, 2, 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END});
  REQUIRE(parts.size() == 3);
  CHECK(units(parts[0]) == 1);
  CHECK(units(parts[1]) == 2);
  CHECK(units(parts[2]) == 1);
  CHECK(deviceList<Property>(parts[1], CL_DEVICE_PARTITION_TYPE) == std::vector<Property>{kByCounts, 1, 2, 1, 0, 0});
}

TEST_CASE_METHOD(Four, "clCreateSubDevices: a sub-device is partitioned again, and keeps its parent") {
  auto halves = partitioned(four, {kEqually, 2});
  auto quarters = partitioned(halves[1], {kEqually, 1});
  REQUIRE(quarters.size() == 2);
  const cl_device_id half = halves[1];
  CHECK(parent(quarters[0]) == half);
  CHECK(units(quarters[0]) == 1);
  halves.clear();
  // The half is gone for the application only: its parts hold it.
  CHECK(parent(quarters[1]) == half);
  CHECK(units(half) == 2);
  CHECK(deviceList<Property>(quarters[0], CL_DEVICE_PARTITION_PROPERTIES) == std::vector<Property>{0});
  CHECK(info<cl_uint>(clGetDeviceInfo, (cl_device_id)quarters[0], CL_DEVICE_PARTITION_MAX_SUB_DEVICES) == 0);
}

TEST_CASE_METHOD(Four, "clCreateSubDevices: all other queries answer as the parent's") {
  const auto parts = partitioned(four, {kEqually, 1});
  const std::set<cl_device_info> own = {CL_DEVICE_MAX_COMPUTE_UNITS,
                                        CL_DEVICE_PARTITION_MAX_SUB_DEVICES,
                                        CL_DEVICE_PARTITION_PROPERTIES,
                                        CL_DEVICE_GLOBAL_MEM_CACHE_SIZE,
                                        CL_DEVICE_BUILT_IN_KERNELS,
                                        CL_DEVICE_PARENT_DEVICE,
                                        CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION,
                                        CL_DEVICE_PARTITION_TYPE,
                                        CL_DEVICE_REFERENCE_COUNT};
  unsigned compared = 0;
  for (cl_device_info name = CL_DEVICE_TYPE; name <= CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED; ++name) {
    size_t bytes = 0;
    if (own.count(name) || clGetDeviceInfo(four, name, 0, nullptr, &bytes) != CL_SUCCESS)
      continue;
    INFO("query " << std::hex << name);
    CHECK(deviceList<char>(four, name) == deviceList<char>(parts[3], name));
    ++compared;
  }
  CHECK(compared > 90);
}

TEST_CASE_METHOD(Four, "clCreateSubDevices: contexts, queues and programs work on sub-devices and hold them") {
  auto parts = partitioned(four, {kEqually, 2});
  const cl_device_id raw[] = {parts[0], parts[1], four};
  cl_int error = 1;
  OwnContext shared(clCreateContext(nullptr, 3, raw, nullptr, nullptr, &error));
  REQUIRE(error == CL_SUCCESS);
  parts.clear();
  cl_device_id held[3] = {};
  REQUIRE(clGetContextInfo(shared, CL_CONTEXT_DEVICES, sizeof(held), held, nullptr) == CL_SUCCESS);
  CHECK(std::equal(held, held + 3, raw));
  CHECK(units(raw[0]) == 2);

  OwnMem buffer(clCreateBuffer(shared, 0, 256, nullptr, &error));
  REQUIRE(error == CL_SUCCESS);
  std::vector<OwnQueue> queues;
  for (cl_device_id each : raw) {
    queues.emplace_back(clCreateCommandQueue(shared, each, 0, &error));
    REQUIRE(error == CL_SUCCESS);
    CHECK(info<cl_device_id>(clGetCommandQueueInfo, (cl_command_queue)queues.back(), CL_QUEUE_DEVICE) == each);
  }
  // One memory: what one part writes the other reads.
  const auto data = pattern(256);
  std::vector<uint8_t> back(256);
  REQUIRE(clEnqueueWriteBuffer(queues[0], buffer, CL_TRUE, 0, 256, data.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  REQUIRE(clEnqueueReadBuffer(queues[1], buffer, CL_TRUE, 0, 256, back.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(back == data);
  // A device that is not in the context is not served, its parent or not.
  OwnContext parentOnly(clCreateContext(nullptr, 1, &four, nullptr, nullptr, &error));
  REQUIRE(error == CL_SUCCESS);
  CHECK(clCreateCommandQueue(parentOnly, raw[0], 0, &error) == nullptr);
  CHECK(error == CL_INVALID_DEVICE);
}

TEST_CASE_METHOD(Weft, "clCreateSubDevices: CL_INVALID_DEVICE, in_device is not a valid device") {
  const Property equally[] = {kEqually, 1, 0};
  cl_uint count = 0;
  for (cl_device_id wrong : invalidHandles<cl_device_id>(*this))
    CHECK(clCreateSubDevices(wrong, equally, 0, nullptr, &count) == CL_INVALID_DEVICE);
}

TEST_CASE_METHOD(Four, "clCreateSubDevices: CL_INVALID_VALUE, values in properties are not valid") {
  cl_uint count = 0;
  CHECK(clCreateSubDevices(four, nullptr, 0, nullptr, &count) == CL_INVALID_VALUE);
  CHECK(failure(four, {0, 0}) == CL_INVALID_VALUE);
  CHECK(failure(four, {-1, 1, 0}) == CL_INVALID_VALUE);
  CHECK(failure(four, {kEqually, 0, 0}) == CL_INVALID_VALUE);
  CHECK(failure(four, {kByCounts, 0, 0}) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Four, "clCreateSubDevices: CL_INVALID_VALUE, more than one partitioning scheme") {
  CHECK(failure(four, {kEqually, 1, kEqually, 1, 0}) == CL_INVALID_VALUE);
  CHECK(failure(four, {kByCounts, 1, 1, 0, kEqually, 1, 0}) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Four, "clCreateSubDevices: CL_INVALID_VALUE, valid but not supported by the device") {
  CHECK(failure(four, {kByAffinity, CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0}) == CL_INVALID_VALUE);
  CHECK(failure(four, {kByAffinity, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0}) == CL_INVALID_VALUE);
  const cl_device_id one = oneUnit(platform);
  CHECK(units(one) == 1);
  CHECK(deviceList<Property>(one, CL_DEVICE_PARTITION_PROPERTIES) == std::vector<Property>{0});
  CHECK(info<cl_uint>(clGetDeviceInfo, one, CL_DEVICE_PARTITION_MAX_SUB_DEVICES) == 0);
  CHECK(failure(one, {kEqually, 1, 0}) == CL_INVALID_VALUE);
  CHECK(failure(one, {kByCounts, 1, 0, 0}) == CL_INVALID_VALUE);
}

TEST_CASE_METHOD(Four, "clCreateSubDevices: CL_INVALID_VALUE, num_devices is less than the number of sub-devices") {
  const Property equally[] = {kEqually, 1, 0};
  cl_device_id made[4] = {};
  cl_uint count = 77;
  for (cl_uint room = 0; room < 4; ++room)
    CHECK(clCreateSubDevices(four, equally, room, made, &count) == CL_INVALID_VALUE);
  CHECK(std::count(made, made + 4, nullptr) == 4);
  CHECK(count == 77);
  // More room than needed is no error.
  cl_device_id five[5] = {};
  REQUIRE(clCreateSubDevices(four, equally, 5, five, nullptr) == CL_SUCCESS);
  CHECK(five[4] == nullptr);
  for (int i = 0; i < 4; ++i)
    CHECK(clReleaseDevice(five[i]) == CL_SUCCESS);
}

TEST_CASE_METHOD(Four, "clCreateSubDevices: CL_DEVICE_PARTITION_FAILED, could not be further partitioned") {
  const auto parts = partitioned(four, {kEqually, 1});
  CHECK(failure(parts[0], {kEqually, 1, 0}) == CL_DEVICE_PARTITION_FAILED);
  CHECK(failure(parts[0], {kByCounts, 1, 0, 0}) == CL_DEVICE_PARTITION_FAILED);
  CHECK(failure(four, {kEqually, 4, 0}) == CL_DEVICE_PARTITION_FAILED);  // one part: not a partition
}

TEST_CASE_METHOD(Four, "clCreateSubDevices: CL_INVALID_DEVICE_PARTITION_COUNT") {
  SECTION("the total number of compute units exceeds CL_DEVICE_MAX_COMPUTE_UNITS") {
    CHECK(failure(four, {kByCounts, 2, 3, 0, 0}) == CL_INVALID_DEVICE_PARTITION_COUNT);
    CHECK(failure(four, {kByCounts, 5, 0, 0}) == CL_INVALID_DEVICE_PARTITION_COUNT);
    CHECK(failure(four, {kEqually, 5, 0}) == CL_INVALID_DEVICE_PARTITION_COUNT);
  }
  SECTION("more sub-devices than CL_DEVICE_PARTITION_MAX_SUB_DEVICES") {
    CHECK(failure(four, {kByCounts, 1, 1, 1, 1, 1, 0, 0}) == CL_INVALID_DEVICE_PARTITION_COUNT);
  }
  SECTION("a count is less than zero") {
    CHECK(failure(four, {kByCounts, 1, -1, 0, 0}) == CL_INVALID_DEVICE_PARTITION_COUNT);
    CHECK(failure(four, {kEqually, -2, 0}) == CL_INVALID_DEVICE_PARTITION_COUNT);
  }
}
