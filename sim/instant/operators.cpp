// SPDX-License-Identifier: Apache-2.0
// The modules of kind Operator. What floating point computes is what verilated models call too (rtl/fp/fp_fast.h), or
// the instructions that this comes to.
#include <llvm/IR/Intrinsics.h>

#include <bit>
#include <map>
#include <optional>
#include <string_view>

#include "rtl/fp/fp_fast.h"
#include "sim/instant/operations.h"

extern "C" {
// Of the compiler's run-time library: division of 128 bits.
__uint128_t __udivti3(__uint128_t, __uint128_t);
__uint128_t __umodti3(__uint128_t, __uint128_t);
}

namespace weft::instant {
namespace {

using Parameters = components::Values;

// ---- Floating point: the parameters are arguments behind the operands. The three formats that are the machine's own,
// to nearest and with subnormals, have functions in which they are constants: a call takes a third of the time.

struct FpFunction {
  const char *name;
  unsigned operands;
  std::vector<const char *> parameters;  // in the order of the function's arguments
  void *general;
  void *formats[3];  // half, float, double; null: the general one
};

template <class Function> void *address(Function *function) { return reinterpret_cast<void *>(function); }

#define WEFT_FORMATS(make) {address(+make(5, 11)), address(+make(8, 24)), address(+make(11, 53))}
#define WEFT_ONE(function, e, s) [](uint64_t a) -> uint64_t { return function(a, e, s, 0, 1); }
#define WEFT_TWO(function, e, s) [](uint64_t a, uint64_t b) -> uint64_t { return function(a, b, e, s, 0, 1); }
#define WEFT_ADD(e, s) WEFT_TWO(weft_fp_add, e, s)
#define WEFT_MUL(e, s) WEFT_TWO(weft_fp_mul, e, s)
#define WEFT_DIV(e, s) WEFT_TWO(weft_fp_div, e, s)
#define WEFT_SQRT(e, s) WEFT_ONE(weft_fp_sqrt, e, s)
#define WEFT_FMA(e, s) [](uint64_t a, uint64_t b, uint64_t c) -> uint64_t { return weft_fp_fma(a, b, c, e, s, 0, 1); }

using U = unsigned;
// NOLINTNEXTLINE(readability-function-size): a table
const std::vector<FpFunction> &fpFunctions() {
  static const std::vector<FpFunction> functions = {
      {"fp_add",
       2,
       {"ExpW", "SigW", "Rounding", "Subnormals"},
       address(+[](uint64_t a, uint64_t b, U e, U s, U r, U n) -> uint64_t { return weft_fp_add(a, b, e, s, r, n); }),
       WEFT_FORMATS(WEFT_ADD)},
      {"fp_mul",
       2,
       {"ExpW", "SigW", "Rounding", "Subnormals"},
       address(+[](uint64_t a, uint64_t b, U e, U s, U r, U n) -> uint64_t { return weft_fp_mul(a, b, e, s, r, n); }),
       WEFT_FORMATS(WEFT_MUL)},
      {"fp_div",
       2,
       {"ExpW", "SigW", "Rounding", "Subnormals"},
       address(+[](uint64_t a, uint64_t b, U e, U s, U r, U n) -> uint64_t { return weft_fp_div(a, b, e, s, r, n); }),
       WEFT_FORMATS(WEFT_DIV)},
      {"fp_sqrt",
       1,
       {"ExpW", "SigW", "Rounding", "Subnormals"},
       address(+[](uint64_t a, U e, U s, U r, U n) -> uint64_t { return weft_fp_sqrt(a, e, s, r, n); }),
       WEFT_FORMATS(WEFT_SQRT)},
      {"fp_fma",
       3,
       {"ExpW", "SigW", "Rounding", "Subnormals"},
       address(+[](uint64_t a, uint64_t b, uint64_t c, U e, U s, U r, U n) -> uint64_t {
         return weft_fp_fma(a, b, c, e, s, r, n);
       }),
       WEFT_FORMATS(WEFT_FMA)},
      {"fp_compare",
       2,
       {"ExpW", "SigW", "Predicate", "Subnormals"},
       address(
           +[](uint64_t a, uint64_t b, U e, U s, U p, U n) -> uint64_t { return weft_fp_compare(a, b, e, s, p, n); }),
       {}},
      {"fp_min_max",
       2,
       {"ExpW", "SigW", "Max"},
       address(+[](uint64_t a, uint64_t b, U e, U s, U m) -> uint64_t { return weft_fp_min_max(a, b, e, s, m); }),
       {}},
      {"fp_round_int",
       1,
       {"ExpW", "SigW", "Rounding"},
       address(+[](uint64_t a, U e, U s, U r) -> uint64_t { return weft_fp_round_int(a, e, s, r); }),
       {}},
      {"fp_to_int",
       1,
       {"ExpW", "SigW", "IntW", "Signed", "Rounding"},
       address(+[](uint64_t a, U e, U s, U w, U g, U r) -> uint64_t { return weft_fp_to_int(a, e, s, w, g, r); }),
       {}},
      {"fp_from_int",
       1,
       {"Signed", "ExpW", "SigW", "Rounding"},
       address(+[](uint64_t a, U g, U e, U s, U r) -> uint64_t { return weft_fp_from_int(a, g, e, s, r); }),
       {}},
      {"fp_convert",
       1,
       {"FromExpW", "FromSigW", "ToExpW", "ToSigW", "Rounding", "Subnormals"},
       address(
           +[](uint64_t a, U e, U s, U f, U t, U r, U n) -> uint64_t { return weft_fp_convert(a, e, s, f, t, r, n); }),
       {}},
  };
  return functions;
}

/// Index into FpFunction::formats, or 3.
unsigned formatOf(const FpFunction &function, const Parameters &values) {
  const bool plain = function.formats[0] && values.at("Rounding") == 0 && values.at("Subnormals") == 1;
  const auto exponent = values.find("ExpW"), significand = values.find("SigW");
  if (!plain || exponent == values.end())
    return 3;
  const std::pair format(exponent->second, significand->second);
  return format == std::pair<uint64_t, uint64_t>(5, 11)    ? 0
         : format == std::pair<uint64_t, uint64_t>(8, 24)  ? 1
         : format == std::pair<uint64_t, uint64_t>(11, 53) ? 2
                                                           : 3;
}

constexpr const char *kFormatNames[] = {"_half", "_float", "_double", ""};

Value callFp(WordBuilder &build, const FpFunction &function, const Parameters &values, const std::vector<Value> &in,
             unsigned width) {
  llvm::IRBuilder<> &ir = build.ir();
  std::vector<llvm::Value *> arguments;
  for (unsigned i = 0; i < function.operands; ++i) {
    if (in[i].width > 64)
      throw Unsupported(std::string(function.name) + " of more than 64 bits");
    arguments.push_back(in[i].low());
  }
  const unsigned format = formatOf(function, values);
  if (format == 3)
    for (const char *parameter : function.parameters)
      arguments.push_back(ir.getInt32(uint32_t(values.at(parameter))));
  std::vector<llvm::Type *> types;
  for (llvm::Value *argument : arguments)
    types.push_back(argument->getType());
  auto *type = llvm::FunctionType::get(ir.getInt64Ty(), types, false);
  llvm::FunctionCallee callee = ir.GetInsertBlock()->getModule()->getOrInsertFunction(
      std::string("weft_instant_") + function.name + kFormatNames[format], type);
  Value result{width, {ir.CreateCall(callee, arguments)}};
  return build.cut(std::move(result));
}

/// What the modules do to their operands before the function sees them.
std::vector<Value> prepared(WordBuilder &build, const std::string &module, const Parameters &values,
                            std::vector<Value> in) {
  llvm::IRBuilder<> &ir = build.ir();
  if (module == "fp_add" && values.at("Subtract"))
    in[1].words[0] = ir.CreateXor(in[1].low(), uint64_t(1) << (in[1].width - 1));
  if (module == "fp_from_int" && values.at("Signed"))
    in[0] = {64, {build.signedInteger(in[0])}};
  return in;
}

// ---- What the machine's arithmetic does in an instruction or two: as rtl/fp/fp_fast_native.h has it.

/// Float or double, to nearest and with subnormals; else null.
llvm::Type *nativeFormat(WordBuilder &build, const Parameters &values) {
  const auto is = [&](const char *name, uint64_t value) {
    const auto found = values.find(name);
    return found == values.end() || found->second == value;
  };
  if (!is("Rounding", 0) || !is("Subnormals", 1) || !values.contains("ExpW"))
    return nullptr;
  if (values.at("ExpW") == 8 && values.at("SigW") == 24)
    return build.ir().getFloatTy();
  return values.at("ExpW") == 11 && values.at("SigW") == 53 ? build.ir().getDoubleTy() : nullptr;
}

llvm::CmpInst::Predicate fpPredicate(uint64_t predicate) {
  using P = llvm::CmpInst;
  constexpr P::Predicate table[] = {P::FCMP_OEQ, P::FCMP_OGT, P::FCMP_OGE, P::FCMP_OLT, P::FCMP_OLE,
                                    P::FCMP_ONE, P::FCMP_ORD, P::FCMP_UEQ, P::FCMP_UGT, P::FCMP_UGE,
                                    P::FCMP_ULT, P::FCMP_ULE, P::FCMP_UNE, P::FCMP_UNO};
  return table[std::min(predicate, std::size(table) - 1)];
}

std::optional<Value> nativeFp(WordBuilder &build, const std::string &module, const Parameters &values,
                              const std::vector<Value> &in) {
  llvm::Type *format = nativeFormat(build, values);
  if (!format)
    return std::nullopt;
  llvm::IRBuilder<> &ir = build.ir();
  const unsigned width = format->getPrimitiveSizeInBits();
  llvm::Type *bits = ir.getIntNTy(width);
  const auto real = [&](unsigned i) { return ir.CreateBitCast(ir.CreateTrunc(in[i].low(), bits), format); };
  llvm::Value *result = nullptr;
  if (module == "fp_compare")
    return build.fromBit(ir.CreateFCmp(fpPredicate(values.at("Predicate")), real(0), real(1)));
  if (module == "fp_add")
    result = ir.CreateFAdd(real(0), real(1));
  else if (module == "fp_mul")
    result = ir.CreateFMul(real(0), real(1));
  else if (module == "fp_div")
    result = ir.CreateFDiv(real(0), real(1));
  else if (module == "fp_from_int" && values.at("Signed"))
    result = ir.CreateSIToFP(in[0].low(), format);
  else
    return std::nullopt;
  llvm::Value *isNan = ir.CreateFCmpUNO(result, result);
  llvm::Value *nan = llvm::ConstantInt::get(bits, width == 32 ? 0x7fc00000 : 0x7ff8000000000000);
  return build.fromInteger(ir.CreateSelect(isNan, nan, ir.CreateBitCast(result, bits)), width);
}

// ---- Integers.

Value multiplyHigh(WordBuilder &build, const Parameters &values, const std::vector<Value> &in, unsigned width) {
  const unsigned operand = in[0].width;
  llvm::IRBuilder<> &ir = build.ir();
  llvm::Type *type = ir.getIntNTy(2 * operand);
  const auto extend = [&](const Value &value) {
    llvm::Value *exact = ir.CreateTrunc(build.integer(value), ir.getIntNTy(operand));
    return values.at("Signed") ? ir.CreateSExt(exact, type) : ir.CreateZExt(exact, type);
  };
  llvm::Value *product = ir.CreateMul(extend(in[0]), extend(in[1]));
  llvm::Value *high = ir.CreateLShr(product, 2 * operand - width);
  return build.fromInteger(ir.CreateTrunc(high, ir.getIntNTy(width)), width);
}

/// Of the operands' absolute values; a quotient by zero is all ones, the remainder the dividend.
Value divide(WordBuilder &build, const Parameters &values, const std::vector<Value> &in, bool quotient) {
  llvm::IRBuilder<> &ir = build.ir();
  const unsigned width = in[0].width;
  llvm::Type *type = ir.getIntNTy(width);
  llvm::Value *a = ir.CreateZExtOrTrunc(build.integer(in[0]), type);
  llvm::Value *b = ir.CreateZExtOrTrunc(build.integer(in[1]), type);
  llvm::Value *zero = llvm::ConstantInt::get(type, 0), *negativeA = ir.getFalse(), *negativeB = ir.getFalse();
  if (values.at("Signed")) {
    negativeA = ir.CreateICmpSLT(a, zero);
    negativeB = ir.CreateICmpSLT(b, zero);
  }
  llvm::Value *dividend = ir.CreateSelect(negativeA, ir.CreateNeg(a), a);
  llvm::Value *divisor = ir.CreateSelect(negativeB, ir.CreateNeg(b), b);
  llvm::Value *none = ir.CreateICmpEQ(divisor, zero);
  llvm::Value *safe = ir.CreateSelect(none, llvm::ConstantInt::get(type, 1), divisor);
  llvm::Value *result = nullptr, *negate = negativeA;
  if (quotient) {
    result = ir.CreateSelect(none, llvm::ConstantInt::getAllOnesValue(type), ir.CreateUDiv(dividend, safe));
    negate = ir.CreateAnd(ir.CreateXor(negativeA, negativeB), ir.CreateNot(none));
  } else {
    result = ir.CreateSelect(none, dividend, ir.CreateURem(dividend, safe));
  }
  return build.fromInteger(ir.CreateSelect(negate, ir.CreateNeg(result), result), width);
}

/// Amounts from the width on shift everything out.
Value shiftAll(WordBuilder &build, const Parameters &values, const std::vector<Value> &in) {
  const unsigned width = in[0].width;
  if (width == 1)
    return in[0];
  llvm::IRBuilder<> &ir = build.ir();
  llvm::Type *type = ir.getIntNTy(width);
  llvm::Value *a = ir.CreateZExtOrTrunc(build.integer(in[0]), type);
  llvm::Value *by = ir.CreateZExtOrTrunc(build.integer(in[1]), type);
  llvm::Value *limit = llvm::ConstantInt::get(type, width);
  // Of a power of two the module takes the low bits of the amount.
  llvm::Value *beyond = ir.getFalse();
  if (std::has_single_bit(width))
    by = ir.CreateAnd(by, llvm::ConstantInt::get(type, width - 1));
  else
    beyond = ir.CreateICmpUGE(by, limit);
  by = ir.CreateSelect(beyond, llvm::ConstantInt::get(type, 0), by);
  const uint64_t direction = values.at("Direction");
  llvm::Value *filler = direction == 2 ? ir.CreateAShr(a, width - 1) : llvm::ConstantInt::get(type, 0);
  llvm::Value *shifted = direction == 0   ? ir.CreateShl(a, by)
                         : direction == 1 ? ir.CreateLShr(a, by)
                                          : ir.CreateAShr(a, by);
  return build.fromInteger(ir.CreateSelect(beyond, filler, shifted), width);
}

Value addSaturated(WordBuilder &build, const Parameters &values, const std::vector<Value> &in) {
  using llvm::Intrinsic::ID;
  const bool isSigned = values.at("Signed"), subtract = values.at("Subtract");
  const ID id = isSigned ? (subtract ? llvm::Intrinsic::ssub_sat : llvm::Intrinsic::sadd_sat)
                         : (subtract ? llvm::Intrinsic::usub_sat : llvm::Intrinsic::uadd_sat);
  const unsigned width = in[0].width;
  llvm::Type *type = build.ir().getIntNTy(width);
  llvm::Value *a = build.ir().CreateZExtOrTrunc(build.integer(in[0]), type);
  llvm::Value *b = build.ir().CreateZExtOrTrunc(build.integer(in[1]), type);
  return build.fromInteger(build.ir().CreateBinaryIntrinsic(id, a, b), width);
}

Value count(WordBuilder &build, llvm::Intrinsic::ID id, const Value &in) {
  llvm::IRBuilder<> &ir = build.ir();
  llvm::Value *a = ir.CreateZExtOrTrunc(build.integer(in), ir.getIntNTy(in.width));
  llvm::Value *result =
      id == llvm::Intrinsic::ctpop ? ir.CreateUnaryIntrinsic(id, a) : ir.CreateBinaryIntrinsic(id, a, ir.getFalse());
  return build.fromInteger(result, in.width);
}

}  // namespace

Value emitOperator(WordBuilder &build, const Signal &signal, const std::vector<Value> &in) {
  const netlist::Instance &instance = *signal.instance;
  const components::Component &component = *instance.component;
  const std::string &module = component.name, &port = component.ports[signal.port].name;
  const Parameters values = components::complete(component, netlist::valuesOf(instance));
  for (const FpFunction &function : fpFunctions())
    if (module == function.name) {
      const std::vector<Value> operands = prepared(build, module, values, in);
      const std::optional<Value> native = nativeFp(build, module, values, operands);
      return native ? *native : callFp(build, function, values, operands, signal.width);
    }
  if (module == "int_mul") {
    llvm::Value *product = build.ir().CreateMul(build.integer(in[0]), build.integer(in[1]));
    return build.fromInteger(product, signal.width);
  }
  if (module == "int_mul_hi")
    return multiplyHigh(build, values, in, signal.width);
  if (module == "int_div")
    return divide(build, values, in, port == "quotient_o");
  if (module == "int_shift")
    return shiftAll(build, values, in);
  if (module == "int_add_sat")
    return addSaturated(build, values, in);
  if (module == "int_ctlz")
    return count(build, llvm::Intrinsic::ctlz, in[0]);
  if (module == "int_cttz")
    return count(build, llvm::Intrinsic::cttz, in[0]);
  if (module == "int_ctpop")
    return count(build, llvm::Intrinsic::ctpop, in[0]);
  throw Unsupported("operator " + module + " has no model");
}

const std::vector<std::pair<std::string, void *>> &operatorFunctions() {
  static const auto functions = [] {
    std::vector<std::pair<std::string, void *>> result = {{"__udivti3", address(__udivti3)},
                                                          {"__umodti3", address(__umodti3)}};
    for (const FpFunction &function : fpFunctions()) {
      result.push_back({std::string("weft_instant_") + function.name, function.general});
      for (unsigned f = 0; f < 3; ++f)
        if (function.formats[f])
          result.push_back({std::string("weft_instant_") + function.name + kFormatNames[f], function.formats[f]});
    }
    return result;
  }();
  return functions;
}

}  // namespace weft::instant
