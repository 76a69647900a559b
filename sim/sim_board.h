// SPDX-License-Identifier: Apache-2.0
// Simulated boards: device strings "sim:<name>", board descriptions "sim-<name>".
#pragma once
#include <memory>
#include <string>

#include "board/board.h"
#include "sim/build_pool.h"
#include "support/options.h"

namespace weft::sim {

/// How a board is simulated. The environment sets it for makeSimBoard (support/options.def).
struct SimSettings {
  support::SimMemory memory = support::SimMemory::Ddr;
  support::SimFp fp = support::SimFp::Fast;
  support::SimEngine engine = support::SimEngine::Verilator;
  support::SimModel model = support::SimModel::Optimised;
  std::string trace;  // waveform file; empty: none

  static SimSettings fromEnvironment();
};

/// Opens a simulated board. Throws std::runtime_error, for example when its shell cannot be compiled.
std::unique_ptr<board::Board> makeSimBoard(const board::Description &description);
std::unique_ptr<board::Board> makeSimBoard(const board::Description &description, const SimSettings &settings,
                                           std::shared_ptr<BuildPool> pool);

}  // namespace weft::sim
