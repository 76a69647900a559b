// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdexcept>

namespace weft::instant {

/// Why a netlist cannot be run by this engine. Verilator can.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace weft::instant
