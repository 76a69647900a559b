// SPDX-License-Identifier: Apache-2.0
// weft run
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/ranges.h>
#include <iostream>
#include <memory>
#include <unistd.h>

#include "cli/board_choice.h"
#include "cli/build/stages.h"
#include "cli/build_options.h"
#include "cli/command.h"
#include "cli/failure.h"
#include "cli/output_file.h"
#include "cli/program_file.h"
#include "cli/report/report.h"
#include "cli/run/buffer_text.h"
#include "cli/run/report.h"
#include "hls/compile.h"
#include "support/nearest_name.h"

namespace weft::cli {
namespace {

constexpr size_t kMostTypos = 3;

struct Arguments {
  std::string file, board, kernel, global, local;
  BuildOptions options;
  std::vector<std::string> words, saves, prints;
  unsigned repeat = 1;
  bool json = false;
  std::string report;          // a file to write
  std::vector<double> passes;  // for it
};

std::vector<size_t> sizesFrom(const std::string &text, const char *option) {
  std::vector<size_t> sizes;
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find(',', start), text.size());
    size_t size = 0;
    const auto [rest, error] = std::from_chars(text.data() + start, text.data() + end, size);
    if (error != std::errc() || rest != text.data() + end || size == 0 || sizes.size() == 3)
      throw Failure(kWrongUsage, fmt::format("{} {} is no size", option, text),
                    fmt::format("one to three whole numbers from 1 on, for example {0} 1024 or {0} 64,16", option));
    sizes.push_back(size);
    start = end + 1;
  }
  return sizes;
}

NDRange rangeFrom(const Arguments &arguments) {
  NDRange range{sizesFrom(arguments.global, "--global"), {}};
  if (!arguments.local.empty())
    range.local = sizesFrom(arguments.local, "--local");
  if (!range.local.empty() && range.local.size() != range.global.size())
    throw Failure(kWrongUsage, fmt::format("--local {} has {} dimensions and --global {} has {}", arguments.local,
                                           range.local.size(), arguments.global, range.global.size()));
  return range;
}

/// More than any buffer has elements if they are more than 64 bits count.
uint64_t workItemsOf(const NDRange &range) {
  uint64_t items = 1;
  for (const size_t size : range.global)
    if (__builtin_mul_overflow(items, size, &items))
      return UINT64_MAX;
  return items;
}

/// A .weft file's bytes and the board that it is for.
struct Loaded {
  std::string bytes;
  BoardChoice board;
};

Loaded loadFile(const Arguments &arguments) {
  std::string bytes = readInput(arguments.file);
  if (!isProgramFile(bytes)) {
    BoardChoice board = arguments.board.empty() ? boardOfEnvironment() : chooseBoard(arguments.board);
    Build build({arguments.file, arguments.options.text(), board.description, !arguments.report.empty(), {}, {}});
    runStages(build, {true, "", ""});
    return {std::move(build.bytes), std::move(board)};
  }
  if (const std::string options = arguments.options.text(); !options.empty())
    throw Failure(kWrongUsage, fmt::format("{} is built already: {} cannot change it", arguments.file, options),
                  "run the kernel file instead, or build it again");
  const program::Contents contents = inspectFile(arguments.file, bytes);
  if (contents.type != program::Type::Executable)
    throw Failure(kInputFailed, fmt::format("{} is no executable but {}", arguments.file, nameOf(contents.type)),
                  "link it to one with clLinkProgram");
  const bool isGiven = !arguments.board.empty();
  if (!isGiven && !environmentNamesBoard())
    return {std::move(bytes), chooseBoard(contents.board)};
  BoardChoice board = isGiven ? chooseBoard(arguments.board) : boardOfEnvironment();
  if (board.description.name != contents.board)
    throw Failure(kInputFailed,
                  fmt::format("{} is for board {}, not for {}", arguments.file, contents.board, board.description.name),
                  fmt::format("{}, or build it with weft build --board {}",
                              isGiven ? "leave out --board" : "unset WEFT_DEVICE", board.description.name));
  return {std::move(bytes), std::move(board)};
}

const kernel::Interface &chooseKernel(const kernel::Program &program, const std::string &name) {
  std::vector<std::string_view> names;
  for (const kernel::Image &image : program.kernels) {
    if (image.interface.name == name || (name.empty() && program.kernels.size() == 1))
      return image.interface;
    names.push_back(image.interface.name);
  }
  const std::string known = fmt::format("{} {}", names.size() == 1 ? "there is" : "there are", fmt::join(names, ", "));
  if (name.empty())
    throw Failure(kWrongUsage, "which kernel to run is not told", fmt::format("add --kernel NAME: {}", known));
  const std::string_view meant = support::nearestName(name, names, kMostTypos);
  throw Failure(kWrongUsage, fmt::format("there is no kernel {}", name),
                meant.empty() ? known : fmt::format("did you mean {}?", meant));
}

/// Standard output for the JSON alone: what kernels print goes to stderr meanwhile.
class OutputForJson {
public:
  explicit OutputForJson(bool wanted) : kept_(wanted ? ::dup(STDOUT_FILENO) : -1) {
    if (kept_ >= 0)
      ::dup2(STDERR_FILENO, STDOUT_FILENO);
  }
  ~OutputForJson() {
    if (kept_ < 0)
      return;
    std::fflush(stdout);
    ::dup2(kept_, STDOUT_FILENO);
    ::close(kept_);
  }

private:
  const int kept_;
};

/// Runs the kernel; what it prints appears. The results are saved and shown by the caller.
struct Run {
  std::string bytes;  // of the .weft file
  std::shared_ptr<const kernel::Program> program;
  BoardChoice board;
  RunResult result;
};

const kernel::Image &imageOf(const Run &run) {
  const auto &kernels = run.program->kernels;
  return *std::find_if(kernels.begin(), kernels.end(),
                       [&](const kernel::Image &image) { return &image.interface == run.result.kernel; });
}

Run execute(const Arguments &arguments) {
  const OutputForJson output(arguments.json);
  const NDRange range = rangeFrom(arguments);
  Loaded loaded = loadFile(arguments);
  Device device(loaded.board.device);
  const std::string binary = device.load(loaded.bytes);
  // That of a bitstream may be another than the board's own.
  loaded.board.description = board::withClock(loaded.board.description, inspectFile(arguments.file, binary).clockMhz);
  Run run{std::move(loaded.bytes),
          program::unpack(binary, loaded.board.description, hls::generatorIdentity()).program,
          std::move(loaded.board),
          {}};
  if (!run.program)
    throw Failure(kMachineFailed, "the library and weft are of different versions", "install them together");
  run.result.kernel = &chooseKernel(*run.program, arguments.kernel);
  run.result.range = range;
  run.result.portBytes = device.portBytes();
  run.result.arguments =
      matchArguments(*run.result.kernel, {arguments.words, arguments.saves, arguments.prints, workItemsOf(range)});
  for (const ArgumentValue &value : run.result.arguments)
    if (!value.saveTo.empty())
      requireWritable(value.saveTo);
  if (!arguments.report.empty()) {
    requirePasses(parseKernelReport(imageOf(run).report), run.result.portBytes, arguments.passes);
    requireWritable(arguments.report);
  }
  run.result.times = device.run(run.result.kernel->name, range, run.result.arguments, arguments.repeat);
  return run;
}

/// The report of the program, with this launch's cycles.
void writeReport(const Arguments &arguments, const Run &run) {
  const program::Contents contents = inspectFile(arguments.file, run.bytes);
  uint64_t cycles = run.result.times[0].cycles;
  for (const LaunchTime &time : run.result.times)
    cycles = std::min(cycles, time.cycles);
  const LaunchReport launch{run.result.kernel->name, run.result.range.global, run.result.range.local, arguments.passes,
                            cycles};
  const bool json = std::filesystem::path(arguments.report).extension() == ".json";
  writeOutput(arguments.report, json ? reportAsJson(arguments.file, contents, launch)
                                     : reportAsPage(arguments.file, contents, "", launch));
}

int runKernel(const Arguments &arguments) {
  Run run = execute(arguments);
  run.result.board = &run.board.description;
  if (!arguments.report.empty())
    writeReport(arguments, run);
  for (const ArgumentValue &value : run.result.arguments)
    if (!value.saveTo.empty())
      writeOutput(value.saveTo, formatNpy(value.array));
  if (arguments.json) {
    std::cout << runAsJson(run.result);
    return kDone;
  }
  for (const ArgumentValue &value : run.result.arguments)
    if (value.isPrinted)
      std::cout << value.argument->name << " = " << textOfArray(value.array) << "\n";
  std::cout << describeRun(run.result);
  return kDone;
}

void declare(CLI::App &command, Action &action) {
  const auto arguments = std::make_shared<Arguments>();
  command.add_option("FILE", arguments->file, "a kernel file, or a .weft file")->required();
  command.add_option("ARGUMENT", arguments->words, "the kernel's arguments: NAME=VALUE, or VALUE in their order");
  command.add_option("-g,--global", arguments->global, "work-items in one to three dimensions: 1024 or 64,16")
      ->type_name("SIZES")
      ->required();
  command.add_option("-l,--local", arguments->local, "work-items of a group (default: the runtime chooses)")
      ->type_name("SIZES");
  command.add_option("-k,--kernel", arguments->kernel, "which kernel, if there are several")->type_name("NAME");
  command
      .add_option("--board", arguments->board,
                  "where to run it (default: WEFT_DEVICE, or else the board of the .weft file, or sim-card); "
                  "uart:BOARD@PORT is a real one that weft program has programmed")
      ->type_name("BOARD");
  command.add_option("--save", arguments->saves, "saves a buffer at the end; NAME=VALUE>FILE does too")
      ->type_name("NAME=FILE")
      ->allow_extra_args(false);
  command.add_option("--print", arguments->prints, "shows a buffer at the end")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command.add_option("--repeat", arguments->repeat, "runs it so often, each time on the same contents")
      ->type_name("N")
      ->check(CLI::Range(1u, 1000000u).description(""))
      ->capture_default_str();
  CLI::Option *const report =
      command
          .add_option(
              "--report", arguments->report,
              "writes the program's report with the cycles of this run: JSON if FILE ends in .json, else a page")
          ->type_name("FILE");
  command
      .add_option("--passes", arguments->passes,
                  "how often a work-item passes each loop, in the report's order: what is predicted then stands beside "
                  "what was measured")
      ->type_name("N,N...")
      ->delimiter(',')
      ->check(CLI::NonNegativeNumber.description(""))
      ->allow_extra_args(false)
      ->needs(report);
  arguments->options.declare(command);
  command.add_flag("--json", arguments->json, "shows the figures as JSON; what the kernel prints goes to stderr");
  command.callback([&action, arguments] { action = [arguments] { return runKernel(*arguments); }; });
}

}  // namespace

Command runCommand() {
  return {
      "run",
      "runs a kernel on arguments from the command line, without a host program",
      {"Numbers are decimal, or hexadecimal behind 0x, vectors as numbers with commas: n=1024, f=1.5, v=1,2,3,4. A "
       "structure is a record of NumPy's, or any bytes of its size: s=@FILE.npy. Local memory is local:BYTES or "
       "local:TYPE:COUNT. A buffer is one of",
       kBufferLanguage,
       "with TYPE one of OpenCL C's (needed only where the kernel does not tell, as for void*) and SHAPE 1024 or "
       "64x32. VALUE>FILE.npy saves a buffer at the end, and >FILE.npy alone is one of zeros with an element for each "
       "work-item: quote these, as shells take > for themselves. A negative number by its place stands behind --.",
       "Shown are the cycles from the kernel's start to its last store, and how many bytes a cycle that makes if each "
       "byte of its buffers moves once."},
      {{"c = a + b, with c shown", "weft run vecadd.cl --global 8 a=range:8 b=full:8:100 c=zeros:8 --print c"},
       {"arrays of NumPy's in and out", "weft run vecadd.cl --global 1024 a=@a.npy b=@b.npy 'c=>c.npy'"},
       {"arguments by their place, on another board",
        "weft run vecadd.cl -g 4096 --board sim:soc random:4096:1 random:4096:2 zeros:4096"},
       {"figures for a script", "weft run vecadd.cl -g 64 -l 16 a=range:64 b=range:64 c=zeros:64 --json"}},
      declare};
}

}  // namespace weft::cli
