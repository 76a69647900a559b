// SPDX-License-Identifier: Apache-2.0
#include "hls/frontend/frontend.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/FileManager.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/VirtualFileSystem.h>

#include "hls/attributes.h"
#include "hls/frontend/declaration_checks.h"
#include "hls/frontend/declaration_places.h"
#include "hls/frontend/diagnostic_collector.h"
#include "hls/frontend/extension_checks.h"
#include "hls/frontend/kernel_attributes.h"
#include "hls/frontend/token_checks.h"

extern const char weft_opencl_c_base[];
extern const size_t weft_opencl_c_base_size;

namespace weft::hls::frontend {
namespace {

// Directories that exist in memory only.
constexpr char kSystemDirectory[] = "/weft-internal/include";
constexpr char kHeaderDirectory[] = "/weft-internal/headers";

// Behind Clang's header, whose NAN is no constant expression: it could not initialise a variable of program scope.
// Clang 19 does not know the functions of cl_khr_extended_async_copies.
constexpr char kHeaderEnd[] = R"(
#undef NAN
#define NAN __builtin_nanf("")
event_t __attribute__((overloadable)) async_work_group_copy_2D2D(__local void *, size_t, const __global void *, size_t,
                                                                 size_t, size_t, size_t, size_t, size_t, event_t);
event_t __attribute__((overloadable)) async_work_group_copy_2D2D(__global void *, size_t, const __local void *, size_t,
                                                                 size_t, size_t, size_t, size_t, size_t, event_t);
event_t __attribute__((overloadable)) async_work_group_copy_3D3D(__local void *, size_t, const __global void *, size_t,
                                                                 size_t, size_t, size_t, size_t, size_t, size_t, size_t,
                                                                 size_t, event_t);
event_t __attribute__((overloadable)) async_work_group_copy_3D3D(__global void *, size_t, const __local void *, size_t,
                                                                 size_t, size_t, size_t, size_t, size_t, size_t, size_t,
                                                                 size_t, event_t);
)";

// What stands for the working directory of a process that has none any more.
constexpr char kNoDirectory[] = "/weft-internal/no-working-directory";

/// The machine's files, as the process sees them at this moment. Clang and LLVM's overlay ask for a working directory
/// without expecting that there may be none: an application may have removed its own.
class MachineFiles : public llvm::vfs::ProxyFileSystem {
public:
  MachineFiles() : ProxyFileSystem(llvm::vfs::createPhysicalFileSystem()) {}
  llvm::ErrorOr<std::string> getCurrentWorkingDirectory() const override {
    auto directory = ProxyFileSystem::getCurrentWorkingDirectory();
    return directory ? directory : std::string(kNoDirectory);
  }
};

// Says which of the -I directories mean nothing for want of a working directory, and why.
void warnOfRelativeIncludes(const Options &options, std::vector<Diagnostic> &diagnostics) {
  llvm::SmallString<128> directory;
  const std::error_code error = llvm::sys::fs::current_path(directory);
  if (!error || !options.warnings)
    return;
  for (const std::string &include : options.includes) {
    if (llvm::sys::path::is_absolute(include))
      continue;
    Diagnostic &warning = diagnostics.emplace_back();
    warning.severity = Diagnostic::Severity::Warning;
    warning.message = "-I " + include + " is relative to the process's working directory, which cannot be found (" +
                      error.message() + "): nothing is included from there";
    warning.hint = "give an absolute path";
  }
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem(const std::map<std::string, std::string> &headers) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  memory->addFile(
      std::string(kSystemDirectory) + "/opencl-c-base.h", 0,
      llvm::MemoryBuffer::getMemBufferCopy(std::string(weft_opencl_c_base, weft_opencl_c_base_size) + kHeaderEnd));
  for (const auto &[name, text] : headers)
    memory->addFile(std::string(kHeaderDirectory) + "/" + name, 0, llvm::MemoryBuffer::getMemBufferCopy(text, name));
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::makeIntrusiveRefCnt<MachineFiles>());
  overlay->pushOverlay(memory);
  return overlay;
}

// Exactly the features that work: Clang's base header would turn on all of them for a SPIR target.
void addFeatures(std::vector<std::string> &args, const Options &options, const board::Description &board) {
  std::string extensions = "-cl-ext=-all";
  const auto add = [&](const std::string &name) {
    extensions += ",+" + name;
    args.push_back("-D" + name + "=1");
  };
#define WEFT_EXTENSION(name) add(#name);
#define WEFT_EMBEDDED_EXTENSION(name)                                                                                  \
  if (board.profile == "EMBEDDED_PROFILE") {                                                                           \
    WEFT_EXTENSION(name)                                                                                               \
  }
#define WEFT_GLOBAL_ATOMIC_EXTENSION(name)                                                                             \
  if (board.atomicBits != 0) {                                                                                         \
    WEFT_EXTENSION(name)                                                                                               \
  }
#define WEFT_WIDE_ATOMIC_EXTENSION(name)                                                                               \
  if (board.atomicBits == 64) {                                                                                        \
    WEFT_EXTENSION(name)                                                                                               \
  }
#include "hls/extensions.def"
  const bool hasFeatures = options.standard == "CL3.0";
#define WEFT_FEATURE(name)                                                                                             \
  if (hasFeatures)                                                                                                     \
    add(#name);
#define WEFT_EXTENSION_FEATURE(name) add(#name);
#define WEFT_GLOBAL_ATOMIC_FEATURE(name)                                                                               \
  if (board.atomicBits != 0) {                                                                                         \
    WEFT_FEATURE(name)                                                                                                 \
  }
#define WEFT_WIDE_ATOMIC_FEATURE(name)                                                                                 \
  if (board.atomicBits == 64) {                                                                                        \
    WEFT_FEATURE(name)                                                                                                 \
  }
#include "hls/features.def"
  // Clang defines __IMAGE_SUPPORT__ for every target.
  args.insert(args.end(), {extensions, "-U__SPIR__", "-U__SPIR32__", "-U__SPIR64__", "-U__IMAGE_SUPPORT__"});
  // The version of the device, not of the language (__OPENCL_C_VERSION__ is Clang's).
  args.push_back("-D__OPENCL_VERSION__=300");
  if (board.profile == "EMBEDDED_PROFILE")
    args.push_back("-D__EMBEDDED_PROFILE__=1");
}

std::vector<std::string> cc1Arguments(const Options &options, const board::Description &board, bool haveHeaders) {
  std::vector<std::string> args = {
      "-triple", targetTriple(board), "-x", "cl", "-cl-std=" + options.standard,
      // Code to optimise (no optnone), but not optimised yet. Lifetime markers, which nothing here uses, would lead all
      // ways out of a scope through one place and a switch behind it.
      "-O2", "-disable-llvm-passes", "-disable-lifetime-markers",
      // Variables included: transforms/name_variables.cpp takes what messages need.
      "-debug-info-kind=limited", "-fdebug-compilation-dir=/", "-cl-kernel-arg-info", "-fno-builtin",
      // Built-in functions are declared on demand; the header brings the types.
      "-fdeclare-opencl-builtins", "-finclude-default-header", "-internal-isystem", kSystemDirectory, "-nostdsysteminc",
      "-ffp-contract=on",
      // A float out of an integer's range saturates, as in hardware, also in a constant.
      "-fno-strict-float-cast-overflow", "-disable-free", "-ferror-limit", "50", "-fmessage-length=0",
      // "Did you mean" and expressions kept after an error have no type, on which Clang 19 crashes here and there.
      "-fno-spell-checking", "-fno-recovery-ast",
      // _BitInt is no OpenCL C; hardware for any width would have to follow.
      "-Werror=bit-int-extension",
      // OpenCL C has no macros of variable arguments; programs use them none the less.
      "-Wvariadic-macros",
      // Pragmas of other tools, which change what these make of a kernel: none is ignored in silence.
      "-Wunknown-pragmas"};
  addFeatures(args, options, board);
  args.insert(args.end(), options.clangFlags.begin(), options.clangFlags.end());
  if (!options.warnings)
    args.push_back("-w");
  if (options.warningsAreErrors)
    args.push_back("-Werror");
  for (const std::string &macro : options.macros)
    args.push_back("-D" + macro);
  if (haveHeaders)
    args.insert(args.end(), {"-I", kHeaderDirectory});
  for (const std::string &directory : options.includes)
    args.insert(args.end(), {"-I", directory});
  return args;
}

/// Where #include "…" looks before the directories of -I: Clang knows no folder of a text in memory.
std::vector<std::string> foldersOfQuoted(bool haveHeaders, llvm::StringRef fileName) {
  std::vector<std::string> folders;
  if (haveHeaders)
    folders.push_back(kHeaderDirectory);
  folders.push_back(".");
  if (const llvm::StringRef folder = llvm::sys::path::parent_path(fileName); !folder.empty())
    folders.push_back(folder.str());
  return folders;
}

// Each declaration is checked before code is generated for it: what is refused may be what code generation cannot
// stand.
class CheckAndEmit : public clang::EmitLLVMOnlyAction {
public:
  CheckAndEmit(llvm::LLVMContext &context, const board::Description &board)
      : EmitLLVMOnlyAction(&context), board_(board) {}
  std::unique_ptr<llvm::Module> module;  // null: the source has errors

protected:
  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    checkTokens(compiler);
    return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(checkDeclarations(compiler.getDiagnostics()));
    consumers.push_back(checkExtensions(compiler));
    consumers.push_back(attributes_.collect(compiler.getDiagnostics(), board_));
    consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
    if (!consumers.back())
      return nullptr;
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

  void EndSourceFileAction() override {
    EmitLLVMOnlyAction::EndSourceFileAction();
    module = takeModule();
    if (!module)
      return;
    recordDeclarations(getCompilerInstance().getASTContext(), *module);
    attributes_.apply(*module);
  }

private:
  const board::Description &board_;
  KernelAttributes attributes_;
};

void markOptions(llvm::Module &module, const Options &options) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration()) {
      function.addFnAttr(kFlushSubnormals, options.flushSubnormals ? "true" : "false");
      function.addFnAttr(kFiniteMath, options.finiteMath ? "true" : "false");
      function.addFnAttr(kSourceNames, options.sourceNames ? "true" : "false");
      if (options.lanes)
        function.addFnAttr(kLanes, std::to_string(options.lanes));
      if (options.computeUnits)
        function.addFnAttr(kComputeUnits, std::to_string(options.computeUnits));
    }
}

}  // namespace

const char *targetTriple(const board::Description &board) {
  return board.addressBits == 32 ? "spir-unknown-unknown" : "spir64-unknown-unknown";
}

std::string dataLayout(const board::Description &board) {
  clang::DiagnosticsEngine diagnostics(new clang::DiagnosticIDs, new clang::DiagnosticOptions,
                                       new clang::IgnoringDiagConsumer);
  auto options = std::make_shared<clang::TargetOptions>();
  options->Triple = targetTriple(board);
  llvm::IntrusiveRefCntPtr<clang::TargetInfo> target = clang::TargetInfo::CreateTargetInfo(diagnostics, options);
  return target->getDataLayoutString();
}

Result compile(llvm::LLVMContext &context, const std::string &source, const Options &options,
               const board::Description &board, const std::map<std::string, std::string> &headers,
               const std::string &fileName) {
  Result result;
  warnOfRelativeIncludes(options, result.diagnostics);

  std::vector<std::string> arguments = cc1Arguments(options, board, !headers.empty());
  for (const std::string &folder : foldersOfQuoted(!headers.empty(), fileName))
    arguments.insert(arguments.end(), {"-iquote", folder});
  std::vector<const char *> pointers;
  for (const std::string &argument : arguments)
    pointers.push_back(argument.c_str());

  clang::CompilerInstance compiler;
  auto fs = fileSystem(headers);
  // Two engines: the first reports on the arguments themselves, the second has the options found in them (-w, -Werror).
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> argumentOptions(new clang::DiagnosticOptions);
  auto argumentDiagnostics = clang::CompilerInstance::createDiagnostics(
      argumentOptions.get(), collectInto(result.diagnostics, *argumentOptions).release(), /*ShouldOwnClient=*/true);
  if (!clang::CompilerInvocation::CreateFromArgs(compiler.getInvocation(), pointers, *argumentDiagnostics))
    return result;
  compiler.createDiagnostics(collectInto(result.diagnostics, compiler.getDiagnosticOpts()).release(),
                             /*ShouldOwnClient=*/true);
  compiler.createFileManager(fs);
  compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());  // "1 error generated.": buildLog counts

  auto buffer = llvm::MemoryBuffer::getMemBuffer(source, fileName);
  auto &frontend = compiler.getFrontendOpts();
  frontend.Inputs.clear();
  frontend.Inputs.emplace_back(buffer->getMemBufferRef(), clang::InputKind(clang::Language::OpenCL));
  frontend.DisableFree = false;
  compiler.getCodeGenOpts().MainFileName = fileName;

  registerKernelAttributes();
  CheckAndEmit action(context, board);
  if (compiler.ExecuteAction(action))
    result.module = std::move(action.module);
  if (result.module)
    markOptions(*result.module, options);
  return result;
}

}  // namespace weft::hls::frontend
