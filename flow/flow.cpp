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
#include "board/small_shell/kernel_set.h"
#include "board/small_shell/top_parameters.h"
#include "flow/floorplan.h"
#include "flow/largest_parts.h"
#include "kernel/image.h"
#include "support/resources.h"

namespace weft::flow {
namespace {

namespace fs = std::filesystem;

constexpr const char *kScript = "synthesis.ys", *kClockModule = "board_clock.sv";
constexpr const char *kApartHint = "--kernels-apart makes a bitstream of each kernel";
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
  return script + fmt::format("hierarchy -top {}\nproc\nchformal -remove\n{}\n"
                              "delete t:$scopeinfo\nwrite_json {}\n",
                              top, synthesisOf(*design.family, top), kNetlist);
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
  const bool several = design.kernels.size() > 1;
  const std::string where =
      several ? fmt::format("{} do not fit board {} together: they need {}", design.subject, design.board.name, needs)
              : fmt::format("{} does not fit board {}: it needs {}", design.subject, design.board.name, needs);
  return {Error::Cause::Design, where + largestParts(design.reports, *excess.front().resource),
          (several ? std::string(kApartHint) + "; " : "") +
              "weft report shows what takes how much (build with --no-bitstream for it)"};
}

/// nextpnr's estimate of all wires' length in tiles, once all is placed.
constexpr Bound wireBound(double most) { return {R"(wirelen = ([0-9]+))", "Routing", most}; }

Error cannotBeRouted(const Design &design, double wires, double most) {
  return {
      Error::Cause::Design,
      fmt::format("{} cannot be routed on board {}: wires of {:.0f} tiles would be needed, and of more than {:.0f} a "
                  "design for this FPGA is not routed within hours",
                  design.subject, design.board.name, wires, most),
      fmt::format("{}--compiler-option=-weft-lanes=N makes packets of fewer work-items; weft report shows how many "
                  "they are now",
                  design.kernels.size() > 1 ? std::string(kApartHint) + "; " : "")};
}

std::vector<std::string> routeArguments(const Design &design, const std::string &constraints, unsigned seed,
                                        const Placer &placer) {
  const board::Flow &flow = *design.board.flow;
  const Family &family = *design.family;
  std::vector<std::string> arguments = {"--" + flow.device, "--package", flow.package};
  if (family.hasSpeed && !flow.speed.empty())
    arguments.insert(arguments.end(), {"--speed", flow.speed});
  arguments.insert(arguments.end(), placer.options.begin(), placer.options.end());
  arguments.insert(arguments.end(),
                   {"--json", kNetlist, family.constraintsOption, constraints, family.configurationOption,
                    kConfiguration, "--report", kReport, "--write", kRouted, "--freq",
                    fmt::format("{}", design.board.clockMhz), "--seed", std::to_string(seed),
                    // The clock is judged by requireClock, which knows more to say.
                    "--timing-allow-fail"});
  return arguments;
}

Step routeStep(const Design &design, const std::string &netlist, unsigned seed, const Placer &placer) {
  const std::string constraints = design.board.flow->constraints;
  return {.name = "route",
          .subject = fmt::format("{}, seed {}, placer {}", design.name, seed, placer.name),
          .tool = &design.family->route,
          .arguments = routeArguments(design, constraints, seed, placer),
          .inputs = {{kNetlist, netlist}, {constraints, design.constraints}},
          .outputs = {kConfiguration, kReport, kRouted},
          .kind = fmt::format("route {}", design.board.flow->device),
          .size = double(netlist.size())};
}

std::string clockHint(const Design &design, double mhz) {
  const std::string seeds = "more --seeds may find a better placement";
  if (!clockCanChange(design.board))
    return fmt::format("simplify the path, or {}; the board's clock is fixed", seeds);
  double clock = std::floor(mhz);
  if (design.board.uart) {  // a clock that its rate divides
    const double rate = design.board.uart->baud * 1e-6;
    clock = rate * std::floor(mhz / rate);
  }
  return fmt::format("--clock {} sets the board's PLL to a clock that it reaches, or simplify the path; {}{}", clock,
                     seeds, design.kernels.size() > 1 ? fmt::format("; {}", kApartHint) : "");
}

bool hasPlaceForSeveral(const std::string &top, const sim::RtlLibrary &library) {
  const std::vector<sim::SourceFile> used = library.closure(top);
  return std::any_of(used.begin(), used.end(), [](const sim::SourceFile &source) {
    return source.name == fmt::format("{}.sv", board::kKernelSetModule);
  });
}

/// The library's modules that are used, the kernels and the top.
void addSources(Design &design, std::span<const kernel::Image> kernels, const std::string &top,
                const sim::RtlLibrary &library) {
  const auto files = board::kernelFiles(design.board, kernels);
  std::string mentions = top;
  for (const auto &[name, text] : files)
    mentions += "\n" + text;
  design.sources = library.closure(mentions);
  if (kernels.size() > 1 && !hasPlaceForSeveral(top, library))
    throw Error(Error::Cause::Design,
                fmt::format("{} in one bitstream: the top.sv of board {} has no place for several (module {}, which "
                            "small_system has)",
                            design.subject, design.board.name, board::kKernelSetModule),
                kApartHint);
  for (const auto &[name, text] : files)
    if (!sim::replaceSource(design.sources, name, text))
      design.sources.push_back({name, text});
  design.sources.push_back({"top.sv", top});
}

/// Of a part that is not known there is none.
kernel::Floorplan floorplanOf(const Design &design, const Route &route) {
  const auto part = board::fpgaPartOf(design.board);
  if (!part)
    return {};
  std::vector<ReportedKernel> kernels;
  for (size_t i = 0; i < design.kernels.size(); ++i)
    kernels.push_back({board::kernelInstance(i, design.kernels.size()), design.kernels[i].name, design.reports[i]});
  return readFloorplan(route.step.file(kRouted), *part, design.places, kernels);
}

}  // namespace

Design makeDesign(const board::Description &board, std::span<const kernel::Image> kernels, const ClockPlan &clock) {
  const Family &family = familyOf(board);
  const fs::path folder = board.directory;
  const std::string top = support::readFile(folder / "top.sv");
  const sim::RtlLibrary library(support::resourceDirectory() / "rtl", {"generic", family.technology});
  Design design;
  for (const kernel::Image &kernel : kernels)
    design.kernels.push_back({kernel.interface.name, board::kernelNumber(kernel)});
  design.name = kernels.size() == 1 ? design.kernels.front().name : "kernels";
  design.subject = kernel::subjectOf(design.kernels);
  design.board = board;
  design.family = &family;
  design.parameters = board::topParameters(board, top, board::topKernelNumber(kernels));
  design.parameters.insert(design.parameters.end(), clock.parameters.begin(), clock.parameters.end());
  design.constraints = support::readFile(folder / board.flow->constraints);
  addSources(design, kernels, top, library);
  if (!clock.pllModule.empty())
    sim::replaceSource(design.sources, kClockModule, clock.pllModule);
  for (size_t i = 0; i < kernels.size(); ++i) {
    design.places.add(board::kernelInstance(i, kernels.size()), kernels[i].systemVerilog);
    design.reports.push_back(kernels[i].report);
  }
  return design;
}

StepResult synthesise(const Design &design, StepRunner &runner) {
  Step step{"synthesise",
            design.name,
            &kYosys,
            {"-q", "-s", kScript},
            {},
            {kNetlist},
            fmt::format("synthesise {}", design.family->name),
            double(bytesOf(design.sources)),
            design.family->refinement};
  for (const sim::SourceFile &source : design.sources)
    step.inputs.push_back({source.name, source.text});
  step.inputs.push_back({kScript, synthesisScript(design)});
  return runner.run(step);
}

Route route(const Design &design, const std::string &netlist, unsigned seed, StepRunner &runner) {
  const auto part = board::fpgaPartOf(design.board);
  double wires = 0, most = 0;
  for (const Placer &placer : design.family->placers) {
    Step step = routeStep(design, netlist, seed, placer);
    if (part && placer.mostWires > 0)
      step.bound = wireBound(placer.mostWires * part->luts);
    try {
      Route result{seed, placer.name, {}, runner.run(step)};
      result.timing = readTiming(result.step.file(kReport), design.board.clockMhz, *design.family, design.places);
      return result;
    } catch (const StepGivenUp &tooLong) {
      wires = tooLong.figure();
      most = tooLong.most();
    } catch (const StepFailed &failure) {
      const std::vector<Excess> excess = excessIn(failure.output(), *design.family);
      if (excess.empty())
        throw;
      throw doesNotFit(design, excess);
    }
  }
  throw cannotBeRouted(design, wires, most);
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
  throw Error(Error::Cause::Design,
              fmt::format("{} {} the clock of board {}: {} MHz are asked for ({:.2f} ns), and routing reaches "
                          "{:.2f} MHz ({:.2f} ns) with seed {}.{}\nThe path that limits it:\n{}",
                          design.subject, design.kernels.size() > 1 ? "miss" : "misses", design.board.name, wanted,
                          1e3 / wanted, reached, 1e3 / reached, route.seed,
                          lines.empty() ? " No operation or access of the source is on its way."
                                        : fmt::format(" Source lines on its way: {}.", fmt::join(lines, ", ")),
                          describePath(route.timing.criticalPath)),
              clockHint(design, reached));
}

Made makeBitstream(const Design &design, const Route &route, StepRunner &runner) {
  const Family &family = *design.family;
  const std::string file = design.name + family.bitstreamEnding;
  Step step{"bitstream",
            design.name,
            &family.pack,
            {family.packOptions.begin(), family.packOptions.end()},
            {{kConfiguration, route.step.file(kConfiguration)}},
            {file},
            fmt::format("bitstream {}", family.name),
            double(route.step.file(kConfiguration).size())};
  step.arguments.insert(step.arguments.end(), {kConfiguration, file});
  const StepResult packed = runner.run(step);
  kernel::Bitstream bitstream{.kernels = design.kernels,
                              .file = file,
                              .part = partOf(design),
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
