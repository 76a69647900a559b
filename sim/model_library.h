// SPDX-License-Identifier: Apache-2.0
// A compiled model, loaded.
#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include "sim/model/model_api.h"
#include "sim/model_spec.h"
#include "support/own_file.h"

namespace weft::sim {

class ModelLibrary {
public:
  /// Loads a shared object. Throws std::runtime_error with the loader's message, or when it is not a model of `kind`.
  ModelLibrary(const std::filesystem::path &path, ModelSpec::Kind kind);
  /// The same of an open file: whatever has its name by now.
  ModelLibrary(const support::Descriptor &file, ModelSpec::Kind kind);
  ~ModelLibrary();
  ModelLibrary(const ModelLibrary &) = delete;
  ModelLibrary &operator=(const ModelLibrary &) = delete;

  const KernelModelApi &kernel() const { return *static_cast<const KernelModelApi *>(api_); }
  const ShellModelApi &shell() const { return *static_cast<const ShellModelApi *>(api_); }
  const ControlModelApi &shellControl() const { return *static_cast<const ControlModelApi *>(api_); }
  const BoardModelApi &board() const { return *static_cast<const BoardModelApi *>(api_); }

private:
  void *handle_ = nullptr;
  const void *api_ = nullptr;
};

}  // namespace weft::sim
