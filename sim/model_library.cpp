// SPDX-License-Identifier: Apache-2.0
#include "sim/model_library.h"

#include <atomic>
#include <cstring>
#include <dlfcn.h>
#include <fmt/format.h>
#include <stdexcept>

#include "support/resources.h"
#include "support/stage.h"

namespace weft::sim {
namespace {

/// The models' run-time library. A model asks for it by name only, which the loader finds among what is loaded.
void loadRuntime() {
  static const bool loaded = [] {
    const std::string path = support::resourceDirectory() / "sim" / "libweft_verilated.so";
    if (!dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE))
      throw std::runtime_error(fmt::format("cannot load the simulation run-time library: {}", dlerror()));
    return true;
  }();
  (void)loaded;
}

/// A path of an open file that no other library was loaded by. To the loader, equal paths are one library, and numbers
/// of descriptors come again; so each path is spelt in its own way: "/proc/self/fd//./7".
std::string pathOf(const support::Descriptor &file) {
  static std::atomic<uint64_t> serial{1};
  std::string path = "/proc/self/fd";
  for (uint64_t rest = serial++; rest != 0; rest >>= 1)
    path += rest & 1 ? "/." : "/";
  return fmt::format("{}/{}", path, file.get());
}

const char *symbolOf(ModelSpec::Kind kind) {
  switch (kind) {
  case ModelSpec::Kind::Kernel:
    return WEFT_KERNEL_MODEL_SYMBOL;
  case ModelSpec::Kind::Shell:
    return WEFT_SHELL_MODEL_SYMBOL;
  case ModelSpec::Kind::Board:
    return WEFT_BOARD_MODEL_SYMBOL;
  case ModelSpec::Kind::ShellControl:
    break;
  }
  return WEFT_CONTROL_MODEL_SYMBOL;
}

}  // namespace

ModelLibrary::ModelLibrary(const support::Descriptor &file, ModelSpec::Kind kind) : ModelLibrary(pathOf(file), kind) {}

ModelLibrary::ModelLibrary(const std::filesystem::path &path, ModelSpec::Kind kind) {
  const support::Stage stage("loading");
  loadRuntime();
  handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle_)
    throw std::runtime_error(fmt::format("cannot load a simulation model: {}", dlerror()));
  api_ = dlsym(handle_, symbolOf(kind));
  uint32_t abi = 0;  // the first member of each kind's interface
  if (api_)
    std::memcpy(&abi, api_, sizeof abi);
  if (abi != kModelAbi) {
    dlclose(handle_);
    throw std::runtime_error(fmt::format("{} is not a simulation model of this version", path.string()));
  }
}

ModelLibrary::~ModelLibrary() { dlclose(handle_); }

}  // namespace weft::sim
