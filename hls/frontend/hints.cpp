// SPDX-License-Identifier: Apache-2.0
#include "hls/frontend/hints.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>

#include <clang/AST/DeclarationName.h>
#include <clang/AST/Type.h>
#include <clang/Basic/DiagnosticLex.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/IdentifierTable.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include "support/nearest_name.h"

namespace weft::hls::frontend {
namespace {

constexpr size_t kMostTypos = 5;

/// A star stands for any end of a name.
struct Advice {
  const char *hint;
  std::initializer_list<llvm::StringLiteral> names;
};

bool matches(llvm::StringRef name, llvm::StringRef pattern) {
  return pattern.consume_back("*") ? name.starts_with(pattern) : name == pattern;
}

/// Names that OpenCL C 3.0 has and earlier versions do not.
bool isOfNewLanguage(llvm::StringRef name) {
  static constexpr llvm::StringLiteral kNames[] = {"atomic_init",
                                                   "atomic_load*",
                                                   "atomic_store*",
                                                   "atomic_exchange*",
                                                   "atomic_compare_exchange_*",
                                                   "atomic_fetch_*",
                                                   "atomic_flag*",
                                                   "atomic_work_item_fence",
                                                   "atomic_int",
                                                   "atomic_uint",
                                                   "atomic_long",
                                                   "atomic_ulong",
                                                   "atomic_float",
                                                   "atomic_double",
                                                   "atomic_size_t",
                                                   "atomic_intptr_t",
                                                   "atomic_uintptr_t",
                                                   "atomic_ptrdiff_t",
                                                   "memory_order*",
                                                   "memory_scope*",
                                                   "work_group_barrier",
                                                   "work_group_all",
                                                   "work_group_any",
                                                   "work_group_broadcast",
                                                   "work_group_reduce_*",
                                                   "work_group_scan_*",
                                                   "get_local_linear_id",
                                                   "get_global_linear_id",
                                                   "get_enqueued_local_size",
                                                   "get_fence",
                                                   "to_global",
                                                   "to_local",
                                                   "to_private",
                                                   "generic"};
  return std::any_of(std::begin(kNames), std::end(kNames), [&](llvm::StringRef other) { return matches(name, other); });
}

constexpr char kPipes[] =
    "pipes and channels between kernels are not supported: make one kernel of them, or pass a buffer from one launch "
    "to the next";
constexpr char kEnqueue[] = "kernels cannot enqueue kernels: the host program does";

/// Of a name that nothing has declared.
std::string hintForName(llvm::StringRef name, const clang::LangOptions &language) {
  static const Advice kAdvice[] = {
      {kPipes,
       {"pipe", "channel", "read_pipe*", "write_pipe*", "reserve_read_pipe", "reserve_write_pipe", "commit_read_pipe",
        "commit_write_pipe", "reserve_id_t", "read_channel_*", "write_channel_*"}},
      {kEnqueue,
       {"enqueue_kernel", "enqueue_marker", "queue_t", "get_default_queue", "ndrange_*", "clk_event_t",
        "CLK_ENQUEUE_FLAGS_*"}},
      {"leave it out: the compiler places registers", {"__fpga_reg"}},
      {"OpenCL C is C: templates, classes and the like of C++ are not supported",
       {"template", "class", "namespace", "using", "public", "nullptr", "constexpr", "static_cast", "decltype"}},
      {"OpenCL C has none of C's library: arrays have constant sizes, and loops copy them",
       {"malloc", "calloc", "realloc", "free", "memcpy", "memset", "memmove"}}};
  for (const Advice &advice : kAdvice)
    if (std::any_of(advice.names.begin(), advice.names.end(),
                    [&](llvm::StringRef other) { return matches(name, other); }))
      return advice.hint;
  if (language.getOpenCLCompatibleVersion() < 300 && isOfNewLanguage(name))
    return "it is of OpenCL C 3.0: build with -cl-std=CL3.0";
  return {};
}

std::string didYouMean(std::string_view name, std::span<const std::string_view> names) {
  const std::string_view meant = support::nearestName(name, names, std::min(kMostTypos, name.size() / 4));
  return meant.empty() ? "" : "did you mean " + std::string(meant) + "?";
}

std::string hintForAttribute(llvm::StringRef name) {
  static constexpr std::string_view kNames[] = {"reqd_work_group_size",
                                                "work_group_size_hint",
                                                "vec_type_hint",
                                                "max_work_group_size",
                                                "num_simd_work_items",
                                                "num_compute_units",
                                                "opencl_unroll_hint",
                                                "aligned",
                                                "packed",
                                                "always_inline",
                                                "noinline",
                                                "endian",
                                                "nosvm"};
  return didYouMean(name.trim('_'), kNames);
}

/// `at`: of what follows "#pragma".
std::string hintForPragma(clang::SourceLocation at, const clang::SourceManager &sources) {
  static constexpr std::string_view kNames[] = {"unroll", "nounroll"};
  const llvm::StringRef text = sources.getCharacterData(sources.getSpellingLoc(at));
  const std::string name = text.take_while(llvm::isAlpha).lower();
  return didYouMean(name, kNames);
}

std::string hintForKernelArgument(clang::QualType type) {
  return type->isBooleanType() ? "take an int or a uchar"
                               : "its size is another one for other devices: take an int, uint, long or ulong";
}

/// Clang gives a compound literal's type no address space: before generic pointers nothing but a cast takes its
/// address.
std::string hintForLiteral(const clang::Diagnostic &info, const clang::LangOptions &language) {
  for (const clang::CharSourceRange &range : info.getRanges()) {
    const auto characters = clang::Lexer::getAsCharRange(range, info.getSourceManager(), language);
    llvm::StringRef text = clang::Lexer::getSourceText(characters, info.getSourceManager(), language).ltrim("& ");
    if (text.consume_front("(") && llvm::StringRef(text.split(')').second).ltrim().starts_with("{"))
      return ("name the literal's address space: (__private " + text.split(')').first + "){...}").str();
  }
  return {};
}

/// The argument of a diagnostic if it is a name; empty otherwise.
std::string nameIn(const clang::Diagnostic &info, unsigned index) {
  if (index >= info.getNumArgs())
    return {};
  switch (info.getArgKind(index)) {
  case clang::DiagnosticsEngine::ak_std_string:
    return info.getArgStdStr(index);
  case clang::DiagnosticsEngine::ak_identifierinfo:
    return info.getArgIdentifier(index)->getName().str();
  case clang::DiagnosticsEngine::ak_declarationname:
    return clang::DeclarationName::getFromOpaqueInteger(info.getRawArg(index)).getAsString();
  default:
    return {};
  }
}

std::string hintForHalf(const clang::Diagnostic &info) {
  const auto type = clang::QualType::getFromOpaquePtr(reinterpret_cast<void *>(info.getRawArg(0)));
  return type->isHalfType() ? "enable the extension: #pragma OPENCL EXTENSION cl_khr_fp16 : enable" : "";
}

}  // namespace

std::string hintFor(const clang::Diagnostic &info, const clang::LangOptions &language) {
  switch (info.getID()) {
  case clang::diag::err_opencl_half_declaration:
  case clang::diag::err_opencl_cast_to_half:
    return "enable the extension: #pragma OPENCL EXTENSION cl_khr_fp16 : enable";
  case clang::diag::err_opencl_invalid_param:
  case clang::diag::err_opencl_invalid_return:
    return hintForHalf(info);
  case clang::diag::err_typecheck_incompatible_address_space:
    return hintForLiteral(info, language);
  case clang::diag::err_undeclared_var_use:
  case clang::diag::err_unknown_typename:
    return hintForName(nameIn(info, 0), language);
  case clang::diag::err_opencl_unknown_type_specifier:
    return nameIn(info, 1) == "pipe" ? kPipes : "";
  case clang::diag::err_blocks_disable:
    return kEnqueue;
  case clang::diag::err_opencl_global_invalid_addr_space:
    return language.getOpenCLCompatibleVersion() < 300 && info.getRawArg(0) == 0
               ? "make it constant, or build with -cl-std=CL3.0"
               : "";
  case clang::diag::err_bad_kernel_param_type:
    return hintForKernelArgument(clang::QualType::getFromOpaquePtr(reinterpret_cast<void *>(info.getRawArg(0))));
  case clang::diag::err_ovl_ambiguous_call:
    return llvm::StringRef(nameIn(info, 0)).starts_with("atom")
               ? "variable and value must be of one integer type; of floats: atomic_fetch_add and others on an "
                 "atomic_float, with -cl-std=CL3.0"
               : "";
  case clang::diag::warn_unknown_attribute_ignored:
    return hintForAttribute(nameIn(info, 0));
  case clang::diag::warn_pragma_ignored:
    return hintForPragma(info.getLocation(), info.getSourceManager());
  default:
    return {};
  }
}

}  // namespace weft::hls::frontend
