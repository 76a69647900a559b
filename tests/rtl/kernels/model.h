// SPDX-License-Identifier: Apache-2.0
// Kernel graph → RTL → verilated model in this process.
#pragma once
#include <memory>
#include <string>

#include "board/description.h"
#include "hls/graph/graph.h"
#include "kernel/image.h"
#include "model_io.h"

class KernelModel {
public:
  /// Generates the RTL of `kernel`, lints it (warnings are errors), verilates and loads it. Throws std::runtime_error.
  /// Files lie in a directory of this name below the test's working directory.
  KernelModel(const weft::graph::Kernel &kernel, const weft::board::Description &board, const std::string &name);
  ~KernelModel();
  KernelModel(const KernelModel &) = delete;

  const weft::graph::Kernel &kernel() const { return kernel_; }
  const weft::kernel::Image &image() const { return image_; }
  const weft::board::Description &board() const { return board_; }
  void *create() const { return create_(); }
  void destroy(void *model) const { destroy_(model); }
  void step(void *model, const KernelInputs &in, KernelOutputs &out) const { step_(model, &in, &out); }

private:
  weft::graph::Kernel kernel_;
  weft::kernel::Image image_;
  weft::board::Description board_;
  void *library_ = nullptr;
  decltype(&kernelModelCreate) create_;
  decltype(&kernelModelDestroy) destroy_;
  decltype(&kernelModelStep) step_;
};
