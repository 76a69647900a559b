// SPDX-License-Identifier: Apache-2.0
#include "flow/flow.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <regex>

#include "board/fpga_part.h"
#include "board/small_shell/fpga.h"
#include "board/small_shell/top_parameters.h"
#include "flow/floorplan.h"
#include "flow/largest_parts.h"
#include "kernel/image.h"
#include "support/resources.h"

namespace weft::flow {
namespace {

namespace fs = std::filesystem;

constexpr const char *kScript = "synthesis.ys", *kClockModule = "board_clock.sv", *kKernelFile = "kernel_region.sv";
constexpr size_t kMostStepsShown = 24;

std::string partOf(const Design &design) {
  const board::Flow &flow = *design.board.flow;
  return fmt::format("{} {}{}{}", flow.device, flow.package, flow.speed.empty() ? "" : " speed ", flow.speed);
}

/// What Yosys does. Modules get their parameters where they are instantiated (-defer). Assertions are for simulation
/// and proofs. The FPGA's own cells are not known before the family's command, which checks that all are. $scopeinfo:
/// newer versions leave cells that only say where something was.
std::string synthesisScript(const Design &design) {
  const std::string &top = design.board.flow->top;
  std::vector<std::string> files;
  for (const sim::SourceFile &source : design.sources)
    files.push_back(source.name);
  std::string script = "read_verilog -sv -defer";
  for (const char *define : design.family->defines)
    script += fmt::format(" -D{}", define);
  script += fmt::format(" {}\n", fmt::join(files, " "));
  for (const auto &[name, value] : design.parameters)
    script += fmt::format("chparam -set {} {} {}\n", name, value, top);
  return script + fmt::format("hierarchy -top {0}\nproc\nchformal -remove\n{1} -top {0}\n"
                              "delete t:$scopeinfo\nwrite_json {2}\n",
                              top, design.family->synthesis, kNetlist);
}

uint64_t bytesOf(const std::vector<sim::SourceFile> &sources) {
  uint64_t bytes = 0;
  for (const sim::SourceFile &source : sources)
    bytes += source.text.size();
  return bytes;
}

/// A resource of which the tool says that the design needs more than there is ("ICESTORM_LC:  9000/ 7680   117%").
struct Excess {
  const ResourceName *resource = nullptr;
  std::string needed, available;
};

std::vector<Excess> excessIn(const std::string &output, const Family &family) {
  std::vector<Excess> excess;
  for (const ResourceName &resource : family.resources) {
    const std::regex line(fmt::format(R"({}:\s*(\d+)/\s*(\d+))", resource.reported));
    std::smatch found;
    if (std::regex_search(output, found, line) && std::stoull(found[1]) > std::stoull(found[2]))
      excess.push_back({&resource, found[1], found[2]});
  }
  return excess;
}

Error doesNotFit(const Design &design, const std::vector<Excess> &excess) {
  std::string needs;
  for (const Excess &one : excess)
    needs += fmt::format("{}{} of {} {}", needs.empty() ? "" : ", ", one.needed, one.available, one.resource->name);
  return {Error::Cause::Design,
          fmt::format("kernel {} does not fit board {}: it needs {}{}", design.kernel, design.board.name, needs,
                      largestParts(design.report, *excess.front().resource)),
          "weft report shows what takes how much (build with --no-bitstream for it)"};
}

std::vector<std::string> routeArguments(const Design &design, const std::string &constraints, unsigned seed) {
  const board::Flow &flow = *design.board.flow;
  const Family &family = *design.family;
  std::vector<std::string> arguments = {"--" + flow.device, "--package", flow.package};
  if (family.hasSpeed && !flow.speed.empty())
    arguments.insert(arguments.end(), {"--speed", flow.speed});
  arguments.insert(arguments.end(),
                   {"--json", kNetlist, family.constraintsOption, constraints, family.configurationOption,
                    kConfiguration, "--report", kReport, "--write", kRouted, "--freq",
                    fmt::format("{}", design.board.clockMhz), "--seed", std::to_string(seed),
                    // The clock is judged by requireClock, which knows more to say.
                    "--timing-allow-fail"});
  return arguments;
}

std::string clockHint(const Design &design, double mhz) {
  const std::string seeds = "more --seeds may find a better placement";
  const std::string top = support::readFile(fs::path(design.board.directory) / "top.sv");
  if (top.find("board_clock") == std::string::npos)
    return fmt::format("simplify the path, or {}; the board's clock is fixed", seeds);
  double clock = std::floor(mhz);
  if (design.board.uart) {  // a clock that its rate divides
    const double rate = design.board.uart->baud * 1e-6;
    clock = rate * std::floor(mhz / rate);
  }
  return fmt::format("--clock {} sets the board's PLL to a clock that it reaches, or simplify the path; {}", clock,
                     seeds);
}

/// Of a part that is not known there is none.
kernel::Floorplan floorplanOf(const Design &design, const Route &route) {
  const auto part = board::fpgaPartOf(design.board);
  return part ? readFloorplan(route.step.file(kRouted), *part, design.places, design.report) : kernel::Floorplan();
}

}  // namespace

Design makeDesign(const board::Description &board, const kernel::Image &kernel, const ClockPlan &clock) {
  const Family &family = familyOf(board);
  const fs::path folder = board.directory;
  const std::string top = support::readFile(folder / "top.sv");
  const uint32_t number = board::kernelNumber(kernel);
  const sim::RtlLibrary library(support::resourceDirectory() / "rtl", {"generic", family.technology});
  Design design{kernel.interface.name,
                board,
                &family,
                library.closure(kernel.systemVerilog + "\n" + top),
                board::topParameters(board, top, number),
                support::readFile(folder / board.flow->constraints),
                SourceMap(kernel.systemVerilog),
                kernel.report,
                number};
  for (sim::SourceFile &source : design.sources)
    if (source.name == kClockModule && !clock.pllModule.empty())
      source.text = clock.pllModule;
  design.sources.push_back({kKernelFile, kernel.systemVerilog});
  design.sources.push_back({"top.sv", top});
  return design;
}

StepResult synthesise(const Design &design, StepRunner &runner) {
  Step step{"synthesise",
            design.kernel,
            &kYosys,
            {"-q", "-s", kScript},
            {},
            {kNetlist},
            fmt::format("synthesise {}", design.family->name),
            double(bytesOf(design.sources))};
  for (const sim::SourceFile &source : design.sources)
    step.inputs.push_back({source.name, source.text});
  step.inputs.push_back({kScript, synthesisScript(design)});
  return runner.run(step);
}

Route route(const Design &design, const std::string &netlist, unsigned seed, StepRunner &runner) {
  const std::string constraints = design.board.flow->constraints;
  Step step{"route",
            fmt::format("{}, seed {}", design.kernel, seed),
            &design.family->route,
            routeArguments(design, constraints, seed),
            {{kNetlist, netlist}, {constraints, design.constraints}},
            {kConfiguration, kReport, kRouted},
            fmt::format("route {}", design.board.flow->device),
            double(netlist.size())};
  try {
    Route result{seed, {}, runner.run(step)};
    result.timing = readTiming(result.step.file(kReport), design.board.clockMhz, *design.family, design.places);
    return result;
  } catch (const StepFailed &failure) {
    const std::vector<Excess> excess = excessIn(failure.output(), *design.family);
    if (excess.empty())
      throw;
    throw doesNotFit(design, excess);
  }
}

const Route &bestOf(std::span<const Route> routes) {
  return *std::max_element(routes.begin(), routes.end(),
                           [](const Route &a, const Route &b) { return a.timing.mhz < b.timing.mhz; });
}

std::string describePath(std::span<const kernel::PathStep> path) {
  std::string text;
  double at = 0;
  for (size_t i = 0; i < path.size(); ++i) {
    at += path[i].nanoseconds;
    // The middle of a long one is a carry chain, or as dull.
    if (path.size() > kMostStepsShown && i >= kMostStepsShown / 2 && i < path.size() - kMostStepsShown / 2) {
      if (i == kMostStepsShown / 2)
        text += fmt::format("     ...    {} steps\n", path.size() - kMostStepsShown);
      continue;
    }
    text += fmt::format("  {:6.2f} ns  {}{}\n", at, path[i].what,
                        path[i].location.empty() ? "" : "  (" + path[i].location + ")");
  }
  return text;
}

void requireClock(const Design &design, const Route &route) {
  const double wanted = design.board.clockMhz, reached = route.timing.mhz;
  if (reached >= wanted)
    return;
  std::vector<std::string> lines;
  for (const kernel::PathStep &step : route.timing.criticalPath)
    if (!step.location.empty() && std::find(lines.begin(), lines.end(), step.location) == lines.end())
      lines.push_back(step.location);
  throw Error(
      Error::Cause::Design,
      fmt::format("kernel {} misses the clock of board {}: {} MHz are asked for ({:.2f} ns), and routing reaches "
                  "{:.2f} MHz ({:.2f} ns) with seed {}.{}\nThe path that limits it:\n{}",
                  design.kernel, design.board.name, wanted, 1e3 / wanted, reached, 1e3 / reached, route.seed,
                  lines.empty() ? " No operation or access of the source is on its way."
                                : fmt::format(" Source lines on its way: {}.", fmt::join(lines, ", ")),
                  describePath(route.timing.criticalPath)),
      clockHint(design, reached));
}

Made makeBitstream(const Design &design, const Route &route, StepRunner &runner) {
  const Family &family = *design.family;
  const std::string file = design.kernel + family.bitstreamEnding;
  Step step{"bitstream",
            design.kernel,
            &family.pack,
            {family.packOptions.begin(), family.packOptions.end()},
            {{kConfiguration, route.step.file(kConfiguration)}},
            {file},
            fmt::format("bitstream {}", family.name),
            double(route.step.file(kConfiguration).size())};
  step.arguments.insert(step.arguments.end(), {kConfiguration, file});
  const StepResult packed = runner.run(step);
  kernel::Bitstream bitstream{.kernel = design.kernel,
                              .file = file,
                              .part = partOf(design),
                              .number = design.number,
                              .clockMhz = design.board.clockMhz,
                              .routedMhz = route.timing.mhz,
                              .seed = route.seed,
                              .resources = route.timing.resources,
                              .criticalPath = route.timing.criticalPath,
                              .floorplan = floorplanOf(design, route),
                              .tools = {}};
  for (const Tool *tool : {&kYosys, &family.route, &family.pack})
    bitstream.tools.push_back(versionOf(*tool, require(*tool)));
  return {std::move(bitstream), packed.file(file)};
}

}  // namespace weft::flow
