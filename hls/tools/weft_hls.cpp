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

#include "board/description.h"
#include "hls/builtins/link_builtins.h"
#include "hls/frontend/big_stack.h"
#include "hls/frontend/frontend.h"
#include "hls/transforms/pipeline.h"
#include "support/resources.h"

namespace {

using namespace weft;

struct Arguments {
  std::string file, board = "sim-card", options, stage = "canonical", kernel, directory;
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
  llvm::handleAllErrors(std::move(error), [](const llvm::ErrorInfoBase &info) { std::cerr << info.message() << "\n"; });
  return 1;
}

// Keeps one kernel when the user asked for it.
llvm::Error selectKernel(llvm::Module &module, const std::string &name) {
  if (name.empty())
    return llvm::Error::success();
  llvm::Function *wanted = module.getFunction(name);
  if (!wanted || wanted->getCallingConv() != llvm::CallingConv::SPIR_KERNEL)
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "error: no kernel '" + name + "' in the source");
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

int run(const Arguments &arguments) {
  const auto board = board::loadDescription(arguments.board);
  auto options = hls::frontend::parseOptions(arguments.options);
  if (!options)
    return fail(options.takeError());
  llvm::LLVMContext context;
  auto compiled = hls::frontend::compile(context, support::readFile(arguments.file), *options, board, {},
                                         std::filesystem::path(arguments.file).filename());
  std::cerr << compiled.log;
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
  if (llvm::Error error = hls::builtins::linkBuiltins(module))
    return fail(std::move(error));
  if (llvm::Error error = hls::transforms::canonicalize(module, board)) {
    int status = fail(std::move(error));
    if (std::getenv("WEFT_HLS_KEEP"))
      std::cout << printModule(module);
    return status;
  }
  emit(arguments, stem + ".canonical.ll", printModule(module));
  return 0;
}

}  // namespace

int main(int argc, char **argv) {
  Arguments arguments;
  CLI::App app("Compiles OpenCL C and prints a stage of the compiler", "weft-hls");
  app.add_option("file", arguments.file, "OpenCL C source")->required()->check(CLI::ExistingFile);
  app.add_option("--board", arguments.board, "board to compile for")->capture_default_str();
  app.add_option("--options", arguments.options, "build options as for clBuildProgram");
  app.add_option("--stop-after", arguments.stage, "stage to print")
      ->capture_default_str()
      ->check(CLI::IsMember({"llvm", "canonical"}));
  app.add_option("--kernel", arguments.kernel, "only this kernel");
  app.add_option("-o,--output", arguments.directory, "directory for the output instead of standard output");
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
