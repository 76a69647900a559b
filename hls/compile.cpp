// SPDX-License-Identifier: Apache-2.0
#include "hls/compile.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>

#include "hls/attributes.h"
#include "hls/builtins/link_builtins.h"
#include "hls/check_bitcode.h"
#include "hls/frontend/big_stack.h"
#include "hls/frontend/frontend.h"
#include "hls/generate_fitting.h"
#include "hls/llvm_diagnostic.h"
#include "hls/stages.h"
#include "hls/transforms/pipeline.h"
#include "hls/uniform_groups.h"
#include "hls/wide_ids.h"
#include "support/stage.h"

namespace weft::hls {
namespace {

// The worst decides the outcome.
void report(CompileResult &result, Diagnostic diagnostic, Outcome outcome) {
  if (diagnostic.severity == Diagnostic::Severity::InternalError || result.outcome == Outcome::InternalError)
    result.outcome = Outcome::InternalError;
  else
    result.outcome = outcome;
  result.diagnostics.push_back(std::move(diagnostic));
}

void report(CompileResult &result, llvm::Error errors, Outcome outcome) {
  for (Diagnostic &diagnostic : takeDiagnostics(std::move(errors)))
    report(result, std::move(diagnostic), outcome);
}

// Runs a stage on a big stack; nothing that goes wrong in it may leave it as an exception.
template <class Work> CompileResult guarded(Work work) {
  CompileResult result;
  frontend::onBigStack([&] {
    try {
      const support::Stage stage("compilation", "program");
      work(result);
    } catch (const std::exception &error) {
      report(result, internalDefect(error.what()), Outcome::InternalError);
    }
  });
  return result;
}

std::string writeBitcode(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::WriteBitcodeToFile(module, stream);
  return text;
}

llvm::Expected<std::unique_ptr<llvm::Module>> readBitcode(const std::string &bitcode, llvm::LLVMContext &context,
                                                          const board::Description &board) {
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, "program"), context);
  if (!module)
    return programError("the program's LLVM IR cannot be read: " + llvm::toString(module.takeError()));
  if (llvm::Error error = checkBitcode(**module, board))
    return error;
  return module;
}

void compileInto(CompileResult &result, const std::string &source, const std::string &text,
                 const board::Description &board, const std::map<std::string, std::string> &headers,
                 const std::string &name) {
  auto options = frontend::parseOptions(text);
  if (!options)
    return report(result, options.error(), Outcome::InvalidOptions);
  llvm::LLVMContext context;
  const support::Stage stage("front end");
  frontend::Result compiled = frontend::compile(context, source, *options, board, headers, name);
  result.diagnostics = std::move(compiled.diagnostics);
  if (compiled.module)
    result.bitcode = writeBitcode(*compiled.module);
  else
    result.outcome = Outcome::CompileFailure;
}

kernel::Prints printsOf(const llvm::Function &kernel) {
  const llvm::MDNode *prints = kernel.getMetadata(kPrintsMetadata);
  return prints ? kernel::printsFromText(llvm::cast<llvm::MDString>(prints->getOperand(0))->getString())
                : kernel::Prints();
}

kernel::Variables variablesOf(const llvm::Module &module) {
  const llvm::NamedMDNode *variables = module.getNamedMetadata(kVariablesMetadata);
  return variables ? kernel::variablesFromText(
                         llvm::cast<llvm::MDString>(variables->getOperand(0)->getOperand(0))->getString())
                   : kernel::Variables();
}

llvm::Expected<std::unique_ptr<llvm::Module>> canonicalModule(const std::string &bitcode, llvm::LLVMContext &context,
                                                              const board::Description &board, Ids ids,
                                                              const transforms::Unrolling &unrolling) {
  auto module = readBitcode(bitcode, context, board);
  if (!module)
    return module;
  if (ids == Ids::Wide)
    setWideIds(**module);
  if (llvm::Error error = makeCanonical(**module, board, unrolling))
    return error;
  return module;
}

/// A program in canonical IR, by how far its loops are unrolled.
class CanonicalProgram {
public:
  CanonicalProgram(const std::string &bitcode, const board::Description &board, Ids ids)
      : bitcode_(bitcode), board_(board), ids_(ids) {}

  llvm::Expected<const llvm::Module *> module(const transforms::Unrolling &unrolling) {
    std::unique_ptr<llvm::Module> &made = modules_[unrolling];
    if (!made) {
      auto module = canonicalModule(bitcode_, context_, board_, ids_, unrolling);
      if (!module)
        return module.takeError();
      made = std::move(*module);
    }
    return made.get();
  }

private:
  const std::string &bitcode_;
  const board::Description &board_;
  const Ids ids_;
  llvm::LLVMContext context_;
  std::map<transforms::Unrolling, std::unique_ptr<llvm::Module>> modules_;
};

llvm::Error generateKernels(kernel::Program &program, CanonicalProgram &canonical, const board::Description &board,
                            std::vector<Diagnostic> &warnings) {
  auto whole = canonical.module({});
  if (!whole)
    return whole.takeError();
  const llvm::Module &module = **whole;
  program.variables = variablesOf(module);
  llvm::Error errors = llvm::Error::success();
  for (const llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    const support::Stage stage("hardware", ("kernel " + function.getName()).str());
    const auto lessUnrolled = [&](const transforms::Unrolling &unrolling) -> llvm::Expected<const llvm::Function *> {
      auto less = canonical.module(unrolling);
      if (!less)
        return less.takeError();
      return (*less)->getFunction(function.getName());
    };
    auto image = generateFitting(function, board, lessUnrolled, warnings);
    if (!image) {
      errors = llvm::joinErrors(std::move(errors), image.takeError());
      continue;
    }
    image->prints = printsOf(function);
    image->uniformGroups = hasUniformGroups(function);
    program.kernels.push_back(std::move(*image));
  }
  return errors;
}

void generateInto(CompileResult &result, const std::string &bitcode, const board::Description &board, Ids ids) {
  CanonicalProgram canonical(bitcode, board, ids);
  auto program = std::make_shared<kernel::Program>();
  program->bitcode = bitcode;
  if (llvm::Error errors = generateKernels(*program, canonical, board, result.diagnostics))
    return report(result, std::move(errors), Outcome::CompileFailure);
  result.program = std::move(program);
}

// The linker's messages, which otherwise go to the terminal.
struct LinkDiagnostics : llvm::DiagnosticHandler {
  explicit LinkDiagnostics(std::vector<Diagnostic> &diagnostics) : diagnostics(diagnostics) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    Diagnostic diagnostic;
    if (info.getSeverity() != llvm::DS_Error)
      diagnostic.severity = Diagnostic::Severity::Warning;
    llvm::raw_string_ostream stream(diagnostic.message);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    diagnostics.push_back(std::move(diagnostic));
    return true;
  }
  std::vector<Diagnostic> &diagnostics;
};

}  // namespace

Expected<OptionCheck> checkOptions(const std::string &text, OptionKind kind) {
  auto options = kind == OptionKind::Link ? frontend::parseLinkOptions(text) : frontend::parseOptions(text);
  if (!options)
    return options.error();
  return OptionCheck{options->kernelArgumentInfo, options->createLibrary};
}

CompileResult compileSource(const std::string &source, const std::string &options, const board::Description &board,
                            const std::map<std::string, std::string> &headers, const std::string &name) {
  return guarded([&](CompileResult &result) { compileInto(result, source, options, board, headers, name); });
}

CompileResult link(const std::vector<std::string> &modules, const std::string &options,
                   const board::Description &board) {
  return guarded([&](CompileResult &result) {
    auto parsed = frontend::parseLinkOptions(options);
    if (!parsed)
      return report(result, parsed.error(), Outcome::InvalidOptions);
    llvm::LLVMContext context;
    context.setDiagnosticHandler(std::make_unique<LinkDiagnostics>(result.diagnostics));
    llvm::Module linked("program", context);
    linked.setTargetTriple(frontend::targetTriple(board));
    llvm::Linker linker(linked);
    for (const std::string &bitcode : modules) {
      auto module = readBitcode(bitcode, context, board);
      if (!module)
        return report(result, module.takeError(), Outcome::LinkFailure);
      linked.setDataLayout((*module)->getDataLayout());
      if (linker.linkInModule(std::move(*module))) {
        result.outcome = Outcome::LinkFailure;
        return;
      }
    }
    result.bitcode = writeBitcode(linked);
    if (parsed->createLibrary)
      return;
    // An executable has no holes.
    llvm::Error error = builtins::linkBuiltins(linked);
    if (!error)
      error = transforms::checkCalls(linked, board);
    if (error) {
      result.bitcode.clear();
      report(result, std::move(error), Outcome::LinkFailure);
    }
  });
}

CompileResult generate(const std::string &bitcode, const board::Description &board, Ids ids) {
  return guarded([&](CompileResult &result) { generateInto(result, bitcode, board, ids); });
}

CompileResult build(const std::string &source, const std::string &options, const board::Description &board,
                    const std::string &name) {
  return guarded([&](CompileResult &result) {
    compileInto(result, source, options, board, {}, name);
    if (result.outcome == Outcome::Ok)
      generateInto(result, result.bitcode, board, Ids::Short);
  });
}

}  // namespace weft::hls
