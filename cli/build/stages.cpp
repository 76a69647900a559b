// SPDX-License-Identifier: Apache-2.0
#include "cli/build/stages.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <iostream>
#include <limits>

#include "cli/build/source_lines.h"
#include "cli/failure.h"
#include "cli/output_file.h"
#include "cli/program_file.h"
#include "cli/report/kernel_report.h"
#include "host/compiler/compiler.h"
#include "support/stage.h"

namespace weft::cli {
namespace {

using Clock = std::chrono::steady_clock;

hls::CompileResult ask(Build &build, compiler::Request request) {
  request.name = build.input.file;
  hls::CompileResult result = compiler::compile(request, build.input.board);
  addSourceLines(result.diagnostics, build.input.file, build.source);
  std::cerr << hls::buildLog(result.diagnostics);
  switch (result.outcome) {
  case hls::Outcome::Ok:
    return result;
  case hls::Outcome::InvalidOptions:
    throw Failure(kWrongUsage, fmt::format("the compiler does not take the options {}", build.input.options));
  case hls::Outcome::CompileFailure:
  case hls::Outcome::LinkFailure:
    throw Failure(kInputFailed, fmt::format("{} cannot be built for {}", build.input.file, build.input.board.name));
  case hls::Outcome::InternalError:
    break;
  }
  throw Failure(kMachineFailed, fmt::format("the compiler failed on {}", build.input.file),
                "this is a defect of Weft: please report it with the source");
}

bool isSource(const Build &build) { return !build.packed; }
bool lacksKernels(const Build &build) { return !build.container.program; }

void compileStage(Build &build) {
  hls::CompileResult result =
      ask(build, {compiler::Request::Operation::Compile, build.input.options, {build.source}, {}});
  build.container.options = build.input.options;
  build.container.bitcode = std::move(result.bitcode);
}

std::vector<Dump> compileDumps(const Build &build) { return {{"program.bc", build.container.bitcode}}; }

std::string compileOutcome(const Build &build) {
  return fmt::format("{} for {}", build.input.file, build.input.board.name);
}

void generateStage(Build &build) {
  hls::CompileResult result = ask(build, {compiler::Request::Operation::Generate, "", {build.container.bitcode}, {}});
  if (result.program->kernels.empty())
    throw Failure(kInputFailed, fmt::format("{} has no kernel", build.input.file), "a kernel begins with: kernel void");
  build.container.type = program::Type::Executable;
  build.container.program = std::move(result.program);
}

std::vector<Dump> generateDumps(const Build &build) {
  std::vector<Dump> dumps;
  for (const kernel::Image &kernel : build.container.program->kernels) {
    const std::string &name = kernel.interface.name;
    dumps.push_back({name + ".sv", kernel.systemVerilog});
    dumps.push_back({name + ".netlist", kernel.netlist});
    dumps.push_back({name + ".json", kernel.report});
  }
  return dumps;
}

std::string generateOutcome(const Build &build) {
  const std::vector<kernel::Image> &kernels = build.container.program->kernels;
  std::string names, limits;
  double mhz = std::numeric_limits<double>::infinity();
  for (const kernel::Image &kernel : kernels) {
    const std::string &name = kernel.interface.name;
    const KernelReport report = parseKernelReport(kernel.report);
    names += (names.empty() ? "" : ", ") + name;
    mhz = std::min(mhz, report.expectedClock.mhz);
    if (!report.noMoreLanes.cause.empty())
      limits += fmt::format("; {}{}", kernels.size() == 1 ? "" : name + ": ", packetsOf(report));
  }
  return fmt::format("{} {}; {} MHz expected{}", kernels.size() == 1 ? "kernel" : "kernels", names, mhz, limits);
}

void packStage(Build &build) {
  if (build.input.keepSource && isSource(build))
    build.container.attachments.push_back(
        {program::Attachment::Role::Source, sourceMemberName(build.input.file), build.source});
  build.bytes = program::pack(build.container, build.input.board, hls::generatorIdentity());
}

std::vector<Dump> packDumps(const Build &build) { return {{"program.weft", build.bytes}}; }

std::string packOutcome(const Build &build) { return fmt::format("{} bytes", build.bytes.size()); }

constexpr BuildStage kStages[] = {
    {"compile", "OpenCL C to LLVM IR", compileStage, compileDumps, compileOutcome, isSource},
    {"generate", "LLVM IR to hardware: SystemVerilog, netlist and report of each kernel", generateStage, generateDumps,
     generateOutcome, lacksKernels},
    {"synthesise", "SystemVerilog to the cells of the FPGA, of boards that have a flow to bitstreams", synthesiseStage,
     synthesiseDumps, synthesiseOutcome, makesBitstreams},
    {"route", "places and routes the cells, with each seed", routeStage, routeDumps, routeOutcome, makesBitstreams},
    {"time", "takes the best seed, and refuses a kernel that misses the clock", timeStage, timeDumps, timeOutcome,
     makesBitstreams},
    {"bitstream", "the bytes for the FPGA", bitstreamStage, bitstreamDumps, bitstreamOutcome, makesBitstreams},
    {"pack", "all of it into the .weft file", packStage, packDumps, packOutcome},
};

/// What the tools' errors are to the user.
Failure failureOf(const flow::Error &error) {
  switch (error.cause()) {
  case flow::Error::Cause::Design:
    return {kInputFailed, error.what(), error.hint()};
  case flow::Error::Cause::Request:
    return {kWrongUsage, error.what(), error.hint()};
  case flow::Error::Cause::Machine:
    break;
  }
  return {kMachineFailed, error.what(), error.hint()};
}

/// Finds what is missing, and plans the clock, before work that takes time.
std::shared_ptr<Hardware> planHardware(BuildInput &input) {
  if (input.clockMhz && !(input.hardware && input.board.flow))
    throw Failure(kWrongUsage, fmt::format("--clock {}: no bitstream is made for board {}, whose clock is {} MHz",
                                           *input.clockMhz, input.board.name, input.board.clockMhz));
  if (!input.hardware || !input.board.flow)
    return nullptr;
  try {
    for (const flow::Tool *tool : flow::toolsOf(flow::familyOf(input.board)))
      flow::require(*tool);
    auto hardware = std::make_shared<Hardware>(*input.hardware, flow::planClock(input.board, input.clockMhz));
    if (input.board.clockMhz != hardware->clock.mhz)
      input.board = board::withClock(input.board, hardware->clock.mhz);
    return hardware;
  } catch (const flow::Error &error) {
    throw failureOf(error);
  }
}

/// A .weft file is for a board and a clock.
void takeFrom(std::string_view bytes, BuildInput &input) {
  if (!input.options.empty())
    throw Failure(kWrongUsage,
                  fmt::format("{} is compiled already, and options change nothing: {}", input.file, input.options),
                  "leave them out");
  const program::Contents contents = inspectFile(input.file, bytes);
  if (contents.type != program::Type::Executable)
    throw Failure(kInputFailed,
                  fmt::format("{} is no executable but an {}", input.file, program::nameOf(contents.type)),
                  "clLinkProgram makes one of it");
  if (contents.board != input.board.name)
    throw Failure(kWrongUsage, fmt::format("{} is for board {}", input.file, contents.board),
                  fmt::format("--board {}", contents.board));
  if (!input.clockMhz && contents.clockMhz != input.board.clockMhz)
    input.clockMhz = contents.clockMhz;
}

program::Container withoutBitstreams(std::string_view bytes, const BuildInput &input) {
  try {
    program::Container container = program::unpack(bytes, input.board, hls::generatorIdentity());
    container.bitstreams.clear();
    std::erase_if(container.attachments, [&](const program::Attachment &attachment) {
      return attachment.role == program::Attachment::Role::Bitstream ||
             (attachment.role == program::Attachment::Role::Source && !input.keepSource);
    });
    return container;
  } catch (const program::InvalidContainer &error) {
    throw Failure(kInputFailed, fmt::format("{}: {}", input.file, error.what()));
  }
}

void run(const BuildStage &stage, Build &build) {
  const support::Stage shown(stage.name, build.input.file);
  try {
    stage.run(build);
  } catch (const flow::Error &error) {
    throw failureOf(error);
  }
}

void writeDumps(const std::filesystem::path &directory, size_t number, const BuildStage &stage, const Build &build) {
  const std::filesystem::path folder = directory / fmt::format("{}-{}", number, stage.name);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw Failure(kMachineFailed, fmt::format("cannot make the folder {}: {}", folder.string(), error.message()),
                  "name another folder with --dump-dir");
  for (const Dump &dump : stage.dumps(build))
    writeOutput(folder / dump.name, dump.text);
}

}  // namespace

std::string sourceMemberName(const std::filesystem::path &path) {
  std::string name = path.filename();
  for (char &c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && std::string_view("._+-() ").find(c) == std::string_view::npos)
      c = '_';
  return name;
}

Build::Build(BuildInput given) : input(std::move(given)), source(readInput(input.file)) {
  packed = isProgramFile(source);
  if (packed)
    takeFrom(source, input);
  hardware = planHardware(input);
  if (!packed)
    return;
  if (!hardware)
    throw Failure(kWrongUsage, fmt::format("{} is built already, and no bitstream is made", input.file),
                  input.board.flow ? "leave out --no-bitstream" : "weft boards shows the boards that have a flow");
  container = withoutBitstreams(source, input);
}

std::span<const BuildStage> buildStages() { return kStages; }

void runStages(Build &build, const BuildProgress &progress) {
  size_t number = 0;
  for (const BuildStage &stage : kStages) {
    if (stage.applies && !stage.applies(build))
      continue;
    const Clock::time_point start = Clock::now();
    run(stage, build);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (!progress.quiet)
      std::cerr << fmt::format("{:>10} {:7.2f} s  {}\n", stage.name, seconds, stage.outcome(build));
    if (!progress.dumpDirectory.empty())
      writeDumps(progress.dumpDirectory, ++number, stage, build);
    if (progress.stopAfter == stage.name)
      break;
  }
}

}  // namespace weft::cli
