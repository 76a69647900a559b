// SPDX-License-Identifier: Apache-2.0
#include "hls/frontend/kernel_attributes.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/ParsedAttrInfo.h>
#include <clang/Sema/ParsedAttr.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Support/PrettyStackTrace.h>

#include "hls/attributes.h"
#include "hls/frontend/reports.h"
#include "hls/frontend/syntax_visitor.h"
#include "hls/limits.h"

namespace weft::hls::frontend {
namespace {

using clang::AnnotateAttr;
using clang::ParsedAttr;

constexpr llvm::StringLiteral kSimdWorkItems = "num_simd_work_items";
constexpr clang::ParsedAttrInfo::Spelling kSimdSpellings[] = {{ParsedAttr::AS_GNU, "num_simd_work_items"}};
constexpr llvm::StringLiteral kUnits = "num_compute_units";
constexpr clang::ParsedAttrInfo::Spelling kUnitsSpellings[] = {{ParsedAttr::AS_GNU, "num_compute_units"}};
constexpr clang::ParsedAttrInfo::Spelling kGroupSpellings[] = {{ParsedAttr::AS_GNU, "max_work_group_size"},
                                                               {ParsedAttr::AS_GNU, "xcl_max_work_group_size"}};

/// Null: it is none. A name that stands alone is a name to Clang in attributes that are not its own, and of these
/// constants of enumerations are numbers.
clang::Expr *expressionOf(clang::Sema &sema, const ParsedAttr &attribute, unsigned index) {
  if (attribute.isArgExpr(index))
    return attribute.getArgAsExpr(index);
  if (!attribute.isArgIdent(index))
    return nullptr;
  const clang::IdentifierLoc &name = *attribute.getArgAsIdent(index);
  auto *const constant = llvm::dyn_cast_or_null<clang::EnumConstantDecl>(
      sema.LookupSingleName(sema.getCurScope(), name.Ident, name.Loc, clang::Sema::LookupOrdinaryName));
  return constant ? sema.BuildDeclRefExpr(constant, constant->getType(), clang::VK_PRValue, name.Loc) : nullptr;
}

/// Keeps the numbers with the function, as an implicit annotation: whether it is a kernel is not known before all of
/// its attributes are.
class Numbers : public clang::ParsedAttrInfo {
public:
  bool diagAppertainsToDecl(clang::Sema &sema, const ParsedAttr &attribute,
                            const clang::Decl *declaration) const override {
    if (llvm::isa<clang::FunctionDecl>(declaration))
      return true;
    sema.Diag(attribute.getLoc(), clang::diag::warn_attribute_wrong_decl_type_str)
        << attribute << attribute.isRegularKeywordAttribute() << "kernels";
    return false;
  }

  AttrHandling handleDeclAttribute(clang::Sema &sema, clang::Decl *declaration,
                                   const ParsedAttr &attribute) const override {
    llvm::SmallVector<clang::Expr *, 3> numbers;
    for (unsigned i = 0; i < attribute.getNumArgs(); ++i) {
      clang::Expr *const number = expressionOf(sema, attribute, i);
      if (!number || !number->isIntegerConstantExpr(sema.Context)) {
        sema.Diag(attribute.getLoc(), clang::diag::err_attribute_argument_type)
            << attribute << clang::AANT_ArgumentIntegerConstant;
        return AttributeNotApplied;
      }
      numbers.push_back(number);
    }
    declaration->addAttr(AnnotateAttr::CreateImplicit(sema.Context, attribute.getNormalizedFullName(), numbers.data(),
                                                      unsigned(numbers.size()), attribute.getRange()));
    return AttributeApplied;
  }

protected:
  Numbers(llvm::ArrayRef<Spelling> spellings, unsigned most) {
    Spellings = spellings;
    NumArgs = 1;
    OptArgs = most - 1;
  }
};

struct SimdWorkItems : Numbers {
  SimdWorkItems() : Numbers(kSimdSpellings, 1) {}
};
struct ComputeUnits : Numbers {
  ComputeUnits() : Numbers(kUnitsSpellings, 1) {}
};
struct MaxWorkGroupSize : Numbers {
  MaxWorkGroupSize() : Numbers(kGroupSpellings, 3) {}
};

/// What Numbers has left at the function. Taken away, so that the IR has no annotations of it.
llvm::SmallVector<const AnnotateAttr *> takeNumbers(clang::FunctionDecl &function) {
  llvm::SmallVector<const AnnotateAttr *> taken;
  const auto isNumbers = [](const clang::Attr *attribute) {
    return llvm::isa<AnnotateAttr>(attribute) && attribute->isImplicit();  // no program has implicit ones
  };
  if (!function.hasAttrs())
    return taken;
  for (const clang::Attr *attribute : function.getAttrs())
    if (isNumbers(attribute))
      taken.push_back(llvm::cast<AnnotateAttr>(attribute));
  llvm::erase_if(function.getAttrs(), isNumbers);
  if (function.getAttrs().empty())
    function.dropAttrs();
  return taken;
}

}  // namespace

class KernelAttributes::Collector : public clang::ASTConsumer, public SyntaxVisitor {
public:
  Collector(std::map<std::string, Kernel> &kernels, clang::DiagnosticsEngine &diagnostics,
            const board::Description &board)
      : kernels_(kernels), reports_(diagnostics), board_(board) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    const llvm::PrettyStackTraceString who("Weft's attributes of kernels");  // for whoever reads of a crash
    for (clang::Decl *declaration : group)
      traverse(declaration);
    return true;
  }

  bool VisitFunctionDecl(clang::FunctionDecl *function) override {
    for (const AnnotateAttr *attribute : takeNumbers(*function))
      take(*function, *attribute);
    // The other may stand at another declaration.
    const auto found = kernels_.find(function->getNameAsString());
    if (found != kernels_.end())
      checkRequiredSize(*function, found->second.maxWorkGroupSize);
    return true;
  }

private:
  void take(const clang::FunctionDecl &function, const AnnotateAttr &attribute) {
    const clang::SourceLocation at = attribute.getLocation();
    const llvm::StringRef name = attribute.getAnnotation();
    if (!function.hasAttr<clang::OpenCLKernelAttr>())
      return reports_.error(at, "'" + name + "' applies to kernels only", "remove it, or make the function a kernel");
    const bool isSimd = name == kSimdWorkItems, isUnits = name == kUnits;
    const std::optional<Value> value = isSimd    ? lanesOf(function, attribute)
                                       : isUnits ? unitsOf(function, attribute)
                                                 : groupOf(function, attribute);
    if (!value)
      return;
    Kernel &kernel = kernels_[function.getNameAsString()];
    std::optional<Value> &known = isSimd    ? kernel.simdWorkItems
                                  : isUnits ? kernel.computeUnits
                                            : kernel.maxWorkGroupSize;
    if (known && known->number != value->number) {
      reports_.error(at, "kernel '" + function.getName() + "' has " + value->text + " here and " + known->text +
                             " elsewhere");
      return reports_.note(known->at, "the other one is here");
    }
    known = value;
    if (!llvm::is_contained(kernel.texts, value->text))
      kernel.texts.push_back(value->text);
  }

  /// The product of the numbers: 0, if one is none that counts something.
  Value valueOf(const clang::FunctionDecl &function, const AnnotateAttr &attribute) const {
    Value value{1, attribute.getLocation(), attribute.getAnnotation().str() + "("};
    for (const clang::Expr *argument : attribute.args()) {
      const llvm::APSInt number = *argument->getIntegerConstantExpr(function.getASTContext());
      value.number =
          number.isNegative() ? 0 : llvm::SaturatingMultiply<uint64_t>(value.number, number.getLimitedValue());
      value.text += (value.text.back() == '(' ? "" : ",") + llvm::toString(number, 10);
    }
    value.text += ")";
    return value;
  }

  std::optional<Value> lanesOf(const clang::FunctionDecl &function, const AnnotateAttr &attribute) const {
    Value value = valueOf(function, attribute);
    if (isNumberOfLanes(value.number))
      return value;
    reports_.error(value.at, value.text + " is no number of work-items in a packet", kNumbersOfLanes);
    return std::nullopt;
  }

  std::optional<Value> unitsOf(const clang::FunctionDecl &function, const AnnotateAttr &attribute) const {
    Value value = valueOf(function, attribute);
    if (isNumberOfUnits(value.number))
      return value;
    reports_.error(value.at, value.text + " is no number of compute units", kNumbersOfUnits);
    return std::nullopt;
  }

  std::optional<Value> groupOf(const clang::FunctionDecl &function, const AnnotateAttr &attribute) const {
    Value value = valueOf(function, attribute);
    if (attribute.args_size() == 2) {
      reports_.error(value.at, "'" + attribute.getAnnotation() + "' takes one number or three, not two",
                     "the third is 1 for work-groups of two dimensions");
      return std::nullopt;
    }
    if (value.number == 0) {
      reports_.error(value.at, value.text + " leaves no work-item in a group", "use numbers of at least 1");
      return std::nullopt;
    }
    if (value.number > board_.maxWorkGroupSize)
      reports_.warning(value.at, value.text + " is more than the " + llvm::Twine(board_.maxWorkGroupSize) +
                                     " work-items that a work-group on '" + board_.name + "' can have");
    return value;
  }

  void checkRequiredSize(const clang::FunctionDecl &function, std::optional<Value> &most) const {
    const auto *required = function.getAttr<clang::ReqdWorkGroupSizeAttr>();
    if (!required || !most)
      return;
    const uint64_t size =
        llvm::SaturatingMultiply(uint64_t(required->getXDim()) * required->getYDim(), uint64_t(required->getZDim()));
    if (size <= most->number)
      return;
    reports_.error(most->at,
                   "reqd_work_group_size asks for " + llvm::Twine(size) + " work-items in a group; " + most->text +
                       " allows " + llvm::Twine(most->number) + " at most",
                   "remove one of the two");
    most.reset();  // reported once
  }

  std::map<std::string, Kernel> &kernels_;
  const Reports reports_;
  const board::Description &board_;
};

std::unique_ptr<clang::ASTConsumer> KernelAttributes::collect(clang::DiagnosticsEngine &diagnostics,
                                                              const board::Description &board) {
  return std::make_unique<Collector>(kernels_, diagnostics, board);
}

void KernelAttributes::apply(llvm::Module &module) const {
  for (const auto &[name, kernel] : kernels_) {
    llvm::Function *function = module.getFunction(name);
    if (!function || function->isDeclaration())
      continue;
    if (kernel.simdWorkItems)
      function->addFnAttr(kSimdLanes, std::to_string(kernel.simdWorkItems->number));
    if (kernel.computeUnits)
      function->addFnAttr(kNumComputeUnits, std::to_string(kernel.computeUnits->number));
    if (kernel.maxWorkGroupSize)
      function->addFnAttr(kMaxWorkGroupSize, std::to_string(kernel.maxWorkGroupSize->number));
    function->addFnAttr(kSourceAttributes, llvm::join(kernel.texts, " "));
  }
}

void registerKernelAttributes() {
  static const clang::ParsedAttrInfoRegistry::Add<SimdWorkItems> simd("num_simd_work_items", "");
  static const clang::ParsedAttrInfoRegistry::Add<ComputeUnits> units("num_compute_units", "");
  static const clang::ParsedAttrInfoRegistry::Add<MaxWorkGroupSize> group("max_work_group_size", "");
}

}  // namespace weft::hls::frontend
