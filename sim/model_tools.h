// SPDX-License-Identifier: Apache-2.0
// The programs that make a Verilator model of SystemVerilog. Simulation by the instant engine needs none of them.
#pragma once

namespace weft::sim {

struct ModelTool {
  const char *name, *stage;
  const char *path;     // found when Weft was built
  const char *package;  // of Debian
};
extern const ModelTool kVerilator, kCompiler, kLinker;

}  // namespace weft::sim
