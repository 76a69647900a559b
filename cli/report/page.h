// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "board/description.h"
#include "cli/report/kernel_report.h"
#include "program/container.h"

namespace weft::cli {

/// A launch that was run.
struct LaunchReport {
  std::string kernel;
  std::vector<size_t> global, local;  // local: empty if it was not told
  std::vector<double> passes;         // through each loop, by a work-item each time it comes to it; empty: not known
  uint64_t cycles = 0;
  double workItems() const;
  /// Work-items or packets of a kernel. Packets end with the rows of dimension 0, of the groups where groups are seen.
  double tokens(const KernelReport &kernel) const;
};

/// One page about a program: what its hardware takes and why. `source`: the kernel file's text and the name by which
/// reports call it; empty if unknown. Throws std::exception if a report is not as it should be.
struct ReportInput {
  std::string file;  // the .weft file's name
  const program::Contents &contents;
  unsigned lineBytes;  // of the board's memory port
  std::string sourceName, source;
  std::optional<LaunchReport> launch = {};
};
std::string reportPage(const ReportInput &input);

/// The section about the cycles of launches: those predicted, and of `launch` those measured.
std::string cyclesSection(const KernelReport &kernel, unsigned lineBytes, const std::optional<LaunchReport> &launch);

/// The section about a kernel's bitstream. `place` makes a link of a source location.
std::string bitstreamSection(const kernel::Bitstream &made,
                             const std::function<std::string(const std::string &)> &place);

/// The section about where its parts are on the FPGA; empty if that is not known.
std::string floorplanSection(const kernel::Bitstream &made,
                             const std::function<std::string(const std::string &)> &place);

}  // namespace weft::cli
