// SPDX-License-Identifier: Apache-2.0
// weft build
#include <fmt/ranges.h>
#include <iostream>
#include <memory>

#include "cli/board_choice.h"
#include "cli/build/stages.h"
#include "cli/build_options.h"
#include "cli/command.h"
#include "cli/failure.h"
#include "cli/output_file.h"

namespace weft::cli {
namespace {

struct Arguments {
  std::string file, board = kDefaultBoard, output, stopAfter, dumpDirectory;
  BuildOptions options;
  bool quiet = false, withoutSource = false;
};

std::vector<std::string> stageNames() {
  std::vector<std::string> names;
  for (const BuildStage &stage : buildStages())
    names.push_back(stage.name);
  return names;
}

std::string outputOf(const Arguments &arguments) {
  return arguments.output.empty() ? std::filesystem::path(arguments.file).replace_extension(".weft").string()
                                  : arguments.output;
}

int build(const Arguments &arguments) {
  const bool writes = arguments.stopAfter.empty() || arguments.stopAfter == stageNames().back();
  if (!writes && !arguments.output.empty())
    throw Failure(kWrongUsage,
                  fmt::format("--stop-after {} ends before stage {}, which makes the file for --output",
                              arguments.stopAfter, stageNames().back()),
                  "leave out one of the two; --dump-dir keeps what a stage has made");
  if (outputOf(arguments) == arguments.file)
    throw Failure(kWrongUsage, fmt::format("the output would replace the source {}", arguments.file),
                  "name another file with --output");
  if (writes)
    requireWritable(outputOf(arguments));
  Build build(
      {arguments.file, arguments.options.text(), chooseBoard(arguments.board).description, !arguments.withoutSource});
  runStages(build, {arguments.quiet, arguments.stopAfter, arguments.dumpDirectory});
  if (!writes)
    return kDone;
  writeOutput(outputOf(arguments), build.bytes);
  if (!arguments.quiet)
    std::cerr << fmt::format("{:>10}  {}\n", "wrote", outputOf(arguments));
  return kDone;
}

void declare(CLI::App &command, Action &action) {
  const auto arguments = std::make_shared<Arguments>();
  command.add_option("FILE", arguments->file, "the kernels, in OpenCL C")->required();
  command.add_option("-o,--output", arguments->output, "the file to write (default: FILE with the ending .weft)")
      ->type_name("FILE");
  command.add_option("--board", arguments->board, "the board to build for; weft boards shows them")
      ->type_name("BOARD")
      ->capture_default_str();
  arguments->options.declare(command);
  command
      .add_option("--stop-after", arguments->stopAfter,
                  fmt::format("ends after a stage: {}", fmt::join(stageNames(), ", ")))
      ->type_name("STAGE")
      ->check(CLI::IsMember(stageNames()).description(""));
  command.add_option("--dump-dir", arguments->dumpDirectory, "keeps what each stage makes, in numbered folders there")
      ->type_name("DIR");
  command.add_flag("--no-source", arguments->withoutSource, "leaves the source out of the .weft file");
  command.add_flag("-q,--quiet", arguments->quiet, "says nothing but errors and warnings");
  command.callback([&action, arguments] { action = [arguments] { return build(*arguments); }; });
}

std::string describeStages() {
  std::string text = "  Stages:";
  for (const BuildStage &stage : buildStages())
    text += fmt::format("\n    {:<10} {}", stage.name, stage.summary);
  return text;
}

}  // namespace

Command buildCommand() {
  return {
      "build",
      "compiles a kernel file for a board into a .weft file",
      {"The file is a program binary: clCreateProgramWithBinary takes it on that board, and clBuildProgram then has "
       "nothing to compile. It is a zip archive with the generated SystemVerilog, the LLVM IR, reports and, unless "
       "--no-source is given, the kernel file. It appears whole or not at all. Messages of the compiler go to "
       "stderr. #include \"...\" looks in the working directory, then in the folder of FILE, then in those of -I.",
       describeStages()},
      {{"for the simulated card, into vecadd.weft", "weft build vecadd.cl"},
       {"for another board, with a macro and fast arithmetic",
        "weft build vecadd.cl --board sim:soc -DN=1024 -cl-fast-relaxed-math -o soc.weft"},
       {"only checks the source", "weft build vecadd.cl --stop-after compile"},
       {"keeps SystemVerilog and reports in a folder", "weft build vecadd.cl --dump-dir stages"}},
      declare};
}

}  // namespace weft::cli
