// SPDX-License-Identifier: Apache-2.0
// Options of the OpenCL C compiler on the command line: those of clBuildProgram, as they are.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace weft::cli {

struct BuildOptions {
  std::vector<std::string> macros, includes, others;

  void declare(CLI::App &command);
  /// For clBuildProgram: quoted where need be.
  std::string text() const;
};

/// Gives -cl-…, -w and -Werror a form that a command-line parser takes, which would read -cl-x as -c -l … .
std::vector<std::string> withBuildOptions(std::vector<std::string> arguments);

}  // namespace weft::cli
