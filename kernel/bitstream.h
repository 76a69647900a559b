// SPDX-License-Identifier: Apache-2.0
// A bitstream that was made of kernels and their board: what there is to know of it beside its bytes.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
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

/// A kernel in a bitstream.
struct Resident {
  std::string name;
  uint32_t number = 0;  // by which the host selects it, in register KERNEL
  bool operator==(const Resident &) const = default;
};

struct Bitstream {
  std::vector<Resident> kernels;
  std::string file;      // its bytes: an attachment of the program
  std::string part;      // "hx8k ct256"
  double clockMhz = 0;   // at which it runs
  double routedMhz = 0;  // which routing closed: at least clockMhz
  unsigned seed = 0;     // of placement and routing
  std::vector<Resource> resources;
  std::vector<PathStep> criticalPath;
  Floorplan floorplan;             // without rows where it is not known
  std::vector<std::string> tools;  // that made it, with their versions
  bool operator==(const Bitstream &) const = default;

  bool has(std::string_view kernel) const;
  /// "kernel a", "kernels a, b".
  std::string subject() const;
};

/// The same of the names alone.
std::string subjectOf(const std::vector<Resident> &kernels);

}  // namespace weft::kernel
