// SPDX-License-Identifier: Apache-2.0
#include "host/core/platform.h"

#include "board/board.h"
#include "host/core/device.h"
#include "host/core/exit_guard.h"
#include "host/util/log.h"
#include "host/util/options.h"

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
    try {
      Ref<Device> device = makeRef<Device>(*this, board::open(options().device));
      device->ref();  // for ever
      devices_.push_back(device.get());
    } catch (const std::exception &error) {
      logLine(std::string("cannot open device ") + options().device + ": " + error.what());
    }
  });
  return devices_;
}

}  // namespace weft::core
