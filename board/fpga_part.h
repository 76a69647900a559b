// SPDX-License-Identifier: Apache-2.0
// The FPGAs on boards for which bitstreams are made, and what stands for one on other boards: what they have.
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

/// What a kernel is built for.
struct Room {
  enum class Of : uint8_t {
    Board,   // the FPGA that the board names
    Family,  // the largest one of the board's family
    Card     // what a compute unit may take of a large card, where the family has no parts
  } of;
  FpgaPart part;
};

Room roomOn(const Description &board);

inline constexpr unsigned kRoomsOfCard = 4;  // that a large card has: for other kernels, and for the shell

/// One of them. Of look-up tables it is a quarter of 1.6 million with four inputs. Of block RAMs it is a quarter of
/// what an Alveo U250 (VU13P) has: 2,688 of 36 kbit, which are two of 18 kbit each, and 1,280 UltraRAMs of 4,096 x 72
/// bits. An UltraRAM counts as eight, which have 4,096 words of up to 36 bits: an array's words are seldom wider.
/// Multiplier blocks have no limit.
inline constexpr FpgaPart kRoomOfCard = {.device = "a quarter of a large card",
                                         .family = "",
                                         .luts = 1600000 / kRoomsOfCard,
                                         .blockRams = (2 * 2688 + 8 * 1280) / kRoomsOfCard,
                                         .blockRamBits = 18432,
                                         .multipliers = ~0u};

}  // namespace weft::board
