// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <mutex>
#include <string>
#include <vector>

#include "board/description.h"
#include "host/core/object.h"

namespace weft::core {

class Device;

/// The one platform. Never destroyed.
class Platform : public Object<Platform, cl_platform_id, Kind::Platform> {
public:
  static constexpr cl_int kInvalid = CL_INVALID_PLATFORM;

  static Platform &instance();

  /// Root devices in the order of WEFT_DEVICE, the default one first. The first call opens them; one that cannot be
  /// opened is said on stderr and left out.
  const std::vector<Device *> &devices();
  /// Descriptions of the boards that WEFT_DEVICE names, known ones only. Opens nothing: ICD loaders query every
  /// platform, wanted or not.
  const std::vector<board::Description> &boards();

private:
  void open(const std::string &name);
  void describe(const std::string &name);

  std::once_flag opened_, described_;
  std::vector<Device *> devices_;
  std::vector<board::Description> boards_;
};

}  // namespace weft::core
