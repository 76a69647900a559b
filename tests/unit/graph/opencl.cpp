// SPDX-License-Identifier: Apache-2.0
#include "opencl.h"

#include <catch2/catch.hpp>

#include <bit>

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include "hls/frontend/big_stack.h"
#include "hls/frontend/frontend.h"
#include "hls/graph/deadlock.h"
#include "hls/graph/lower.h"
#include "hls/graph/print.h"
#include "hls/graph/verify.h"
#include "hls/stages.h"
#include "lane_claims.h"

namespace weft::graph::test {

board::Description cardBoard() {
  board::Description board;
  board.name = "test-card";
  board.localMemoryBytes = 65536;
  board.constantBufferBytes = 65536;
  board.memoryBytes = uint64_t(1) << 32;
  return board;
}

std::map<std::string, Kernel> compileOpenCl(const std::string &source, const std::string &options) {
  std::map<std::string, Kernel> kernels;
  std::string problem;
  hls::frontend::onBigStack([&] {
    board::Description board = cardBoard();
    board.memoryAddressBits = 40;  // lowerIr's tests have 32 and 20
    auto parsed = hls::frontend::parseOptions(options);
    if (!parsed) {
      problem = hls::format(parsed.error());
      return;
    }
    llvm::LLVMContext context;
    auto compiled = hls::frontend::compile(context, source, *parsed, board);
    if (!compiled.module) {
      problem = hls::buildLog(compiled.diagnostics);
      return;
    }
    if (llvm::Error error = hls::makeCanonical(*compiled.module, board)) {
      problem = llvm::toString(std::move(error));
      return;
    }
    for (const llvm::Function &function : *compiled.module) {
      if (function.isDeclaration())
        continue;
      auto kernel = hls::makeGraph(function, board);
      if (kernel)
        kernels[kernel->name] = std::move(*kernel);
      else
        problem += llvm::toString(kernel.takeError());
    }
  });
  INFO(problem);
  REQUIRE(problem.empty());
  for (const auto &[name, kernel] : kernels) {
    REQUIRE(hls::buildLog(verify(kernel)) == "");
    REQUIRE_FALSE(checkDeadlockFree(kernel, chooseFullFifos(kernel)));
  }
  return kernels;
}

std::vector<Kernel> lowerIr(const std::string &text, std::string *error, const board::Description &board) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  static const char *const header = R"(
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"
declare i64 @__weft_global_id(i32)
declare i64 @__weft_local_id(i32)
declare i64 @__weft_global_size(i32)
declare void @__weft_barrier(i32)
declare void @__weft_fence(i32)
)";
  auto module = llvm::parseAssemblyString(header + text, diagnostic, context);
  INFO(diagnostic.getMessage().str());
  REQUIRE(module);
  std::vector<Kernel> kernels;
  for (const llvm::Function &function : *module) {
    if (function.isDeclaration())
      continue;
    auto kernel = hls::lower(function, board);
    if (kernel) {
      kernels.push_back(std::move(*kernel));
      continue;
    }
    std::string message = llvm::toString(kernel.takeError());
    INFO(message);
    REQUIRE(error);
    *error = message;
  }
  return kernels;
}

void Run::operator()(std::vector<uint64_t> global, std::vector<uint64_t> local, std::vector<uint64_t> offset) {
  Launch launch;
  launch.workDim = unsigned(global.size());
  for (size_t d = 0; d < global.size(); ++d) {
    launch.globalSize[d] = global[d];
    launch.localSize[d] = local[d];
    launch.globalOffset[d] = d < offset.size() ? offset[d] : 0;
  }
  REQUIRE(arguments_.size() == kernel_.arguments.size());
  std::vector<uint8_t> initial(4096, 0xee);
  std::vector<uint64_t> offsets;
  for (size_t i = 0; i < arguments_.size(); ++i) {
    const Argument &argument = arguments_[i];
    offsets.push_back(initial.size());
    switch (kernel_.arguments[i].kind) {
    case graph::Argument::Kind::Buffer: {
      launch.argumentWords.push_back(initial.size());
      launch.argumentWords.push_back(initial.size() + argument.bytes);
      const auto *bytes = static_cast<const uint8_t *>(argument.data);
      initial.insert(initial.end(), bytes, bytes + argument.bytes);
      initial.resize((initial.size() + 127) / 128 * 128 + 128, 0xee);  // a gap, so that strays are seen
      break;
    }
    case graph::Argument::Kind::Local: {
      constexpr uint64_t align = 128;  // of the largest type
      launch.poolBytes = (launch.poolBytes + align - 1) / align * align;
      launch.argumentWords.push_back(launch.poolBytes);
      launch.argumentWords.push_back(argument.localBytes);
      launch.poolBytes += argument.localBytes;
      break;
    }
    case graph::Argument::Kind::Value: {
      REQUIRE(argument.value.size() == kernel_.arguments[i].bytes);
      std::vector<uint8_t> padded = argument.value;
      padded.resize((padded.size() + 7) / 8 * 8);
      for (size_t w = 0; w < padded.size(); w += 8) {
        uint64_t word;
        std::memcpy(&word, &padded[w], 8);
        launch.argumentWords.push_back(word);
      }
    }
    }
  }
  launch.poolBytes = launch.poolBytes ? std::bit_ceil(launch.poolBytes) : 0;
  std::vector<uint8_t> expected;
  for (uint64_t adversary : {0, 1, 2}) {
    std::vector<uint8_t> memory = initial;
    InterpretOptions options;
    options.seed = adversary;
    LaneClaims claims(kernel_);
    if (adversary == 0)
      options.observer = [&](const Visit &visit) { claims.observe(visit); };
    const auto result = interpret(kernel_, launch, memory, options);
    INFO(print(kernel_));
    INFO((result ? "" : hls::format(result.error())));
    REQUIRE(result);
    if (adversary == 0) {
      expected = memory;
      faults = result->faults;
      claims.check();
    }
    REQUIRE(memory == expected);
  }
  for (size_t i = 0; i < arguments_.size(); ++i)
    if (arguments_[i].data)
      std::memcpy(arguments_[i].data, &expected[offsets[i]], arguments_[i].bytes);
}

}  // namespace weft::graph::test
