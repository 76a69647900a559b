// SPDX-License-Identifier: Apache-2.0
#include "host/core/program.h"

#include "hls/compile.h"

#include <algorithm>
#include <fmt/format.h>
#include <thread>

#include "host/compiler/compiler.h"
#include "host/core/device.h"
#include "host/core/execution/exit_guard.h"

namespace weft::core {
namespace {

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

std::shared_ptr<const Executable> prepare(std::shared_ptr<const kernel::Program> program, Device &device) {
  auto executable = std::make_shared<Executable>();
  executable->program = std::move(program);
  for (const kernel::Image &kernel : executable->program->kernels)
    executable->prepared.push_back(device.root().board().prepare(kernel));
  return executable;
}

/// Asks the compiler; what it says goes into the state's log. `codes`: of the operation that the user asked for.
template <class Result>
hls::CompileResult compileFor(Result &result, const compiler::Request &request, Device &device,
                              const ErrorCodes &codes) {
  hls::CompileResult compiled = compiler::compile(request, device.description());
  result.state.log = std::move(compiled.log);
  result.error = toError(compiled.outcome, codes);
  return compiled;
}

void setContainer(Program::State &state, program::Type type, ProgramBinary content, Device &device) {
  content.type = type;
  state.type = binaryType(type);
  state.binary = std::make_shared<const PackedBinary>(std::move(content), device.description());
}

/// An executable whose kernels have been generated; starts to prepare them.
void setExecutable(Program::State &state, ProgramBinary content, Device &device) {
  state.executable = prepare(content.program, device);
  setContainer(state, program::Type::Executable, std::move(content), device);
}

bool linkable(const Program::State &state) {
  return state.type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT || state.type == CL_PROGRAM_BINARY_TYPE_LIBRARY;
}

}  // namespace

int Executable::find(const std::string &name) const {
  for (size_t i = 0; i < program->kernels.size(); ++i)
    if (program->kernels[i].interface.name == name)
      return int(i);
  return -1;
}

PackedBinary::PackedBinary(ProgramBinary content, const board::Description &board, std::string bytes)
    : content_(std::move(content)), board_(board), bytes_(std::move(bytes)) {
  std::call_once(packed_, [] {});
}

const std::string &PackedBinary::bytes() const {
  std::call_once(packed_, [this] { bytes_ = packBinary(content_, board_); });
  return bytes_;
}

Program::Program(Context &context, Devices devices, std::string source, Origin origin)
    : context_(&context), devices_(std::move(devices)), source_(std::move(source)), origin_(origin),
      states_(devices_.size()) {}

Program::Program(Context &context, std::string source)
    : Program(context, context.devices(), std::move(source), Origin::Source) {}

Program::Program(Context &context, const Devices &devices) : Program(context, devices, "", Origin::Link) {}

Program::Program(Context &context, const Devices &devices, std::vector<std::shared_ptr<const PackedBinary>> binaries)
    : Program(context, devices, "", Origin::Binary) {
  for (size_t i = 0; i < states_.size(); ++i) {
    states_[i].type = binaryType(binaries[i]->content().type);
    states_[i].binary = std::move(binaries[i]);
  }
}

Program::Program(Context &context, const Devices &devices, const std::vector<const BuiltInKernel *> &kernels)
    : Program(context, devices, "", Origin::BuiltIn) {
  for (size_t i = 0; i < states_.size(); ++i) {
    auto executable = std::make_shared<Executable>();
    executable->program = describeBuiltInKernels(kernels, devices_[i]->description());
    executable->prepared.resize(kernels.size());
    executable->builtIn = kernels;
    states_[i].status = CL_BUILD_SUCCESS;
    states_[i].type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    states_[i].executable = std::move(executable);
  }
}

Program::~Program() = default;

size_t Program::indexOf(const Device &device) const {
  return size_t(std::find(devices_.begin(), devices_.end(), &device) - devices_.begin());
}

bool Program::has(const Device &device) const { return indexOf(device) != devices_.size(); }

/// What was built for a device serves its sub-devices too, unless they have something of their own.
const Program::State &Program::stateAt(size_t index) const {
  const State &own = states_[index];
  if (own.status != CL_BUILD_NONE || own.type != CL_PROGRAM_BINARY_TYPE_NONE)
    return own;
  for (const Device *parent = devices_[index]->parent(); parent; parent = parent->parent())
    if (const size_t at = indexOf(*parent); at != devices_.size() && states_[at].status != CL_BUILD_NONE)
      return states_[at];
  return own;
}

Program::State Program::state(Device &device) const {
  std::lock_guard lock(mutex_);
  if (const size_t index = indexOf(device); index != devices_.size())
    return stateAt(index);
  for (size_t i = 0; i < devices_.size(); ++i)
    if (&devices_[i]->root() == &device.root())
      return states_[i];
  return {};
}

std::vector<Program::State> Program::states() const {
  std::lock_guard lock(mutex_);
  std::vector<State> states;
  for (size_t i = 0; i < states_.size(); ++i)
    states.push_back(stateAt(i));
  return states;
}

std::vector<std::string> Program::kernelNames(const std::vector<State> &states) {
  std::vector<std::string> names;
  bool built = false;
  for (const State &state : states) {
    if (!state.executable)
      continue;
    built = true;
    for (const kernel::Image &kernel : state.executable->program->kernels)
      if (std::find(names.begin(), names.end(), kernel.interface.name) == names.end())
        names.push_back(kernel.interface.name);
  }
  require(built, CL_INVALID_PROGRAM_EXECUTABLE, "the program was not built successfully for any device");
  return names;
}

void Program::claim(const Devices &devices, const std::string &options, std::vector<State> &before) {
  std::lock_guard lock(mutex_);
  require(kernels_ == 0, CL_INVALID_OPERATION, "kernel objects are attached to the program");
  for (const Device *device : devices)
    require(states_[indexOf(*device)].status != CL_BUILD_IN_PROGRESS, CL_INVALID_OPERATION,
            "the program is being built");
  State busy;
  busy.status = CL_BUILD_IN_PROGRESS;
  busy.options = options;
  before.assign(devices.size(), busy);
  // Nothing fails from here on.
  for (size_t i = 0; i < devices.size(); ++i)
    std::swap(before[i], states_[indexOf(*devices[i])]);
}

void Program::store(const Device &root, const Devices &devices, const State &state) {
  std::lock_guard lock(mutex_);
  for (Device *device : devices)
    if (&device->root() == &root) {
      State copy = state;
      std::swap(states_[indexOf(*device)], copy);
    }
}

void Program::abandon(const Devices &devices) noexcept {
  std::lock_guard lock(mutex_);
  for (const Device *device : devices)
    if (State &state = states_[indexOf(*device)]; state.status == CL_BUILD_IN_PROGRESS)
      state.status = CL_BUILD_ERROR;
}

std::pair<cl_int, std::string> Program::runAll(const Devices &devices, const std::vector<State> &before,
                                               const std::string &options, const Work &work) {
  std::pair<cl_int, std::string> first{CL_SUCCESS, ""};
  std::vector<const Device *> done;
  for (size_t i = 0; i < devices.size(); ++i) {
    Device &root = devices[i]->root();
    if (std::find(done.begin(), done.end(), &root) != done.end())
      continue;  // devices on one board share what was made for it
    done.push_back(&root);
    Result result;
    try {
      result = work(root, before[i]);
    } catch (const Error &error) {
      result.error = error.code();
      result.state.log = error.what();
    } catch (const std::exception &error) {
      result.error = CL_OUT_OF_RESOURCES;
      result.state.log = error.what();
    }
    if (origin_ == Origin::Binary && !result.state.binary) {  // it can be built again
      result.state.binary = before[i].binary;
      result.state.type = before[i].type;
    }
    result.state.options = options;
    result.state.status = result.error == CL_SUCCESS ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    if (result.error != CL_SUCCESS && first.first == CL_SUCCESS)
      first = {result.error, result.state.log};
    store(root, devices, result.state);
  }
  return first;
}

void Program::start(const Devices &devices, const std::string &options, const std::string &invalidOptions, cl_int code,
                    Callback callback, Work work) {
  struct Job {
    Ref<Program> program;  // kept alive when the application releases it before the end
    Devices devices;
    std::string options;
    Work work;
    Callback callback;
    std::vector<State> before;

    std::pair<cl_int, std::string> run() {
      try {
        Activity activity;
        return program->runAll(devices, before, options, work);
      } catch (...) {
        program->abandon(devices);
        throw;
      }
    }
  };
  const bool valid = invalidOptions.empty();
  if (!valid)  // Not even begun: no callback, but the log has the reason.
    work = [code, &invalidOptions](Device &, const State &) -> Result { throw Error(code, invalidOptions); };
  const auto job = std::make_shared<Job>(this, devices, options, std::move(work), std::move(callback));
  claim(job->devices, job->options, job->before);
  if (!valid || !job->callback) {
    const auto [error, log] = job->run();
    if (error != CL_SUCCESS)
      throw Error(error, log);
    return;
  }
  try {
    std::thread([job] {
      try {
        job->run();
      } catch (const std::exception &) {  // the status shows it
      }
      Activity activity;
      job->callback();
      job->callback = nullptr;
    }).detach();
  } catch (...) {
    abandon(devices);
    throw;
  }
}

void Program::build(const Devices &devices, const std::string &options, Callback callback) {
  require(origin_ == Origin::Source || origin_ == Origin::Binary, CL_INVALID_OPERATION,
          "the program was made neither from source nor from a binary");
  if (origin_ == Origin::Binary)
    for (Device *device : devices)
      require(state(*device).type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE || state(*device).status == CL_BUILD_IN_PROGRESS,
              CL_INVALID_BINARY, "the program's binary for a device is not an executable");
  const hls::OptionCheck check = hls::checkOptions(options, hls::OptionKind::Compile);
  const auto fromSource = [this, options, check](Device &device, const State &) {
    Result result;
    hls::CompileResult compiled =
        compileFor(result, {compiler::Request::Operation::Build, options, {source_}, {}}, device, kBuildErrors);
    if (result.error != CL_SUCCESS)
      return result;
    result.state.fromSource = true;
    result.state.argumentInfo = check.kernelArgumentInfo;
    ProgramBinary content;
    content.options = options;
    content.bitcode = std::move(compiled.bitcode);
    content.program = std::move(compiled.program);
    setExecutable(result.state, std::move(content), device);
    return result;
  };
  // Options given with a binary cannot change what was compiled.
  const auto fromBinary = [](Device &device, const State &before) {
    Result result;
    ProgramBinary content = before.binary->content();
    if (content.program) {
      result.state.executable = prepare(content.program, device);
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
  };
  Work work = fromSource;
  if (origin_ == Origin::Binary)
    work = fromBinary;
  start(devices, options, check.error, kBuildErrors.options, std::move(callback), std::move(work));
}

void Program::compile(const Devices &devices, const std::string &options, std::map<std::string, std::string> headers,
                      Callback callback) {
  require(hasSource(), CL_INVALID_OPERATION, "the program has no source to compile");
  const hls::OptionCheck check = hls::checkOptions(options, hls::OptionKind::Compile);
  start(devices, options, check.error, kCompileErrors.options, std::move(callback),
        [this, options, check, headers = std::move(headers)](Device &device, const State &) {
          Result result;
          hls::CompileResult compiled = compileFor(
              result, {compiler::Request::Operation::Compile, options, {source_}, headers}, device, kCompileErrors);
          if (result.error != CL_SUCCESS)
            return result;
          result.state.fromSource = true;
          result.state.argumentInfo = check.kernelArgumentInfo;
          ProgramBinary content;
          content.options = options;
          content.bitcode = std::move(compiled.bitcode);
          setContainer(result.state, program::Type::Object, std::move(content), device);
          return result;
        });
}

void Program::linkFrom(const std::vector<Ref<Program>> &inputs, const std::string &options, Callback callback) {
  // What is linked for a board: found now, whatever happens to the inputs meanwhile.
  struct Input {
    std::vector<std::string> modules;
    bool fromSource = true, argumentInfo = true;
  };
  std::map<const Device *, Input> boards;
  Devices targets;
  for (Device *device : devices_) {
    Input input;
    for (const Ref<Program> &program : inputs) {
      const State state = program->state(*device);
      if (!linkable(state))
        continue;
      input.modules.push_back(state.binary->content().bitcode);
      input.fromSource &= state.fromSource;
      input.argumentInfo &= state.argumentInfo;
    }
    require(input.modules.empty() || input.modules.size() == inputs.size(), CL_INVALID_OPERATION,
            "some of the programs have an object or a library for a device and some have not");
    if (input.modules.empty())
      continue;  // nothing is made for this device
    targets.push_back(device);
    boards.emplace(&device->root(), std::move(input));
  }
  require(!targets.empty(), CL_INVALID_OPERATION, "the programs are neither compiled objects nor libraries");
  const hls::OptionCheck check = hls::checkOptions(options, hls::OptionKind::Link);
  start(targets, options, check.error, kLinkErrors.options, std::move(callback),
        [options, check, boards = std::move(boards)](Device &device, const State &) {
          Result result;
          const Input &input = boards.at(&device.root());
          hls::CompileResult linked =
              compileFor(result, {compiler::Request::Operation::Link, options, input.modules, {}}, device, kLinkErrors);
          if (result.error != CL_SUCCESS)
            return result;
          result.state.fromSource = input.fromSource;
          result.state.argumentInfo = input.argumentInfo;
          ProgramBinary content;
          content.bitcode = std::move(linked.bitcode);
          content.program = std::move(linked.program);
          if (check.createLibrary)
            setContainer(result.state, program::Type::Library, std::move(content), device);
          else
            setExecutable(result.state, std::move(content), device);
          return result;
        });
}

}  // namespace weft::core
