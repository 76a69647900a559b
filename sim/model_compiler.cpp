// SPDX-License-Identifier: Apache-2.0
// The recipe is that of docs/toolchain.md, section 3: one translation unit, slow parts unoptimised, precompiled prefix.
#include "sim/model_compiler.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

#include "sim/model/model_api.h"
#include "sim/model_tools.h"
#include "support/resources.h"
#include "support/stage.h"
#include "support/subprocess.h"

namespace weft::sim {
namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;

// No tool takes this long over a design that fits a board; a hung one must not block a host program for ever.
constexpr std::chrono::minutes kToolTimeout{30};
// Enough to show the first errors; a compiler can print megabytes.
constexpr size_t kMaxToolOutput = 8000;

// How the models of WEFT_SIM_MODEL=quick are compiled.
constexpr std::string_view kUnoptimised = "-O0";

std::string modelClass(const ModelSpec &spec) {
  return spec.kind == ModelSpec::Kind::Kernel ? "Vkernel" : spec.kind == ModelSpec::Kind::Board ? "Vboard" : "Vshell";
}

const char *shimOf(const ModelSpec &spec) {
  switch (spec.kind) {
  case ModelSpec::Kind::Kernel:
    return "kernel";
  case ModelSpec::Kind::Shell:
    return "shell";
  case ModelSpec::Kind::Board:
    return "board";
  case ModelSpec::Kind::ShellControl:
    break;
  }
  return "control";
}

Arguments verilatorFlags(const ModelSpec &spec) {
  Arguments flags = {"--cc",
                     "-O3",
                     "--x-assign",
                     "fast",
                     "--x-initial",
                     "fast",
                     "--noassert",
                     "--no-decoration",
                     "-Wno-fatal",
                     "-Wno-lint",
                     "-Wno-style",
                     "--output-split-cfuncs",
                     "300",
                     "--max-num-width",
                     "4194304",
                     "--prefix",
                     modelClass(spec),
                     "--top-module",
                     spec.topModule()};
  // For code that the compiler does not optimise: no expansion of wide operations into words and no analysis of the
  // lives of values. Both take Verilator and the compiler longer than they save.
  if (spec.optimisation == kUnoptimised)
    flags.insert(flags.end(), {"-fno-expand", "-fno-life"});
  if (spec.fastFp)
    flags.push_back("-DWEFT_FP_FAST");
  if (spec.trace)
    flags.insert(flags.end(), {"--trace-fst", "--trace-structs", "--trace-params"});
  if (spec.names)
    flags.push_back("--public-flat-rw");
  for (const auto &[name, value] : spec.parameters)
    flags.push_back(fmt::format("-G{}={}", name, value));
  return flags;
}

/// Those of the precompiled prefix, and the optimisation.
Arguments compilerFlags(const ModelSpec &spec) { return {WEFT_MODEL_FLAGS, spec.optimisation}; }

fs::path simResources() { return support::resourceDirectory() / "sim"; }

std::runtime_error cannotWrite(const ModelSpec &spec, const fs::path &path, int reason) {
  return std::runtime_error(fmt::format(
      "simulation model of {}: cannot write {}: {}; make room there, raise the file size limit (ulimit -f), "
      "or set WEFT_CACHE_DIR (TMPDIR if nothing is cached) to another directory",
      spec.name, path.string(), std::strerror(reason)));
}

void writeText(const ModelSpec &spec, const fs::path &path, std::string_view text) {
  std::FILE *const file = std::fopen(path.c_str(), "wbe");
  bool written = file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  int reason = errno;
  if (file && std::fclose(file) != 0 && written) {
    written = false;
    reason = errno;
  }
  if (!written)
    throw cannotWrite(spec, path, reason);
}

std::string excerpt(const std::string &output) {
  if (output.size() <= kMaxToolOutput)
    return output;
  return output.substr(0, kMaxToolOutput) + "\n[…]";
}

/// Why a tool did not even start.
std::runtime_error cannotRun(const ModelSpec &spec, const ModelTool &tool, const std::system_error &error) {
  if (::access(tool.path, X_OK) == 0)
    return std::runtime_error(
        fmt::format("simulation model of {}: {} cannot be started: {}", spec.name, tool.name, error.what()));
  return std::runtime_error(fmt::format("simulation model of {}: {} is missing: {}: {}; Weft was built with the tool "
                                        "there: install it (Debian: package {})",
                                        spec.name, tool.name, tool.path, std::strerror(errno), tool.package));
}

support::ProcessResult start(const ModelSpec &spec, const ModelTool &tool, Arguments arguments,
                             const support::ProcessOptions &options) {
  const support::Stage stage(tool.stage);
  arguments.insert(arguments.begin(), tool.path);
  try {
    return support::runProcess(arguments, options);
  } catch (const std::system_error &error) {
    throw cannotRun(spec, tool, error);
  }
}

void runTool(const ModelSpec &spec, const ModelTool &tool, const Arguments &arguments, const fs::path &work,
             const std::atomic<bool> *cancel, const fs::path &product) {
  support::ProcessOptions options;
  options.directory = work;
  options.timeout = kToolTimeout;
  options.cancel = cancel;
  // Temporary files of the tools go where the owner of `work` cleans up.
  options.environment = {"TMPDIR=" + work.string()};
  const support::ProcessResult result = start(spec, tool, arguments, options);
  // In a host that ignores SIGCHLD no exit status can be had; then the product decides.
  const bool unknown = result.exitCode < 0 && !result.signal && !result.timedOut && !result.cancelled;
  std::error_code error;
  if ((result.ok() || unknown) && fs::exists(product, error))
    return;
  // The tools' own words for it, and what they print beside them, would hide that it is not their fault.
  if (result.signal == SIGXFSZ)
    throw cannotWrite(spec, product, EFBIG);
  for (int reason : {ENOSPC, EDQUOT, EFBIG})
    if (result.output.find(std::strerror(reason)) != std::string::npos)
      throw cannotWrite(spec, product, reason);
  throw std::runtime_error(fmt::format("simulation model of {}: {} failed ({}):\n{}", spec.name, tool.name,
                                       result.outcome(), excerpt(result.output)));
}

/// The one file that includes everything.
std::string translationUnit(const ModelSpec &spec, const fs::path &generated) {
  std::vector<std::string> fast, slow;
  for (const fs::directory_entry &entry : fs::directory_iterator(generated)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".cpp")
      continue;
    const bool isSlow = name.find("__Slow") != std::string::npos || name.find("__Syms") != std::string::npos ||
                        name.find("__ConstPool") != std::string::npos;
    (isSlow ? slow : fast).push_back(name);
  }
  std::sort(fast.begin(), fast.end());
  std::sort(slow.begin(), slow.end());
  const std::string name = modelClass(spec);
  std::string unit = "#include \"sim/model/model_prefix.h\"\n";
  if (spec.trace)
    unit += "#include \"verilated_fst_c.h\"\n";
  if (spec.fastFp)
    unit += "#include \"fp_fast.h\"\n#define WEFT_MODEL_FAST_FP\n";
  unit += fmt::format("#include \"{0}.h\"\n#include \"{0}__Syms.h\"\n", name);
  for (const std::string &file : fast)
    unit += fmt::format("#include \"{}\"\n", file);
  unit += fmt::format("#define WEFT_MODEL {0}\n#define WEFT_MODEL_EVAL {0}___024root___eval\n", name);
  for (const auto &[parameter, value] : spec.parameters)
    unit += fmt::format("#define WEFT_PARAMETER_{} {}\n", parameter, value);
  if (spec.addressBits != 0)
    unit += fmt::format("#define WEFT_PARAMETER_AddrBits {}\n", spec.addressBits);
  if (spec.sdramClockKhz != 0)
    unit += fmt::format("#define WEFT_SDRAM_CLOCK_KHZ {}\n", spec.sdramClockKhz);
  if (spec.trace)
    unit += "#define WEFT_MODEL_TRACE\n";
  if (spec.names)
    unit += fmt::format("#define WEFT_MODEL_NAMES\n#define WEFT_MODEL_TOP \"{}\"\n", spec.topModule());
  unit += fmt::format("#include \"sim/model/{}_shim.h\"\n", shimOf(spec));
  unit += "#pragma clang optimize off\n";
  for (const std::string &file : slow)
    unit += fmt::format("#include \"{}\"\n", file);
  return unit;
}

void compileUnit(const ModelSpec &spec, const fs::path &work, const std::atomic<bool> *cancel) {
  // One with optimisation does not fit code without.
  const fs::path prefix =
      simResources() / (spec.optimisation == kUnoptimised ? "model_prefix_O0.pch" : "model_prefix_O1.pch");
  Arguments arguments = compilerFlags(spec);
  const Arguments rest = {"-I" + support::resourceDirectory().string(),
                          "-isystem",
                          WEFT_VERILATOR_INCLUDE,
                          "-isystem",
                          std::string(WEFT_VERILATOR_INCLUDE) + "/vltstd",
                          "-Igenerated",
                          "-c",
                          "model.cpp",
                          "-o",
                          "model.o"};
  arguments.insert(arguments.end(), rest.begin(), rest.end());
  if (fs::exists(prefix)) {
    Arguments withPrefix = arguments;
    withPrefix.insert(withPrefix.end(), {"-include-pch", prefix.string()});
    try {
      return runTool(spec, kCompiler, withPrefix, work, cancel, work / "model.o");
    } catch (const std::runtime_error &) {
      // A compiler newer than Weft's build, or resources that were moved, do not fit the precompiled prefix. Generated
      // code has no errors of its own to lose time over.
      if (cancel && *cancel)
        throw;
    }
  }
  runTool(spec, kCompiler, arguments, work, cancel, work / "model.o");
}

}  // namespace

support::Hash128 modelKey(const ModelSpec &spec) {
  // The run-time library's own build is part of every model's interface.
  static const support::Hash128 runtime =
      support::hashBytes(support::readFile(simResources() / "libweft_verilated.so"));
  support::ContentHash hash;
  hash.add(uint64_t(kModelAbi))
      .add(uint64_t(spec.addressBits))
      .add(uint64_t(spec.sdramClockKhz))
      .add(runtime.hex())
      .add(WEFT_VERILATOR_VERSION)
      .add(WEFT_MODEL_CXX_VERSION);
  for (const Arguments &flags : {verilatorFlags(spec), compilerFlags(spec)})
    for (const std::string &flag : flags)
      hash.add(flag);
  for (const char *header : {WEFT_MODEL_HEADERS})
    hash.add(support::readFile(support::resourceDirectory() / header));
  for (const auto *files : {&spec.fastFpHeaders, &spec.sources}) {
    hash.add(uint64_t(files->size()));
    for (const SourceFile &file : *files)
      hash.add(file.name).add(file.text);
  }
  return hash.finish();
}

fs::path compileModel(const ModelSpec &spec, const fs::path &work, const std::atomic<bool> *cancel) {
  Arguments verilator = verilatorFlags(spec);
  verilator.insert(verilator.end(), {"--Mdir", "generated"});
  fs::create_directory(work / "source");
  for (const SourceFile &file : spec.sources) {
    writeText(spec, work / "source" / file.name, file.text);
    verilator.push_back("source/" + file.name);
  }
  const fs::path generated = work / "generated";
  runTool(spec, kVerilator, verilator, work, cancel, generated / (modelClass(spec) + ".cpp"));

  for (const SourceFile &header : spec.fastFpHeaders)
    writeText(spec, generated / header.name, header.text);
  writeText(spec, work / "model.cpp", translationUnit(spec, generated));
  compileUnit(spec, work, cancel);

  const fs::path product = work / "model.so";
  runTool(spec, kLinker,
          {"-shared", "-Bsymbolic", "--hash-style=gnu", "--eh-frame-hdr", "-o", "model.so", "model.o",
           (simResources() / "libweft_verilated.so").string()},
          work, cancel, product);
  return product;
}

}  // namespace weft::sim
