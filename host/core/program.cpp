// SPDX-License-Identifier: Apache-2.0
#include "host/core/program.h"

#include <fmt/format.h>
#include <sstream>
#include <thread>

#include "host/core/device.h"
#include "host/core/exit_guard.h"

namespace weft::core {
namespace {

bool hasOption(const std::string &options, const char *wanted) {
  std::istringstream words(options);
  for (std::string word; words >> word;)
    if (word == wanted)
      return true;
  return false;
}

/// Each operation has error codes of its own for options it does not know and for input that is wrong.
struct ErrorCodes {
  cl_int options, failure;
};
constexpr ErrorCodes kBuildErrors = {CL_INVALID_BUILD_OPTIONS, CL_BUILD_PROGRAM_FAILURE};
constexpr ErrorCodes kCompileErrors = {CL_INVALID_COMPILER_OPTIONS, CL_COMPILE_PROGRAM_FAILURE};
constexpr ErrorCodes kLinkErrors = {CL_INVALID_LINKER_OPTIONS, CL_LINK_PROGRAM_FAILURE};

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

void appendLog(std::string &log, const std::string &more) {
  if (!log.empty() && !more.empty() && log.back() != '\n')
    log += '\n';
  log += more;
}

}  // namespace

int Executable::find(const std::string &name) const {
  for (size_t i = 0; i < program->kernels.size(); ++i)
    if (program->kernels[i].info.name == name)
      return int(i);
  return -1;
}

Program::Program(Context &context, std::optional<std::string> source)
    : context_(&context), source_(source.value_or("")), hasSource_(source.has_value()) {}

Program::Program(Context &context, const ProgramBinary &binary) : context_(&context), hasSource_(false) {
  state_.type = binary.type;
  state_.madeWith = binary.options;
  state_.bitcode = binary.bitcode;
}

Program::~Program() = default;

Program::State Program::state() const {
  std::lock_guard lock(mutex_);
  return state_;
}

void Program::start(const std::string &options, Callback callback, std::function<Result()> work) {
  {
    std::lock_guard lock(mutex_);
    require(state_.status != CL_BUILD_IN_PROGRESS, CL_INVALID_OPERATION, "the program is being built");
    require(kernels_ == 0, CL_INVALID_OPERATION, "kernel objects are attached to the program");
    state_ = {};
    state_.status = CL_BUILD_IN_PROGRESS;
    state_.options = options;
  }
  // `self` keeps the program alive when the application releases it before the end.
  const auto finish = [self = Ref<Program>(this), options, work = std::move(work)] {
    Result result;
    try {
      Activity activity;
      result = work();
    } catch (const Error &error) {
      result.error = error.code();
      result.state.log = error.what();
    } catch (const std::exception &error) {
      result.error = CL_OUT_OF_RESOURCES;
      result.state.log = error.what();
    }
    result.state.options = options;
    result.state.status = result.error == CL_SUCCESS ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    std::lock_guard lock(self->mutex_);
    self->state_ = std::move(result.state);
    return std::pair(result.error, self->state_.log);
  };
  if (!callback) {
    const auto [error, log] = finish();
    if (error != CL_SUCCESS)
      throw Error(error, log);
    return;
  }
  std::thread([finish, callback = std::move(callback)]() mutable {
    finish();
    Activity activity;
    callback();
    callback = nullptr;
  }).detach();
}

cl_int Program::generate(State &state, const std::string &options) const {
  Device &device = context_->device();
  hls::CompileResult result = hls::generate(state.bitcode, options, device.description());
  appendLog(state.log, result.log);
  if (result.outcome != hls::Outcome::Ok)
    return toError(result.outcome, kBuildErrors);
  auto executable = std::make_shared<Executable>();
  executable->program = std::move(result.program);
  for (const hls::KernelImage &kernel : executable->program->kernels)
    executable->prepared.push_back(device.board().prepare(kernel));
  state.executable = std::move(executable);
  state.type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  return CL_SUCCESS;
}

Program::Result Program::buildNow(const std::string &options, const State &before) const {
  Result result;
  State &state = result.state;
  state.options = options;
  if (hasSource_) {
    hls::CompileResult compiled = hls::compileSource(source_, options, context_->device().description());
    state.log = compiled.log;
    result.error = toError(compiled.outcome, kBuildErrors);
    if (result.error != CL_SUCCESS)
      return result;
    state.bitcode = std::move(compiled.bitcode);
    state.madeWith = options;
    state.argumentInfo = hasOption(options, "-cl-kernel-arg-info");
  } else {
    // Options given with a binary cannot change what was compiled; an executable is generated anew with those it had.
    state.bitcode = before.bitcode;
    state.madeWith = before.madeWith;
    state.type = before.type;
  }
  result.error = generate(state, hasSource_ || !options.empty() ? options : before.madeWith);
  if (result.error != CL_SUCCESS && hasSource_)
    state.bitcode.clear();
  return result;
}

void Program::build(const std::string &options, Callback callback) {
  const State before = state();
  require(hasSource_ || before.type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE, CL_INVALID_BINARY,
          "only a program with source or with an executable binary can be built");
  start(options, std::move(callback), [this, options, before] { return buildNow(options, before); });
}

void Program::compile(const std::string &options, std::map<std::string, std::string> headers, Callback callback) {
  require(hasSource_, CL_INVALID_OPERATION, "the program has no source to compile");
  start(options, std::move(callback), [this, options, headers = std::move(headers)] {
    Result result;
    hls::CompileResult compiled = hls::compileSource(source_, options, context_->device().description(), headers);
    result.state.log = compiled.log;
    result.error = toError(compiled.outcome, kCompileErrors);
    if (result.error == CL_SUCCESS) {
      result.state.bitcode = std::move(compiled.bitcode);
      result.state.madeWith = options;
      result.state.type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
      result.state.argumentInfo = hasOption(options, "-cl-kernel-arg-info");
    }
    return result;
  });
}

void Program::linkFrom(const std::vector<Ref<Program>> &inputs, const std::string &options, Callback callback) {
  std::vector<std::string> modules;
  bool argumentInfo = true;
  for (const Ref<Program> &input : inputs) {
    const State state = input->state();
    require(state.type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT || state.type == CL_PROGRAM_BINARY_TYPE_LIBRARY,
            CL_INVALID_OPERATION, "an input program is neither a compiled object nor a library");
    modules.push_back(state.bitcode);
    argumentInfo &= state.argumentInfo;
  }
  start(options, std::move(callback), [this, options, modules = std::move(modules), argumentInfo] {
    Result result;
    State &state = result.state;
    hls::CompileResult linked = hls::link(modules, options, context_->device().description());
    state.log = linked.log;
    result.error = toError(linked.outcome, kLinkErrors);
    if (result.error != CL_SUCCESS)
      return result;
    state.bitcode = std::move(linked.bitcode);
    state.argumentInfo = argumentInfo;
    if (hasOption(options, "-create-library")) {
      state.type = CL_PROGRAM_BINARY_TYPE_LIBRARY;
      return result;
    }
    // Link options were dealt with above; the generator takes compiler options and needs none of them.
    result.error = generate(state, "");
    if (result.error != CL_SUCCESS)
      result.error = CL_LINK_PROGRAM_FAILURE;
    return result;
  });
}

}  // namespace weft::core
