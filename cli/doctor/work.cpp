// SPDX-License-Identifier: Apache-2.0
// What works: a kernel from source to results, the cache, the tools of the slower simulation.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "cli/board_choice.h"
#include "cli/doctor/findings.h"
#include "cli/failure.h"
#include "cli/run/device.h"
#include "cli/table.h"
#include "flow/error.h"
#include "flow/family.h"
#include "hls/compile.h"
#include "host/compiler/compiler.h"
#include "program/container.h"
#include "sim/model_tools.h"
#include "support/kept_files.h"
#include "support/options.h"
#include "support/own_file.h"
#include "support/subprocess.h"

namespace weft::cli {
namespace {

namespace fs = std::filesystem;
using Level = Finding::Level;

constexpr const char *kKernel = "kernel void check(global uint *a) { a[get_global_id(0)] += 41; }\n";
constexpr unsigned kItems = 64;
constexpr std::chrono::seconds kVersionTimeout{10};
constexpr uint64_t kLittleRoom = uint64_t(256) << 20;

/// Compiles the kernel, runs it, and compares the results. Throws.
uint64_t cyclesOfKernel(const BoardChoice &board) {
  const hls::CompileResult built =
      compiler::compile({compiler::Request::Operation::Build, "", {kKernel}, {}}, board.description);
  if (built.outcome != hls::Outcome::Ok)
    throw std::runtime_error(hls::buildLog(built.diagnostics));
  program::Container container;
  container.type = program::Type::Executable;
  container.bitcode = built.bitcode;
  container.program = built.program;
  Device device(board.device);
  device.load(program::pack(container, board.description, hls::generatorIdentity()));
  std::vector<ArgumentValue> arguments(1);
  arguments[0].argument = &built.program->kernels.at(0).interface.arguments.at(0);
  arguments[0].array = {'u', sizeof(uint32_t), {kItems}, std::string(kItems * sizeof(uint32_t), '\0')};
  const uint64_t cycles = device.run("check", {{kItems}, {}}, arguments, 1).at(0).cycles;
  for (unsigned i = 0; i < kItems; ++i) {
    uint32_t value;
    std::memcpy(&value, arguments[0].array.bytes.data() + i * sizeof value, sizeof value);
    if (value != 41)
      throw std::runtime_error(fmt::format("work-item {} computed {} instead of 41", i, value));
  }
  return cycles;
}

Finding toolFinding(const sim::ModelTool &tool) {
  try {
    support::ProcessOptions options;
    options.timeout = kVersionTimeout;
    const support::ProcessResult result = support::runProcess({tool.path, "--version"}, options);
    if (!result.ok())
      throw std::runtime_error(result.outcome());
    return {Level::Ok, tool.stage, fmt::format("{}: {}", tool.path, result.output.substr(0, result.output.find('\n'))),
            ""};
  } catch (const std::exception &error) {
    return {Level::Warning, tool.stage,
            fmt::format("{} cannot be run: {}; WEFT_SIM=verilator and WEFT_TRACE need it", tool.path, error.what()),
            fmt::format("sudo apt install {}", tool.package)};
  }
}

/// Of a folder that is not there: whether it can be made in the nearest one that is.
Finding missingFinding(const fs::path &directory) {
  std::error_code error;
  fs::path nearest = fs::absolute(directory, error);
  while (nearest.has_relative_path() && !fs::exists(nearest, error))
    nearest = nearest.parent_path();
  if (::access((nearest / ".").c_str(), W_OK) != 0)
    return {Level::Warning, "cache",
            fmt::format("{} cannot be made in {}: {}", directory.string(), nearest.string(), std::strerror(errno)),
            "set WEFT_CACHE_DIR to a folder of your own"};
  return {Level::Ok, "cache", fmt::format("{} is made when something is to be kept", directory.string()), ""};
}

Finding trustFinding(const fs::path &directory) {
  try {
    support::openOwnDirectory(directory);
  } catch (const support::UntrustedError &error) {
    return {Level::Warning, "cache", fmt::format("it is not used, as others could put code there: {}", error.what()),
            "do that, or set WEFT_CACHE_DIR to a folder of your own"};
  } catch (const std::exception &error) {
    return {Level::Warning, "cache", error.what(), "set WEFT_CACHE_DIR to a folder of your own"};
  }
  if (::access(directory.c_str(), W_OK) != 0)
    return {Level::Warning, "cache", fmt::format("{} cannot be written: {}", directory.string(), std::strerror(errno)),
            fmt::format("chmod u+w {}, or set WEFT_CACHE_DIR to another folder", directory.string())};
  uint64_t bytes = 0;
  const std::vector<support::KeptFile> files = support::keptFiles(directory);
  for (const support::KeptFile &file : files)
    bytes += file.bytes;
  struct statvfs space;
  if (::statvfs(directory.c_str(), &space) == 0 && uint64_t(space.f_bavail) * space.f_frsize < kLittleRoom)
    return {Level::Warning, "cache",
            fmt::format("the disk of {} has {} left", directory.string(),
                        sizeText(uint64_t(space.f_bavail) * space.f_frsize)),
            "make room there (weft cache --clear), or set WEFT_CACHE_DIR to a folder on another disk"};
  return {Level::Ok, "cache", fmt::format("{}: {}, {}", directory.string(), countsOf(files), sizeText(bytes)), ""};
}

}  // namespace

Findings checkKernel() {
  const auto start = std::chrono::steady_clock::now();
  std::string device;
  try {
    device = support::options().DEVICE.substr(0, support::options().DEVICE.find(','));
    const BoardChoice board = chooseBoard(device);
    const uint64_t cycles = cyclesOfKernel(board);
    return {{Level::Ok, "kernel",
             fmt::format("compiled, run on {} and right: {} cycles, {:.2f} s in all", board.description.name, cycles,
                         std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()),
             ""}};
  } catch (const std::exception &error) {
    return {{Level::Error, "kernel", fmt::format("a kernel cannot be run on {}: {}", device, error.what()),
             "see the errors above; WEFT_LOG=info weft doctor tells each step"}};
  }
}

Findings checkCache() {
  try {
    const fs::path directory = support::cacheDirectory();
    if (directory.empty())
      return {{Level::Warning, "cache", "there is no home folder: compiled models and steps of bitstreams are not kept",
               "set WEFT_CACHE_DIR to a folder of your own"}};
    if (std::error_code error; !fs::exists(directory, error))
      return {missingFinding(directory)};
    return {trustFinding(directory)};
  } catch (const std::exception &error) {
    return {{Level::Warning, "cache", error.what(), "set WEFT_CACHE_DIR to a folder of your own"}};
  }
}

Findings checkFlowTools() {
  std::vector<const flow::Tool *> tools;
  for (const flow::Family &family : flow::families())
    for (const flow::Tool *tool : flow::toolsOf(family))
      if (std::find(tools.begin(), tools.end(), tool) == tools.end())
        tools.push_back(tool);
  tools.push_back(&flow::kOpenFpgaLoader);
  Findings findings;
  for (const flow::Tool *tool : tools)
    try {
      const fs::path program = flow::require(*tool);
      findings.push_back(
          {Level::Ok, tool->name, fmt::format("{}: {}", program.string(), flow::versionOf(*tool, program)), ""});
    } catch (const flow::Error &error) {
      findings.push_back({Level::Warning, tool->name, error.what(), error.hint()});
    } catch (const std::exception &error) {  // of the environment, which has a finding of its own
      findings.push_back({Level::Warning, tool->name, error.what(), "correct that first"});
    }
  return findings;
}

Findings checkModelTools() {
  Findings findings;
  for (const sim::ModelTool *tool : {&sim::kVerilator, &sim::kCompiler, &sim::kLinker})
    findings.push_back(toolFinding(*tool));
  return findings;
}

}  // namespace weft::cli
