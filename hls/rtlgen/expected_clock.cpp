// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/expected_clock.h"

#include <fmt/format.h>

#include "hls/components/cost.h"
#include "hls/schedule/check.h"
#include "hls/schedule/operators.h"

namespace weft::rtlgen {
namespace {

std::string text(const graph::SourceLocation &at) { return at.line ? fmt::format("{}:{}", at.file, at.line) : ""; }

class Slowest {
public:
  explicit Slowest(const Plan &plan)
      : plan_(plan), family_(plan.board->family),
        scale_(schedule::slowness(components::measuredFamily(family_)).value() /
               schedule::slowness(family_).value_or(1)) {}

  void addComponents(const netlist::Design &design) {
    for (const netlist::Module &module : design.modules)
      for (const netlist::Item &item : module.items)
        if (const auto *instance = std::get_if<netlist::Instance>(&item.what); instance && instance->component)
          addComponent(*instance, item.origin.location);
  }

  void addPaths() {
    for (const NodePlan &node : plan_.nodes) {
      if (!node.problem.node)
        continue;
      const schedule::LongestPath path = schedule::longestPath(node.problem, node.schedule);
      if (path.at == graph::kNone)
        continue;
      const graph::Op &op = node.problem.node->ops[path.at];
      add(1e6 / path.ps * schedule::kUsable,
          fmt::format("a path of {:.1f} ns to {}", path.ps / 1000.0, mnemonic(op.opcode)), op.location);
    }
  }

  ExpectedClock slowest;

private:
  void addComponent(const netlist::Instance &instance, const graph::SourceLocation &location) {
    const components::Component &component = *instance.component;
    const bool isOperator = component.kind == components::Kind::Operator;
    const auto mhz = components::clockOf(component, components::complete(component, valuesOf(instance)), family_);
    // Operators have rows for each family.
    if (mhz)
      add(*mhz * schedule::kAmongOthers * (isOperator && family_ != "generic" ? 1 : scale_), component.name, location);
  }

  void add(double mhz, const std::string &limit, const graph::SourceLocation &location) {
    if (slowest.mhz == 0 || mhz < slowest.mhz)
      slowest = {mhz, limit, text(location)};
  }

  const Plan &plan_;
  const std::string &family_;
  const double scale_;  // from the part that components were measured on to the board's family
};

}  // namespace

ExpectedClock expectedClockOf(const Plan &plan, const netlist::Design &design) {
  Slowest slowest(plan);
  slowest.addComponents(design);
  slowest.addPaths();
  return slowest.slowest;
}

}  // namespace weft::rtlgen
