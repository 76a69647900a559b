// SPDX-License-Identifier: Apache-2.0
// What is asked of the compiler, and its answer, as texts for another process.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "board/description.h"
#include "hls/compile.h"

namespace weft::compiler {

struct Request {
  enum class Operation {
    Compile,   // source to LLVM IR
    Build,     // source to an executable
    Link,      // modules of LLVM IR to a library or an executable, as the options say
    Generate,  // LLVM IR to an executable
    Widen,     // the same, with hls::Ids::Wide
  } operation = Operation::Compile;
  std::string options;
  std::vector<std::string> inputs;             // the source, or modules
  std::map<std::string, std::string> headers;  // Compile: include name → text

  bool ofSource() const { return operation == Operation::Compile || operation == Operation::Build; }
  bool makesExecutable() const;
};

std::string packRequest(const Request &request, const board::Description &board);
/// The operation's result. Throws std::exception if that is no request.
hls::CompileResult performRequest(std::string_view packed);

std::string packResult(const hls::CompileResult &result);
/// Checked as a program binary is: the process that made it may have been led astray. Throws std::exception.
hls::CompileResult unpackResult(std::string_view packed, const board::Description &board);

}  // namespace weft::compiler
