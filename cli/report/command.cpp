// SPDX-License-Identifier: Apache-2.0
// weft report
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/build/stages.h"
#include "cli/command.h"
#include "cli/failure.h"
#include "cli/output_file.h"
#include "cli/program_file.h"
#include "cli/report/page.h"

namespace weft::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Arguments {
  std::string file, output, source;
  bool json = false;
};

std::string outputOf(const Arguments &arguments) {
  return arguments.output.empty() ? std::filesystem::path(arguments.file).replace_extension(".html").string()
                                  : arguments.output;
}

/// What the compiler called the file whose member is `name`: its path as given to it. If it is not named like that, the
/// first file that the kernels name.
std::string nameInReports(const program::Contents &contents, const std::string &name) {
  std::string first = name;
  for (const kernel::Image &image : contents.program->kernels) {
    const Json report = Json::parse(image.report);
    for (const Json &node : report.at("nodes")) {
      const std::string location = node.value("location", ""), file = location.substr(0, location.rfind(':'));
      if (!file.empty() && sourceMemberName(file) == name)
        return file;
      if (first == name && !file.empty())
        first = file;
    }
  }
  return first;
}

/// Of the memory port of the board that it was made for, whose description need not be here.
unsigned lineBytesOf(const program::Contents &contents) {
  return Json::parse(contents.manifest).at("board").at("port_bits").get<unsigned>() / 8;
}

std::string asJson(const std::string &file, const program::Contents &contents) {
  Json kernels = Json::array();
  for (const kernel::Image &image : contents.program->kernels)
    kernels.push_back(Json::parse(image.report));
  const Json all = {{"file", file},
                    {"board", contents.board},
                    {"generator", contents.generator},
                    {"options", contents.options},
                    {"kernels", kernels},
                    {"bitstreams", Json::parse(contents.manifest).value("bitstreams", Json::array())}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void writePage(const Arguments &arguments, const program::Contents &contents) {
  std::string name = sourceMemberName(arguments.source), source;
  if (!arguments.source.empty())
    source = readInput(arguments.source);
  else
    for (const program::Attachment &attachment : contents.attachments)
      if (attachment.role == program::Attachment::Role::Source) {
        name = attachment.name;
        source = attachment.bytes;
      }
  writeOutput(outputOf(arguments), reportPage({std::filesystem::path(arguments.file).filename(), contents,
                                               lineBytesOf(contents), nameInReports(contents, name), source}));
  std::cerr << "wrote " << outputOf(arguments) << "\n";
}

int report(const Arguments &arguments) {
  const program::Contents contents = inspectFile(arguments.file, readInput(arguments.file));
  if (contents.type != program::Type::Executable)
    throw Failure(kInputFailed, fmt::format("{} is no executable but {}: it has no hardware to report of",
                                            arguments.file, nameOf(contents.type)));
  if (!contents.program)
    throw Failure(kInputFailed, fmt::format("{} was made by {}", arguments.file, contents.generator),
                  "build it again with this version");
  if (arguments.json && arguments.output.empty())
    std::cout << asJson(arguments.file, contents);
  else if (arguments.json)
    writeOutput(arguments.output, asJson(arguments.file, contents));
  else
    writePage(arguments, contents);
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
       "line, "
       "loops and what holds them up, each access to device memory with the unit that serves it, and the memories on "
       "chip. Resources are estimates from measured components and operators; of a bitstream also what was placed and "
       "routed, its clock and the path that limits it."},
      {{"into vecadd.html", "weft report vecadd.weft"}, {"the numbers for a script", "weft report vecadd.weft --json"}},
      declare};
}

}  // namespace weft::cli
