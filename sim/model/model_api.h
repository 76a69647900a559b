// SPDX-License-Identifier: Apache-2.0
// The C interface of a compiled model: what a model's shared object exports. No C++ types cross it but plain
// structures.
#pragma once
#include "sim/model/ports.h"

namespace weft::sim {

/// Changes with every change of this file or ports.h; part of the cache key.
constexpr uint32_t kModelAbi = 8;

/// One model class. `In` and `Out` are KernelIn/KernelOut, ShellIn/ShellOut, ControlIn/ControlOut or WireIn/WireOut.
/// Functions that return `const char *` return nullptr, or a message of the model ($fatal, no convergence) that stays
/// valid until the next call.
template <class In, class Out> struct ModelApi {
  uint32_t abi;
  uint32_t lineBits, hostBits, addressBits;  // as built; hostBits is 0 for kernels and boards
  uint32_t regions, ports;                   // likewise; ports to memory are 0 for boards and shell_control
  /// Creates an instance in its power-on state and fills in the data pointers of `out`. `name`: its scope in waveforms.
  void *(*create)(const char *name, Out *out);
  void (*destroy)(void *model);
  /// One clock cycle has two halves, so that all models see the outputs of the cycle before: first each takes its
  /// inputs (data is copied), then each clocks its registers and gives its outputs. `time`: cycle number; the shell's
  /// input.
  void (*take)(void *model, const In *in, uint64_t time);
  const char *(*clock)(void *model, Out *out);
  /// Waveforms; null in a model built without them. The file is shared by all models that name the same path.
  const char *(*attachTrace)(void *model, const char *path);
  /// Between take and clock: dumps all signals with the clock high, then with the clock low, at a time in picoseconds.
  void (*traceHigh)(void *model, uint64_t picoseconds);
  void (*traceLow)(void *model, uint64_t picoseconds);
  /// Where a net's bits are, the first in the lowest byte, and how many there are; null if there is no such net.
  /// `scope`: names of instances below the top module, with dots between. Null in a model that keeps no names.
  const void *(*net)(void *model, const char *scope, const char *name, uint32_t *bits);
};

using KernelModelApi = ModelApi<KernelIn, KernelOut>;
using ShellModelApi = ModelApi<ShellIn, ShellOut>;
using ControlModelApi = ModelApi<ControlIn, ControlOut>;
using BoardModelApi = ModelApi<WireIn, WireOut>;

}  // namespace weft::sim

/// The one exported symbol of a model.
#define WEFT_KERNEL_MODEL_SYMBOL "weft_kernel_model"
#define WEFT_SHELL_MODEL_SYMBOL "weft_shell_model"
#define WEFT_CONTROL_MODEL_SYMBOL "weft_control_model"
#define WEFT_BOARD_MODEL_SYMBOL "weft_board_model"
