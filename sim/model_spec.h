// SPDX-License-Identifier: Apache-2.0
// Everything that a compiled model depends on, and its key.
#pragma once
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "board/description.h"
#include "sim/rtl_sources.h"
#include "support/hash.h"
#include "weft_abi.h"

namespace weft::kernel {
struct Image;
}

namespace weft::sim {

struct ModelSpec {
  enum class Kind { Kernel, Shell, ShellControl, Board } kind = Kind::Kernel;
  std::string name;                                          // for messages
  std::vector<SourceFile> sources;                           // packages first
  std::vector<std::pair<std::string, unsigned>> parameters;  // of the top module
  unsigned addressBits = 0;                                  // of a kernel's memory ports
  unsigned sdramClockKhz = 0;                                // of a board with an SDRAM chip
  bool fastFp = true;                                        // C bodies for floating-point operators (WEFT_FP_FAST)
  std::vector<SourceFile> fastFpHeaders;                     // that hold them; part of the translation unit
  bool trace = false;                                        // can write waveforms
  bool names = false;                                        // nets can be found by name
  std::string optimisation = "-O1";                          // of the C++ compiler: an -O option

  const char *topModule() const;
};

/// How models are to be made; the same for all models of a board.
struct ModelOptions {
  bool fastFp = true;
  bool trace = false;
  bool names = false;
  bool optimised = true;  // kernels only
};

ModelSpec kernelSpec(const kernel::Image &image, const ModelOptions &options);
ModelSpec shellSpec(const board::Description &board, const ModelOptions &options);
/// The part of the shell that has no model in C++ (sim/instant/shell).
ModelSpec shellControlSpec(const board::Description &board);
/// The whole of a board with the small shell: its top.sv round kernels. Throws std::runtime_error.
ModelSpec boardSpec(const board::Description &board, std::span<const kernel::Image> images,
                    const ModelOptions &options);

}  // namespace weft::sim
