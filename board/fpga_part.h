// SPDX-License-Identifier: Apache-2.0
// The FPGAs on boards for which bitstreams are made: what they have.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "board/description.h"

namespace weft::board {

struct FpgaPart {
  std::string_view device;  // Flow::device
  std::string_view family;  // Description::family
  unsigned luts = 0;        // look-up tables of 4 inputs; iCE40: logic cells
  unsigned blockRams = 0;
  unsigned blockRamBits = 0;       // of data, without parity
  unsigned multipliers = 0;        // of 16 x 16 bits or more
  uint64_t largeMemoryBytes = 0;   // of memories too large for kernels: device memory, where it fits in
  unsigned columns = 0, rows = 0;  // of tiles, as nextpnr counts them
};

/// Nothing for boards without a flow, whose FPGA the description leaves open, and for parts that the table lacks.
std::optional<FpgaPart> fpgaPartOf(const Description &board);

/// The part with most look-up tables of a family. Nothing: the table has none.
std::optional<FpgaPart> largestPartOf(std::string_view family);

}  // namespace weft::board
