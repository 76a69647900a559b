// SPDX-License-Identifier: Apache-2.0
// The C interface of a compiled model: what a model's shared object exports. No C++ types cross it but plain structures.
#pragma once
#include "sim/model/ports.h"

namespace weft::sim {

/// Changes with every change of this file or ports.h; part of the cache key.
constexpr uint32_t kModelAbi = 1;

/// One model class. `In` and `Out` are KernelIn/KernelOut or ShellIn/ShellOut.
/// Functions that return `const char *` return nullptr, or a message of the model ($fatal, no convergence) that stays valid
/// until the next call.
template <class In, class Out> struct ModelApi {
  uint32_t abi;
  uint32_t lineBits, hostBits, addressBits;  // as built; hostBits is 0 for kernels
  /// Creates an instance in its power-on state and fills in the data pointers of `out`. `name`: its scope in waveforms.
  void *(*create)(const char *name, Out *out);
  void (*destroy)(void *model);
  /// One clock cycle: takes the inputs, clocks every register, gives the outputs. `time`: shell only, cycle number.
  const char *(*step)(void *model, const In *in, Out *out, uint64_t time);
  /// Waveforms; null in a model built without them. The file is shared by all models that name the same path.
  const char *(*attachTrace)(void *model, const char *path);
  /// Dumps the state after the last step with the inputs that follow it, clock high, at `picoseconds`.
  void (*traceHigh)(void *model, const In *in, uint64_t time, uint64_t picoseconds);
  /// Dumps the falling edge of the clock.
  void (*traceLow)(void *model, uint64_t picoseconds);
};

using KernelModelApi = ModelApi<KernelIn, KernelOut>;
using ShellModelApi = ModelApi<ShellIn, ShellOut>;

}  // namespace weft::sim

/// The one exported symbol of a model.
#define WEFT_KERNEL_MODEL_SYMBOL "weft_kernel_model"
#define WEFT_SHELL_MODEL_SYMBOL "weft_shell_model"
