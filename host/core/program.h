// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "board/board.h"
#include "host/core/binary.h"
#include "host/core/built_in.h"
#include "host/core/context.h"

namespace weft::core {

/// Kernels of a built program for one board. Their preparation for it goes on in the background.
struct Executable {
  std::shared_ptr<const kernel::Program> program;
  /// One per kernel of `program`; null for built-in kernels.
  std::vector<std::shared_ptr<board::PreparedKernel>> prepared;
  /// Programs of built-in kernels: one per kernel of `program`. Empty otherwise.
  std::vector<const BuiltInKernel *> builtIn;

  /// Index in `program->kernels`, or -1.
  int find(const std::string &name) const;
};

/// A program's binary for one device, packed when somebody asks for it.
class PackedBinary {
public:
  PackedBinary(ProgramBinary content, const board::Description &board) : content_(std::move(content)), board_(board) {}
  /// One that was loaded is given back as it was.
  PackedBinary(ProgramBinary content, const board::Description &board, std::string bytes);

  const ProgramBinary &content() const { return content_; }
  const std::string &bytes() const;

private:
  const ProgramBinary content_;
  const board::Description &board_;
  mutable std::once_flag packed_;
  mutable std::string bytes_;
};

class Program : public Object<Program, cl_program, Kind::Program> {
public:
  static constexpr cl_int kInvalid = CL_INVALID_PROGRAM;
  using Devices = std::vector<Device *>;

  /// From source, for all devices of the context.
  Program(Context &context, std::string source);
  /// From binaries: one per device.
  Program(Context &context, const Devices &devices, std::vector<std::shared_ptr<const PackedBinary>> binaries);
  /// Of built-in kernels: nothing is left to build.
  Program(Context &context, const Devices &devices, const std::vector<const BuiltInKernel *> &kernels);
  /// For the result of a link.
  Program(Context &context, const Devices &devices);
  ~Program() override;

  Context &context() const { return *context_; }
  const Devices &devices() const { return devices_; }
  bool has(const Device &device) const;
  const std::string &source() const { return source_; }
  bool hasSource() const { return origin_ == Origin::Source; }

  /// Outcome of the last build, compilation or link for one device.
  struct State {
    cl_build_status status = CL_BUILD_NONE;
    cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
    std::string options, log;
    std::shared_ptr<const PackedBinary> binary;  // null without an object, library or executable, and for built-in ones
    bool fromSource = false;                     // all of it was compiled from source here
    bool argumentInfo = false;                   // and with -cl-kernel-arg-info
    std::shared_ptr<const Executable> executable;
  };
  /// Of a device of the program: its own or else its parent's; of another device, that of a device on the same board,
  /// or none.
  State state(Device &device) const;
  /// Of all devices, in their order.
  std::vector<State> states() const;

  /// The kernels of all executables, each name once. Throws CL_INVALID_PROGRAM_EXECUTABLE if there is none.
  static std::vector<std::string> kernelNames(const std::vector<State> &states);

  using Callback = std::function<void()>;
  /// The three ways to a result, for all of `devices`. Without a callback they block and throw the error of a failure;
  /// with one they return at once and call it at the end. Wrong options are found before, and throw either way.
  /// Throw CL_INVALID_OPERATION during another build for one of the devices, or while kernels exist.
  void build(const Devices &devices, const std::string &options, Callback callback);
  void compile(const Devices &devices, const std::string &options, std::map<std::string, std::string> headers,
               Callback callback);
  void linkFrom(const std::vector<Ref<Program>> &inputs, const std::string &options, Callback callback);

  /// Kernel objects hold the program; while there are any it cannot be rebuilt.
  void attachKernel() { ++kernels_; }
  void detachKernel() { --kernels_; }

private:
  enum class Origin { Source, Binary, BuiltIn, Link };
  struct Result {
    State state;
    cl_int error = CL_SUCCESS;
  };
  /// Makes the result for one board. `before` is the state that a build replaces.
  using Work = std::function<Result(Device &root, const State &before)>;

  Program(Context &context, Devices devices, std::string source, Origin origin);
  /// Claims the program for one operation on `devices`, then runs `work` for each of their boards, here or on a thread.
  /// `invalidOptions`: why the options are wrong, if they are; `code` is then the error.
  void start(const Devices &devices, const std::string &options, const std::string &invalidOptions, cl_int code,
             Callback callback, Work work);
  void claim(const Devices &devices, const std::string &options, std::vector<State> &before);
  /// Stores the results; the first error and its log.
  std::pair<cl_int, std::string> runAll(const Devices &devices, const std::vector<State> &before,
                                        const std::string &options, const Work &work);
  void store(const Device &root, const Devices &devices, const State &state);
  /// Ends what could not be carried on: there was no memory or no thread.
  void abandon(const Devices &devices) noexcept;
  size_t indexOf(const Device &device) const;
  const State &stateAt(size_t index) const;

  const Ref<Context> context_;
  const Devices devices_;
  const std::string source_;
  const Origin origin_;
  mutable std::mutex mutex_;
  std::vector<State> states_;  // one per device
  std::atomic<unsigned> kernels_{0};
};

}  // namespace weft::core
