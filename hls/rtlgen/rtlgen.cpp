// SPDX-License-Identifier: Apache-2.0
#include "hls/rtlgen/rtlgen.h"

#include "hls/diagnostic.h"
#include "hls/netlist/print.h"
#include "hls/rtlgen/emit.h"

namespace weft::rtlgen {

namespace {

llvm::Error errorOf(const std::string &sourceError, const std::string &internalError) {
  if (!internalError.empty())
    return hls::internalError(internalError);
  if (!sourceError.empty())
    return llvm::make_error<hls::SourceError>(sourceError);
  return llvm::Error::success();
}

}  // namespace

llvm::Expected<kernel::Image> generate(const graph::Kernel &kernel, const board::Description &board) {
  EmitResult result = emit(kernel, board);
  if (llvm::Error error = errorOf(result.sourceError, result.internalError))
    return error;
  return std::move(result.image);
}

llvm::Expected<std::string> printNetlist(const graph::Kernel &kernel, const board::Description &board) {
  const NetlistResult result = makeNetlist(kernel, board);
  if (llvm::Error error = errorOf(result.sourceError, result.internalError))
    return error;
  return netlist::print(result.design);
}

}  // namespace weft::rtlgen
