// SPDX-License-Identifier: Apache-2.0
#include "host/core/platform.h"

#include "board/board.h"
#include "host/core/device.h"
#include "host/core/exit_guard.h"
#include "support/log.h"
#include "support/options.h"

namespace weft::core {

Platform &Platform::instance() {
  static Platform &platform = *[] {
    installExitGuard();
    Ref<Platform> created = makeRef<Platform>();
    created->ref();  // for ever
    return created.get();
  }();
  return platform;
}

const std::vector<Device *> &Platform::devices() {
  std::call_once(opened_, [this] {
    claimProcess();
    try {
      Ref<Device> device = makeRef<Device>(*this, board::open(support::options().DEVICE));
      device->ref();  // for ever
      devices_.push_back(device.get());
    } catch (const std::exception &error) {
      support::log(support::LogLevel::Error, "cannot open the device: {}", error.what());
    }
  });
  return devices_;
}

}  // namespace weft::core
