// SPDX-License-Identifier: Apache-2.0
// weft-netlist: what `weft build` has Yosys do, and does to its netlist before it is routed, for benchmarks and tests
// that run Yosys and nextpnr themselves.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string_view>

#include "flow/family.h"
#include "flow/step.h"
#include "support/publish.h"
#include "support/resources.h"

namespace {

using namespace weft;

constexpr const char *kUsage =
    "usage: weft-netlist FAMILY IN.json OUT.json   the netlist as it is routed; prints what was done\n"
    "       weft-netlist FAMILY                    prints what would be done, with its revision\n"
    "       weft-netlist FAMILY TOP                prints Yosys's commands for a design of this top module\n";

int run(std::span<const char *const> words) {
  const std::span<const flow::Family> all = flow::families();
  const auto family = std::find_if(all.begin(), all.end(), [&](const flow::Family &f) { return f.name == words[0]; });
  if (family == all.end())
    throw std::runtime_error(fmt::format("there is no family {}", words[0]));
  const flow::Refinement *refinement = family->refinement;
  if (words.size() == 1) {
    fmt::print("{}\n", refinement ? fmt::format("{} {}", refinement->name, refinement->revision) : "nothing");
    return 0;
  }
  if (words.size() == 2) {
    fmt::print("{}\n", flow::synthesisOf(*family, words[1]));
    return 0;
  }
  std::string netlist = support::readFile(words[1]);
  if (refinement)
    fmt::print("{}", refinement->apply(netlist));
  support::publishFile(words[2], netlist);
  return 0;
}

}  // namespace

int main(int count, char **words) {
  if (count < 2 || count > 4) {
    fmt::print(stderr, "{}", kUsage);
    return 2;
  }
  try {
    return run({words + 1, size_t(count - 1)});
  } catch (const std::exception &error) {
    fmt::print(stderr, "weft-netlist: {}\n", error.what());
    return 1;
  }
}
