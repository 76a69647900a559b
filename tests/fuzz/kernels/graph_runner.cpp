// SPDX-License-Identifier: Apache-2.0
#include "graph_runner.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Error.h>

#include <stdexcept>

#include "board/board.h"
#include "hls/frontend/big_stack.h"
#include "hls/frontend/frontend.h"
#include "hls/graph/interpret.h"
#include "hls/stages.h"

namespace weft::fuzz {
namespace {

std::vector<uint64_t> words(const Inputs &inputs) {
  std::vector<uint64_t> result = {inputs.n};
  result.insert(result.end(), inputs.w.lane.begin(), inputs.w.lane.begin() + 4);
  return result;
}

graph::Kernel valueOf(llvm::Expected<graph::Kernel> kernel) {
  if (!kernel)
    throw std::runtime_error(llvm::toString(kernel.takeError()));
  return std::move(*kernel);
}

/// The graph of the program's kernel.
graph::Kernel compile(const Program &program, const board::Description &board) {
  auto options = hls::frontend::parseOptions("-w");
  if (!options)
    throw std::runtime_error(hls::format(options.error()));
  llvm::LLVMContext context;
  hls::frontend::Result compiled = hls::frontend::compile(context, program.source, *options, board);
  if (!compiled.module)
    throw std::runtime_error(hls::buildLog(compiled.diagnostics));
  if (llvm::Error error = hls::makeCanonical(*compiled.module, board))
    throw std::runtime_error(llvm::toString(std::move(error)));
  for (const llvm::Function &function : *compiled.module)
    if (!function.isDeclaration())
      return valueOf(hls::makeGraph(function, board));
  throw std::runtime_error("the program has no kernel");
}

graph::Kernel compileOnBigStack(const Program &program, const board::Description &board) {
  graph::Kernel kernel;
  std::exception_ptr failure;
  hls::frontend::onBigStack([&] {
    try {
      kernel = compile(program, board);
    } catch (...) {
      failure = std::current_exception();
    }
  });
  if (failure)
    std::rethrow_exception(failure);
  return kernel;
}

}  // namespace

GraphRunner::GraphRunner(const std::string &device) : name_("graph of " + device), board_(board::describe(device)) {}

std::vector<uint8_t> GraphRunner::run(const Program &program) const {
  const graph::Kernel kernel = compileOnBigStack(program, board_);
  graph::Launch launch;
  launch.globalSize[0] = program.groups * program.groupSize;
  launch.localSize[0] = program.groupSize;
  std::vector<uint8_t> initial(4096, 0xee);
  size_t place = 0;  // of the last buffer, `out`
  const std::vector<uint8_t> untouched(program.outBytes(), kUntouched);
  for (const auto *buffer : {&program.inputs.in, &program.inputs.other, &untouched}) {
    place = initial.size();
    launch.argumentWords.insert(launch.argumentWords.end(), {place, place + buffer->size()});
    initial.insert(initial.end(), buffer->begin(), buffer->end());
    initial.resize((initial.size() + 127) / 128 * 128 + 128, 0xee);
  }
  const auto values = words(program.inputs);
  launch.argumentWords.insert(launch.argumentWords.end(), values.begin(), values.end());
  std::vector<uint8_t> result;
  for (uint64_t adversary : {0, 1}) {
    std::vector<uint8_t> memory = initial;
    graph::InterpretOptions options;
    options.seed = adversary;
    const auto outcome = graph::interpret(kernel, launch, memory, options);
    if (!outcome || !outcome->faults.empty())
      throw std::runtime_error("the graph faults: " + (outcome ? "" : hls::format(outcome.error())));
    if (adversary && memory != result)
      throw std::runtime_error("the graph's result depends on the order of its operations");
    result = memory;
  }
  return {result.begin() + std::ptrdiff_t(place), result.begin() + std::ptrdiff_t(place + untouched.size())};
}

}  // namespace weft::fuzz
