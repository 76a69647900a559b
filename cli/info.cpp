// SPDX-License-Identifier: Apache-2.0
// weft info
#include <fmt/ranges.h>
#include <iostream>
#include <memory>

#include "cli/command.h"
#include "cli/failure.h"
#include "cli/output_file.h"
#include "cli/program_file.h"
#include "cli/report/kernel_report.h"
#include "cli/run/types.h"
#include "cli/table.h"
#include "hls/compile.h"
#include "program/container.h"

namespace weft::cli {
namespace {

struct Arguments {
  std::string file;
  bool json = false;
};

std::string signatureOf(const kernel::Interface &kernel) {
  std::string text;
  for (size_t i = 0; i < kernel.explicitArguments(); ++i)
    text += (i ? ", " : "") + declarationOf(kernel.arguments[i]);
  return fmt::format("{}({})", kernel.name, text);
}

std::string expectedClockOf(const KernelReport &report) {
  const ExpectedClock &clock = report.expectedClock;
  return clock.mhz > 0 ? fmt::format("  clock:       {} MHz expected, limited by {}\n", clock.mhz, clock.limitAt())
                       : "";
}

std::string areaOf(const KernelReport &report) {
  const Area &area = report.area;
  return fmt::format(
      "about {:.0f} LUT4, {:.0f} flip-flops, {:.0f} block RAMs of {} kbit, {:.0f} multiplier blocks ({})", area.luts,
      area.flipFlops, area.blockRams, report.blockRamKbit, area.multipliers, report.family);
}

std::string describe(const kernel::Image &image) {
  const kernel::Interface &kernel = image.interface;
  std::string text = fmt::format("\nkernel {}\n", signatureOf(kernel));
  if (kernel.requiredSize[0])
    text += fmt::format("  group:       {} x {} x {} work-items, as the kernel demands\n", *kernel.requiredSize[0],
                        kernel.requiredSize[1].value_or(1), kernel.requiredSize[2].value_or(1));
  else
    text += fmt::format("  group:       up to {} work-items\n", kernel.maxWorkGroupSize);
  if (kernel.computeUnits > 1)
    text += fmt::format("  units:       {} compute units share the groups of a launch\n", kernel.computeUnits);
  text += fmt::format("  in flight:   {} {}{}{}\n", kernel.slots, kernel.lanes > 1 ? "packets" : "work-items",
                      kernel.computeUnits > 1 ? " in each unit" : "",
                      kernel.groupSlots ? fmt::format(" in up to {} groups", kernel.groupSlots) : "");
  if (image.localMemoryBytes)
    text += fmt::format("  local:       {}\n", sizeText(image.localMemoryBytes));
  if (image.privateMemoryBytes)
    text += fmt::format("  private:     {} in block RAM for each work-item\n", sizeText(image.privateMemoryBytes));
  const KernelReport report = parseKernelReport(image.report);
  return text + fmt::format("  packets:     {}\n  hardware:    {}\n{}", packetsOf(report), areaOf(report),
                            expectedClockOf(report));
}

std::string describe(const kernel::Bitstream &bitstream) {
  std::string resources;
  for (const kernel::Resource &resource : bitstream.resources)
    resources +=
        fmt::format("{}{} of {} {}", resources.empty() ? "" : ", ", resource.used, resource.available, resource.name);
  return fmt::format("\nbitstream {} of {}, for {}\n"
                     "  clock:       {} MHz; placement and routing close {:.2f} MHz (seed {})\n"
                     "  takes:       {}, with the board's shell\n"
                     "  made by:     {}\n",
                     bitstream.file, bitstream.subject(), bitstream.part, bitstream.clockMhz, bitstream.routedMhz,
                     bitstream.seed, resources, fmt::join(bitstream.tools, "; "));
}

void print(const std::string &file, const program::Contents &contents) {
  std::cout << fmt::format("{}: {} for board {}\nclock:     {} MHz\ngenerator: {}{}\noptions:   {}\n", file,
                           nameOf(contents.type), contents.board, contents.clockMhz, contents.generator,
                           contents.generator == hls::generatorIdentity()
                               ? ""
                               : " (another version than this one: loading it generates the hardware anew)",
                           contents.options.empty() ? "none" : contents.options);
  if (contents.program)
    for (const kernel::Image &image : contents.program->kernels)
      std::cout << describe(image);
  for (const kernel::Bitstream &bitstream : contents.bitstreams)
    std::cout << describe(bitstream);
  Table table({"MEMBER", "ROLE", "SIZE"});
  for (const program::Member &member : contents.members)
    table.add({member.name, member.role, sizeText(member.bytes)});
  std::cout << "\n" << table.text();
}

int show(const Arguments &arguments) {
  const program::Contents contents = inspectFile(arguments.file, readInput(arguments.file));
  if (arguments.json)
    std::cout << contents.manifest;
  else
    print(arguments.file, contents);
  return kDone;
}

void declare(CLI::App &command, Action &action) {
  const auto arguments = std::make_shared<Arguments>();
  command.add_option("FILE", arguments->file, "a .weft file, or a program binary of clGetProgramInfo")->required();
  command.add_flag("--json", arguments->json, "shows its manifest: all that hosts know of the kernels");
  command.callback([&action, arguments] { action = [arguments] { return show(*arguments); }; });
}

}  // namespace

Command infoCommand() {
  return {
      "info",
      "shows what is in a .weft file",
      {"Board, compiler, options, and of each kernel the arguments, sizes and estimated resources. The file is a zip "
       "archive: unzip takes it apart."},
      {{"kernels and members", "weft info vecadd.weft"}, {"for a script", "weft info vecadd.weft --json"}},
      declare};
}

}  // namespace weft::cli
