// SPDX-License-Identifier: Apache-2.0
#include "board/fpga_part.h"

namespace weft::board {
namespace {

// As nextpnr counts them. Lattice: FPGA-TN-02204 (ECP5), iCE40 LP/HX and UltraPlus family data sheets.
constexpr FpgaPart ecp5Of85k(std::string_view device) {
  return {.device = device,
          .family = "ecp5",
          .luts = 83640,
          .blockRams = 208,
          .blockRamBits = 16384,
          .multipliers = 156,
          .columns = 127,
          .rows = 96};
}

constexpr FpgaPart kParts[] = {
    ecp5Of85k("85k"),
    ecp5Of85k("um5g-85k"),  // with transceivers
    {.device = "hx8k",
     .family = "ice40hx",
     .luts = 7680,
     .blockRams = 32,
     .blockRamBits = 4096,
     .multipliers = 0,
     .columns = 34,
     .rows = 34},
    {.device = "up5k",
     .family = "ice40up",
     .luts = 5280,
     .blockRams = 30,
     .blockRamBits = 4096,
     .multipliers = 8,
     .largeMemoryBytes = 131072,
     .columns = 26,
     .rows = 32},
};

}  // namespace

std::optional<FpgaPart> fpgaPartOf(const Description &board) {
  if (board.flow)
    for (const FpgaPart &part : kParts)
      if (part.device == board.flow->device)
        return part;
  return std::nullopt;
}

std::optional<FpgaPart> largestPartOf(std::string_view family) {
  std::optional<FpgaPart> largest;
  for (const FpgaPart &part : kParts)
    if (part.family == family && (!largest || part.luts > largest->luts))
      largest = part;
  return largest;
}

Room roomOn(const Description &board) {
  if (const std::optional<FpgaPart> own = fpgaPartOf(board))
    return {Room::Of::Board, *own};
  if (const std::optional<FpgaPart> largest = largestPartOf(board.family))
    return {Room::Of::Family, *largest};
  return {Room::Of::Card, kRoomOfCard};
}

}  // namespace weft::board
