// SPDX-License-Identifier: Apache-2.0
#include "cli/build/hardware.h"

#include <fmt/format.h>

#include "cli/build/stages.h"
#include "flow/parallel.h"

namespace weft::cli {
namespace {

/// The work of each element, at the same time. `work` is told by its index.
void inParallel(Hardware &hardware, size_t count, const std::function<void(size_t)> &work) {
  flow::forEach(count, hardware.options.jobs, work, [&] { hardware.runner.cancel(); });
}

/// A text for each bitstream.
template <class Text> std::string forEachDesign(const Hardware &hardware, Text text) {
  std::string all;
  for (size_t i = 0; i < hardware.designs.size(); ++i)
    all += fmt::format("{}{}: {}", i ? "; " : "", hardware.designs[i].name, text(i));
  return all;
}

const char *keptText(bool kept) { return kept ? " (kept from an earlier build)" : ""; }

std::string resourcesText(const std::vector<kernel::Resource> &resources) {
  std::string text;
  for (const kernel::Resource &resource : resources)
    text += fmt::format("{}{} of {} {}", text.empty() ? "" : ", ", resource.used, resource.available, resource.name);
  return text;
}

}  // namespace

Hardware::Hardware(HardwareOptions given, flow::ClockPlan plan)
    : options(given), clock(std::move(plan)), runner(flow::StepCache::standard()) {}

bool makesBitstreams(const Build &build) { return build.hardware != nullptr; }

void synthesiseStage(Build &build) {
  Hardware &hardware = *build.hardware;
  const std::span<const kernel::Image> kernels = build.container.program->kernels;
  const size_t together = hardware.options.kernelsApart ? 1 : kernels.size();
  for (size_t i = 0; i < kernels.size(); i += together)
    hardware.designs.push_back(flow::makeDesign(build.input.board, kernels.subspan(i, together), hardware.clock));
  hardware.netlists.resize(hardware.designs.size());
  inParallel(hardware, hardware.designs.size(),
             [&](size_t i) { hardware.netlists[i] = flow::synthesise(hardware.designs[i], hardware.runner); });
}

std::vector<Dump> synthesiseDumps(const Build &build) {
  std::vector<Dump> dumps;
  for (size_t i = 0; i < build.hardware->designs.size(); ++i) {
    const flow::Design &design = build.hardware->designs[i];
    dumps.push_back({design.name + ".json", build.hardware->netlists[i].file(flow::kNetlist)});
    for (const sim::SourceFile &source : design.sources)
      if (design.kernels.size() > 1 && source.name.starts_with("kernel_"))
        dumps.push_back({source.name, source.text});
    dumps.push_back({design.name + ".log", build.hardware->netlists[i].file(flow::kLog)});
  }
  return dumps;
}

std::string synthesiseOutcome(const Build &build) {
  return forEachDesign(*build.hardware, [&](size_t i) {
    return "netlist for " + build.input.board.flow->device + keptText(build.hardware->netlists[i].kept);
  });
}

void routeStage(Build &build) {
  Hardware &hardware = *build.hardware;
  const unsigned seeds = hardware.options.seeds;
  hardware.routes.assign(hardware.designs.size(), std::vector<flow::Route>(seeds));
  inParallel(hardware, hardware.designs.size() * seeds, [&](size_t i) {
    const size_t design = i / seeds;
    hardware.routes[design][i % seeds] =
        flow::route(hardware.designs[design], hardware.netlists[design].file(flow::kNetlist), unsigned(i % seeds) + 1,
                    hardware.runner);
  });
}

std::vector<Dump> routeDumps(const Build &build) {
  std::vector<Dump> dumps;
  for (size_t i = 0; i < build.hardware->designs.size(); ++i)
    for (const flow::Route &route : build.hardware->routes[i]) {
      const std::string name = fmt::format("{}-{}", build.hardware->designs[i].name, route.seed);
      dumps.push_back({name + ".txt", route.step.file(flow::kConfiguration)});
      dumps.push_back({name + ".json", route.step.file(flow::kReport)});
      dumps.push_back({name + "-netlist.json", route.step.file(flow::kRouted)});
      dumps.push_back({name + ".log", route.step.file(flow::kLog)});
    }
  return dumps;
}

std::string routeOutcome(const Build &build) {
  return forEachDesign(*build.hardware, [&](size_t i) {
    const std::span<const flow::Placer> placers = build.hardware->designs[i].family->placers;
    std::string text;
    for (const flow::Route &route : build.hardware->routes[i])
      text += fmt::format("{}seed {}{} reaches {:.2f} MHz{}", text.empty() ? "" : ", ", route.seed,
                          route.placer == placers.front().name ? "" : fmt::format(" (placer {})", route.placer),
                          route.timing.mhz, keptText(route.step.kept));
    return text;
  });
}

void timeStage(Build &build) {
  for (size_t i = 0; i < build.hardware->designs.size(); ++i)
    flow::requireClock(build.hardware->designs[i], flow::bestOf(build.hardware->routes[i]));
}

std::vector<Dump> timeDumps(const Build &build) {
  std::vector<Dump> dumps;
  for (size_t i = 0; i < build.hardware->designs.size(); ++i)
    dumps.push_back({build.hardware->designs[i].name + ".txt",
                     flow::describePath(flow::bestOf(build.hardware->routes[i]).timing.criticalPath)});
  return dumps;
}

std::string timeOutcome(const Build &build) {
  return forEachDesign(*build.hardware, [&](size_t i) {
    const flow::Route &best = flow::bestOf(build.hardware->routes[i]);
    return fmt::format("{} MHz, routing closes {:.2f} MHz; {}", build.input.board.clockMhz, best.timing.mhz,
                       resourcesText(best.timing.resources));
  });
}

void bitstreamStage(Build &build) {
  Hardware &hardware = *build.hardware;
  hardware.made.resize(hardware.designs.size());
  inParallel(hardware, hardware.designs.size(), [&](size_t i) {
    hardware.made[i] = flow::makeBitstream(hardware.designs[i], flow::bestOf(hardware.routes[i]), hardware.runner);
  });
  for (const flow::Made &made : hardware.made) {
    build.container.bitstreams.push_back(made.bitstream);
    build.container.attachments.push_back({program::Attachment::Role::Bitstream, made.bitstream.file, made.bytes});
  }
}

std::vector<Dump> bitstreamDumps(const Build &build) {
  std::vector<Dump> dumps;
  for (const flow::Made &made : build.hardware->made)
    dumps.push_back({made.bitstream.file, made.bytes});
  return dumps;
}

std::string bitstreamOutcome(const Build &build) {
  return forEachDesign(*build.hardware, [&](size_t i) {
    const flow::Made &made = build.hardware->made[i];
    return fmt::format("{}, {} bytes for {}", made.bitstream.file, made.bytes.size(), made.bitstream.part);
  });
}

}  // namespace weft::cli
