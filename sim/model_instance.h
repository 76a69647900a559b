// SPDX-License-Identifier: Apache-2.0
// One instance of a compiled model, with its current outputs.
#pragma once
#include <memory>
#include <stdexcept>
#include <string>

#include "sim/model_library.h"

namespace weft::sim {

template <class In, class Out> class ModelInstance {
public:
  /// `out`: gets the outputs of the current cycle.
  ModelInstance(std::shared_ptr<ModelLibrary> library, const ModelApi<In, Out> &api, const std::string &name, Out &out)
      : library_(std::move(library)), api_(api), out_(out), model_(api.create(name.c_str(), &out)) {}
  ~ModelInstance() { api_.destroy(model_); }
  ModelInstance(const ModelInstance &) = delete;
  ModelInstance &operator=(const ModelInstance &) = delete;

  void take(const In &in, uint64_t time) { api_.take(model_, &in, time); }

  /// Throws std::runtime_error with what the design had to say ($fatal, no convergence).
  void clock() {
    if (const char *error = api_.clock(model_, &out_)) [[unlikely]]
      throw std::runtime_error(error);
  }

  /// Adds its signals to a waveform file. Throws std::runtime_error.
  void attachTrace(const std::string &path) {
    if (const char *error = api_.attachTrace(model_, path.c_str()))
      throw std::runtime_error(path + ": " + error);
  }
  /// Of a model that keeps names; null if there is no such net.
  const void *net(const std::string &scope, const std::string &name, uint32_t &bits) const {
    return api_.net ? api_.net(model_, scope.c_str(), name.c_str(), &bits) : nullptr;
  }
  void traceHigh(uint64_t picoseconds) { api_.traceHigh(model_, picoseconds); }
  void traceLow(uint64_t picoseconds) { api_.traceLow(model_, picoseconds); }
  const ModelApi<In, Out> &api() const { return api_; }

private:
  std::shared_ptr<ModelLibrary> library_;
  const ModelApi<In, Out> &api_;
  Out &out_;
  void *model_;
};

}  // namespace weft::sim
