// SPDX-License-Identifier: Apache-2.0
// The compiler as its users see it: the host library and the command line. No LLVM type appears here.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "board/description.h"
#include "hls/diagnostic.h"
#include "kernel/image.h"

namespace weft::hls {

enum class Outcome {
  Ok,
  InvalidOptions,  // CL_INVALID_BUILD_OPTIONS / CL_INVALID_COMPILER_OPTIONS
  CompileFailure,  // CL_BUILD_PROGRAM_FAILURE / CL_COMPILE_PROGRAM_FAILURE; a diagnostic says where and why
  LinkFailure,
  InternalError  // a verifier or the deadlock check failed: a defect of the compiler
};

struct CompileResult {
  Outcome outcome = Outcome::Ok;
  std::vector<Diagnostic> diagnostics;             // buildLog makes of them what clGetProgramBuildInfo shows
  std::string bitcode;                             // compileSource, link: LLVM bitcode
  std::shared_ptr<const kernel::Program> program;  // generate, build
};

/// What the host has to know of build or link options before it starts.
struct OptionCheck {
  bool kernelArgumentInfo = false;
  bool createLibrary = false;  // link options only
};
enum class OptionKind { Compile, Link };
Expected<OptionCheck> checkOptions(const std::string &options, OptionKind kind);

/// Names the compiler, the RTL library and the interface between them: generated RTL is good for another process if the
/// two agree.
const char *generatorIdentity();

/// What messages call a source that is in no file.
inline constexpr const char *kUnnamedSource = "<source>";

/// OpenCL C to LLVM bitcode. `headers`: include name → text (clCompileProgram). `name`: the source's file, as messages
/// show it; its folder is searched for #include "…", after the working directory.
CompileResult compileSource(const std::string &source, const std::string &options, const board::Description &board,
                            const std::map<std::string, std::string> &headers = {},
                            const std::string &name = kUnnamedSource);

/// Links bitcode modules into one.
CompileResult link(const std::vector<std::string> &modules, const std::string &options,
                   const board::Description &board);

/// How many bits the ids of a kernel's work-items may have.
enum class Ids {
  Short,  // 32: what hardware counts
  Wide    // those of a size_t
};

/// Bitcode to RTL for every kernel in it.
CompileResult generate(const std::string &bitcode, const board::Description &board, Ids ids = Ids::Short);

/// compileSource, then generate.
CompileResult build(const std::string &source, const std::string &options, const board::Description &board,
                    const std::string &name = kUnnamedSource);

}  // namespace weft::hls
