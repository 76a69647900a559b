// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "hls/diagnostic.h"

namespace weft::hls::frontend {

/// Build options as clBuildProgram takes them, checked against what OpenCL defines and Weft supports.
struct Options {
  std::vector<std::string> macros;      // -D, in order: "name" or "name=value"
  std::vector<std::string> includes;    // -I, in order
  std::vector<std::string> clangFlags;  // handed to Clang as they are
  bool flushSubnormals = false;         // permitted: -cl-denorms-are-zero, and what includes it
  bool finiteMath = false;              // -cl-finite-math-only, and what includes it
  bool sourceNames = false;             // -g
  unsigned lanes = 0;                   // -weft-lanes=; 0: not given
  unsigned computeUnits = 0;            // -weft-compute-units=; 0: not given
  std::string standard = "CL1.2";       // -cl-std=
  bool warnings = true;                 // false: -w
  bool warningsAreErrors = false;       // -Werror
  bool kernelArgumentInfo = false;      // -cl-kernel-arg-info: the host gives it away; it is always kept
  bool createLibrary = false;           // link only
  bool linkOptionsEnabled = false;      // link only: -enable-link-options
};

/// Splits `text` at blanks; double and single quotes group, a backslash takes the next character as it is.
/// Error (the message names the option) on an unbalanced quote.
Expected<std::vector<std::string>> splitOptions(const std::string &text);

/// Options of clBuildProgram and clCompileProgram. Error: an option OpenCL C does not define or Weft does not support,
/// by name.
Expected<Options> parseOptions(const std::string &text);

/// Options of clLinkProgram.
Expected<Options> parseLinkOptions(const std::string &text);

}  // namespace weft::hls::frontend
