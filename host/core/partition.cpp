// SPDX-License-Identifier: Apache-2.0
#include "host/core/partition.h"

namespace weft::core {
namespace {

using Property = cl_device_partition_property;

/// Counts of CL_DEVICE_PARTITION_EQUALLY; regions that are left over go unused.
std::vector<size_t> equalCounts(size_t units, Property each) {
  require(each != 0, CL_INVALID_VALUE, "sub-devices of no compute unit");
  require(each > 0 && size_t(each) <= units, CL_INVALID_DEVICE_PARTITION_COUNT,
          "a sub-device asks for more compute units than the device has");
  require(units / each > 1, CL_DEVICE_PARTITION_FAILED, "the partition would have one part");
  return std::vector<size_t>(units / each, each);
}

/// Counts of CL_DEVICE_PARTITION_BY_COUNTS; `list` is left at its end.
std::vector<size_t> listedCounts(size_t units, const Property *&list) {
  std::vector<size_t> counts;
  size_t left = units;
  for (; *list != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; ++list) {
    require(*list > 0 && size_t(*list) <= left, CL_INVALID_DEVICE_PARTITION_COUNT,
            "a count is negative, or the counts exceed the device's compute units");
    left -= *list;
    counts.push_back(*list);
  }
  require(!counts.empty(), CL_INVALID_VALUE, "the list of counts is empty");
  return counts;
}

}  // namespace

std::vector<Property> partitionSchemes(const Device &device) {
  if (device.regions().size() < 2)
    return {};
  return {CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS};
}

cl_uint maxSubDevices(const Device &device) {
  return device.regions().size() < 2 ? 0 : cl_uint(device.regions().size());
}

Partition partition(const Device &device, const Property *properties) {
  require(properties != nullptr, CL_INVALID_VALUE, "properties is NULL");
  require(*properties == CL_DEVICE_PARTITION_EQUALLY || *properties == CL_DEVICE_PARTITION_BY_COUNTS, CL_INVALID_VALUE,
          "the way to partition is unknown, or one that no device supports");
  if (partitionSchemes(device).empty()) {
    // A part of a device that can be partitioned has only become too small.
    require(device.parent(), CL_INVALID_VALUE, "the device has one compute unit and no way to be partitioned");
    throw Error(CL_DEVICE_PARTITION_FAILED, "the sub-device has one compute unit");
  }

  const Property *end = properties + 1;
  const std::vector<size_t> counts = *properties == CL_DEVICE_PARTITION_EQUALLY
                                         ? equalCounts(device.regions().size(), *end)
                                         : listedCounts(device.regions().size(), end);
  ++end;
  require(*end == 0, CL_INVALID_VALUE, "more than one way to partition is given");

  Partition result{{properties, end + 1}, {}};
  auto next = device.regions().begin();
  for (const size_t count : counts) {
    result.parts.emplace_back(next, next + count);
    next += count;
  }
  return result;
}

}  // namespace weft::core
