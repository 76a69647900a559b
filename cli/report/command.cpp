// SPDX-License-Identifier: Apache-2.0
// weft report
#include <filesystem>
#include <iostream>
#include <memory>

#include "cli/command.h"
#include "cli/failure.h"
#include "cli/output_file.h"
#include "cli/program_file.h"
#include "cli/report/report.h"

namespace weft::cli {
namespace {

struct Arguments {
  std::string file, output, source;
  bool json = false;
};

std::string outputOf(const Arguments &arguments) {
  return arguments.output.empty() ? std::filesystem::path(arguments.file).replace_extension(".html").string()
                                  : arguments.output;
}

int report(const Arguments &arguments) {
  const program::Contents contents = inspectFile(arguments.file, readInput(arguments.file));
  if (arguments.json && arguments.output.empty()) {
    std::cout << reportAsJson(arguments.file, contents);
    return kDone;
  }
  writeOutput(outputOf(arguments), arguments.json ? reportAsJson(arguments.file, contents)
                                                  : reportAsPage(arguments.file, contents, arguments.source));
  if (!arguments.json)
    std::cerr << "wrote " << outputOf(arguments) << "\n";
  return kDone;
}

void declare(CLI::App &command, Action &action) {
  const auto arguments = std::make_shared<Arguments>();
  command.add_option("FILE", arguments->file, "a .weft file")->required();
  command.add_option("-o,--output", arguments->output, "the file to write (default: FILE with the ending .html)")
      ->type_name("FILE");
  command
      .add_option("--source", arguments->source,
                  "the kernel file, if it is not in FILE or is to be another one than there")
      ->type_name("FILE");
  command.add_flag("--json", arguments->json, "the numbers as JSON, on standard output unless --output is given");
  command.callback([&action, arguments] { action = [arguments] { return report(*arguments); }; });
}

}  // namespace

Command reportCommand() {
  return {
      "report",
      "writes a page about the hardware of a .weft file: what it takes, how fast it is, and why",
      {"One HTML file that needs no other and no network: for each kernel its resources by pipeline, unit and source "
       "line, loops and what holds them up, each access to device memory with the unit that serves it, and the "
       "memories on chip. Resources are estimates from measured components and operators; of a bitstream also what was "
       "placed and routed, its clock and the path that limits it."},
      {{"into vecadd.html", "weft report vecadd.weft"}, {"the numbers for a script", "weft report vecadd.weft --json"}},
      declare};
}

}  // namespace weft::cli
