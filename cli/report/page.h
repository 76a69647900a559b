// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "board/description.h"
#include "program/container.h"

namespace weft::cli {

/// One page about a program: what its hardware takes and why. `source`: the kernel file's text and the name by which
/// reports call it; empty if unknown. Throws std::exception if a report is not as it should be.
struct ReportInput {
  std::string file;  // the .weft file's name
  const program::Contents &contents;
  unsigned lineBytes;  // of the board's memory port
  std::string sourceName, source;
};
std::string reportPage(const ReportInput &input);

}  // namespace weft::cli
