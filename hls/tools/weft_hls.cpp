// SPDX-License-Identifier: Apache-2.0
// weft-hls: the compiler stage by stage, for tests and curiosity.
#include <CLI/CLI.hpp>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <optional>

#include "board/description.h"
#include "hls/frontend/big_stack.h"
#include "hls/frontend/frontend.h"
#include "hls/graph/print.h"
#include "hls/llvm_diagnostic.h"
#include "hls/netlist/print.h"
#include "hls/rtlgen/emit.h"
#include "hls/stages.h"
#include "hls/wide_ids.h"
#include "support/resources.h"

namespace {

using namespace weft;

struct Arguments {
  std::string file, board = "sim-card", options, stage = "rtl", kernel, directory;
  std::optional<double> clockMhz;
  bool dumpTransforms = false, wideIds = false;
};

// The text of a stage: to a file `name` in the output directory, or to standard output.
void emit(const Arguments &arguments, const std::string &name, const std::string &text) {
  if (arguments.directory.empty()) {
    std::cout << text;
    return;
  }
  std::filesystem::create_directories(arguments.directory);
  std::ofstream(std::filesystem::path(arguments.directory) / name) << text;
}

int fail(llvm::Error error) {
  std::cout.flush();
  std::cerr << hls::buildLog(hls::takeDiagnostics(std::move(error)));
  return 1;
}

// Keeps one kernel when the user asked for it.
llvm::Error selectKernel(llvm::Module &module, const std::string &name) {
  if (name.empty())
    return llvm::Error::success();
  llvm::Function *wanted = module.getFunction(name);
  if (!wanted || wanted->getCallingConv() != llvm::CallingConv::SPIR_KERNEL)
    return hls::programError("no kernel '" + name + "' in the source");
  for (llvm::Function &function : module)
    if (&function != wanted && function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL)
      function.setCallingConv(llvm::CallingConv::SPIR_FUNC);
  return llvm::Error::success();
}

std::string printModule(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  return text;
}

// The stages after canonical IR, for one kernel.
llvm::Error emitKernel(const Arguments &arguments, const llvm::Function &function, const board::Description &board) {
  const std::string name = function.getName().str();
  unsigned number = 0;
  hls::GraphObserver observer;
  if (arguments.dumpTransforms)
    observer = [&](const char *transform, const graph::Kernel &kernel) {
      char prefix[16];
      std::snprintf(prefix, sizeof prefix, "%02u-", number++);
      emit(arguments, name + "." + prefix + transform + ".graph",
           "; after " + std::string(transform) + "\n" + graph::print(kernel));
    };
  auto kernel = hls::makeGraph(function, board, observer);
  if (!kernel)
    return kernel.takeError();
  if (arguments.stage == "graph") {
    emit(arguments, name + ".graph", graph::print(*kernel));
    return llvm::Error::success();
  }
  if (arguments.stage == "netlist") {
    const auto hardware = rtlgen::makeNetlist(*kernel, board);
    if (!hardware)
      return hls::toError(hardware.error());
    emit(arguments, name + ".netlist", netlist::print(hardware->design));
    return llvm::Error::success();
  }
  const auto image = rtlgen::emit(*kernel, board);
  if (!image)
    return hls::toError(image.error());
  if (arguments.stage == "schedule")
    emit(arguments, name + ".schedule.json", image->report);
  else
    emit(arguments, name + ".sv", image->systemVerilog);
  return llvm::Error::success();
}

int run(const Arguments &arguments) {
  auto board = board::loadDescription(arguments.board);
  board.clockMhz = arguments.clockMhz.value_or(board.clockMhz);
  auto options = hls::frontend::parseOptions(arguments.options);
  if (!options)
    return fail(hls::toError(options.error()));
  llvm::LLVMContext context;
  auto compiled = hls::frontend::compile(context, support::readFile(arguments.file), *options, board, {},
                                         std::filesystem::path(arguments.file).filename());
  std::cerr << hls::buildLog(compiled.diagnostics);
  if (!compiled.module)
    return 1;
  llvm::Module &module = *compiled.module;
  const std::string stem = std::filesystem::path(arguments.file).stem();
  if (llvm::Error error = selectKernel(module, arguments.kernel))
    return fail(std::move(error));
  if (arguments.stage == "llvm") {
    emit(arguments, stem + ".ll", printModule(module));
    return 0;
  }
  if (arguments.wideIds)
    hls::setWideIds(module);
  if (llvm::Error error = hls::makeCanonical(module, board))
    return fail(std::move(error));
  if (arguments.stage == "canonical") {
    emit(arguments, stem + ".canonical.ll", printModule(module));
    return 0;
  }
  int status = 0;
  for (const llvm::Function &function : module)
    if (!function.isDeclaration())
      if (llvm::Error error = emitKernel(arguments, function, board))
        status = fail(std::move(error));
  return status;
}

}  // namespace

int main(int argc, char **argv) {
  Arguments arguments;
  CLI::App app("Compiles OpenCL C and prints a stage of the compiler", "weft-hls");
  app.add_option("file", arguments.file, "OpenCL C source")->required()->check(CLI::ExistingFile);
  app.add_option("--board", arguments.board, "board to compile for")->capture_default_str();
  app.add_option("--clock", arguments.clockMhz, "MHz to schedule for (the board's clock)")->check(CLI::PositiveNumber);
  app.add_option("--options", arguments.options, "build options as for clBuildProgram");
  app.add_option("--stop-after", arguments.stage, "stage to print")
      ->capture_default_str()
      ->check(CLI::IsMember({"llvm", "canonical", "graph", "netlist", "schedule", "rtl"}));
  app.add_option("--kernel", arguments.kernel, "only this kernel");
  app.add_option("-o,--output", arguments.directory, "directory for the output instead of standard output");
  app.add_flag("--wide-ids", arguments.wideIds, "for ranges whose ids need more than 31 bits");
  app.add_flag("--dump-transforms", arguments.dumpTransforms, "also print the graph after each of its transforms");
  CLI11_PARSE(app, argc, argv);

  int status = 1;
  hls::frontend::onBigStack([&] {
    try {
      status = run(arguments);
    } catch (const std::exception &error) {
      std::cerr << "error: " << error.what() << "\n";
    }
  });
  return status;
}
