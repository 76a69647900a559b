// SPDX-License-Identifier: Apache-2.0
// Prints the declared paths of every component but the operators, for paths.py: a line per output.
#include <cstdio>

#include "hls/components/component.h"

using namespace weft::components;

int main() {
  // Beside the defaults: what makes more than one of what a module may have many of.
  const struct {
    const char *parameter;
    unsigned value;
  } more[] = {{"NumReads", 2},   {"NumWrites", 2}, {"NumAtomics", 2}, {"NumGathers", 2}, {"NumScatters", 2},
              {"NumPorts", 4},   {"NumLoads", 3},  {"NumStores", 2},  {"NumRegions", 2}, {"NumInputs", 3},
              {"NumOutputs", 3}, {"NumSites", 7},  {"Depth", 33}};
  for (const Component &component : all()) {
    if (component.kind == Kind::Operator)
      continue;
    for (const bool large : {false, true}) {
      std::string head = component.name;
      for (const auto &setting : more)
        if (large && component.parameter(setting.parameter))
          head += " " + std::string(setting.parameter) + "=" + std::to_string(setting.value);
      if (large && head == component.name)
        continue;
      for (const Port &port : component.ports) {
        if (!port.output)
          continue;
        std::string inputs;
        for (const Path &path : component.paths)
          if (path.output == port.name)
            for (const std::string &input : path.inputs)
              inputs += " " + input;
        std::printf("%s : %s <%s\n", head.c_str(), port.name.c_str(), inputs.c_str());
      }
    }
  }
}
