// SPDX-License-Identifier: Apache-2.0
#include "hls/transforms/compiler_builtins.h"

namespace weft::hls::transforms {
namespace {

// What OpenCL C has for it; null: nothing.
const char *replacement(llvm::Intrinsic::ID id) {
  using namespace llvm;
  switch (id) {
  case Intrinsic::sin:
    return "sin";
  case Intrinsic::cos:
    return "cos";
  case Intrinsic::tan:
    return "tan";
  case Intrinsic::asin:
    return "asin";
  case Intrinsic::acos:
    return "acos";
  case Intrinsic::atan:
    return "atan";
  case Intrinsic::sinh:
    return "sinh";
  case Intrinsic::cosh:
    return "cosh";
  case Intrinsic::tanh:
    return "tanh";
  case Intrinsic::exp:
    return "exp";
  case Intrinsic::exp2:
    return "exp2";
  case Intrinsic::exp10:
    return "exp10";
  case Intrinsic::log:
    return "log";
  case Intrinsic::log2:
    return "log2";
  case Intrinsic::log10:
    return "log10";
  case Intrinsic::pow:
    return "pow";
  case Intrinsic::powi:
    return "pown";
  case Intrinsic::ldexp:
    return "ldexp";
  case Intrinsic::frexp:
    return "frexp";
  case Intrinsic::maximum:
    return "fmax";
  case Intrinsic::minimum:
    return "fmin";
  case Intrinsic::lrint:
  case Intrinsic::llrint:
    return "rint";
  case Intrinsic::lround:
  case Intrinsic::llround:
    return "round";
  default:
    return nullptr;
  }
}

}  // namespace

Reason whyNotBuiltin(llvm::Intrinsic::ID id) {
  using namespace llvm;
  if (const char *name = replacement(id))
    return {std::string("the compiler's own function for '") + name + "' is not supported",
            std::string("call '") + name + "' of OpenCL C"};
  switch (id) {
  case Intrinsic::returnaddress:
  case Intrinsic::addressofreturnaddress:
  case Intrinsic::frameaddress:
  case Intrinsic::stacksave:
  case Intrinsic::stackrestore:
    return {"a kernel in hardware has no stack and no return address", {}};
  case Intrinsic::readcyclecounter:
  case Intrinsic::readsteadycounter:
    return {"a kernel cannot read a clock", "take times with the events of a queue with CL_QUEUE_PROFILING_ENABLE"};
  case Intrinsic::get_rounding:
  case Intrinsic::set_rounding:
    return {"there is no rounding mode to ask for or to set",
            "operators round to nearest even; use convert_*_rtz and its kin for other roundings"};
  default: {
    StringRef name = Intrinsic::getBaseName(id);
    name.consume_front("llvm.");
    return {("the compiler's own operation '" + name + "' is not supported").str(),
            "write it with the functions of OpenCL C"};
  }
  }
}

}  // namespace weft::hls::transforms
