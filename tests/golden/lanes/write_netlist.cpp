// SPDX-License-Identifier: Apache-2.0
// Writes the SystemVerilog of a netlist's text.
#include <cstdio>
#include <fstream>
#include <sstream>

#include "hls/netlist/parse.h"
#include "hls/netlist/passes.h"
#include "hls/netlist/systemverilog.h"
#include "hls/netlist/verify.h"

using namespace weft;

int main(int, char **argv) {
  std::stringstream text;
  text << std::ifstream(argv[1]).rdbuf();
  auto design = netlist::parse(text.str(), argv[1]);
  if (!design) {
    std::fprintf(stderr, "%s\n", hls::format(design.error()).c_str());
    return 1;
  }
  for (const bool before : {true, false}) {
    const auto defects = netlist::verify(*design);
    if (!defects.empty()) {
      std::fputs(hls::buildLog(defects).c_str(), stderr);
      return 1;
    }
    if (before)
      netlist::runPasses(*design);
  }
  std::ofstream(argv[2]) << netlist::systemVerilog(*design);
}
