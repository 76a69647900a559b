// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/expected_clock.h"

#include <cmath>
#include <fmt/format.h>

#include "hls/components/cost.h"
#include "hls/rtlgen/fit.h"
#include "hls/rtlgen/plan_memory.h"
#include "hls/schedule/check.h"
#include "hls/schedule/operators.h"

namespace weft::rtlgen {
namespace {

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
          fmt::format("a path of {:.1f} ns to {}", path.ps / 1000.0, inWords(op.opcode)), op.location);
    }
  }

  ExpectedClock slowest;

private:
  /// In the user's words: the module, and the variable that it is for.
  std::string limitOf(const netlist::Instance &instance, const graph::Memory *memory) const {
    if (!memory)
      return instance.component->name;
    const schedule::MemoryUse &use = plan_.memories[size_t(memory - plan_.kernel->memories.data())].use;
    const std::string name =
        memory->kind == graph::Memory::Kind::Pool ? "the __local arguments" : fmt::format("memory '{}'", memory->name);
    return fmt::format("{} ({}; reads: {}, writes: {})", name, instance.component->name,
                       use.reads.size() + use.gathers.size(), use.writes.size() + use.scatters.size());
  }

  void addComponent(const netlist::Instance &instance, const graph::SourceLocation &location) {
    const components::Component &component = *instance.component;
    const bool isOperator = component.kind == components::Kind::Operator;
    const auto mhz = components::clockOf(component, components::complete(component, valuesOf(instance)), family_);
    if (!mhz)
      return;
    const graph::Memory *memory = memoryOf(*plan_.kernel, instance.name);
    // Operators have rows for each family.
    add(*mhz * schedule::kAmongOthers * (isOperator && family_ != "generic" ? 1 : scale_), limitOf(instance, memory),
        location.line || !memory ? location : memory->location);
  }

  void add(double mhz, const std::string &limit, const graph::SourceLocation &location) {
    if (slowest.mhz == 0 || mhz < slowest.mhz)
      slowest = {mhz, limit, location};
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

std::optional<hls::Diagnostic> farBelowBoard(const Plan &plan, const ExpectedClock &clock) {
  const graph::Kernel &kernel = *plan.kernel;
  if (clock.mhz == 0 || clock.mhz >= toleratedClock(*plan.board) * plan.board->clockMhz)
    return std::nullopt;
  const std::string times =
      plan.board->flow ? "a bitstream that misses the board's clock is refused"
                       : fmt::format("simulated times are those of {:g} MHz all the same", plan.board->clockMhz);
  const std::string fewer =
      kernel.lanes > 1 ? fmt::format("try packets of fewer than {} work-items (-weft-lanes), or ", kernel.lanes) : "";
  hls::Diagnostic warning = hls::userError(
      clock.location.line ? clock.location : kernel.nodes[0].location,
      fmt::format("kernel '{}' is expected to reach {:.0f} MHz, limited by {}; board {} has {:g} MHz", kernel.name,
                  std::floor(clock.mhz), clock.limit, plan.board->name, plan.board->clockMhz),
      fmt::format("{}; {}do less at once: unroll less, use smaller arrays, or access one at fewer places", times,
                  fewer));
  warning.severity = hls::Diagnostic::Severity::Warning;
  return warning;
}

}  // namespace weft::rtlgen
