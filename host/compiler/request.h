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
    Compile,  // source to LLVM IR
    Build,    // source to an executable
    Link,     // modules of LLVM IR to an executable
    LinkLibrary,
    Generate,  // LLVM IR to an executable
    Widen,     // the same, with hls::Ids::Wide
  } operation = Operation::Compile;
  std::string options;
  std::vector<std::string> inputs;             // the source, or modules
  std::map<std::string, std::string> headers;  // Compile: include name → text
  std::string name = hls::kUnnamedSource;      // of the source, as messages show it

  bool links() const { return operation == Operation::Link || operation == Operation::LinkLibrary; }
  bool ofSource() const { return operation == Operation::Compile || operation == Operation::Build; }
  bool makesExecutable() const { return operation != Operation::Compile && operation != Operation::LinkLibrary; }
};

std::string packRequest(const Request &request, const board::Description &board);
struct ReceivedRequest {
  Request request;
  board::Description board;
};
/// Throws std::exception if that is no request.
ReceivedRequest unpackRequest(std::string_view packed);

std::string packResult(const hls::CompileResult &result);
/// Checked as a program binary is: the process that made it may have been led astray. Throws std::exception.
hls::CompileResult unpackResult(std::string_view packed, const board::Description &board);

}  // namespace weft::compiler
