// SPDX-License-Identifier: Apache-2.0
#include "host/core/build.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <thread>

#include "hls/compile.h"
#include "host/compiler/compiler.h"
#include "host/core/bitstream_build.h"
#include "host/core/device.h"
#include "host/core/execution/exit_guard.h"
#include "support/log.h"

namespace weft::core {
namespace {

/// Each operation has error codes of its own for options it does not know, for input that is wrong, and for a device
/// that has nothing to do it with.
struct ErrorCodes {
  cl_int options, failure, unavailable;
};
constexpr ErrorCodes kBuildErrors = {CL_INVALID_BUILD_OPTIONS, CL_BUILD_PROGRAM_FAILURE, CL_COMPILER_NOT_AVAILABLE};
constexpr ErrorCodes kCompileErrors = {CL_INVALID_COMPILER_OPTIONS, CL_COMPILE_PROGRAM_FAILURE,
                                       CL_COMPILER_NOT_AVAILABLE};
constexpr ErrorCodes kLinkErrors = {CL_INVALID_LINKER_OPTIONS, CL_LINK_PROGRAM_FAILURE, CL_LINKER_NOT_AVAILABLE};

cl_int toError(hls::Outcome outcome, const ErrorCodes &codes) {
  switch (outcome) {
  case hls::Outcome::Ok:
    return CL_SUCCESS;
  case hls::Outcome::InvalidOptions:
    return codes.options;
  case hls::Outcome::CompileFailure:
  case hls::Outcome::LinkFailure:
  case hls::Outcome::InternalError:
    break;
  }
  return codes.failure;
}

/// What making a program's executable, object or library for one board gave.
struct Result {
  Program::State state;
  cl_int error = CL_SUCCESS;
};
/// Makes the result for one board. `before` is the state that it replaces.
using Work = std::function<Result(Device &root, const Program::State &before)>;

/// Runs `work` for each board of some of a program's devices, here or on a thread, and stores what becomes of it.
class BuildJob {
public:
  BuildJob(Program &program, Program::Devices devices, std::string options, Work work, BuildCallback callback)
      : program_(&program), devices_(std::move(devices)), options_(std::move(options)), work_(std::move(work)),
        callback_(std::move(callback)) {}

  /// Claims the program. To be called once, before one of the others.
  void begin() { before_ = program_->beginBuild(devices_, options_); }
  /// Throws the first error.
  void runHere() {
    const auto [error, log] = run();
    if (error != CL_SUCCESS)
      throw Error(error, log);
  }
  static void runOnThread(const std::shared_ptr<BuildJob> &job);

private:
  std::pair<cl_int, std::string> run();
  std::pair<cl_int, std::string> runAll();
  Result makeFor(Device &root, const Program::State &before);

  const Ref<Program> program_;  // kept alive when the application releases it before the end
  const Program::Devices devices_;
  const std::string options_;
  const Work work_;
  BuildCallback callback_;
  std::vector<Program::State> before_;
};

std::pair<cl_int, std::string> BuildJob::run() {
  try {
    Activity activity;
    return runAll();
  } catch (...) {
    program_->abandonBuild(devices_);
    throw;
  }
}

/// Stores the results; the first error and its log.
std::pair<cl_int, std::string> BuildJob::runAll() {
  std::pair<cl_int, std::string> first{CL_SUCCESS, ""};
  std::vector<const Device *> done;
  for (size_t i = 0; i < devices_.size(); ++i) {
    Device &root = devices_[i]->root();
    if (std::find(done.begin(), done.end(), &root) != done.end())
      continue;  // devices on one board share what was made for it
    done.push_back(&root);
    const Result result = makeFor(root, before_[i]);
    if (result.error != CL_SUCCESS && first.first == CL_SUCCESS)
      first = {result.error, result.state.log};
    program_->endBuild(root, devices_, result.state);
  }
  return first;
}

Result BuildJob::makeFor(Device &root, const Program::State &before) {
  Result result;
  try {
    result = work_(root, before);
  } catch (const Error &error) {
    result.error = error.code();
    result.state.log = error.what();
  } catch (const std::exception &error) {
    result.error = CL_OUT_OF_RESOURCES;
    result.state.log = error.what();
  }
  if (program_->isFromBinary() && !result.state.binary) {  // it can be built again
    result.state.binary = before.binary;
    result.state.type = before.type;
  }
  result.state.options = options_;
  result.state.status = result.error == CL_SUCCESS ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
  return result;
}

void BuildJob::runOnThread(const std::shared_ptr<BuildJob> &job) {
  try {
    std::thread([job] {
      try {
        job->run();
      } catch (const std::exception &) {  // the status shows it
      }
      Activity activity;
      job->callback_();
      job->callback_ = nullptr;
    }).detach();
  } catch (...) {
    job->program_->abandonBuild(job->devices_);
    throw;
  }
}

/// Why nothing is compiled or linked; null if it is. `compiles`: something is, rather than only a binary taken.
std::optional<Error> refusal(const Program::Devices &devices, const hls::Expected<hls::OptionCheck> &check,
                             const ErrorCodes &codes, bool compiles) {
  if (!check)
    return Error(codes.options, hls::buildLog({check.error()}));
  for (Device *device : devices)
    if (compiles && !device->board().takesNewKernels())
      return Error(codes.unavailable,
                   fmt::format("board {} has no compiler: it has the kernels of its bitstream. Build that with weft "
                               "build, program the board with weft program, and give the .weft file to "
                               "clCreateProgramWithBinary; or set WEFT_ONLINE=build to have kernels simulated while "
                               "their bitstream is built",
                               device->description().name));
  return std::nullopt;
}

void start(Program &program, const Program::Devices &devices, const std::string &options,
           const std::optional<Error> &refused, BuildCallback callback, Work work) {
  require(!exitsHere(), CL_OUT_OF_RESOURCES, "the process is exiting: programs are no longer built");
  if (refused)  // Not even begun: no callback, but the log has the reason.
    work = [&refused](Device &, const Program::State &) -> Result { throw *refused; };
  const bool here = refused || !callback;
  const auto job = std::make_shared<BuildJob>(program, devices, options, std::move(work), std::move(callback));
  job->begin();
  if (here)
    job->runHere();
  else
    BuildJob::runOnThread(job);
}

std::shared_ptr<const Executable> prepare(std::shared_ptr<const kernel::Program> program, Device &device) {
  auto executable = std::make_shared<Executable>();
  executable->program = std::move(program);
  for (const kernel::Image &kernel : executable->program->kernels)
    executable->prepared.push_back(device.root().board().prepare(kernel));
  return executable;
}

/// Asks the compiler; what it says goes into the state's log. `codes`: of the operation that the user asked for.
hls::CompileResult compileFor(Result &result, const compiler::Request &request, Device &device,
                              const ErrorCodes &codes) {
  hls::CompileResult compiled = compiler::compile(request, device.description());
  result.state.log = hls::buildLog(compiled.diagnostics);
  result.error = toError(compiled.outcome, codes);
  return compiled;
}

void setContainer(Program::State &state, program::Type type, program::Container content, Device &device) {
  content.type = type;
  state.type = binaryType(type);
  state.binary = std::make_shared<const PackedBinary>(std::move(content), device.description());
}

/// Where kernels are simulated until the board has their bitstream: has that built, and says so.
void awaitBitstream(Program::State &state, const PackedBinary &binary, Device &device) {
  if (!device.board().awaitsBitstream())
    return;
  const std::string outlook = binary.content().bitstreams.empty()
                                  ? requestBitstream(binary.bytes(), device.description())
                                  : "its bitstream is in its .weft file, for weft program";
  const std::string text =
      fmt::format("simulated, as board {} does not have it: {}", device.description().name, outlook);
  state.log += fmt::format("note: {}\n", text);
  support::log(support::LogLevel::Warning, "a program is {}", text);
}

/// An executable whose kernels have been generated; starts to prepare them.
void setExecutable(Program::State &state, program::Container content, Device &device) {
  state.executable = prepare(content.program, device);
  setContainer(state, program::Type::Executable, std::move(content), device);
  awaitBitstream(state, *state.binary, device);
}

bool linkable(const Program::State &state) {
  return state.type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT || state.type == CL_PROGRAM_BINARY_TYPE_LIBRARY;
}

/// From source: all the way to an executable, or to an object.
Result compileSource(const compiler::Request &request, bool argumentInfo, Device &device) {
  const bool build = request.operation == compiler::Request::Operation::Build;
  Result result;
  hls::CompileResult compiled = compileFor(result, request, device, build ? kBuildErrors : kCompileErrors);
  if (result.error != CL_SUCCESS)
    return result;
  result.state.fromSource = true;
  result.state.argumentInfo = argumentInfo;
  program::Container content;
  content.options = request.options;
  content.bitcode = std::move(compiled.bitcode);
  content.program = std::move(compiled.program);
  if (build)
    setExecutable(result.state, std::move(content), device);
  else
    setContainer(result.state, program::Type::Object, std::move(content), device);
  return result;
}

/// Options given with a binary cannot change what was compiled.
Result buildBinary(const PackedBinary &binary, Device &device) {
  program::Container content = binary.content();
  Result result;
  if (content.program) {
    result.state.executable = prepare(content.program, device);
    awaitBitstream(result.state, binary, device);
    return result;
  }
  // Another compiler made it.
  hls::CompileResult generated =
      compileFor(result, {compiler::Request::Operation::Generate, "", {content.bitcode}, {}}, device, kBuildErrors);
  if (result.error != CL_SUCCESS)
    return result;
  content.program = std::move(generated.program);
  setExecutable(result.state, std::move(content), device);
  return result;
}

/// What is linked for a board: found before, whatever happens to the inputs meanwhile.
struct LinkInput {
  std::vector<std::string> modules;
  bool fromSource = true, argumentInfo = true;
};

LinkInput linkInputOf(const std::vector<Ref<Program>> &programs, Device &device) {
  LinkInput input;
  for (const Ref<Program> &program : programs) {
    const Program::State state = program->state(device);
    if (!linkable(state))
      continue;
    input.modules.push_back(state.binary->content().bitcode);
    input.fromSource &= state.fromSource;
    input.argumentInfo &= state.argumentInfo;
  }
  require(input.modules.empty() || input.modules.size() == programs.size(), CL_INVALID_OPERATION,
          "some of the programs have an object or a library for a device and some have not");
  return input;
}

Result linkModules(const LinkInput &input, const std::string &options, bool library, Device &device) {
  using Operation = compiler::Request::Operation;
  Result result;
  hls::CompileResult linked = compileFor(
      result, {library ? Operation::LinkLibrary : Operation::Link, options, input.modules, {}}, device, kLinkErrors);
  if (result.error != CL_SUCCESS)
    return result;
  result.state.fromSource = input.fromSource;
  result.state.argumentInfo = input.argumentInfo;
  program::Container content;
  content.bitcode = std::move(linked.bitcode);
  content.program = std::move(linked.program);
  if (library)
    setContainer(result.state, program::Type::Library, std::move(content), device);
  else
    setExecutable(result.state, std::move(content), device);
  return result;
}

/// Throws CL_OUT_OF_RESOURCES.
std::shared_ptr<const Executable> widen(const Executable &executable, Device &device) {
  const compiler::Request request{compiler::Request::Operation::Widen, "", {executable.program->bitcode}, {}};
  hls::CompileResult compiled;
  try {
    compiled = compiler::compile(request, device.description());
  } catch (const std::exception &error) {
    throw Error(CL_OUT_OF_RESOURCES, error.what());
  }
  // What the program keeps in device memory is that of both.
  const bool fits = compiled.program && compiled.program->variables == executable.program->variables &&
                    compiled.program->kernels.size() == executable.program->kernels.size();
  require(fits, CL_OUT_OF_RESOURCES,
          "the range has ids of more than {} bits, and the program could not be compiled for them: {}", kernel::kIdBits,
          hls::buildLog(compiled.diagnostics));
  return prepare(std::move(compiled.program), device);
}

}  // namespace

std::shared_ptr<const Executable> widened(const Executable &executable, Device &device) {
  const std::scoped_lock lock(executable.wideMutex);
  if (!executable.wide)
    executable.wide = widen(executable, device);
  return executable.wide;
}

void buildProgram(Program &program, const Program::Devices &devices, const std::string &options,
                  BuildCallback callback) {
  require(program.hasSource() || program.isFromBinary(), CL_INVALID_OPERATION,
          "the program was made neither from source nor from a binary");
  if (program.isFromBinary())
    for (Device *device : devices) {
      const Program::State state = program.state(*device);
      require(state.type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE || state.status == CL_BUILD_IN_PROGRESS,
              CL_INVALID_BINARY, "the program's binary for a device is not an executable");
    }
  const hls::Expected<hls::OptionCheck> check = hls::checkOptions(options, hls::OptionKind::Compile);
  Work work = [&program, options, info = check && check->kernelArgumentInfo](Device &device, const Program::State &) {
    return compileSource({compiler::Request::Operation::Build, options, {program.source()}, {}}, info, device);
  };
  if (program.isFromBinary())
    work = [](Device &device, const Program::State &before) { return buildBinary(*before.binary, device); };
  start(program, devices, options, refusal(devices, check, kBuildErrors, program.hasSource()), std::move(callback),
        std::move(work));
}

void compileProgram(Program &program, const Program::Devices &devices, const std::string &options,
                    std::map<std::string, std::string> headers, BuildCallback callback) {
  require(program.hasSource(), CL_INVALID_OPERATION, "the program has no source to compile");
  const hls::Expected<hls::OptionCheck> check = hls::checkOptions(options, hls::OptionKind::Compile);
  start(program, devices, options, refusal(devices, check, kCompileErrors, true), std::move(callback),
        [&program, options, info = check && check->kernelArgumentInfo,
         headers = std::move(headers)](Device &device, const Program::State &) {
          return compileSource({compiler::Request::Operation::Compile, options, {program.source()}, headers}, info,
                               device);
        });
}

void linkProgram(Program &program, const std::vector<Ref<Program>> &inputs, const std::string &options,
                 BuildCallback callback) {
  std::map<const Device *, LinkInput> boards;
  Program::Devices targets;
  for (Device *device : program.devices()) {
    LinkInput input = linkInputOf(inputs, *device);
    if (input.modules.empty())
      continue;  // nothing is made for this device
    targets.push_back(device);
    boards.emplace(&device->root(), std::move(input));
  }
  require(!targets.empty(), CL_INVALID_OPERATION, "the programs are neither compiled objects nor libraries");
  const hls::Expected<hls::OptionCheck> check = hls::checkOptions(options, hls::OptionKind::Link);
  start(program, targets, options, refusal(targets, check, kLinkErrors, true), std::move(callback),
        [options, library = check && check->createLibrary, boards = std::move(boards)](Device &device,
                                                                                       const Program::State &) {
          return linkModules(boards.at(&device.root()), options, library, device);
        });
}

}  // namespace weft::core
