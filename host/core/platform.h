// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <mutex>
#include <vector>

#include "host/core/object.h"

namespace weft::core {

class Device;

/// The one platform. Never destroyed.
class Platform : public Object<Platform, cl_platform_id, Kind::Platform> {
public:
  static constexpr cl_int kInvalid = CL_INVALID_PLATFORM;

  static Platform &instance();

  /// Opens the device that WEFT_DEVICE names on first use; empty (and said on stderr) if it cannot be opened.
  const std::vector<Device *> &devices();

private:
  std::once_flag opened_;
  std::vector<Device *> devices_;
};

}  // namespace weft::core
