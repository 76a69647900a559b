// SPDX-License-Identifier: Apache-2.0
#include "host/compiler/perform.h"

#include <stdexcept>

namespace weft::compiler {
namespace {

hls::CompileResult linkAndGenerate(const Request &request, const board::Description &board) {
  hls::CompileResult linked = hls::link(request.inputs, request.options, board);
  if (linked.outcome != hls::Outcome::Ok)
    return linked;
  hls::CompileResult result = hls::generate(linked.bitcode, board);
  result.bitcode = std::move(linked.bitcode);
  result.diagnostics.insert(result.diagnostics.begin(), linked.diagnostics.begin(), linked.diagnostics.end());
  return result;
}

}  // namespace

hls::CompileResult perform(const Request &request, const board::Description &board) {
  using enum Request::Operation;
  switch (request.operation) {
  case Compile:
    return hls::compileSource(request.inputs.at(0), request.options, board, request.headers, request.name);
  case Build:
    return hls::build(request.inputs.at(0), request.options, board, request.name);
  case Link:
    return linkAndGenerate(request, board);
  case LinkLibrary:
    return hls::link(request.inputs, request.options, board);
  case Generate:
    return hls::generate(request.inputs.at(0), board);
  case Widen:
    return hls::generate(request.inputs.at(0), board, hls::Ids::Wide);
  }
  throw std::runtime_error("no such operation");
}

}  // namespace weft::compiler
