// SPDX-License-Identifier: Apache-2.0
// printf leaves a record in a buffer that the host reads after the launch: the number of its format and its arguments
// (kernel/print.h). A call reserves its granules with an atomic addition to the counter in the buffer's header, so
// records lie in the order of the calls of each work-item. One that finds no room stores kPrintFull to the counter
// instead, which keeps it from growing until it wraps round. Strings stay with the host: %s stores an offset.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "hls/attributes.h"
#include "hls/transforms/constant_strings.h"
#include "hls/transforms/implicit_argument.h"
#include "hls/transforms/passes.h"
#include "hls/transforms/primitives.h"
#include "hls/transforms/print_record.h"

namespace weft::hls::transforms {
namespace {

using kernel::Conversion;
using kernel::kPrintGranule;
using kernel::PrintArgument;
using llvm::CallInst;
using llvm::Value;

constexpr unsigned kGranules = unsigned(kernel::kPrintBytes / kPrintGranule);  // the header's included
static_assert((kGranules & (kGranules - 1)) == 0);

std::string typeName(const llvm::Type *type) {
  if (type->isPointerTy())
    return "a pointer";
  const llvm::Type *scalar = type->getScalarType();
  std::string name = "another type";
  if (scalar->isIntegerTy())
    name = scalar->isIntegerTy(64)   ? "long"
           : scalar->isIntegerTy(16) ? "short"
           : scalar->isIntegerTy(8)  ? "char"
                                     : "int";
  else if (scalar->isFloatingPointTy())
    name = scalar->isDoubleTy() ? "double" : scalar->isHalfTy() ? "half" : "float";
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    name += std::to_string(vector->getNumElements());
  return name;
}

std::string taken(const Conversion &conversion) {
  const PrintArgument::Kind kind = kindOf(conversion);
  if (kind == PrintArgument::Kind::Pointer || kind == PrintArgument::Kind::String)
    return kind == PrintArgument::Kind::Pointer ? "a pointer" : "a string";
  const std::string what = kind == PrintArgument::Kind::Float ? "floating-point value" : "integer";
  if (conversion.elements == 1)
    return (kind == PrintArgument::Kind::Float ? "a " : "an ") + what;
  std::string text = "a vector of " + std::to_string(conversion.elements) + " " + what + "s";
  if (conversion.bytes())
    text += " of " + std::to_string(8 * conversion.bytes()) + " bits";
  return text;
}

/// `number`: of the argument behind the format, from 1 on.
Reason whyNot(const Conversion &conversion, const llvm::Type *type, size_t number) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  const llvm::Type *scalar = type->getScalarType();
  bool fits = (vector ? vector->getNumElements() : 1) == conversion.elements;
  switch (kindOf(conversion)) {
  case PrintArgument::Kind::Integer:
    fits &= scalar->isIntegerTy();
    break;
  case PrintArgument::Kind::Float:
    fits &= scalar->isFloatingPointTy();
    break;
  case PrintArgument::Kind::Pointer:
  case PrintArgument::Kind::String:
    fits &= scalar->isPointerTy();
    break;
  }
  // Integers are converted to what the format names; elements of vectors are what they are.
  if (vector && conversion.bytes())
    fits &= scalar->getScalarSizeInBits() == 8 * conversion.bytes();
  if (fits)
    return {};
  return {"'" + conversion.text + "' in the format of printf takes " + taken(conversion) + ", but argument " +
              std::to_string(number) + " behind the format is " + (type->isPointerTy() ? "" : "of type ") +
              typeName(type),
          "change the conversion, or convert the argument"};
}

/// All calls of one kernel.
class KernelPrints {
public:
  KernelPrints(Environment &environment, llvm::Function &kernel)
      : refusals_(environment.refusals), kernel_(kernel), strings_(kernel.getDataLayout()) {}

  void lower(CallInst &call, llvm::Argument &buffer);
  /// The host reads them from here.
  void attach() const;

private:
  Value *number(CallInst &call, size_t &first);
  bool parse(CallInst &call, kernel::Print &print, std::vector<std::optional<Conversion>> &conversions);
  bool store(CallInst &call, Value *value, const Conversion &conversion, PrintRecord &record, PrintArgument &argument);
  void refuse(const CallInst &call, const Reason &reason) { refusals_.add(call, reason); }

  Refusals &refusals_;
  llvm::Function &kernel_;
  StringTable strings_;
  kernel::Prints prints_;
};

/// The number of the format, of which new prints from `first` on may be meant.
Value *KernelPrints::number(CallInst &call, size_t &first) {
  first = prints_.calls.size();
  auto numberOf = [&](llvm::Constant &format) -> Value * {
    llvm::StringRef text;
    if (!llvm::getConstantStringInfo(&format, text))
      return nullptr;
    for (size_t i = first; i < prints_.calls.size(); ++i)
      if (prints_.calls[i].format == text)
        return llvm::ConstantInt::get(llvm::Type::getInt32Ty(call.getContext()), i + 1);
    prints_.calls.push_back({text.str(), 1, {}});
    return llvm::ConstantInt::get(llvm::Type::getInt32Ty(call.getContext()), prints_.calls.size());
  };
  Value *result = StringNumbers(numberOf, nullptr)(call.getArgOperand(0));
  if (!result)
    refuse(call, {"the format of printf is no string literal", "write the literal in the call"});
  return result;
}

/// `conversions`: what each argument is printed as, by any format of the call.
bool KernelPrints::parse(CallInst &call, kernel::Print &print, std::vector<std::optional<Conversion>> &conversions) {
  const kernel::Format format = kernel::parseFormat(print.format);
  if (!format.error.empty()) {
    refuse(call, {format.error, format.hint});
    return false;
  }
  const size_t given = call.arg_size() - 1;
  size_t used = 0;
  for (const kernel::FormatPiece &piece : format.pieces) {
    if (!piece.conversion || used++ >= given)
      continue;
    if (const Reason why = whyNot(*piece.conversion, call.getArgOperand(unsigned(used))->getType(), used)) {
      refuse(call, why);
      return false;
    }
    if (conversions.size() < used)
      conversions.resize(used);
    std::optional<Conversion> &conversion = conversions[used - 1];
    if (conversion && kindOf(*conversion) != kindOf(*piece.conversion)) {
      refuse(call,
             {"formats of one printf print its argument " + std::to_string(used) + " as a string and as a pointer",
              "write one printf for each"});
      return false;
    }
    conversion = piece.conversion;
    print.arguments.emplace_back();
  }
  if (used <= given)
    return true;
  refuse(call, {"printf has " + std::to_string(given) + " argument" + (given == 1 ? "" : "s") + " for the " +
                    std::to_string(used) + " conversion" + (used == 1 ? "" : "s") + " of its format",
                "pass an argument for each conversion; %% prints a percent sign"});
  return false;
}

bool KernelPrints::store(CallInst &call, Value *value, const Conversion &conversion, PrintRecord &record,
                         PrintArgument &argument) {
  argument.kind = kindOf(conversion);
  argument.elements = conversion.elements;
  llvm::IRBuilder<> builder(&call);
  if (argument.kind == PrintArgument::Kind::String) {
    auto offsetOf = [&](llvm::Constant &pointer) -> Value * {
      const std::optional<uint32_t> offset = strings_.offsetOf(pointer);
      return offset ? builder.getInt32(*offset) : nullptr;
    };
    value = StringNumbers(offsetOf, &strings_)(value);
    if (!value) {
      refuse(call, {"'" + conversion.text + "' in the format of printf prints a string that is no literal",
                    "give it a string literal, or characters of __constant memory that the program initialises"});
      return false;
    }
  } else if (argument.kind == PrintArgument::Kind::Pointer) {
    value = builder.CreatePtrToInt(value, kernel_.getDataLayout().getIntPtrType(value->getType()));
  } else if (auto *extended = llvm::dyn_cast<llvm::FPExtInst>(value)) {
    value = extended->getOperand(0);  // the host extends
  }
  argument.bytes = unsigned(value->getType()->getScalarSizeInBits() / 8);
  argument.constant = constantBits(*value);
  if (!argument.constant)
    argument.offset = record.add(value);
  return true;
}

void KernelPrints::lower(CallInst &call, llvm::Argument &buffer) {
  size_t first = 0;
  Value *const number = this->number(call, first);
  if (!number)
    return;
  std::vector<std::optional<Conversion>> conversions;
  for (size_t i = first; i < prints_.calls.size(); ++i)
    if (!parse(call, prints_.calls[i], conversions))
      return;
  PrintRecord record(call, number);
  std::vector<PrintArgument> arguments(conversions.size());
  for (unsigned i = 0; i < conversions.size(); ++i)
    if (!store(call, call.getArgOperand(i + 1), *conversions[i], record, arguments[i]))
      return;
  for (size_t i = first; i < prints_.calls.size(); ++i) {
    kernel::Print &print = prints_.calls[i];
    print.granules = record.granules();
    std::copy_n(arguments.begin(), print.arguments.size(), print.arguments.begin());
  }
  call.replaceAllUsesWith(record.write(buffer, kGranules));
  call.eraseFromParent();
}

void KernelPrints::attach() const {
  kernel::Prints prints = prints_;
  prints.strings = strings_.bytes();
  llvm::LLVMContext &context = kernel_.getContext();
  kernel_.setMetadata(kPrintsMetadata,
                      llvm::MDNode::get(context, {llvm::MDString::get(context, kernel::printsToText(prints))}));
}

}  // namespace

llvm::PreservedAnalyses PrintCalls::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  llvm::Function *primitive = module.getFunction("__weft_printf");
  if (!primitive)
    return llvm::PreservedAnalyses::all();
  std::vector<std::pair<llvm::Function *, std::vector<CallInst *>>> kernels;
  for (llvm::Function &function : module) {
    std::vector<CallInst *> calls;
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (primitiveName(instruction) == "printf")
        calls.push_back(llvm::cast<CallInst>(&instruction));
    if (!calls.empty())
      kernels.emplace_back(&function, std::move(calls));
  }
  for (const auto &[function, calls] : kernels) {
    if (environment.board.printBytes() == 0) {
      environment.refusals.add(*calls.front(),
                               {"board " + environment.board.name + " has no printf: its memory has no " +
                                    (environment.board.atomicBits ? "room for the buffer" : "atomic operations"),
                                "write to a buffer of the kernel's"});
      continue;
    }
    llvm::Argument &buffer = addImplicitArgument(*function, kPrintBuffer, 1, kPrintBuffer);
    buffer.addAttr(llvm::Attribute::NoAlias);
    KernelPrints prints(environment, *buffer.getParent());
    for (CallInst *call : calls)
      prints.lower(*call, buffer);
    prints.attach();
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace weft::hls::transforms
