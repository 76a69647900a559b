// SPDX-License-Identifier: Apache-2.0
// weft build
#include <cmath>
#include <fmt/ranges.h>
#include <iostream>
#include <memory>

#include "cli/board_choice.h"
#include "cli/build/stages.h"
#include "cli/build_options.h"
#include "cli/command.h"
#include "cli/failure.h"
#include "cli/output_file.h"
#include "cli/program_file.h"

namespace weft::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char *kStandardInput = "/dev/stdin";

struct Arguments {
  std::string file, board = kDefaultBoard, output, stopAfter, dumpDirectory;
  BuildOptions options;
  bool quiet = false, withoutSource = false, withoutBitstream = false;
  std::optional<double> clockMhz;
  HardwareOptions hardware;
};

std::vector<std::string> stageNames() {
  std::vector<std::string> names;
  for (const BuildStage &stage : buildStages())
    names.push_back(stage.name);
  return names;
}

/// What is wrong with a clock; CLI11's own check prints the largest number of all.
std::string isClock(const std::string &word) {
  double mhz = 0;
  const bool valid = CLI::detail::lexical_cast(word, mhz) && mhz > 0 && std::isfinite(mhz);
  return valid ? "" : fmt::format("{} is no number of MHz above 0", word);
}

std::string outputOf(const Arguments &arguments) {
  return arguments.output.empty() ? fs::path(arguments.file).replace_extension(".weft").string() : arguments.output;
}

/// Whether the input has no place beside which an output could lie: standard input, a pipe, a device.
bool isNoFile(const std::string &file) {
  std::error_code error;
  return file == kStandardInput || fs::is_other(file, error);
}

/// Refuses a stage that builds for the board do not have.
void requireStage(const std::string &name, const Build &build) {
  for (const BuildStage &stage : buildStages())
    if (stage.name == name && stage.applies && !stage.applies(build))
      throw Failure(kWrongUsage,
                    fmt::format("--stop-after {}: no bitstream is made for board {}", name, build.input.board.name),
                    build.input.board.flow ? "leave out --no-bitstream" : "weft boards shows those that have a flow");
}

int build(const Arguments &arguments) {
  const bool writes = arguments.stopAfter.empty() || arguments.stopAfter == stageNames().back();
  if (!writes && !arguments.output.empty())
    throw Failure(kWrongUsage,
                  fmt::format("--stop-after {} ends before stage {}, which makes the file for --output",
                              arguments.stopAfter, stageNames().back()),
                  "leave out one of the two; --dump-dir keeps what a stage has made");
  if (writes && arguments.output.empty() && isNoFile(arguments.file))
    throw Failure(kWrongUsage, fmt::format("the output cannot be named after {}", arguments.file),
                  "name it with --output");
  if (outputOf(arguments) == arguments.file && !isProgramFile(readInput(arguments.file)))
    throw Failure(kWrongUsage, fmt::format("the output would replace the source {}", arguments.file),
                  "name another file with --output");
  if (writes)
    requireWritable(outputOf(arguments));
  BuildInput input{arguments.file,
                   arguments.options.text(),
                   chooseBoard(arguments.board).description,
                   !arguments.withoutSource,
                   {},
                   arguments.clockMhz};
  if (!arguments.withoutBitstream)
    input.hardware = arguments.hardware;
  Build build(std::move(input));
  requireStage(arguments.stopAfter, build);
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
  command.add_option("FILE", arguments->file, "the kernels, in OpenCL C, or a .weft file; -: standard input")
      ->required();
  command.add_option("-o,--output", arguments->output, "the file to write (default: FILE with the ending .weft)")
      ->type_name("FILE");
  command.add_option("--board", arguments->board, "the board to build for; weft boards shows them")
      ->type_name("BOARD")
      ->capture_default_str();
  arguments->options.declare(command);
  command
      .add_option("--clock", arguments->clockMhz,
                  "the clock of the bitstream (default: the board's own), made by the "
                  "board's PLL; the device then runs at it")
      ->type_name("MHZ")
      ->check(isClock);
  command.add_option("--seeds", arguments->hardware.seeds, "places and routes so often and takes the highest clock")
      ->type_name("N")
      ->check(CLI::Range(1u, 1000u).description(""))
      ->capture_default_str();
  command
      .add_option("-j,--jobs", arguments->hardware.jobs,
                  "tools that work at the same time (default: the number of processors)")
      ->type_name("N")
      ->check(CLI::Range(1u, 1000u).description(""));
  command.add_flag("--kernels-apart", arguments->hardware.kernelsApart,
                   "makes a bitstream of each kernel instead of one with all of them");
  command.add_flag("--no-bitstream", arguments->withoutBitstream, "makes no bitstream: for simulation, in a moment");
  command
      .add_option("--stop-after", arguments->stopAfter,
                  fmt::format("ends after a stage: {}", fmt::join(stageNames(), ", ")))
      ->type_name("STAGE")
      ->check(CLI::IsMember(stageNames()).description(""));
  command.add_option("--dump-dir", arguments->dumpDirectory, "keeps what each stage makes, in numbered folders there")
      ->type_name("DIR");
  command.add_flag("--no-source", arguments->withoutSource, "leaves the source out of the .weft file");
  command.add_flag("-q,--quiet", arguments->quiet, "says nothing but errors and warnings");
  command.callback([&action, arguments] {
    if (arguments->file == "-")
      arguments->file = kStandardInput;
    action = [arguments] { return build(*arguments); };
  });
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
       "For boards with a flow to bitstreams (weft boards) it has one with all kernels, for weft program, or with "
       "--kernels-apart one of each. The clock is a promise: a kernel whose placed and routed logic misses it is "
       "refused, with the path that limits it. The result "
       "of each step is kept in the cache, so a build that was stopped goes on where it was. WEFT_TOOLS names folders "
       "with tools to prefer; weft doctor shows which are used.",
       "A .weft file without bitstreams, such as --no-bitstream or clGetProgramInfo gives, gets them: nothing is "
       "compiled again, and its other contents stay.",
       describeStages()},
      {{"for the simulated card, into vecadd.weft", "weft build vecadd.cl"},
       {"for another board, with a macro and fast arithmetic",
        "weft build vecadd.cl --board sim:soc -DN=1024 -cl-fast-relaxed-math -o soc.weft"},
       {"for a small FPGA board, only to try it in simulation",
        "weft build vecadd.cl --board hx8k-evn --no-bitstream -o nano.weft"},
       {"only checks the source", "weft build vecadd.cl --stop-after compile"},
       {"what another program writes", "./generate | weft build - -o generated.weft"},
       {"keeps SystemVerilog and reports in a folder", "weft build vecadd.cl --dump-dir stages"}},
      declare};
}

}  // namespace weft::cli
