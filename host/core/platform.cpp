// SPDX-License-Identifier: Apache-2.0
#include "host/core/platform.h"

#include <cctype>
#include <sstream>
#include <string>

#include "board/board.h"
#include "host/core/device.h"
#include "host/core/execution/exit_guard.h"
#include "support/log.h"
#include "support/options.h"

namespace weft::core {
namespace {

/// The entries of WEFT_DEVICE. Throws if an option is wrong.
std::vector<std::string> deviceNames() {
  std::vector<std::string> names;
  std::istringstream list(support::options().DEVICE);
  for (std::string name; std::getline(list, name, ',');) {
    std::erase_if(name, [](unsigned char c) { return std::isspace(c); });
    if (!name.empty())
      names.push_back(name);
  }
  return names;
}

}  // namespace

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
      for (const std::string &name : deviceNames())
        open(name);
    } catch (const std::exception &error) {
      support::log(support::LogLevel::Error, "{}", error.what());
    }
  });
  return devices_;
}

void Platform::open(const std::string &name) {
  try {
    Ref<Device> device = makeRef<Device>(*this, board::open(name));
    device->ref();  // for ever
    devices_.push_back(device.get());
    endAtExit([&driver = device->driver()] { driver.endLaunches(); });
  } catch (const std::exception &error) {
    support::log(support::LogLevel::Error, "WEFT_DEVICE: cannot open \"{}\": {}", name, error.what());
  }
}

const std::vector<board::Description> &Platform::boards() {
  std::call_once(described_, [this] {
    try {
      for (const std::string &name : deviceNames())
        describe(name);
    } catch (const std::exception &) {
      // Said when the devices are opened.
    }
  });
  return boards_;
}

void Platform::describe(const std::string &name) {
  try {
    boards_.push_back(board::describe(name));
  } catch (const std::exception &) {
    // Said when the devices are opened.
  }
}

}  // namespace weft::core
