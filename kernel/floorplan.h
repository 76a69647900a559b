// SPDX-License-Identifier: Apache-2.0
// Where the parts of a bitstream were placed on the FPGA.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace weft::kernel {

/// Cells of a part in a tile of the FPGA.
struct PlacedCells {
  unsigned x = 0, y = 0, count = 0;
  bool operator==(const PlacedCells &) const = default;
};

struct PlacedPart {
  enum class Kind : uint8_t { Node, Unit, Memory, Control, Shell } kind = Kind::Shell;
  std::string name;      // of a node or a memory as the kernel's report calls it, of others their module
  std::string location;  // file:line of the kernel's source; empty where it is not known
  std::vector<PlacedCells> tiles;
  uint64_t cells() const {
    uint64_t sum = 0;
    for (const PlacedCells &tile : tiles)
      sum += tile.count;
    return sum;
  }
  bool operator==(const PlacedPart &) const = default;
};

struct Floorplan {
  unsigned columns = 0, rows = 0;  // of the FPGA, in tiles; y = 0 where the tool has it
  std::vector<PlacedPart> parts;
  bool operator==(const Floorplan &) const = default;
};

inline constexpr const char *kPartKinds[] = {"node", "unit", "memory", "control", "shell"};  // by PlacedPart::Kind

}  // namespace weft::kernel
