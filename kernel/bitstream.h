// SPDX-License-Identifier: Apache-2.0
// A bitstream that was made of a kernel and its board: what there is to know of it beside its bytes.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "kernel/floorplan.h"

namespace weft::kernel {

/// What it takes of the FPGA.
struct Resource {
  std::string name;
  uint64_t used = 0, available = 0;
  bool operator==(const Resource &) const = default;
};

/// A step of the path that limits the clock.
struct PathStep {
  double nanoseconds = 0;
  std::string what;      // "routing to u_kernel.u_s0.…", "logic in …"
  std::string location;  // file:line of the kernel's source; empty where it is not known
  int x = -1, y = -1;    // tile of the FPGA in which it ends; negative where it is not known
  bool operator==(const PathStep &) const = default;
};

struct Bitstream {
  std::string kernel;
  std::string file;      // its bytes: an attachment of the program
  std::string part;      // "hx8k ct256"
  uint32_t number = 0;   // what the hardware says of itself, in register KERNEL
  double clockMhz = 0;   // at which it runs
  double routedMhz = 0;  // which routing closed: at least clockMhz
  unsigned seed = 0;     // of placement and routing
  std::vector<Resource> resources;
  std::vector<PathStep> criticalPath;
  Floorplan floorplan;             // without rows where it is not known
  std::vector<std::string> tools;  // that made it, with their versions
  bool operator==(const Bitstream &) const = default;
};

}  // namespace weft::kernel
